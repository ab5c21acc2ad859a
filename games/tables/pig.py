"""The family of Pig: the race to the target, and the turn so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from games.rules.base import Dice, Kind, Move, Pace
from games.rules.pig.game import Pig
from games.rules.pig.turn import State
from games.rules.race import playing
from games.said import figure, gettext_noop, ngettext
from games.said import gettext as _
from games.tables.base import Die, Example, Made, Seated, Table, Turn, banked, left_or_late
from games.tables.race import LINES, SIDE_BY_SIDE, Runner, runners

ENDS = {Kind.BANK.value, Kind.RESIGN.value, Kind.TIMEOUT.value}
RISK = {1: Fraction(1, 6), 2: Fraction(11, 36)}
"""The chance that a roll of so many dice ends the turn."""
TURNS = 20
"""Turns of a match of two to 100, about."""
ENOUGH = {1: 20, 2: 19}
"""From how many points of a turn a further roll loses more than it gains, on the average, by the dice.

One die: Neller and Presser, “Optimal Play of the Dice Game Pig” (The UMAP Journal 25.1, 2004). Two add 8 in
25 cases of 36 and lose the turn in 11: 200 ÷ 11. What a double 1 takes besides is left out of it.
"""
PACE = {1: 21, 2: 19}
"""What a strong robot holds at when all are level."""
NEAR = 29
"""Points before the target from which it is the end race."""
ROLLS: tuple[tuple[str, str, Dice], ...] = (
    (gettext_noop("2 to 6"), gettext_noop("One die: its points are added to the turn"), (5,)),
    (gettext_noop("1"), gettext_noop("One die: the turn is over and its points are lost"), (1,)),
    (gettext_noop("No 1"), gettext_noop("Two dice: their sum is added to the turn"), (3, 5)),
    (gettext_noop("A double"), gettext_noop("Two dice: a double is worth its sum, no more"), (6, 6)),
    (gettext_noop("A single 1"), gettext_noop("Two dice: the turn is over and its points are lost"), (1, 4)),
    (
        gettext_noop("A double 1"),
        gettext_noop("Two dice: the turn is over, and all that was banked is lost as well"),
        (1, 1),
    ),
)
"""Rolls for the rules page. What they score the rules themselves say."""


STORY: tuple[Dice, ...] = ((4,), (6,), (3,), (5,), (2,))
PAIR_STORY: tuple[Dice, ...] = ((4, 5), (3, 3), (1, 1))
"""The last of them loses it all."""


@dataclass(frozen=True, slots=True)
class TurnView:
    """The turn that is being played. Points are those of the turn; `total` is what a bank would make."""

    dice: tuple[Die, ...]
    earlier: tuple[Dice, ...]
    """The rolls of the turn before the one on the table."""
    count: int
    points: int
    total: int
    can_bank: bool
    beat: int
    """The total that somebody else has reached the target with, where this is the last turn; else 0."""
    wins: bool
    """Whether a bank would reach the target, and more than what is to beat."""
    risk: Fraction
    """The chance that the next roll ends the turn."""


def race(state: State, seats: Sequence[Seated], viewer: int | None) -> tuple[Runner, ...]:
    """Everybody in the order of the seats, the viewer's first, with how many turns they have had."""
    notes = {
        seat: ngettext("%(count)s turn", "%(count)s turns", count) % {"count": count}
        for seat, count in enumerate(state.turns)
        if count
    }
    there = [seat for seat, total in enumerate(state.banked) if total >= state.target]
    badges = {} if state.over else dict.fromkeys(there, _("has reached the target"))
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


def turn(rules: Pig, state: State, seat: int, last: Turn | None) -> TurnView:
    """The dice on the table, and what may be done; `last` is the latest turn of the seat, this or another."""
    rolls = last.rolls if last is not None and not last.done else ()
    total = state.banked[seat] + state.points
    return TurnView(
        dice=tuple(Die(face) for face in state.roll),
        earlier=tuple(roll.dice for roll in rolls[:-1]),
        count=state.dice,
        points=state.points,
        total=total,
        can_bank=Move(Kind.BANK) in rules.moves(state, seat),
        beat=to_beat(state, seat),
        wins=total >= _goal(state, seat),
        risk=RISK[state.dice],
    )


def to_beat(view: State, seat: int) -> int:
    """The highest total of the others, where somebody has reached the target in equal turns; else 0."""
    leader = max((view.banked[other] for other in playing(view) if other != seat), default=0)
    return leader if leader >= view.target else 0


def _goal(view: State, seat: int) -> int:
    """The total that is worth banking at the end: the target, or one more than who has reached it before."""
    return max(view.target, to_beat(view, seat) + 1)


def examples(rules: Pig) -> tuple[Example, ...]:
    """Each kind of roll, with what it adds to the turn."""
    found = []
    for label, hint, dice in ROLLS:
        options = rules.clean_options({"dice": str(len(dice))})
        state = rules.play(rules.start(2, options, Pace.TURNS, 0), 0, Move(Kind.ROLL), dice)
        found.append(Example(_(label), _(hint), dice, state.points))
    return tuple(found)


