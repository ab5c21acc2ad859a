"""Who is to be paired in a Swiss round, and what it costs to couple two of them.

The weightier first: having met before; a start that leaves somebody three ahead or behind; the
difference in points, squared; unequal numbers of starts; the distance in the line that `fold` makes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

REMATCH, LOPSIDED, POINTS, STARTS = 1 << 56, 1 << 48, 1 << 32, 1 << 20
"""Each is more than all pairs of a block can cost in what is less weighty."""

Couple = tuple[int, int]
"""Two players by their index in the list handed in, the better first; -1 stands for the bye."""
BYE = -1


@dataclass(frozen=True, slots=True)
class Player:
    """A player to be paired: points, how often each opponent was met, byes had, which matches it started."""

    id: int
    points: int
    met: Mapping[int, int]
    byes: int
    starts: tuple[bool, ...]

    @property
    def lead(self) -> int:
        """How many more matches it started than not."""
        return 2 * sum(self.starts) - len(self.starts)


def fold(players: Sequence[Player], here: Sequence[int]) -> list[int]:
    """The players in a line where neighbours are the first choice for each other.

    In every group of equal points the upper half alternates with the lower; the last of an odd group
    goes down to the next.
    """
    line: list[int] = []
    carried: list[int] = []
    for _, equals in groupby(here, key=lambda index: players[index].points):
        group = carried + list(equals)
        half = len(group) // 2
        line += [index for couple in zip(group[:half], group[half:], strict=False) for index in couple]
        carried = group[2 * half :]
    return line + carried


def cost(one: Player, other: Player, distance: int) -> int:
    """What it costs to couple two players who stand so many places apart in the line."""
    leads = (min(one.lead, other.lead) + 1, max(one.lead, other.lead) - 1)
    return (
        REMATCH * one.met.get(other.id, 0)
        + LOPSIDED * sum(abs(lead) > 2 for lead in leads)
        + POINTS * (one.points - other.points) ** 2
        + STARTS * sum(abs(lead) for lead in leads)
        + (distance - 1) ** 2
    )


def rematches(players: Sequence[Player], couples: Iterable[Couple]) -> int:
    """How often these couples have met, summed."""
    return sum(
        players[one].met.get(players[other].id, 0) for one, other in couples if BYE not in (one, other)
    )
