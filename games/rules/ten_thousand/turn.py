"""One turn of Dice 10000 and what it leaves behind: the state, what follows from it, and its steps.

The fields of `State` may be read by pages and robots; what follows from them is asked of the
functions: `turn_points`, `dice_left`, `legal_keeps`, `aside_points`, `points_missing`, `offer`. The
steps at the end change the state and trust their caller to have checked the move (rules.md, "DK").
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from games.rules.base import Dice, IllegalMove
from games.rules.faces import are_faces
from games.rules.race import playing
from games.rules.states import put
from games.rules.ten_thousand.scoring import (
    BOXCAR,
    Scoring,
    is_six_alike,
    is_three_pairs,
    keeps,
    scoring_chance,
    worth,
)
from games.said import gettext as _

DICE = 6
FIRST_BANK = 550


class End(StrEnum):
    """How a turn ended."""

    BANK = "bank"
    BUST = "bust"
    SIX_ALIKE = "six-alike"
    RESIGN = "resign"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of the latest turn: whose, how, the points banked or lost, and the last roll.

    `left` is the number of dice not set aside at a bank (0 after a sweep, and after any other end).
    """

    seat: int
    end: End
    points: int
    left: int
    roll: Dice


@dataclass(frozen=True, slots=True)
class State:
    """A match of Dice 10000. Tuples that are not dice hold one value a seat, but for `resigned`.

    `seat` is to act unless `over`. `roll` is the last roll of the turn, () before the first; `points`
    what the turn has gathered so far, a pick-up's starting score included. `hand` are the dice this
    player set aside since the turn's start or last sweep and `hand_points` what they scored: the
    boxcar of alternative scoring looks at them, so a pick-up begins with none. `late` seats have let
    their latest turn time out. `resigned` seats stand in the order in which they left.
    """

    scoring: Scoring
    pick_up: bool
    target: int
    banked: tuple[int, ...]
    on_table: tuple[bool, ...]
    late: tuple[bool, ...]
    seat: int
    resigned: tuple[int, ...] = ()
    roll: Dice = ()
    points: int = 0
    hand: Dice = ()
    hand_points: int = 0
    last: TurnEnd | None = None
    opener: int | None = None
    """Who opened the last round by reaching the target."""
    six_alike: int | None = None
    """Who won the match with six alike."""
    over: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """What may be picked up: how many dice, the starting score, the chance that their roll scores."""

    dice: int
    points: int
    chance: Fraction


def turn_points(state: State) -> int:
    """The points of the turn so far; dice of the last roll count only once they are set aside."""
    return state.points


def dice_left(state: State, keep: Dice = ()) -> int:
    """How many dice the next roll takes after `keep` is set aside: all six at the start and after a sweep."""
    return len(state.roll) - len(keep) or DICE


def offer(state: State) -> Offer | None:
    """The pick-up that the seat to act may take now, if any."""
    last = state.last
    if state.over or state.roll or not state.pick_up or not state.on_table[state.seat]:
        return None
    if last is None or last.end is not End.BANK or not last.left:
        return None
    return Offer(last.left, last.points, scoring_chance(last.left, state.scoring))


def legal_keeps(state: State) -> tuple[Dice, ...]:
    """Every distinct choice of dice of the last roll that may be set aside; empty before the first roll."""
    found = keeps(state.roll, state.scoring)
    whole = tuple(sorted(state.roll))
    return (*found, whole) if _completes_boxcar(state, whole) and whole not in found else found


def aside_points(state: State, keep: Dice) -> int:
    """The points that setting aside `keep` adds to the turn, a boxcar completed with it included.

    Raises IllegalMove when there is no roll to set aside from, `keep` is empty or not of that roll,
    or a die of it belongs to no scoring set.
    """
    if not state.roll:
        raise IllegalMove(_("There are no dice to set aside yet: roll first."))
    if not keep:
        raise IllegalMove(_("Set aside at least one scoring set first."))
    if not are_faces(keep) or any(keep.count(die) > state.roll.count(die) for die in keep):
        raise IllegalMove(_("Set aside only dice of the last roll."))
    points = worth(keep, state.scoring)
    if _completes_boxcar(state, keep):
        return max(points, BOXCAR - state.hand_points)
    if not points:
        raise IllegalMove(
            _("Every die set aside must belong to a scoring set: leave the others to be rolled again.")
        )
    return points


