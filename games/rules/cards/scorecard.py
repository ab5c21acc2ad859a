"""The engine of the score-card games: turns of three rolls, one box filled at the end of each.

A game is a subclass that names its boxes and columns (boatzee.py, boat.py) and overrides `takes`,
`points` and `extras_earned` where its boxes depend on what the card already holds. The rules are
those of rules.md, "Common to the score-card games", "Pace of a match" and "Time".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import Any

from games.rules.base import BadOptions, Dice, IllegalMove, Kind, Move, Option, Options, Pace, Result, placed
from games.rules.cards.card import Box, Card, Layout
from games.rules.cards.scorecard_turn import (
    Hand,
    State,
    check_seat,
    dump,
    end_turn,
    is_over,
    load,
    playing,
    remaining,
    resign,
)
from games.rules.faces import are_faces, check_dice, holds, selections, take
from games.rules.states import put
from games.said import gettext as _

ROLLS = 3
FIRST = (Move(Kind.ROLL),)


@cache
def _again(dice: Dice) -> tuple[Move, ...]:
    """Every way to roll some of these, sorted: there are 252 rolls of five, and each player looks at many."""
    return tuple(Move(Kind.ROLL, keep) for keep in selections(dice) if len(keep) < len(dice))


@cache
def _into(box: str) -> Move:
    """To score a box."""
    return Move(Kind.SCORE, box=box)


class Scorecard(Layout):
    """A score-card game, as `Rules[State]`."""

    code: str
    family: str = "cards"
    keeping: str = "keep"
    version: int = 1
    dice: int
    rolls: int = ROLLS
    """The most rolls of a turn."""
    min_players: int = 1
    max_players: int = 10
    paces: tuple[Pace, ...] = (Pace.TURNS, Pace.SPLIT, Pace.DUPLICATE)
    options: tuple[Option, ...] = ()

    @property
    def name(self) -> str:
        """What the game is called."""
        raise NotImplementedError

    def takes(self, card: Card, dice: Dice) -> tuple[str, ...]:
        """The ids of the boxes into which these dice may go now."""
        return self.open_boxes(card)

    def points(self, card: Card, dice: Dice, box: Box) -> int:
        """What the dice are worth in a box, before its column multiplies it."""
        return box.score(dice)

    def extras_earned(self, card: Card, dice: Dice) -> int:
        """How many extras the dice earn on top of the box they go into."""
        return 0

    def refuse(self, card: Card, dice: Dice, box: str) -> IllegalMove:
        """Why these dice may not go into a box that `takes` does not name."""
        if box in self.box_ids:
            return IllegalMove(_("That box is already filled: choose an open one."))
        return IllegalMove(
            _("%(name)s has no box “%(box)s”: choose one of those on the card.")
            % {"name": self.name, "box": box}
        )

    def clean_options(self, given: Mapping[str, Any]) -> dict[str, str | int | bool]:
        """Score cards have no options: an empty dict. Raises BadOptions when any is given."""
        for name in given:
            raise BadOptions(_("%(name)s has no option “%(name_2)s”.") % {"name": self.name, "name_2": name})
        return {}

    def start(self, players: int, options: Options, pace: Pace, starter: int) -> State:
        """Blank cards. Raises BadOptions when players, options, pace or starter do not fit."""
        if not self.min_players <= players <= self.max_players:
            raise BadOptions(
                _("%(name)s is for %(min_players)s to %(max_players)s players.")
                % {"name": self.name, "min_players": self.min_players, "max_players": self.max_players}
            )
        if pace not in self.paces:
            raise BadOptions(
                _("%(name)s cannot be played at the pace “%(pace)s”.") % {"name": self.name, "pace": pace}
            )
        self.clean_options(options)
        turn = starter if pace is Pace.TURNS and players > 1 else 0
        if not 0 <= turn < players:
            raise BadOptions(_("The starter must be one of the seats."))
        return State(pace, turn, (self.blank(),) * players, (Hand(),) * players, (0,) * players)

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seat whose turn it is; of cards apart all unfinished ones (of a view: that it shows)."""
        if is_over(state):
            return ()
        if state.pace is Pace.TURNS:
            return (state.turn,)
        return tuple(seat for seat in range(len(state.cards)) if playing(state, seat))

    def moves(self, state: State, seat: int) -> tuple[Move, ...]:
        """Every roll (by the dice kept) and every box open to the dice; empty when the seat may not act."""
        if seat not in self.to_act(state):
            return ()
        hand = state.hands[seat]
        if not hand.rolls:
            return FIRST
        boxes = tuple(map(_into, self.takes(state.cards[seat], hand.dice)))
        if hand.rolls == ROLLS:
            return boxes
        return (*_again(tuple(sorted(hand.dice))), *boxes)

    def dice_wanted(self, state: State, seat: int, move: Move) -> int:
        """How many dice the move rolls. Raises IllegalMove when the move is not allowed."""
        check_seat(state, seat, move.kind)
        if move.keep and move.kind is not Kind.ROLL:
            raise IllegalMove(_("Dice are kept only with a roll: name no dice here."))
        if move.box and move.kind is not Kind.SCORE:
            raise IllegalMove(_("A box goes only with scoring: name no box here."))
        match move.kind:
            case Kind.ROLL:
                self._check_roll(state.hands[seat], move.keep)
                return self.dice - len(move.keep)
            case Kind.SCORE:
                self._check_score(state.cards[seat], state.hands[seat], move.box)
            case Kind.BANK | Kind.PICK_UP | Kind.TAKE_BACK:
                raise IllegalMove(
                    _("%(name)s knows no such move: roll the dice or score a box.") % {"name": self.name}
                )
            case Kind.RESIGN | Kind.TIMEOUT:
                pass
        return 0

    def _check_roll(self, hand: Hand, keep: Dice) -> None:
        if hand.rolls == ROLLS:
            raise IllegalMove(_("All three rolls are used: score a box."))
        if not are_faces(keep) or not holds(hand.dice, keep):
            raise IllegalMove(_("Keep only dice that lie on the table."))
        if len(keep) == self.dice:
            raise IllegalMove(_("Choose at least one die to roll again, or score a box."))

    def _check_score(self, card: Card, hand: Hand, box: str) -> None:
        if not hand.rolls:
            raise IllegalMove(_("Roll the dice before scoring a box."))
        if box not in self.takes(card, hand.dice):
            raise self.refuse(card, hand.dice, box)

    def play(self, state: State, seat: int, move: Move, dice: Dice) -> State:
        """The state after the move. Raises IllegalMove, also when the dice do not fit the move."""
        check_dice(dice, self.dice_wanted(state, seat, move))
        if move.kind is Kind.RESIGN:
            return resign(state, seat)
        if move.kind is Kind.TIMEOUT:
            return self._time_out(state, seat)
        state = replace(state, timeouts=put(state.timeouts, seat, 0))
        card, hand = state.cards[seat], state.hands[seat]
        if move.kind is Kind.ROLL:
            kept = take(hand.dice, move.keep)
            hand = Hand(kept + tuple(dice), len(kept), hand.rolls + 1)
            return replace(state, hands=put(state.hands, seat, hand))
        column, row = self.box_ids[move.box]
        points = self.points(card, hand.dice, self.boxes[row]) * self.shown_weight(column)
        filled = card.fill(column, row, points)
        earned = self.extras_earned(card, hand.dice)
        return end_turn(state, seat, replace(filled, extras=card.extras + earned))

    def _time_out(self, state: State, seat: int) -> State:
        """Alone or of two, or twice in a row: the seat leaves. Else it scores 0.

        Under `turns` the 0 goes into the open box of lowest worth, of cards apart, where the
        deadline is the match's, into every open box (rules.md, "Time").
        """
        if len(state.cards) <= 2 or state.timeouts[seat]:
            return resign(state, seat)
        state = replace(state, timeouts=put(state.timeouts, seat, 1))
        card = state.cards[seat]
        places = [self.box_ids[box] for box in self.open_boxes(card)]
        if state.pace is Pace.TURNS:
            places = [min(places, key=self._worth)]
        for column, row in places:
            card = card.fill(column, row, 0)
        return end_turn(state, seat, card)

    def _worth(self, place: tuple[int, int]) -> tuple[int, int, int]:
        column, row = place
        return self.boxes[row].most * self.weights[column], row, column

    @property
    def turns(self) -> int:
        """How many turns a whole card takes: one for each box."""
        return len(self.box_ids)

    def next_roll(self, state: State, seat: int) -> tuple[int, int]:
        """The turn of its own in which the seat rolls next, and which roll of it that is: both from 1."""
        filled = self.turns - len(self.open_boxes(state.cards[seat]))
        return filled + 1, state.hands[seat].rolls + 1

    def preview(self, state: State, seat: int) -> dict[str, int]:
        """What each box open to the dice on the table would add, as the card shows it, extras included."""
        if seat not in self.to_act(state) or not state.hands[seat].rolls:
            return {}
        card, dice = state.cards[seat], state.hands[seat].dice
        extra = self.extras_earned(card, dice) * self.extra
        worth = [self.points(card, dice, box) for box in self.boxes]
        places = {box: self.box_ids[box] for box in self.takes(card, dice)}
        return {box: worth[row] * self.shown_weight(column) + extra for box, (column, row) in places.items()}

    def totals(self, state: State) -> tuple[int, ...]:
        """The present grand total of every card; of a view, 0 for each card it hides."""
        return tuple(self.total(card) for card in state.cards)

    def totals_hidden(self, state: State, viewer: int | None) -> tuple[int, ...]:
        """The seats whose totals this viewer may not see yet: of cards apart others' till all are done."""
        if state.pace is Pace.TURNS or is_over(state):
            return ()
        return tuple(seat for seat in range(len(state.cards)) if seat != viewer)

    def result(self, state: State) -> Result | None:
        """Highest total first, equal ones together; then who resigned, the last to leave foremost."""
        if not is_over(state):
            return None
        totals = self.totals(state)
        ranked = sorted(remaining(state), key=lambda seat: -totals[seat])
        groups = [tuple(group) for _, group in groupby(ranked, key=lambda seat: totals[seat])]
        return placed([*groups, *((seat,) for seat in reversed(state.resigned))], totals)

    def unfinished(self, state: State) -> tuple[int, ...]:
        """The seats whose card has an open box."""
        return tuple(seat for seat, card in enumerate(state.cards) if self.open_boxes(card))

    def hidden(self, state: State, viewer: int | None) -> tuple[int, ...]:
        """Of cards apart, everybody else while the viewer plays; to a stranger, all till all are done."""
        if viewer is not None and not playing(state, viewer):
            return ()
        return self.totals_hidden(state, viewer)

    def view(self, state: State, viewer: int | None) -> State:
        """The state with the cards, hands and time-outs of hidden seats blank, as at the start."""
        hidden = self.hidden(state, viewer)
        cards, hands, timeouts = state.cards, state.hands, state.timeouts
        for seat in hidden:
            cards, hands = put(cards, seat, self.blank()), put(hands, seat, Hand())
            timeouts = put(timeouts, seat, 0)
        return replace(state, cards=cards, hands=hands, timeouts=timeouts, hidden=hidden)

    def dump(self, state: State) -> dict[str, Any]:
        """The state as JSON values."""
        return dump(state)

    def load(self, stored: Mapping[str, Any]) -> State:
        """The state that `dump` stored."""
        return load(stored)
