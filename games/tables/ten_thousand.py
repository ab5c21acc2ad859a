"""The family of Dice 10000: the race to the target, the turn so far, and what may be set aside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from games.analysis import ten_thousand as robot
from games.rules.base import Dice, Kind, Move
from games.rules.race import playing
from games.rules.ten_thousand.game import Dice10000
from games.rules.ten_thousand.scoring import Scoring, is_six_alike, scoring_chance, worth
from games.rules.ten_thousand.turn import (
    DICE,
    FIRST_BANK,
    End,
    Offer,
    State,
    aside_points,
    dice_left,
    legal_keeps,
    offer,
    turn_points,
)
from games.said import figure, gettext_noop
from games.said import gettext as _
from games.tables.base import Die, Example, Made, Seated, Table, Turn, banked, left_or_late
from games.tables.race import LINES, SIDE_BY_SIDE, Runner, runners

ENDS = {Kind.BANK.value, Kind.RESIGN.value, Kind.TIMEOUT.value}
TOLD = {End.BANK, End.BUST}
"""Ends of a turn that speak of its points."""
SETS: tuple[tuple[str, Dice], ...] = (
    (gettext_noop("A single 1"), (1,)),
    (gettext_noop("A single 5"), (5,)),
    (gettext_noop("Three 1s"), (1, 1, 1)),
    (gettext_noop("Three of another face: 100 times the face"), (4, 4, 4)),
    (gettext_noop("Four alike: twice the triple"), (4, 4, 4, 4)),
    (gettext_noop("Five alike: twice that again"), (4, 4, 4, 4, 4)),
    (gettext_noop("Three pairs of three different faces"), (2, 2, 3, 3, 6, 6)),
    (gettext_noop("Straight from 1 to 6"), (1, 2, 3, 4, 5, 6)),
)
ALTERNATIVE_SETS: tuple[tuple[str, Dice], ...] = (
    (gettext_noop("Small straight: five in a row"), (2, 3, 4, 5, 6)),
    (gettext_noop("Full house: three and two alike"), (3, 3, 3, 2, 2)),
)
TURNS = 40
"""Turns of a match of two, about."""


@dataclass(frozen=True, slots=True)
class Keep:
    """A choice of dice that may be set aside: its worth, and what the turn would then stand at."""

    dice: tuple[int, ...]
    points: int
    turn: int
    left: int
    """Dice that were not set aside, 0 after a sweep."""
    bust: Fraction
    """The chance that the next roll scores nothing."""
    can_bank: bool


@dataclass(frozen=True, slots=True)
class TurnView:
    """The turn that is being played."""

    dice: tuple[Die, ...]
    aside: tuple[int, ...]
    points: int
    keeps: tuple[Keep, ...]
    can_roll: bool
    can_bank: bool
    offer: Offer | None
    needs: int
    """What a first bank takes, 0 once the seat is on the table."""
    beat: int
    """The total that must be passed in this last turn of the seat, 0 before the last round."""
    count: int = DICE
    """How many dice a turn begins with."""


def race(state: State, seats: Sequence[Seated], viewer: int | None) -> tuple[Runner, ...]:
    """Everybody in the order of the seats, the viewer's first."""
    notes = {index: _("not on the table") for index, there in enumerate(state.on_table) if not there}
    badges = {} if state.opener is None else {state.opener: _("opened the last round")}
    to_act = None if state.over else state.seat
    return runners(
        seats,
        viewer,
        state.banked,
        state.target,
        to_act,
        state.resigned,
        at_risk=state.points,
        notes=notes,
        badges=badges,
    )


def turn(rules: Dice10000, state: State, seat: int) -> TurnView:
    """The dice on the table and every choice of them that the rules allow, the best first."""
    moves = rules.moves(state, seat)
    banks = {move.keep for move in moves if move.kind is Kind.BANK}
    keeps = sorted(
        (
            Keep(
                dice=keep,
                points=aside_points(state, keep),
                turn=turn_points(state) + aside_points(state, keep),
                left=len(state.roll) - len(keep),
                bust=1 - scoring_chance(dice_left(state, keep), state.scoring),
                can_bank=keep in banks,
            )
            for keep in legal_keeps(state)
        ),
        key=lambda keep: (-keep.points, len(keep.dice)),
    )
    return TurnView(
        dice=tuple(Die(face) for face in state.roll),
        aside=state.hand,
        points=turn_points(state),
        keeps=tuple(keeps),
        can_roll=any(move.kind is Kind.ROLL for move in moves),
        can_bank=bool(banks),
        offer=offer(state),
        needs=0 if state.on_table[seat] else FIRST_BANK,
        beat=to_beat(state, seat),
    )


def to_beat(state: State, seat: int) -> int:
    """The highest total in the last round of the others who are still in; 0 before, and to who opened it."""
    if state.opener in {None, seat} or state.over:
        return 0
    return max(state.banked[other] for other in playing(state) if other != seat)


def sets() -> tuple[tuple[Example, ...], tuple[Example, ...]]:
    """An example for every set: those of standard scoring, and those of alternative scoring alone."""
    standard, more = (
        tuple(Example(_(name), "", dice, worth(dice, scoring)) for name, dice in found)
        for scoring, found in ((Scoring.STANDARD, SETS), (Scoring.ALTERNATIVE, ALTERNATIVE_SETS))
    )
    return standard, more


