"""Boat: the card game with three dice (rules.md: BO)."""

from __future__ import annotations

from games.rules.base import Dice
from games.rules.cards.card import Box, Section, top_boxes
from games.rules.cards.scorecard import Scorecard
from games.rules.faces import longest_run, most_alike


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
    name = "Boat"
    dice = 3
    bonus = 20
    bonus_from = 42
    boxes = (
        *top_boxes(dice=3),
        Box("straight", "Straight", Section.BOTTOM, "Three consecutive faces: their sum", 15, _straight),
        Box("low", "7 or less", Section.BOTTOM, "A sum of 7 or less: the sum and 20", 27, _low),
        Box("high", "14 or more", Section.BOTTOM, "A sum of 14 or more: the sum and 10", 28, _high),
        Box("boat", "Boat", Section.BOTTOM, "Three alike: the sum and 20", 38, _boat),
        Box("chance", "Chance", Section.BOTTOM, "Any roll: the sum of all dice", 18, sum),
    )


BOAT = Boat()
