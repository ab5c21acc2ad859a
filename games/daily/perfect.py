"""What perfect play makes of given dice: pure, with numpy.

Perfect play knows no more than a player: at each decision it takes the move that is best on average, and then
the dice fall that were drawn for everybody. So a player can have more points than it has; over many days
nobody will.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from games.analysis.base import Advisor
from games.rules.base import Dice, Kind, Move, Pace
from games.rules.cards.scorecard import Scorecard

ALONE = 0
"""The only seat."""

Sets = Mapping[tuple[int, int], Dice]
"""The dice of each turn and roll, both from 1."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: what lay after each roll and how many of those dice were kept, the box, and its points."""

    rolls: tuple[Dice, ...]
    kept: tuple[int, ...]
    box: str
    points: int


@dataclass(frozen=True, slots=True)
class Played:
    """A whole card; `exact` is whether it is known to be perfect, or the best that is known."""

    total: int
    exact: bool
    turns: tuple[Turn, ...]

    def dump(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)

    @classmethod
    def load(cls, stored: Mapping[str, Any]) -> Played:
        """What `dump` stored."""
        turns = (
            Turn(tuple(tuple(roll) for roll in one["rolls"]), tuple(one["kept"]), one["box"], one["points"])
            for one in stored["turns"]
        )
        return cls(stored["total"], stored["exact"], tuple(turns))


def play(rules: Scorecard, advisor: Advisor[Any, Any], sets: Sets) -> Played:
    """Play a card alone, perfectly, roll r of turn t throwing the first dice of the set (t, r).

    Raises KeyError where a set is missing.
    """
    state = rules.start(1, {}, Pace.TURNS, ALONE)
    turns: list[Turn] = []
    rolls: list[Dice] = []
    kept: list[int] = []
    while rules.to_act(state):
        best: Move = advisor.choices(rules, state, ALONE)[0].move
        if best.kind is Kind.ROLL:
            thrown = sets[len(turns) + 1, len(rolls) + 1]
            state = rules.play(state, ALONE, best, thrown[: rules.dice - len(best.keep)])
            rolls.append(state.hands[ALONE].dice)
            kept.append(len(best.keep))
            continue
        points = rules.preview(state, ALONE)[best.box]
        state = rules.play(state, ALONE, best, ())
        turns.append(Turn(tuple(rolls), tuple(kept), best.box, points))
        rolls, kept = [], []
    return Played(rules.totals(state)[ALONE], advisor.exact, tuple(turns))
