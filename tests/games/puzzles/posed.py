"""Puzzles for tests, made by hand: what is best in them is what the test says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games import positions
from games.models import Match, Puzzle
from games.positions import Position
from games.rules import RULES
from games.rules.base import Dice, Kind, Move, Pace

DICE: dict[str, Dice] = {"DK": (1, 1, 2, 3, 4, 5), "PG": (5,), "BO": (3, 3, 5)}
"""What lies on the table; elsewhere three 3s."""
BEST: dict[str, Move] = {
    "DK": Move(Kind.ROLL, (1,)),
    "PG": Move(Kind.BANK),
    "BO": Move(Kind.ROLL, (3, 3)),
}
THREES = Move(Kind.ROLL, (3, 3, 3))
CHANCE = Move(Kind.SCORE, box="chance")
LOSS = 237
"""What every other move loses, in hundredths of a point or of a per cent."""


def lain(code: str, dice: Dice = ()) -> Position:
    """The table of a game after its first roll."""
    rules = RULES[code]
    players = 1 if rules.family == "cards" else 2
    state: Any = rules.start(players, rules.clean_options({}), Pace.TURNS, 0)
    dice = dice or DICE.get(code, (3, 3, 3, 5, 6))
    return Position(code, rules.play(state, 0, Move(Kind.ROLL), dice), 0)


def best_of(code: str) -> Move:
    """What is best where a puzzle of the game was posed."""
    return BEST.get(code, THREES)


def posed(code: str = "BZ", dice: Dice = (), match: Match | None = None, **fields: Any) -> Puzzle:
    """A puzzle of a game."""
    position = lain(code, dice)
    moves = position.rules.moves(position.state, 0)
    best = moves.index(best_of(code)) if not dice else 0
    losses = [0 if place == best else LOSS for place in range(len(moves))]
    given: dict[str, Any] = {
        "code": code,
        "position": positions.encode(position),
        "match": match,
        "arranged": match is None,
        "losses": losses,
        "worths": [24_500, 24_263],
        "chance": 0 if RULES[code].family == "cards" else 5_000,
        "reasons": [["threes", 9.5, 4.5]] if code == "BZ" else [],
        "mean": 1500.0,
        "deviation": 350.0,
        "volatility": 0.06,
    }
    return Puzzle.objects.create(**given | fields)


def written(position: Position, **boxes: int) -> Position:
    """The same, these points standing on the card of the seat."""
    rules: Any = position.rules
    card = position.state.cards[position.seat]
    for box, points in boxes.items():
        card = card.fill(*rules.box_ids[box.replace("_", "-")], points)
    cards = list(position.state.cards)
    cards[position.seat] = card
    return Position(position.code, replace(position.state, cards=tuple(cards)), position.seat)
