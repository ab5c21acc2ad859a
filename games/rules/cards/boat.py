"""Boat: the card game with three dice (rules.md: BO)."""

from __future__ import annotations

from games.rules.base import Dice
from games.rules.cards.card import Box, Section, top_boxes
from games.rules.cards.scorecard import Scorecard
from games.rules.faces import longest_run, most_alike
from games.said import gettext_noop, pgettext, pgettext_noop


def _straight(dice: Dice) -> int:
    return sum(dice) if longest_run(dice) == 3 else 0


def _low(dice: Dice) -> int:
    return sum(dice) + 20 if sum(dice) <= 7 else 0


def _high(dice: Dice) -> int:
    return sum(dice) + 10 if sum(dice) >= 14 else 0


def _boat(dice: Dice) -> int:
    return sum(dice) + 20 if most_alike(dice) == 3 else 0


class Boat(Scorecard):
    """BO: eleven boxes, one column, a bonus of 20 for 42 or more in the top."""

    code = "BO"
    dice = 3
    bonus = 20
    bonus_from = 42
    boxes = (
        *top_boxes(dice=3),
        Box(
            "straight",
            pgettext_noop("box", "Straight"),
            Section.BOTTOM,
            gettext_noop("Three consecutive faces: their sum"),
            15,
            _straight,
        ),
        Box(
            "low",
            pgettext_noop("box", "7 or less"),
            Section.BOTTOM,
            gettext_noop("A sum of 7 or less: the sum and 20"),
            27,
            _low,
        ),
        Box(
            "high",
            pgettext_noop("box", "14 or more"),
            Section.BOTTOM,
            gettext_noop("A sum of 14 or more: the sum and 10"),
            28,
            _high,
        ),
        Box(
            "boat",
            pgettext_noop("box", "Boat"),
            Section.BOTTOM,
            gettext_noop("Three alike: the sum and 20"),
            38,
            _boat,
        ),
        Box(
            "chance",
            pgettext_noop("box", "Chance"),
            Section.BOTTOM,
            gettext_noop("Any roll: the sum of all dice"),
            18,
            sum,
        ),
    )

    @property
    def name(self) -> str:
        """What the game is called."""
        return pgettext("game", "Boat")


BOAT = Boat()
