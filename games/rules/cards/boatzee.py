"""The five games played with five dice on Boatzee's card (rules.md: BZ, BD, BT, DG, BX)."""

from __future__ import annotations

from games.rules.base import Dice, IllegalMove
from games.rules.cards.card import Box, Card, Section, top_boxes
from games.rules.cards.scorecard import Scorecard
from games.rules.faces import counts, longest_run, most_alike
from games.said import gettext as _
from games.said import gettext_noop, pgettext, pgettext_noop


def _alike(wanted: int) -> Box:
    words = {
        3: (
            "three",
            pgettext_noop("box", "3 of a kind"),
            gettext_noop("Three or more alike: the sum of all dice"),
        ),
        4: (
            "four",
            pgettext_noop("box", "4 of a kind"),
            gettext_noop("Four or more alike: the sum of all dice"),
        ),
    }

    def score(dice: Dice) -> int:
        return sum(dice) if most_alike(dice) >= wanted else 0

    stem, label, hint = words[wanted]
    return Box(f"{stem}-of-a-kind", label, Section.BOTTOM, hint, 30, score)


def _full_house(dice: Dice) -> int:
    # Five alike are one face, not two: no full house.
    return 25 if sorted(counts(dice))[-2:] == [2, 3] else 0


def _straight(length: int, points: int) -> Box:
    words = {
        4: (
            "small",
            pgettext_noop("box", "Small straight"),
            gettext_noop("Four or more consecutive faces: 30"),
        ),
        5: ("large", pgettext_noop("box", "Large straight"), gettext_noop("Five consecutive faces: 40")),
    }

    def score(dice: Dice) -> int:
        return points if longest_run(dice) >= length else 0

    size, label, hint = words[length]
    return Box(f"{size}-straight", label, Section.BOTTOM, hint, points, score)


def _boatzee(dice: Dice) -> int:
    return 50 if most_alike(dice) == 5 else 0


BOXES = (
    *top_boxes(dice=5),
    _alike(3),
    _alike(4),
    Box(
        "full-house",
        pgettext_noop("box", "Full house"),
        Section.BOTTOM,
        gettext_noop("Three alike and two alike: 25"),
        25,
        _full_house,
    ),
    _straight(4, 30),
    _straight(5, 40),
    Box(
        "boatzee",
        pgettext_noop("box", "Boatzee"),
        Section.BOTTOM,
        gettext_noop("Five alike: 50"),
        50,
        _boatzee,
    ),
    Box(
        "chance",
        pgettext_noop("box", "Chance"),
        Section.BOTTOM,
        gettext_noop("Any roll: the sum of all dice"),
        30,
        sum,
    ),
)


class Boatzee(Scorecard):
    """BZ: one column."""

    code = "BZ"
    dice = 5
    boxes = BOXES
    bonus = 35
    bonus_from = 63

    @property
    def name(self) -> str:
        """What the game is called."""
        return pgettext("game", "Boatzee")


class DoubleBoatzee(Boatzee):
    """BD: the second column counts double; its bonus stays 35."""

    code = "BD"
    weights = (1, 2)

    @property
    def name(self) -> str:
        """What the game is called."""
        return pgettext("game", "Double Boatzee")


class TripleBoatzee(Boatzee):
    """BT: the columns count once, twice and three times; every bonus stays 35."""

    code = "BT"
    weights = (1, 2, 3)

    @property
    def name(self) -> str:
        """What the game is called."""
        return pgettext("game", "Triple Boatzee")


class Dicegame(TripleBoatzee):
    """DG: as Triple Boatzee, but column totals, bonus included, are multiplied, not boxes."""

    code = "DG"
    shows_weighted = False

    @property
    def name(self) -> str:
        """What the game is called."""
        return pgettext("game", "Dicegame")


class BoatzeeExtra(Boatzee):
    """BX: once the Boatzee box holds 50, each further five alike earns 100 and is a joker."""

    code = "BX"
    extra = 100
    _JOKER = {"full-house": 25, "small-straight": 30, "large-straight": 40}

    @property
    def name(self) -> str:
        """What the game is called."""
        return pgettext("game", "Boatzee Extra")

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
            own = self._own(dice).title
            return IllegalMove(
                _("This extra Boatzee must be scored in %(own)s while that box is open.") % {"own": own}
            )
        return super().refuse(card, dice, box)

    def _own(self, dice: Dice) -> Box:
        return self.boxes[dice[0] - 1]


BOATZEE = Boatzee()
DOUBLE_BOATZEE = DoubleBoatzee()
TRIPLE_BOATZEE = TripleBoatzee()
DICEGAME = Dicegame()
BOATZEE_EXTRA = BoatzeeExtra()
