"""Example rolls for the rules pages. What they score is never typed here: the rules themselves say it."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.base import Dice
from games.rules.card import Box
from games.rules.dice10000_scoring import Scoring, worth
from games.rules.scorecard import Scorecard

ROLLS: dict[str, Dice] = {
    "ones": (1, 1, 4, 5, 6),
    "twos": (2, 2, 2, 3, 5),
    "threes": (3, 3, 1, 4, 6),
    "fours": (4, 4, 4, 1, 2),
    "fives": (5, 5, 2, 3, 6),
    "sixes": (6, 6, 6, 1, 2),
    "three-of-a-kind": (4, 4, 4, 2, 6),
    "four-of-a-kind": (5, 5, 5, 5, 2),
    "full-house": (3, 3, 3, 6, 6),
    "small-straight": (2, 3, 4, 5, 2),
    "large-straight": (2, 3, 4, 5, 6),
    "boatzee": (6, 6, 6, 6, 6),
    "chance": (2, 4, 5, 5, 6),
}
BOAT_ROLLS: dict[str, Dice] = {
    "ones": (1, 1, 4),
    "twos": (2, 5, 6),
    "threes": (3, 3, 1),
    "fours": (4, 4, 4),
    "fives": (5, 5, 2),
    "sixes": (6, 6, 1),
    "straight": (3, 4, 5),
    "low": (1, 2, 4),
    "high": (6, 6, 3),
    "boat": (2, 2, 2),
    "chance": (4, 5, 2),
}
SETS: tuple[tuple[str, Dice], ...] = (
    ("A single 1", (1,)),
    ("A single 5", (5,)),
    ("Three 1s", (1, 1, 1)),
    ("Three of another face: 100 times the face", (4, 4, 4)),
    ("Four alike: twice the triple", (4, 4, 4, 4)),
    ("Five alike: twice that again", (4, 4, 4, 4, 4)),
    ("Three pairs of three different faces", (2, 2, 3, 3, 6, 6)),
    ("Straight from 1 to 6", (1, 2, 3, 4, 5, 6)),
)
ALTERNATIVE_SETS: tuple[tuple[str, Dice], ...] = (
    ("Small straight: five in a row", (2, 3, 4, 5, 6)),
    ("Full house: three and two alike", (3, 3, 3, 2, 2)),
)


@dataclass(frozen=True, slots=True)
class Example:
    """A roll and what it scores."""

    label: str
    hint: str
    dice: Dice
    points: int


def boxes(rules: Scorecard) -> tuple[list[Example], list[Example]]:
    """An example for every box of a card, the top ones and the others."""
    rolls = BOAT_ROLLS if rules.family == "boat" else ROLLS

    def example(box: Box) -> Example:
        dice = rolls[box.stem]
        return Example(box.label, box.hint, dice, box.score(dice))

    examples = [example(box) for box in rules.boxes]
    return examples[:6], examples[6:]


def sets() -> tuple[list[Example], list[Example]]:
    """An example for every set of Dice 10000: those of standard scoring, and those of alternative alone."""
    standard = [Example(name, "", dice, worth(dice, Scoring.STANDARD)) for name, dice in SETS]
    more = [Example(name, "", dice, worth(dice, Scoring.ALTERNATIVE)) for name, dice in ALTERNATIVE_SETS]
    return standard, more
