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
    pairs = []
    for one in sorted(ordered, key=lambda one: (-one.waited, one.player)):
        if one.player in taken:
            continue
        near = _neighbours(ordered, place[one.player], taken)
        choice = min(
            (other for other in near if within(one, other) and not barred(one.player, other.player)),
            key=lambda other: (abs(other.rating - one.rating), -other.waited, other.player),
            default=None,
        )
        if choice is not None:
            taken |= {one.player, choice.player}
            pairs.append((one.player, choice.player))
    return pairs


def _neighbours(ordered: list[Waiting], index: int, taken: set[int]) -> list[Waiting]:
    """The nearest on both sides who are still free."""
    found = []
    for step in (-1, 1):
        count, at = 0, index + step
        while 0 <= at < len(ordered) and count < NEIGHBOURS:
            if ordered[at].player not in taken:
                found.append(ordered[at])
            count += 1
            at += step
    return found
