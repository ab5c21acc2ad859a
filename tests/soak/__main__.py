"""`make soak`: players who move without a pause against the whole site, and a verdict on what became of it.

Real HTTP, the real web server, worker, beat and stream, a mail server that takes letters. Ends with
status 1 on any fault (verdict.py says what is one): `make soak ARGS="--players 24 --minutes 3"`.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import django

from boatzee_site.local import ROOT
from tests.soak import around, company, verdict
from tests.soak.book import Book
from tests.soak.browser import Browser
from tests.soak.pair import Pair
from tests.soak.player import Player, Site
from tests.soak.report import lines
from tests.soak.site import PYTHON, Processes
from tests.soak.table import TRICKS, Hand
from tests.soak.verdict import Fault

DICE = {"DICE_LOW_WATER": "10000", "DICE_HIGH_WATER": "20000", "DICE_BATCH": "5000"}
"""Small enough for the pool to run low, and be filled, while people play."""
DEEDS = {**company.DEEDS, **around.DEEDS}
WANTED = (*DEEDS, *(f"move: {trick}" for trick in TRICKS), "move: in a hurry")
FEWEST = 8
OVERTIME, PATIENCE = 4.0, 160.0
"""How many times as long it may take until every deed was done once; and so many seconds at least."""
SETTLES = 180.0  # seconds for what is still to be told once nobody plays any more


if TYPE_CHECKING:
    from accounts.models import User

    Pairing = tuple[User, User, int]


@dataclass
class Soak:
    """One soak, from the players it needs to what they have written down."""

    players: int
    seconds: float
    seed: int
    processes: Processes
    began: datetime | None = None
    lasted: float = 0.0

    def run(self) -> tuple[Book, list[str], list[Fault]]:
        """Play, and judge. Returns what was written down, lines for the report, and the faults."""
        from django.utils import timezone

        from tests.signed_in import session
        from tests.soak import cast
        from tests.soak.pressing import Press

        book, rng = Book(), random.Random(self.seed)
        people = cast.gather(self.players)
        hasty = 2 * max(2, self.players // 6)
        tables = cast.lay_tables(people[hasty:], rng)
        pairs = cast.pair_off(people[:hasty])
        sessions = {one.get_username(): session(one) for one in people}
        try:
            self.processes.start()
            self.began = timezone.now()
            press = Press()
            press.start()
            self._play(book, rng, sessions, pairs)
            told = press.stop(SETTLES)
            faults = self._judge(book, set(sessions), settled=told)
        finally:
            self.processes.stop()
        letters = len(self.processes.letters.message_ids)
        return (
            book,
            [f"{tables} tables at the start, {letters:,} letters, {press.sent:,} tasks beside beat's own"],
            faults,
        )

    def _play(self, book: Book, rng: random.Random, sessions: dict[str, str], pairs: list[Pairing]) -> None:
        """Let all of them play until the time is up, or a process has ended."""
        from django.conf import settings

        hands = {}
        for number, (name, session) in enumerate(sessions.items(), 1):
            cookies = {settings.SESSION_COOKIE_NAME: session}
            browser = Browser(self.processes.port, name, f"192.0.2.{number}", book, cookies)
            hands[name] = Hand(browser, random.Random(rng.random()))
        hasty = {one.get_username() for pair in pairs for one in pair[:2]}
        site = Site(self.processes.port, [name for name in sessions if name not in hasty], threading.Event())
        runs = [Player.of(site, hands[name], place, DEEDS).run for place, name in enumerate(site.names)]
        for one, other, match in pairs:
            both = (hands[one.get_username()], hands[other.get_username()])
            runs.append(Pair(site, both, f"/matches/{match}/").run)
        threads = [threading.Thread(target=run) for run in runs]
        for thread in threads:
            thread.start()
        began = time.monotonic()
        while self._goes_on(book, time.monotonic() - began):
            time.sleep(0.2)
        self.lasted = time.monotonic() - began
        site.over.set()
        for thread in threads:
            thread.join()

    def _goes_on(self, book: Book, seconds: float) -> bool:
        """Until the time is up, or all has been tried on a slow machine; not when a process has ended."""
        if any(status is not None for status in self.processes.statuses().values()):
            return False
        untried = verdict.untried(book.counted(), WANTED)
        return seconds < self.seconds or (bool(untried) and seconds < max(OVERTIME * self.seconds, PATIENCE))

    def _judge(self, book: Book, cast: set[str], *, settled: bool) -> list[Fault]:
        """Everything that was wrong, while the processes still run: how they end is another matter."""
        from tests.soak import books, moves

        assert self.began is not None
        log, seats = books.log_since(self.began), books.seats()
        checked = moves.asked("check_matches")
        return [
            *verdict.statuses(book.answers),
            *verdict.lost(book.acks, log, seats),
            *verdict.doubled(book.acks, log, cast, book.doubtful),
            *verdict.numbering(log),
            *verdict.answers_lost(book.answered, seats),
            *verdict.words_lost(book.said, books.texts()),
            *verdict.differences(checked.returncode, checked.stderr),
            *verdict.ended(self.processes.statuses()),
            *(fault for name, said in self.processes.said().items() for fault in verdict.in_log(name, said)),
            *_of_postgres(),
            *verdict.letters_twice(self.processes.letters.message_ids),
            *verdict.untried(book.counted(), WANTED),
            *([] if settled else [Fault(f"tasks still waited {SETTLES:.0f} s after the last move")]),
            *(
                [Fault("the soak itself broke", len(book.broken), tuple(book.broken[:3]))]
                if book.broken
                else []
            ),
        ]


def _of_postgres() -> list[Fault]:
    """What the embedded Postgres has written, where there is one."""
    log = Path(os.environ.get("BOATZEE_VAR", "")) / "log" / "postgres.log"
    text = log.read_text(errors="replace") if log.exists() else ""
    return verdict.in_log("postgres", text, verdict.BOOKS_BAD)


def main(arguments: list[str]) -> int:
    """Prepare, play, print. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="make soak")
    parser.add_argument("--players", type=int, default=24, help="how many play (24)")
    parser.add_argument("--minutes", type=float, default=3.0, help="for how long (3)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of what they choose")
    parser.add_argument("--logs", type=Path, default=ROOT / "var" / "soak", help="where logs are left")
    asked = parser.parse_args(arguments)
    if not FEWEST <= asked.players <= 200 or asked.minutes <= 0:
        parser.error(f"{FEWEST} to 200 players are needed, and some time")
    shutil.rmtree(asked.logs, ignore_errors=True)
    asked.logs.mkdir(parents=True)
    processes = Processes(asked.logs)
    os.environ.update({**DICE, **processes.environment()})
    subprocess.run(
        [*PYTHON, "tests.migrated", "collectstatic --noinput -v 0", "refill_dice -v 0"],
        check=True,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    django.setup()
    print(f"{asked.players} players for {60 * asked.minutes:.0f} s, seed {asked.seed}", flush=True)  # noqa: T201
    soak = Soak(asked.players, 60 * asked.minutes, asked.seed, processes)
    book, extra, faults = soak.run()
    for line in lines(book, soak.lasted, faults, extra):
        print(line, flush=True)  # noqa: T201
    if faults:
        print(f"The logs are in {asked.logs}")  # noqa: T201
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
