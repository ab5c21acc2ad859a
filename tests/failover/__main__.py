"""`make failover`: sixteen play over HTTP while machines of a cluster are killed, and a verdict.

The Valkey that leads, Postgres's leader six times, pages, a worker, a stream, the beat that sends:
each without warning, while moves are in flight. Nothing that was acknowledged may be lost, nothing may happen
twice, and all must play again within 30 seconds without anybody's help; public pages are shown all the while.
Ends with status 1 otherwise.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import django

from boatzee_site.local import ROOT
from boatzee_site.local.starting import until
from tests.failover.cluster import Cluster
from tests.failover.looking import Looker
from tests.failover.machines import Machines
from tests.failover.site import Site
from tests.soak.verdict import Fault

if TYPE_CHECKING:
    from tests.failover.play import Players

PLAYERS = 16
AGAIN = 30.0  # seconds in which all must play again
FEWEST = 20.0  # moves a second at the moment of a kill
LOOK = 3.0  # seconds over which moves are counted before it
UNDER_WAY = 0.5  # seconds in which an answer may come that was on its way before the kill
GIVE_UP = 120.0
SETTLE = 12.0  # seconds of play between two kills


@dataclass(frozen=True, slots=True)
class Kill:
    """What was killed, the moves a second before, and how long until all tables played again."""

    what: str
    rate: float
    seconds: float
    """Until every table has had an acknowledged move again."""

    def __str__(self) -> str:
        return f"{self.what:<28}{self.rate:>10.0f}{self.seconds:>20.1f}"


class Trial:
    """One run, from an empty folder to the verdict."""

    def __init__(self, home: Path, logs: Path, leaders: int, seed: int) -> None:
        self.machines = Machines(logs)
        self.cluster = Cluster(home, self.machines)
        self.home, self.leaders, self.rng, self.seed = home, leaders, random.Random(seed), seed
        self.kills: list[Kill] = []
        self.looker: Looker | None = None
        self.moves = 0
        """How many were acknowledged."""
        self.began = datetime.now(UTC)

    def run(self) -> list[Fault]:
        """Play, kill, judge."""
        try:
            self.cluster.start()
            site = Site(self.cluster, self.machines, self.home)
            os.environ.update(site.common)
            for words in (["migrate", "-v", "0"], ["createcachetable"], ["refill_dice", "-v", "0"]):
                site.run(*words)
            django.setup()
            players = self._gather(site)
            self.began = datetime.now(UTC)
            site.start()
            players.begin()
            self.looker = Looker(f"http://127.0.0.1:{self.cluster.ports['pages']}/watch/")
            self.looker.begin()
            self._calm(site, players)
            for name in self._order():
                self._kill(name, site, players)
            self.looker.end()
            players.end()
            return self._judge(players)
        finally:
            self.machines.stop()

    def _gather(self, site: Site) -> Players:
        from tests.failover.play import Players
        from tests.signed_in import session
        from tests.soak import cast

        people = cast.gather(PLAYERS)
        tables = [(one.username, two.username, match) for one, two, match in cast.pair_off(people)]
        sessions = {one.username: session(one) for one in people}
        return Players.of(self.cluster.ports["pages"], tables, sessions, self.seed)

    def _order(self) -> list[str]:
        """What dies, in which order: the leaders of Postgres among the others."""
        return [
            "valkey",
            *["leader"] * self.leaders,
            "web-1",
            "worker-play-1",
            "stream-1",
            "beat-1",
            "pgbouncer",
        ]

    def _calm(self, site: Site, players: Players) -> None:
        """Until the cluster is whole again and all have played a while."""
        until(self.cluster.whole, GIVE_UP, f"the cluster does not become whole: see {self.machines.logs}")
        self._forgive()
        began = time.time()
        while time.time() - began < SETTLE:
            site.raise_the_dead()
            time.sleep(0.2)

    def _forgive(self) -> None:
        """Let them begin matches again: these play more in a minute than people may in an hour."""
        from django.db import connection

        from tests import spent

        connection.close()  # it may have gone with a leader
        spent.forget()

    def _kill(self, kind: str, site: Site, players: Players) -> None:
        named = {"leader": self.cluster.leader, "valkey": self.cluster.master}.get(kind, lambda: kind)()
        assert named is not None
        rate = players.rate(LOOK)
        self.cluster.kill(named)
        moment = time.time()
        spare = frozenset({named}) if kind in {"leader", "valkey"} else frozenset()
        while players.behind(moment + UNDER_WAY) and time.time() - moment < GIVE_UP:
            site.raise_the_dead(spare=spare)  # a machine that lost its power stays away until others play
            time.sleep(0.05)
        lasted = time.time() - moment
        self.kills.append(Kill(f"{kind} ({named})", rate, lasted))
        print(self.kills[-1], flush=True)  # noqa: T201
        site.raise_the_dead()
        self._calm(site, players)

    def _judge(self, players: Players) -> list[Fault]:
        from django.db import connection

        from tests.soak import moves

        self.moves = len(players.book.acks)
        cast = {hand.browser.who for pair in players.pairs for hand in pair.hands}
        connection.close()  # it went with the first leader
        return [
            *moves.judge(players.book, cast, self.began),
            *[
                Fault(f"not all played again within {AGAIN:.0f} s: {one}")
                for one in self.kills
                if one.seconds > AGAIN
            ],
            *(self.looker.faults() if self.looker else ()),
            *[
                Fault(f"fewer than {FEWEST:.0f} moves/s in flight: {one}")
                for one in self.kills
                if one.rate < FEWEST
            ],
        ]


def main(arguments: list[str]) -> int:
    """Prepare, play, print. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="make failover")
    parser.add_argument("--leaders", type=int, default=6, help="how many leaders of Postgres die (6)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of what the players choose")
    parser.add_argument("--logs", type=Path, default=ROOT / "var" / "failover", help="where logs are left")
    asked = parser.parse_args(arguments)
    subprocess.run([Path(__file__).with_name("install")], check=True)
    shutil.rmtree(asked.logs, ignore_errors=True)
    asked.logs.mkdir(parents=True)
    asked.logs.chmod(0o755)
    home = Path(tempfile.mkdtemp(prefix="boatzee-failover-"))
    home.chmod(0o755)
    print(f"{PLAYERS} players, seed {asked.seed}\n{'killed':<28}{'moves/s':>10}{'all play again, s':>20}")  # noqa: T201
    trial = Trial(home, asked.logs, asked.leaders, asked.seed)
    try:
        faults = trial.run()
    finally:
        shutil.rmtree(home, ignore_errors=True)
    print(f"{trial.moves:,} moves were acknowledged; {trial.looker}")  # noqa: T201
    for fault in faults:
        print(f"FAULT {fault.what} ({fault.times})", *fault.first, sep="\n  ")  # noqa: T201
    print("No fault." if not faults else f"The logs are in {asked.logs}")  # noqa: T201
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
