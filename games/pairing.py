"""Who plays whom when an opponent is asked for: the nearest in rating, within bounds that widen with waiting.

Pure: who waits, for how long and who must not meet are handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta

NARROW = 150.0
"""How far apart in rating two may be who have just come."""
WIDER = 150.0
"""How much farther for each hour that the one who waits longer has waited."""
NEIGHBOURS = 40
"""How many of the next above are looked at: enough to pass by whom one has just met."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who waits: the player's key, rating, how long, and what opponents have to agree on."""

    player: int
    rating: float
    waited: timedelta


def within(a: Waiting, b: Waiting) -> bool:
    """Whether two are near enough: whoever has waited longest sets the bounds."""
    hours = max(a.waited, b.waited) / timedelta(hours=1)
    return abs(a.rating - b.rating) <= NARROW + WIDER * hours


def pair(waiting: Iterable[Waiting], barred: Callable[[int, int], bool]) -> list[tuple[int, int]]:
    """Pair neighbours in rating, who waited longest first; `barred` says who must not meet.

    Nobody is in two pairs. The work grows with the number of players and not with its square.
    """
    ordered = sorted(waiting, key=lambda one: (one.rating, one.player))
    place = {one.player: index for index, one in enumerate(ordered)}
    taken: set[int] = set()
    free = _Free(len(ordered))
    pairs = []
    for one in sorted(ordered, key=lambda one: (-one.waited, one.player)):
        if one.player in taken:
            continue
        near = [ordered[at] for at in free.around(place[one.player])]
        choice = min(
            (other for other in near if within(one, other) and not barred(one.player, other.player)),
            key=lambda other: (abs(other.rating - one.rating), -other.waited, other.player),
            default=None,
        )
        if choice is not None:
            for player in (one.player, choice.player):
                taken.add(player)
                free.take(place[player])
            pairs.append((one.player, choice.player))
    return pairs


class _Free:
    """The places of those who are still free, linked to the next on either side: taking one costs nothing."""

    def __init__(self, count: int) -> None:
        self._below = list(range(-1, count - 1))
        self._above = [*range(1, count), -1] if count else []

    def take(self, at: int) -> None:
        """Link the neighbours of a place to each other."""
        below, above = self._below[at], self._above[at]
        if below >= 0:
            self._above[below] = above
        if above >= 0:
            self._below[above] = below

    def around(self, at: int) -> list[int]:
        """The nearest free places on both sides."""
        found = []
        for side in (self._below, self._above):
            near = side[at]
            for _ in range(NEIGHBOURS):
                if near < 0:
                    break
                found.append(near)
                near = side[near]
        return found
