"""Pig, code PG: its options, who may do what, the end of a match (docs/rules-pig.md)."""

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
from games.rules.pig.turn import End, State, TurnEnd, bank, resign, roll, time_out
from games.rules.race import Open, load, playing, ranked
from games.said import gettext as _
from games.said import gettext_noop, pgettext, pgettext_noop

TARGET, LOWEST, HIGHEST = 100, 50, 200
"""The usual target of both forms of the game, and what a match may choose instead, in points."""


class Pig(Open[State]):
    """The rules of PG, as `Rules[State]`."""

    code = "PG"
    family = "pig"
    keeping = "keep"
    version = 1
    dice = 1
    columns = 1
    min_players = 1
    max_players = 10
    paces: tuple[Pace, ...] = (Pace.TURNS,)
    options: tuple[Option, ...] = (
        Option(
            "dice",
            pgettext_noop("option", "Dice"),
            "1",
            choices=(("1", pgettext_noop("option", "One")), ("2", pgettext_noop("option", "Two"))),
            help=gettext_noop("With two, a double 1 loses all that was banked."),
        ),
        Option(
            "target",
            pgettext_noop("option", "Target"),
            TARGET,
            low=LOWEST,
            high=HIGHEST,
            help=gettext_noop("Banking so much ends the match."),
        ),
        Option(
            "equal_turns",
            pgettext_noop("option", "Equal turns"),
            default=False,
            help=gettext_noop(
                "The round in which somebody reaches the target is played to its end, and the highest wins."
            ),
        ),
    )

    @property
    def name(self) -> str:
        """What the game is called."""
        return pgettext("game", "Pig")

    def clean_options(self, given: Mapping[str, Any]) -> dict[str, str | int | bool]:
        """Complete `given` with defaults. Raises BadOptions on an unknown name or a bad value."""
        return clean(self.name, self.options, given)

    def start(self, players: int, options: Options, pace: Pace, starter: int) -> State:
        """The state before the first roll. Raises BadOptions when anything does not fit."""
        if not self.min_players <= players <= self.max_players:
            raise BadOptions(
                _("Pig is for %(min_players)s to %(max_players)s players.")
                % {"min_players": self.min_players, "max_players": self.max_players}
            )
        if pace not in self.paces:
            raise BadOptions(_("Pig is played turn by turn."))
        first = starter if players > 1 else 0
        if not 0 <= first < players:
            raise BadOptions(_("The starter must be one of the seats."))
        cleaned = self.clean_options(options)
        return State(
            dice=int(cleaned["dice"]),
            target=int(cleaned["target"]),
            equal_turns=bool(cleaned["equal_turns"]),
            starter=first,
            seat=first,
            banked=(0,) * players,
            turns=(0,) * players,
            late=(False,) * players,
        )

    def to_act(self, state: State) -> tuple[int, ...]:
        """The one seat whose turn it is; nobody when the match is over."""
        return () if state.over else (state.seat,)

    def moves(self, state: State, seat: int) -> tuple[Move, ...]:
        """A roll, and once something was rolled the bank; empty when the seat may not act."""
        if seat not in self.to_act(state):
            return ()
        return (Move(Kind.ROLL), Move(Kind.BANK)) if state.roll else (Move(Kind.ROLL),)

    def dice_wanted(self, state: State, seat: int, move: Move) -> int:
        """One die or two for a roll, else 0. Raises IllegalMove when the move is not allowed."""
        if state.over:
            raise IllegalMove(_("The match is over: look at its result."))
        if seat not in playing(state):
            raise IllegalMove(_("This seat no longer plays in the match."))
        if move.keep or move.box or move.kind in (Kind.SCORE, Kind.PICK_UP, Kind.TAKE_BACK):
            raise IllegalMove(_("In Pig there is nothing to keep and no box: roll or bank."))
        if move.kind is Kind.RESIGN:
            return 0
        if seat != state.seat:
            raise IllegalMove(_("It is not your turn: wait until the others have played."))
        if move.kind is Kind.BANK and not state.roll:
            raise IllegalMove(_("There is nothing to bank yet: roll first."))
        return state.dice if move.kind is Kind.ROLL else 0

    def play(self, state: State, seat: int, move: Move, dice: Dice) -> State:
        """The state after the move, the end of the turn by a 1 included.

        Raises IllegalMove, also when the dice are too many, too few or no faces.
        """
        check_dice(dice, self.dice_wanted(state, seat, move))
        if move.kind is Kind.RESIGN:
            return resign(state, seat, End.RESIGN)
        if move.kind is Kind.TIMEOUT:
            return time_out(state)
        return bank(state) if move.kind is Kind.BANK else roll(state, tuple(dice))

    def preview(self, state: State, seat: int) -> dict[str, int]:
        """Nothing: there are no boxes."""
        return {}

    def totals(self, state: State) -> tuple[int, ...]:
        """The banked points of every seat."""
        return state.banked

    def result(self, state: State) -> Result | None:
        """Places and banked totals when the match is over, else None.

        The highest total comes first and equal ones share the place; who resigned comes last, the earlier
        the lower.
        """
        if not state.over:
            return None
        return ranked(state, state.banked.__getitem__)

    def load(self, stored: Mapping[str, Any]) -> State:
        """The state that `dump` stored."""
        return State(**load(stored, TurnEnd, End))


PIG: Rules[State] = Pig()
