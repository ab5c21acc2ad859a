"""Dice 10000, code DK: its options, who may do what, the end of a match (rules.md, "DK").

The turn, and what pages and robots may ask of a state, is in `turn`; what dice are worth in `scoring`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.base import (
    BadOptions,
    Dice,
    IllegalMove,
    Kind,
    Move,
    Option,
    Options,
    Pace,
    Result,
    Rules,
)
from games.rules.faces import check_dice
from games.rules.options import clean
from games.rules.race import Open, load, playing, ranked
from games.rules.ten_thousand.scoring import Scoring
from games.rules.ten_thousand.turn import (
    DICE,
    FIRST_BANK,
    End,
    Offer,
    State,
    TurnEnd,
    aside_points,
    bank,
    dice_left,
    legal_keeps,
    offer,
    pick_up,
    points_missing,
    resign,
    roll,
    set_aside,
    time_out,
)
from games.said import gettext as _
from games.said import gettext_noop, pgettext, pgettext_noop


class Dice10000(Open[State]):
    """The rules of DK, as `Rules[State]`."""

    code = "DK"
    family = "ten_thousand"
    keeping = "set aside"
    version = 1
    dice = DICE
    columns = 1
    min_players = 2
    max_players = 8
    paces: tuple[Pace, ...] = (Pace.TURNS,)
    options: tuple[Option, ...] = (
        Option(
            "scoring",
            pgettext_noop("option", "Scoring"),
            Scoring.STANDARD.value,
            choices=(
                (Scoring.STANDARD.value, pgettext_noop("option", "Standard")),
                (Scoring.ALTERNATIVE.value, pgettext_noop("option", "Alternative")),
            ),
            help=gettext_noop(
                "Alternative adds the small straight, the full house and boxcars across rolls."
            ),
        ),
        Option(
            "pick_up",
            pgettext_noop("option", "Pick-up"),
            default=True,
            help=gettext_noop("Dice left by a bank may be rolled on by the next player."),
        ),
        Option(
            "target",
            pgettext_noop("option", "Target"),
            10_000,
            low=2_000,
            high=20_000,
            help=gettext_noop("Reaching it opens the last round."),
        ),
    )

    @property
    def name(self) -> str:
        """What the game is called."""
        return pgettext("game", "Dice 10000")

    def clean_options(self, given: Mapping[str, Any]) -> dict[str, str | int | bool]:
        """Complete `given` with defaults. Raises BadOptions on an unknown name or a bad value."""
        return clean(self.name, self.options, given)

    def start(self, players: int, options: Options, pace: Pace, starter: int) -> State:
        """The state before the first roll, with nobody on the table.

        Raises BadOptions when players, options, pace or starter do not fit.
        """
        if not self.min_players <= players <= self.max_players:
            raise BadOptions(
                _("Dice 10000 is for %(min_players)s to %(max_players)s players.")
                % {"min_players": self.min_players, "max_players": self.max_players}
            )
        if pace not in self.paces:
            raise BadOptions(_("Dice 10000 is played turn by turn."))
        if not 0 <= starter < players:
            raise BadOptions(_("The starter must be one of the seats."))
        cleaned = self.clean_options(options)
        return State(
            scoring=Scoring(str(cleaned["scoring"])),
            pick_up=bool(cleaned["pick_up"]),
            target=int(cleaned["target"]),
            banked=(0,) * players,
            on_table=(False,) * players,
            late=(False,) * players,
            seat=starter,
        )

    def to_act(self, state: State) -> tuple[int, ...]:
        """The one seat whose turn it is; nobody when the match is over."""
        return () if state.over else (state.seat,)

    def moves(self, state: State, seat: int) -> tuple[Move, ...]:
        """Every legal move of the seat but resigning and timing out; empty when it may not act."""
        if seat not in self.to_act(state):
            return ()
        if not state.roll:
            return (Move(Kind.ROLL), Move(Kind.PICK_UP)) if offer(state) else (Move(Kind.ROLL),)
        found = legal_keeps(state)
        rolls = tuple(Move(Kind.ROLL, keep) for keep in found)
        return rolls + tuple(Move(Kind.BANK, keep) for keep in found if not points_missing(state, keep))

    def dice_wanted(self, state: State, seat: int, move: Move) -> int:
        """How many dice the move takes, 0 for none. Raises IllegalMove when the move is not allowed."""
        _check_seat(state, seat, move)
        if move.kind in (Kind.RESIGN, Kind.TIMEOUT):
            return 0
        if move.kind is Kind.PICK_UP:
            return _picked_up(state).dice
        if move.kind is Kind.BANK:
            missing = points_missing(state, move.keep)
            if missing:
                raise IllegalMove(
                    _("A first bank takes at least %(least)s points in one turn: %(missing)s are missing.")
                    % {"least": FIRST_BANK, "missing": missing}
                )
            return 0
        if state.roll or move.keep:
            aside_points(state, move.keep)
        return dice_left(state, move.keep)

    def play(self, state: State, seat: int, move: Move, dice: Dice) -> State:
        """The state after the move, a bust or a win by its dice included.

        Raises IllegalMove, also when the dice are too many, too few or no faces.
        """
        check_dice(dice, self.dice_wanted(state, seat, move))
        if move.kind is Kind.RESIGN:
            return resign(state, seat)
        if move.kind is Kind.TIMEOUT:
            return time_out(state)
        if move.kind is Kind.BANK:
            return bank(state, move.keep)
        if move.kind is Kind.PICK_UP:
            return pick_up(state, tuple(dice), _picked_up(state).points)
        return roll(set_aside(state, move.keep) if move.keep else state, tuple(dice))

    def preview(self, state: State, seat: int) -> dict[str, int]:
        """Nothing: there are no boxes. `aside_points` tells what dice would add to the turn."""
        return {}

    def totals(self, state: State) -> tuple[int, ...]:
        """The banked points of every seat."""
        return state.banked

    def result(self, state: State) -> Result | None:
        """Places and banked totals when the match is over, else None.

        Six alike come first whatever the totals; the opener of the last round wins a tie with it;
        other equal totals share the place; who resigned comes last, the earlier the lower.
        """
        if not state.over:
            return None

        def rank(seat: int) -> tuple[bool, int, bool]:
            return seat == state.six_alike, state.banked[seat], seat == state.opener

        return ranked(state, rank)

    def load(self, stored: Mapping[str, Any]) -> State:
        """The state that `dump` stored."""
        values = load(stored, TurnEnd, End)
        values["scoring"] = Scoring(values["scoring"])
        return State(**values)


DICE_10000: Rules[State] = Dice10000()


def _check_seat(state: State, seat: int, move: Move) -> None:
    """Raise IllegalMove unless the seat may make moves of this kind now."""
    if state.over:
        raise IllegalMove(_("The match is over."))
    if seat not in playing(state):
        raise IllegalMove(_("This seat no longer plays in the match."))
    if move.kind in (Kind.SCORE, Kind.TAKE_BACK) or move.box:
        raise IllegalMove(_("Dice 10000 has no boxes: roll, bank or pick up."))
    if move.keep and move.kind not in (Kind.ROLL, Kind.BANK):
        raise IllegalMove(_("Dice are set aside only with a roll or a bank."))
    if move.kind is not Kind.RESIGN and seat != state.seat:
        raise IllegalMove(_("It is not your turn."))


def _picked_up(state: State) -> Offer:
    """The offer that is taken. Raises IllegalMove when there is none."""
    found = offer(state)
    if found:
        return found
    if not state.pick_up:
        raise IllegalMove(_("This match is played without pick-ups."))
    if state.roll:
        raise IllegalMove(_("Only the first roll of a turn can be a pick-up."))
    if not state.on_table[state.seat]:
        raise IllegalMove(_("Only a player who is on the table may pick up."))
    raise IllegalMove(_("The turn before left nothing to pick up."))
