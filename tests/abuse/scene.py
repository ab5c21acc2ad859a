"""What every attack has: the site that it is tried on, and what it found."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tests.abuse.client import Client


@dataclass
class Found:
    """The statuses the abuser got (0: cut off), and what did not hold."""

    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def check(self, holds: bool, complaint: str) -> None:
        """Note what did not hold; nothing of ours may break either."""
        if not holds:
            self.faults.append(complaint)

    def at_most(self, status: int, most: int) -> None:
        """So many of this status, and none that says we broke."""
        got = self.statuses[status]
        self.check(got <= most, f"{got} answers {status}, at most {most} were to be")
        broke = {code: count for code, count in self.statuses.items() if code >= 500}
        self.check(not broke, f"we broke: {broke}")


@dataclass(frozen=True)
class Scene:
    """What an attack needs: the site, a running match, and how much of everything is tried (1: all of it)."""

    port: int
    match: int
    password: str
    share: float = 1
    tried: str = field(default_factory=lambda: secrets.token_hex(3))
    """By which what is made now is told from what was made when it was tried before."""

    def client(self, last: int) -> Client:
        """A visitor at 127.0.0.last."""
        return Client(self.port, f"127.0.0.{last}")

    def times(self, whole: int) -> int:
        """How often something is tried."""
        return max(1, round(whole * self.share))


async def repeated(
    scene: Scene, client: Client, whole: int, do: Callable[[int], Awaitable[int]], pause: float
) -> Found:
    """The same thing many times."""
    found = Found()
    for number in range(scene.times(whole)):
        found.statuses[await do(number)] += 1
        await asyncio.sleep(pause)
    client.hang_up()
    return found
