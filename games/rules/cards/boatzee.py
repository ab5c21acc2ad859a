"""The five games played with five dice on Boatzee's card (rules.md: BZ, BD, BT, DG, BX)."""

from __future__ import annotations

from games.rules.base import Dice, IllegalMove
from games.rules.cards.card import Box, Card, Section, top_boxes
from games.rules.cards.scorecard import Scorecard
from games.rules.faces import counts, longest_run, most_alike


def _alike(wanted: int) -> Box:
    words = {3: "Three", 4: "Four"}[wanted]

    def score(dice: Dice) -> int:
        return sum(dice) if most_alike(dice) >= wanted else 0

    stem = f"{words.lower()}-of-a-kind"
    hint = f"{words} or more alike: the sum of all dice"
    return Box(stem, f"{wanted} of a kind", Section.BOTTOM, hint, 30, score)


def _full_house(dice: Dice) -> int:
    # Five alike are one face, not two: no full house.
    return 25 if sorted(counts(dice))[-2:] == [2, 3] else 0


def _straight(length: int, points: int) -> Box:
    size, run = {4: ("Small", "Four or more"), 5: ("Large", "Five")}[length]

    def score(dice: Dice) -> int:
        return points if longest_run(dice) >= length else 0

    hint = f"{run} consecutive faces: {points}"
    return Box(f"{size.lower()}-straight", f"{size} straight", Section.BOTTOM, hint, points, score)


def _boatzee(dice: Dice) -> int:
    return 50 if most_alike(dice) == 5 else 0


BOXES = (
    *top_boxes(dice=5),
    _alike(3),
    _alike(4),
    Box("full-house", "Full house", Section.BOTTOM, "Three alike and two alike: 25", 25, _full_house),
    _straight(4, 30),
    _straight(5, 40),
    Box("boatzee", "Boatzee", Section.BOTTOM, "Five alike: 50", 50, _boatzee),
    Box("chance", "Chance", Section.BOTTOM, "Any roll: the sum of all dice", 30, sum),
)


class Boatzee(Scorecard):
    """BZ: one column."""

    code = "BZ"
    name = "Boatzee"
    dice = 5
    boxes = BOXES
    bonus = 35
    bonus_from = 63


class DoubleBoatzee(Boatzee):
    """BD: the second column counts double; its bonus stays 35."""

    code = "BD"
    name = "Double Boatzee"
    weights = (1, 2)


class TripleBoatzee(Boatzee):
    """BT: the columns count once, twice and three times; every bonus stays 35."""

    code = "BT"
    name = "Triple Boatzee"
    weights = (1, 2, 3)


class Dicegame(TripleBoatzee):
    """DG: as Triple Boatzee, but column totals, bonus included, are multiplied, not boxes."""

    code = "DG"
    name = "Dicegame"
    shows_weighted = False


class BoatzeeExtra(Boatzee):
    """BX: once the Boatzee box holds 50, each further five alike earns 100 and is a joker."""

    code = "BX"
    name = "Boatzee Extra"
    extra = 100
    _JOKER = {"full-house": 25, "small-straight": 30, "large-straight": 40}

    def extras_earned(self, card: Card, dice: Dice) -> int:
        """1 for five alike when the Boatzee box holds 50, else 0."""
        column, row = self.box_ids["boatzee"]
        return 1 if card.columns[column][row] == 50 and most_alike(dice) == 5 else 0

    def takes(self, card: Card, dice: Dice) -> tuple[str, ...]:
        """A joker must go into the top box of its own face while that is open."""
        boxes = super().takes(card, dice)
        if self.extras_earned(card, dice):
            own = self._own(dice).stem
            return (own,) if own in boxes else boxes
        return boxes

    def points(self, card: Card, dice: Dice, box: Box) -> int:
        """A joker fills a full house and both straights at their full points."""
        if self.extras_earned(card, dice):
            return self._JOKER.get(box.stem, box.score(dice))
        return box.score(dice)

    def refuse(self, card: Card, dice: Dice, box: str) -> IllegalMove:
        """Names the one box that an extra Boatzee has to fill."""
        if box in self.open_boxes(card):
            own = self._own(dice).label
            return IllegalMove(f"This extra Boatzee must be scored in {own} while that box is open.")
        return super().refuse(card, dice, box)

    def _own(self, dice: Dice) -> Box:
        return self.boxes[dice[0] - 1]


BOATZEE = Boatzee()
DOUBLE_BOATZEE = DoubleBoatzee()
TRIPLE_BOATZEE = TripleBoatzee()
DICEGAME = Dicegame()
BOATZEE_EXTRA = BoatzeeExtra()
