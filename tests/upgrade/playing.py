"""Who plays while the site is upgraded, as in tests/failover, and the pages that are open at each table."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from tests.failover.play import Players, Steady
from tests.soak.browser import Browser
from tests.upgrade.ears import Ear, Gap
from tests.upgrade.site import Site

GATHER = Path(__file__).with_name("gather.py")
THOUGHT = 0.4  # seconds


class Unhurried(Steady):
    """Two who think between turns: so many new matches as they would else begin, nobody may."""

    def _turn(self, at: int) -> bool:
        time.sleep(THOUGHT)
        return super()._turn(at)


@dataclass
class Playing:
    """All of them."""

    players: Players
    ears: list[Ear]
    threads: list[threading.Thread] = field(default_factory=list)
    began: datetime = field(default_factory=lambda: datetime.now(UTC))
    anew: float = 0.0
    """Since when all streams are those of this code."""

    def begin(self) -> None:
        """Let them play and listen."""
        self.began = datetime.now(UTC)
        self.players.begin()
        self.threads = [threading.Thread(target=ear.run, daemon=True) for ear in self.ears]
        for thread in self.threads:
            thread.start()

    def end(self) -> None:
        """Let those who play finish what they have begun. Who listens goes without a word."""
        self.players.end()
        for thread in self.threads:
            thread.join(1)

    def gaps(self) -> list[Gap]:
        """Every time that a page had no stream."""
        return [gap for ear in self.ears for gap in ear.gaps]

    def told(self) -> str:
        """What they did, in a line."""
        book, gaps = self.players.book, sorted(gap.seconds for gap in self.gaps())
        streams = f"{len(gaps)} streams ended and came back"
        if gaps:
            streams += f", after {gaps[len(gaps) // 2]:.1f} s in the middle and {gaps[-1]:.1f} s at most"
        failed = sum(not one.status or one.status >= 500 for one in book.answers)
        return f"{len(book.acks):,} moves, {len(book.answers):,} requests, {failed} of them failed; {streams}"


def gathered(site: Site, count: int, rng: random.Random) -> Playing:
    """So many players, made by the code that the site has at this moment."""
    said = subprocess.run(
        [sys.executable, "-P", str(GATHER), str(count)],
        env={**site.common, "PYTHONPATH": str(site.code)},
        cwd=site.code,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    made = json.loads(said.splitlines()[-1])
    tables = [(str(one), str(other), int(match)) for one, other, match in made["tables"]]
    players = Players.of(site.ports["pages"], tables, made["sessions"], rng.randrange(2**32))
    players.pairs = [Unhurried(pair.site, pair.hands, pair.table) for pair in players.pairs]
    ears = []
    for pair in players.pairs:
        for hand in pair.hands:
            who = hand.browser
            listens = Browser(who.port, who.who, who.address, who.book, dict(who.cookies))
            ears.append(Ear(listens, pair, players.over))
    return Playing(players, ears)
