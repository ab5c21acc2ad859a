"""Players who do nothing but play and read, and what they felt."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field

from tests.abuse.client import Client

PASSWORD = "correct horse battery 7"
PACE = 0.25  # seconds between two pages of an honest player
HONEST = ("honest", "candid", "upright", "frank")
"""Enough of them that one page in a hundred is several."""


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


def play(port: int, seconds: float) -> Honest:
    """Let them all play for so long; to be run in a process that has nothing else to do."""
    return asyncio.run(_all(port, seconds))


async def _all(port: int, seconds: float) -> Honest:
    felt = Honest()
    players = enumerate(HONEST, 2)
    await asyncio.gather(*(_play(port, seconds, felt, name, f"127.0.0.{last}") for last, name in players))
    return felt


async def _play(port: int, seconds: float, felt: Honest, name: str, address: str) -> None:
    """One plays matches alone and reads pages between the moves."""
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
            form = {"code": "BZ", "opponents": "", "pace": "turns", "clock": "main", "whom": "alone"}
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