def points_missing(state: State, keep: Dice) -> int:
    """How many points the turn lacks to be banked with `keep` set aside; 0 when it may be banked.

    Raises IllegalMove as `aside_points` does.
    """
    points = state.points + aside_points(state, keep)
    return 0 if state.on_table[state.seat] else max(0, FIRST_BANK - points)


def roll(state: State, dice: Dice) -> State:
    """The state after the seat to act rolled `dice`: six alike win the match, a bust ends the turn."""
    state = replace(state, roll=dice, late=put(state.late, state.seat, value=False))
    if is_six_alike(dice):
        won = replace(state, six_alike=state.seat)
        return _ended(won, End.SIX_ALIKE, over=True)
    return state if legal_keeps(state) else _pass_on(state, End.BUST)


def pick_up(state: State, dice: Dice, points: int) -> State:
    """The state after the seat to act rolled the dice it picked up, with the starting score `points`."""
    return roll(replace(state, points=points), dice)


def set_aside(state: State, keep: Dice) -> State:
    """The state with `keep` scored for the turn; once no die is left, the next hand is six new dice."""
    added = aside_points(state, keep)
    state = replace(state, points=state.points + added)
    if len(keep) == len(state.roll):
        return replace(state, hand=(), hand_points=0)
    return replace(state, hand=tuple(sorted(state.hand + keep)), hand_points=state.hand_points + added)


def bank(state: State, keep: Dice) -> State:
    """The state after the seat to act set `keep` aside and banked its turn, which may open the last round."""
    seat, points = state.seat, state.points + aside_points(state, keep)
    total = state.banked[seat] + points
    opens = state.opener is None and total >= state.target
    state = replace(
        state,
        points=points,
        banked=put(state.banked, seat, total),
        on_table=put(state.on_table, seat, value=True),
        opener=seat if opens else state.opener,
    )
    return _pass_on(state, End.BANK, left=len(state.roll) - len(keep))


def resign(state: State, seat: int, end: End = End.RESIGN) -> State:
    """The state after the seat left the match: its turn is lost, and the last seat left wins at once."""
    state = replace(state, resigned=(*state.resigned, seat))
    over = len(playing(state)) == 1
    if seat == state.seat:
        return _ended(state, end, over=True) if over else _pass_on(state, end)
    return replace(_cleared(state), over=True) if over else state


def time_out(state: State) -> State:
    """The state after the seat to act let its turn time out.

    Of two players it has lost. Of more it busts, and the second time in a row, without a move of its
    own in between, it resigns (rules.md, "Time").
    """
    if len(state.banked) == 2 or state.late[state.seat]:
        return resign(state, state.seat, End.TIMEOUT)
    return _pass_on(replace(state, late=put(state.late, state.seat, value=True)), End.TIMEOUT)


def _pass_on(state: State, end: End, left: int = 0) -> State:
    """End the turn; the next seat that plays on is to act, unless the last round has come round."""
    state = _ended(state, end, left)
    seat = state.seat
    while True:
        seat = (seat + 1) % len(state.banked)
        # Compared before resignations are looked at: the round ends here even when its opener has left.
        if seat == state.opener:
            return replace(state, over=True)
        if seat not in state.resigned:
            return replace(state, seat=seat)


def _ended(state: State, end: End, left: int = 0, *, over: bool = False) -> State:
    last = TurnEnd(state.seat, end, state.points, left, state.roll)
    return replace(_cleared(state), last=last, over=over)


def _cleared(state: State) -> State:
    return replace(state, roll=(), points=0, hand=(), hand_points=0)


def _completes_boxcar(state: State, keep: Dice) -> bool:
    return state.scoring is Scoring.ALTERNATIVE and is_three_pairs(state.hand + keep)
