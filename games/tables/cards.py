"""The family of score cards: rows of boxes, one cell a column, with what may be chosen now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from games.rules.base import Dice, Kind, Move
from games.rules.cards.card import Section
from games.rules.cards.scorecard import ROLLS, Scorecard
from games.rules.cards.scorecard_turn import State
from games.rules.states import put
from games.said import figure, gettext_noop
from games.said import gettext as _
from games.tables.base import Die, Example, Made, Seated, Table, Turn, left_or_late
from games.tables.sheet import SPREAD, cards, sheet
from games.tables.written import box_label

ENDS = {Kind.SCORE.value, Kind.RESIGN.value, Kind.TIMEOUT.value}
LINES = {
    "BZ": gettext_noop("One card of thirteen boxes, thirteen turns: the game as everybody knows it."),
    "BD": gettext_noop("Two columns, the second counts double."),
    "BT": gettext_noop("Three columns, counting once, double and triple."),
    "DG": gettext_noop("Three columns again, but it is the column’s total that is multiplied."),
    "BX": gettext_noop("One card, with a hundred points for every five alike after the first. League rules."),
    "BO": gettext_noop("Three dice and eleven rows: quick, and meaner than it looks."),
}
EXAMPLES: dict[int, dict[str, Dice]] = {
    5: {
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
    },
    3: {
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
    },
}
"""By the number of dice and the box: a roll for the rules page. What it scores the rules themselves say."""


@dataclass(frozen=True, slots=True)
class HandView:
    """The dice of the seat that plays, and what may be done with them."""

    dice: tuple[Die, ...]
    rolls: int
    rolls_left: int
    can_roll: bool
    can_score: bool
    offers: dict[str, int]


def hand(rules: Scorecard, state: State, seat: int) -> HandView:
    """What lies before a seat, and whether it may roll or score."""
    held = state.hands[seat]
    moves = rules.moves(state, seat)
    return HandView(
        dice=tuple(Die(face, index < held.kept) for index, face in enumerate(held.dice)),
        rolls=held.rolls,
        rolls_left=ROLLS - held.rolls,
        can_roll=any(move.kind is Kind.ROLL for move in moves),
        can_score=any(move.kind is Kind.SCORE for move in moves),
        offers=rules.preview(state, seat),
    )


def examples(rules: Scorecard) -> tuple[Example, ...]:
    """An example for every box of a card, the top ones first."""
    rolls = EXAMPLES[rules.dice]
    return tuple(
        Example(box.title, box.told, rolls[box.stem], box.score(rolls[box.stem])) for box in rules.boxes
    )


class Cards:
    """The table of score cards, as `Table[Scorecard, State]`."""

    family = "cards"
    board = "games/tables/_cards.html"
    sheet = "games/tables/_cards_sheet.html"
    pad = "games/tables/_cards_pad.html"
    example = "keep 3 3 roll"
    synonyms: Mapping[str, str] = MappingProxyType({})
    keeps_dice = True
    banks = False
    decimals = 1

    def lay(
        self,
        rules: Scorecard,
        view: State,
        seats: Sequence[Seated],
        viewer: int | None,
        acting: int | None,
        last: Mapping[int, Turn],
    ) -> dict[str, Any]:
        """The cards, the sheet on which they stand, and the hand of the seat that acts."""
        laid = cards(rules, view, seats, viewer, last)
        return {
            "cards": laid,
            "sheet": sheet(rules, laid),
            "hand": None if acting is None else hand(rules, view, acting),
        }

    def instruction(self, rules: Scorecard, view: State, seat: int) -> str:
        """Whether to roll, to roll again, or to score."""
        held = view.hands[seat]
        if not held.rolls:
            return _("Your turn: roll the dice.")
        if held.rolls == ROLLS:
            return _("Choose a box.")
        return _("Roll again, or choose a box.")

    def to_beat(self, view: State, seat: int) -> int:
        """None: nothing is banked."""
        return 0

    def begins_turn(self, move: Made) -> bool:
        """No move tells: the turn before ended with one of its own."""
        return False

    def ends_turn(self, move: Made) -> bool:
        """A box that is filled ends it."""
        return move.kind in ENDS

    def gained(self, rules: Scorecard, view: State, turn: Turn) -> int | None:
        """What stands in the box it filled, and an extra that came with it."""
        if not turn.box:
            return None
        card, (column, row) = view.cards[turn.seat], rules.box_ids[turn.box]
        points = card.columns[column][row]
        if points is None or not turn.rolls:
            return points
        before = replace(card, columns=put(card.columns, column, put(card.columns[column], row, None)))
        return points + rules.extras_earned(before, turn.rolls[-1].dice) * rules.extra

    def end_words(self, turn: Turn) -> str:
        """What was scored, and in which box."""
        if turn.end != Kind.SCORE:
            return left_or_late(turn)
        if turn.points is None:
            return _("scored %(box)s") % {"box": turn.box_label}
        return _("scored %(points)s in %(box)s") % {"points": figure(turn.points), "box": turn.box_label}

    def box_label(self, rules: Scorecard, box: str) -> str:
        """As it stands on the card."""
        return box_label(rules, box)

    def simple(self, rules: Scorecard, view: State, seat: int) -> Move:
        """On for the commonest face, and the box that scores most."""
        from games.analysis import cards as robot  # noqa: PLC0415  (numpy is for those who play by it)

        return robot.simple(rules, view, seat)

    def strong(self, rules: Scorecard, view: State, seat: int) -> Move:
        """The move of highest expectation over the rest of this turn."""
        from games.analysis import cards as robot  # noqa: PLC0415

        return robot.strong(rules, view, seat)

    def line(self, rules: Scorecard) -> str:
        """By the game's code."""
        return _(LINES[rules.code])

    def examples(self, rules: Scorecard) -> dict[str, Any]:
        """A roll for every box, and what the bonus takes of each face."""
        found = examples(rules)
        tops = [box.section for box in rules.boxes].count(Section.TOP)
        return {
            "top": found[:tops],
            "bottom": found[tops:],
            "alike": rules.bonus_from // 21,
            "five_fours": (4,) * 5,
        }

    def blank(self, rules: Scorecard) -> dict[str, Any]:
        """Six columns find room."""
        return {"players": range(SPREAD // rules.columns)}

    def turns_of_two(self, rules: Scorecard) -> int:
        """Both fill every box."""
        return 2 * len(rules.box_ids)

    def risk(self, rules: Scorecard, view: State, move: Move) -> tuple[int, float] | None:
        """No roll loses a turn."""
        return None

    def rounds(self, rules: Scorecard) -> int | None:
        """A turn for each box."""
        return len(rules.box_ids)


CARDS: Table[Scorecard, State] = Cards()
