"""`make abuse`: every abuse we were told of, tried on the production shape, beside honest players.

Prints what the players feel, quiet and under abuse, and what the abuser got. Ends non-zero where an honest
page was refused or broke, or where a limit did not hold. `--short`: a tenth of it, for `make test`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import django

from tests.abuse.attacks import ATTACKS, Found
from tests.abuse.shape import Shape, shape

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")
PASSWORD = "correct horse battery 7"
PACE = 0.25  # seconds between two pages of an honest player
HONEST = ("honest", "candid", "upright", "frank")
"""Enough of them that one page in a hundred is several."""
GOAL = 2.0
STEP = 0.5  # seconds between the beginnings of two attacks


@dataclass
class Honest:
    """What players saw who did nothing but play and read."""

    times: list[float] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """What each of them was, and when: seconds after the beginning."""
    wrong: list[str] = field(default_factory=list)
    moves: int = 0
    cores: float = 0
    """How many cores the site used the while."""

    def at(self, share: float) -> float:
        """The time, in milliseconds, in which this share of the pages came."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]

    def slowest(self, number: int = 4) -> str:
        """The pages that took longest."""
        ordered = sorted(zip(self.times, self.asked, strict=True), reverse=True)
        return ", ".join(f"{1000 * seconds:.0f} ms {what}" for seconds, what in ordered[:number])


def people() -> int:
    """Make those who play, and a match that everybody may watch. Returns its number."""
    from django.db import transaction

    from accounts.models import User
    from dicepool import pool
    from games import lobby
    from games.rules.base import Pace
    from tests.abuse.attacks import HANDED_OUT

    made = {}
    for name in (*HONEST, "victim", "mallory", "trent", "friend"):
        made[name] = User.objects.filter(username=name).first() or User.objects.create_user(
            name, f"{name}@example.org", PASSWORD
        )
    match = lobby.invite(made["honest"], [made["friend"]], "BZ", {}, Pace.TURNS, "main")
    lobby.answer(match.pk, made["friend"], accept=True)
    with transaction.atomic():
        pool.draw(HANDED_OUT)
    return match.pk


async def play(port: int, seconds: float, used: Callable[[], float] = lambda: 0) -> Honest:
    """Let them all play for so long; `used` tells the site's costs."""
    felt, before, began = Honest(), used(), time.monotonic()
    players = enumerate(HONEST, 2)
    await asyncio.gather(*(_play(port, seconds, felt, name, f"127.0.0.{last}") for last, name in players))
    felt.cores = (used() - before) / (time.monotonic() - began)
    return felt


async def _play(port: int, seconds: float, felt: Honest, name: str, address: str) -> None:
    """One plays matches alone and reads pages between the moves."""
    from tests.abuse.client import Client

    player, choose = Client(port, address), random.Random(name)
    await player.sign_in(name, PASSWORD)
    table = ""
    began = time.monotonic()

    async def timed(path: str, form: dict[str, str] | None = None) -> str:
        sent = time.monotonic()
        answer = await (player.get(path) if form is None else player.post(path, form))
        felt.times.append(time.monotonic() - sent)
        felt.asked.append(f"{path} at {sent - began:.1f} s")
        if answer.status not in {200, 302}:
            felt.wrong.append(f"{path}: {answer.status} {answer.headers.get('retry-after', '')}")
        await asyncio.sleep(max(0.0, PACE - felt.times[-1]))
        return answer.headers.get("location", "") if answer.status == 302 else answer.text

    while time.monotonic() < began + seconds:
        if not table:
            form = {"code": "BZ", "opponents": "", "pace": "turns", "clock": "main", "whom": "named"}
            table = await timed("/matches/new/", {**form, "players": "2"})
        text = await timed(table)
        version = text.partition('name="version" value="')[2].partition('"')[0]
        words = [one.partition('"')[0] for one in text.split('<option value="')[1:]]
        if not version or not words:
            table = ""
            continue
        await timed(f"{table}move/", {"version": version, "typed": choose.choice(words)})
        felt.moves += 1
        await timed(choose.choice(["/matches/", "/players/friend/", "/rules/bz/", "/events/", "/dice/"]))
    player.hang_up()


async def run(
    site: Shape, match: int, wanted: Sequence[str], *, short: bool
) -> tuple[Honest, Honest, dict[str, Found]]:
    """Quiet first, then all attacks at once; the players play as long in both."""
    from tests.abuse import attacks

    seconds = 6.0 if short else 30.0
    await play(site.port, 3)  # the first pages of a fresh server are slower
    quiet = await play(site.port, seconds, site.seconds)
    scene = attacks.Scene(site.port, match, PASSWORD, 0.1 if short else 1.0)
    playing = asyncio.create_task(play(site.port, seconds, site.seconds))
    found = await asyncio.gather(
        *(attacks.attack(name, scene, number * STEP) for number, name in enumerate(wanted))
    )
    return quiet, await playing, dict(zip(wanted, found, strict=True))


def mailed() -> list[str]:
    """What the victim was told that was too much."""
    from accounts import limits
    from accounts.models import Notice

    told = Notice.objects.filter(player__username="victim", kind="invitation").count()
    most = limits.BUDGETS["invite stranger"].rates[0].most
    return [f"the victim was told of {told} invitations, at most {most}"] if told > most else []


def main() -> int:
    """Try it all, print what came of it. Returns the exit status."""
    asked = argparse.ArgumentParser(prog="make abuse")
    asked.add_argument("--short", action="store_true")
    asked.add_argument("--only", action="append", choices=list(ATTACKS), help="so many of them, not all")
    given = asked.parse_args()
    short, wanted = given.short, given.only or list(ATTACKS)
    with shape(worker=not short) as site:
        django.setup()
        match = people()
        began, used = time.monotonic(), time.process_time()
        quiet, felt, found = asyncio.run(run(site, match, wanted, short=short))
        share = (time.process_time() - used) / (time.monotonic() - began)
        faults = [f"honest page {wrong}" for wrong in (*quiet.wrong, *felt.wrong)] + site.errors() + mailed()
    say = sys.stdout.write
    for name, one in found.items():
        statuses = ", ".join(f"{count} × {code or 'cut off'}" for code, count in sorted(one.statuses.items()))
        say(f"{name:32} {statuses}\n")
        faults += [f"{name}: {fault}" for fault in one.faults]
    for name, whose in (("quiet", quiet), ("under abuse", felt)):
        say(
            f"{name:32} {len(whose.times)} pages, {whose.moves} moves,"
            f" p50 {whose.at(0.5):.0f} ms, p90 {whose.at(0.9):.0f} ms, p99 {whose.at(0.99):.0f} ms,"
            f" the site on {whose.cores:.2f} cores\n{'':32} the slowest: {whose.slowest()}\n"
        )
    ratio = felt.at(0.99) / quiet.at(0.99)
    say(f"p99 under abuse is {ratio:.1f} of the quiet one (the goal is {GOAL:.0f})\n")
    say(f"the abuser and the players used {share:.0%} of one of {os.cpu_count()} cores\n")
    say(f"other work on this machine: load {os.getloadavg()[0]:.1f}\n")
    for fault in faults:
        say(f"DID NOT HOLD: {fault}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
