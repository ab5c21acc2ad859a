"""Who plays whom when an opponent is asked for: the nearest in rating, within bounds that widen with waiting.

Pure: who waits, for how long and who must not meet are handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

NARROW = 150.0
"""How far apart in rating two may be who have just come."""
WIDER = 150.0
"""How much farther for each hour that the one who waits longer has waited."""
HOUR = timedelta(hours=1)
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
    return abs(a.rating - b.rating) <= _bounds(max(_hours(a), _hours(b)))


def _hours(one: Waiting) -> float:
    return one.waited / HOUR


def _bounds(hours: float) -> float:
    return NARROW + WIDER * hours


def pair(waiting: Iterable[Waiting], barred: Callable[[int, int], bool]) -> list[tuple[int, int]]:
    """Pair neighbours in rating, who waited longest first; `barred` says who must not meet.

    Each meets the nearest who fits, of equally near ones whoever has waited longer. Nobody is in two pairs.
    The work grows with the number of players and not with its square.
    """
    ordered = sorted(waiting, key=lambda one: (one.rating, one.player))
    room = _Room(ordered)
    pairs = []
    for at in sorted(range(len(ordered)), key=lambda at: (-ordered[at].waited, ordered[at].player)):
        if room.taken[at]:
            continue
        choice = room.choose(at, barred)
        if choice >= 0:
            room.take(at)
            room.take(choice)
            pairs.append((ordered[at].player, ordered[choice].player))
    return pairs


class _Room:
    """Those who wait, in the order of their ratings: each linked to the next on either side who is still
    free, so that taking one costs nothing. What is compared again and again is laid out beforehand.
    """

    def __init__(self, ordered: Sequence[Waiting]) -> None:
        count = len(ordered)
        self.taken = bytearray(count)
        self._below = list(range(-1, count - 1))
        self._above = [*range(1, count), -1] if count else []
        self._players = [one.player for one in ordered]
        self._ratings = [one.rating for one in ordered]
        self._hours = [_hours(one) for one in ordered]

    def take(self, at: int) -> None:
        """Link the neighbours of a place to each other."""
        self.taken[at] = True
        below, above = self._below[at], self._above[at]
        if below >= 0:
            self._above[below] = above
        if above >= 0:
            self._below[above] = below

    def choose(self, at: int, barred: Callable[[int, int], bool]) -> int:
        """The place of whom this one meets, -1 for nobody. Each side is looked through outward, and no
        farther than the nearest who fits.
        """
        players, ratings, hours = self._players, self._ratings, self._hours
        player, rating, waited = players[at], ratings[at], hours[at]
        best, best_apart = -1, float("inf")
        for side in (self._below, self._above):
            near = side[at]
            for _ in range(NEIGHBOURS):
                if near < 0:
                    break
                apart = abs(ratings[near] - rating)
                if apart > best_apart:
                    break
                closer = apart < best_apart or (-hours[near], players[near]) < (-hours[best], players[best])
                if (
                    closer
                    and apart <= _bounds(max(waited, hours[near]))
                    and not barred(player, players[near])
                ):
                    best, best_apart = near, apart
                near = side[near]
        return best
