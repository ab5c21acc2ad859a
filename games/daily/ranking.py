"""Places, counted from how many players have each total: pure, and as quick for a million as for ten.

A place is one more than how many have a higher total, so equal totals share it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

WHOLE = 100


@dataclass(frozen=True, slots=True)
class Standing:
    """How many players of a day have each total, the highest first: (total, players)."""

    counts: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, counts: Iterable[tuple[int, int]]) -> Standing:
        """From pairs of a total and how many have it, in any order; none of which nobody has."""
        return cls(tuple(sorted(((total, count) for total, count in counts if count > 0), reverse=True)))

    @property
    def players(self) -> int:
        """How many have a place."""
        return sum(count for _total, count in self.counts)

    @property
    def best(self) -> int | None:
        """The highest total."""
        return self.counts[0][0] if self.counts else None

    @property
    def median(self) -> float | None:
        """The total in the middle; of an even number of players, halfway between the two in the middle."""
        players = self.players
        if not players:
            return None
        return (self._at((players - 1) // 2) + self._at(players // 2)) / 2

    def place(self, total: int) -> int:
        """The place of this total, whether or not anybody counted has it."""
        return 1 + sum(count for other, count in self.counts if other > total)

    def shared(self, total: int) -> int:
        """How many have this total."""
        return dict(self.counts).get(total, 0)

    def better_than(self, total: int, *, counted: bool) -> int | None:
        """Of a hundred others, how many have a lower total, rounded down; None where there are no others.

        `counted` is whether whoever asks is among those counted.
        """
        others = self.players - counted
        if others <= 0:
            return None
        return WHOLE * sum(count for other, count in self.counts if other < total) // others

    def _at(self, index: int) -> int:
        """The total of the player who is so far from the top, from 0."""
        for total, count in self.counts:
            if index < count:
                return total
            index -= count
        raise IndexError(index)