class TenThousand:
    """The table of Dice 10000, as `Table[Dice10000, State]`."""

    family = "ten_thousand"
    board = "games/tables/_race.html"
    sheet = ""
    pad = "games/tables/_race_pad.html"
    example = "set aside 1 5 roll"
    synonyms: Mapping[str, str] = MappingProxyType({})
    keeps_dice = False
    banks = True
    decimals = 0

    def lay(
        self,
        rules: Dice10000,
        view: State,
        seats: Sequence[Seated],
        viewer: int | None,
        acting: int | None,
        last: Mapping[int, Turn],
    ) -> dict[str, Any]:
        """The race, and the turn of the seat that acts."""
        return {
            "target": view.target,
            "race": race(view, seats, viewer),
            "turn": None if acting is None else turn(rules, view, acting),
        }

    def instruction(self, rules: Dice10000, view: State, seat: int) -> str:
        """Whether to roll, to pick up, or to set aside, and what the last turn has to reach."""
        if view.roll:
            return _("Set aside scoring dice, then roll on or bank.")
        if beat := to_beat(view, seat):
            if offer(view):
                return _("Last round, %(beat)s to beat: pick up, or roll.") % {"beat": figure(beat)}
            return _("Last round, %(beat)s to beat: roll the dice.") % {"beat": figure(beat)}
        return _("Pick up, or roll all six.") if offer(view) else _("Your turn: roll the dice.")

    def to_beat(self, view: State, seat: int) -> int:
        """As `to_beat` says."""
        return to_beat(view, seat)

    def begins_turn(self, move: Made) -> bool:
        """A bust leaves no move of its own: a roll that sets nothing aside begins a turn."""
        return not move.keep and move.kind in {Kind.ROLL, Kind.PICK_UP}

    def ends_turn(self, move: Made) -> bool:
        """A bank ends it; a bust is told by the move after it."""
        return move.kind in ENDS

    def gained(self, rules: Dice10000, view: State, turn: Turn) -> int | None:
        """What it banked or lost: of the latest turn the state knows it, of one before the dice tell a bank.

        Not where the turn began with another's dice, or three pairs may have been completed on the way.
        """
        if view.last is not None and view.last.seat == turn.seat and view.last.end in TOLD:
            return view.last.points
        begun = turn.rolls and len(turn.rolls[0].dice) == DICE and not turn.rolls[0].set_aside
        if turn.end != Kind.BANK or not begun or view.scoring is not Scoring.STANDARD:
            return None
        aside = (turn.keep, *(roll.set_aside for roll in turn.rolls))
        return sum(worth(dice, view.scoring) for dice in aside)

    def end_words(self, turn: Turn) -> str:
        """Banked, or without any move that says so bust, or won by six alike."""
        if turn.end == Kind.BANK:
            return banked(turn)
        if turn.end:
            return left_or_late(turn)
        if turn.rolls and is_six_alike(turn.rolls[-1].dice):
            return _("rolled six alike")
        if turn.points:
            return _("went bust and lost %(points)s") % {"points": figure(turn.points)}
        return _("went bust")

    def box_label(self, rules: Dice10000, box: str) -> str:
        """There are no boxes: as it is."""
        return box

    def simple(self, rules: Dice10000, view: State, seat: int) -> Move:
        """All that scores, and banked as soon as it is enough."""
        return robot.simple(rules, view, seat)

    def strong(self, rules: Dice10000, view: State, seat: int) -> Move:
        """What can be banked against what a further roll is expected to leave."""
        return robot.strong(rules, view, seat)

    def line(self, rules: Dice10000) -> str:
        """The one game of the family."""
        return _("Six dice, no card: press your luck to ten thousand.")

    def examples(self, rules: Dice10000) -> dict[str, Any]:
        """A roll for every set, what a first bank takes, and the dice of the page's own stories."""
        standard, more = sets()
        return {
            "sets": standard,
            "more_sets": more,
            "first_bank": FIRST_BANK,
            "two_threes": (3, 3),
            "one_four": (1, 4),
        }

    def blank(self, rules: Dice10000) -> dict[str, Any]:
        """A line a turn, and what sets are worth."""
        standard, more = sets()
        return {
            "players": range(SIDE_BY_SIDE),
            "turns": range(1, LINES + 1),
            "worth": standard,
            "more": more,
        }

    def turns_of_two(self, rules: Dice10000) -> int:
        """About so many, at the usual target."""
        return TURNS

    def risk(self, rules: Dice10000, view: State, move: Move) -> tuple[int, float] | None:
        """Of rolling on with what a choice of dice leaves."""
        if move.kind is not Kind.ROLL or not move.keep:
            return None
        dice = dice_left(view, move.keep)
        return dice, float(1 - scoring_chance(dice, view.scoring))

    def rounds(self, rules: Dice10000) -> int | None:
        """It ends when somebody is there."""
        return None


TEN_THOUSAND: Table[Dice10000, State] = TenThousand()
