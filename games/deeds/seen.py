"""One seat's part of a match that is over, as far as records and achievements look at it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.replay import Step
from games.rules.base import Kind, Options, Pace, Rules


@dataclass(frozen=True, slots=True)
class Seen:
    """`steps` are those that nobody took back, with the states around them, and `final` is the last state.

    `above` is by how many points of rating the one opponent stood above the player before a rated match;
    `level` how well a robot plays that was the one opponent in one; `accuracy` what a review found, out of
    100, and `decisions` how many it looked at. Each is empty where there is none.
    """

    rules: Rules[Any]
    options: Options
    pace: Pace
    seat: int
    places: Sequence[int]
    steps: Sequence[Step]
    final: Any
    above: float | None = None
    level: str = ""
    accuracy: float | None = None
    decisions: int = 0

    @property
    def won(self) -> bool:
        """Whether the seat alone came first of two or more."""
        return len(self.places) > 1 and self.places[self.seat] == 1 and list(self.places).count(1) == 1

    @property
    def played_out(self) -> bool:
        """Whether it came to its end at the table, and nobody left before."""
        return not self.final.resigned and self.rules.result(self.final) is not None

    @property
    def usual(self) -> bool:
        """Whether it was played by the usual options."""
        return dict(self.options) == self.rules.clean_options({})

    @property
    def mine(self) -> Iterator[Step]:
        """The steps of the seat."""
        return (step for step in self.steps if step.seat == self.seat)

    @property
    def late(self) -> bool:
        """Whether the clock acted for the seat."""
        return any(step.kind is Kind.TIMEOUT for step in self.mine)

    def total(self) -> int:
        """The seat's total at the end."""
        return self.rules.totals(self.final)[self.seat]

    def lead(self, state: Any) -> int:
        """By how much the seat was ahead of the best of the others in this state; negative when behind."""
        totals = self.rules.totals(state)
        return totals[self.seat] - max(total for seat, total in enumerate(totals) if seat != self.seat)
