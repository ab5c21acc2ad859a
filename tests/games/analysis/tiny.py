"""A card small enough to be known wholly, and who knows it: every way a match can go is tried."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from games.analysis.base import Choice
from games.analysis.review import final_chances
from games.rules.base import Dice, Kind, Move, Rules
from games.rules.cards.card import Box, Card, Section, Sums
from games.rules.cards.scorecard import Scorecard
from games.rules.cards.scorecard_turn import State


def _odd(dice: Dice) -> int:
    return dice[0] % 2


def _high(dice: Dice) -> int:
    return 2 if dice[0] >= 5 else 0


class Tiny(Scorecard):
    """One die and two boxes: 1 for an odd face, 2 for a five or a six."""

    code = "TY"
    name = "Tiny"
    dice = 1
    bonus = 0
    bonus_from = 1000
    boxes = (
        Box("odd", "Odd", Section.TOP, "An odd face: 1", 1, _odd),
        Box("high", "High", Section.TOP, "A five or a six: 2", 2, _high),
    )

    def sums(self, card: Card, column: int) -> Sums:
        """Without a bonus, for which a card has six faces."""
        total = sum(points or 0 for points in card.columns[column])
        return Sums(total, 0, 0, total, 0)


TINY = Tiny()
Known = tuple[tuple[float, ...], tuple[float, ...]]


class Exact:
    """Knows every position of a small game, each seat playing for points: as `Advisor`."""

    exact = True

    def points(self, rules: Rules[Any], state: Any, seat: int) -> float:
        return _known(rules, state)[0][seat]

    def chances(self, rules: Rules[Any], state: Any) -> tuple[float, ...]:
        return _known(rules, state)[1]

    def choices(self, rules: Rules[Any], state: Any, seat: int) -> tuple[Choice, ...]:
        found = []
        for move in rules.moves(state, seat):
            points, chances = _after(rules, state, seat, move)
            found.append(Choice(move, points[seat], chances[seat]))
        return tuple(sorted(found, key=lambda choice: -choice.points))


def _known(rules: Rules[Any], state: State) -> Known:
    assert rules is TINY
    return _remembered(state)


@cache
def _remembered(state: State) -> Known:
    rules: Rules[Any] = TINY
    result = rules.result(state)
    if result is not None:
        return tuple(map(float, result.totals)), final_chances(result.places) or ()
    seat = rules.to_act(state)[0]
    known = (_after(rules, state, seat, move) for move in rules.moves(state, seat))
    return max(known, key=lambda one: one[0][seat])


def _after(rules: Rules[Any], state: State, seat: int, move: Move) -> Known:
    falls = list(product(range(1, 7), repeat=rules.dice_wanted(state, seat, move)))
    found = [_known(rules, rules.play(state, seat, move, dice)) for dice in falls]
    points, chances = zip(*found, strict=True)
    return _mean(points), _mean(chances)


def _mean(rows: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


ROLL = Move(Kind.ROLL)


def score(box: str) -> Move:
    """Filling that box."""
    return Move(Kind.SCORE, box=box)