class PigTable:
    """The table of Pig, as `Table[Pig, State]`."""

    family = "pig"
    board = "games/tables/_race.html"
    sheet = ""
    pad = "games/tables/_race_pad.html"
    example = "bank"
    synonyms: Mapping[str, str] = MappingProxyType({"hold": "bank", "stop": "bank", "roll again": "roll"})
    keeps_dice = True
    banks = True
    decimals = 1

    def lay(
        self,
        rules: Pig,
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
            "turn": None if acting is None else turn(rules, view, acting, last.get(acting)),
        }

    def instruction(self, rules: Pig, view: State, seat: int) -> str:
        """Whether to roll, or what can be banked, and what the last turn has to reach."""
        beat, total = to_beat(view, seat), view.banked[seat] + view.points
        told = {"points": figure(view.points), "beat": figure(beat)}
        if not view.roll and view.dice == 1:
            said = _("Last round, %(beat)s to beat: roll the die.") if beat else _("Your turn: roll the die.")
        elif not view.roll:
            said = (
                _("Last round, %(beat)s to beat: roll the dice.") if beat else _("Your turn: roll the dice.")
            )
        elif total >= _goal(view, seat):
            said = _("Bank %(points)s to lead.") if beat else _("Bank %(points)s to reach the target.")
        elif beat:
            said = _("Last round, %(beat)s to beat: roll again, or bank %(points)s.")
        else:
            said = _("Roll again, or bank %(points)s.")
        return said % told

    def to_beat(self, view: State, seat: int) -> int:
        """As `to_beat` says."""
        return to_beat(view, seat)

    def begins_turn(self, move: Made) -> bool:
        """No move tells: each turn ends with a move that does."""
        return False

    def ends_turn(self, move: Made) -> bool:
        """A bank ends it, and so does a 1."""
        return move.kind in ENDS or 1 in move.dice

    def gained(self, rules: Pig, view: State, turn: Turn) -> int | None:
        """What it banked or lost: of the latest turn the state knows it, of one before its rolls tell.

        Not where the log may have been cut within it, and not what a double 1 took besides.
        """
        if turn.end not in {Kind.BANK, Kind.ROLL}:
            return None
        if view.last is not None and view.last.seat == turn.seat:
            return view.last.points
        if turn.number == 1 or turn.rolls[-1].dice == (1, 1):
            return None
        return sum(sum(roll.dice) for roll in turn.rolls if 1 not in roll.dice)

    def end_words(self, turn: Turn) -> str:
        """Banked, or what the 1 cost."""
        if turn.end != Kind.ROLL:
            return banked(turn) if turn.end == Kind.BANK else left_or_late(turn)
        if turn.rolls[-1].dice == (1, 1):
            said = _("rolled a double 1 and lost all %(points)s") if turn.points else _("rolled a double 1")
        else:
            said = _("rolled a 1 and lost %(points)s") if turn.points else _("rolled a 1")
        return said % {"points": figure(turn.points or 0)}

    def box_label(self, rules: Pig, box: str) -> str:
        """There are no boxes: as it is."""
        return box

    def simple(self, rules: Pig, view: State, seat: int) -> Move:
        """Bank when a further roll loses more than it gains on the average, or the target is reached.

        Where somebody has reached it in a match of equal turns, no turn comes after this: less than to lead
        is of no use.
        """
        limit = _goal(view, seat) - view.banked[seat]
        if max(view.banked[other] for other in playing(view)) < view.target:
            limit = min(limit, ENOUGH[view.dice])
        return Move(Kind.BANK if view.roll and view.points >= limit else Kind.ROLL)

    def strong(self, rules: Pig, view: State, seat: int) -> Move:
        """“End race or keep pace”: keep up with the leader, and once somebody is near roll until it is won.

        Neller and Presser, “Practical Play of the Dice Game Pig” (The UMAP Journal 31.1, 2010): with one die
        and two players it wins within one match of a hundred of what optimal play does.
        """
        others = [view.banked[other] for other in playing(view) if other != seat]
        mine, leader = view.banked[seat], max(others, default=view.banked[seat])
        limit = _goal(view, seat) - mine
        if max(mine, leader) < view.target - NEAR or not others:
            limit = min(limit, PACE[view.dice] + round((leader - mine) / 8))
        return Move(Kind.BANK if view.roll and view.points >= limit else Kind.ROLL)

    def line(self, rules: Pig) -> str:
        """The one game of the family."""
        return _("One die or two: roll as often as you dare, but a 1 takes it all.")

    def examples(self, rules: Pig) -> dict[str, Any]:
        """A roll of each kind, and the dice of the page's own stories."""
        return {
            "rolls": examples(rules),
            "story": STORY,
            "story_points": sum(map(sum, STORY)),
            "pair_story": PAIR_STORY,
            "pair_points": sum(map(sum, PAIR_STORY[:-1])),
        }

    def blank(self, rules: Pig) -> dict[str, Any]:
        """A line a turn, and what rolls bring."""
        return {"players": range(SIDE_BY_SIDE), "turns": range(1, LINES + 1), "worth": examples(rules)}

    def turns_of_two(self, rules: Pig) -> int:
        """About so many, at the usual target."""
        return TURNS

    def risk(self, rules: Pig, view: State, move: Move) -> tuple[int, float] | None:
        """Every die loses it with a one, which needs no saying."""
        return None

    def rounds(self, rules: Pig) -> int | None:
        """It ends when somebody is there."""
        return None


PIG_TABLE: Table[Pig, State] = PigTable()
