"""A match as one visitor sees it: what is kept from whom, for pages and programs alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from games.match import play, queries, watching
from games.models import Match, Seat
from games.rules.base import IllegalMove, Kind, Rules
from games.rules.base import Move as RulesMove
from games.tables.base import Made


@dataclass(frozen=True, slots=True)
class Seen:
    """What a visitor may see of a match that has begun.

    `mine` is the visitor's own seat, if any. `view` is the state without what is hidden from there, `hidden`
    are the seats whose cards, dice and moves are; `moves` are the last of all others. `closed` says that
    strangers see less than all, so that no proof of its rolls is open.
    """

    match: Match
    seats: list[Seat]
    mine: Seat | None
    rules: Rules[Any]
    state: Any
    view: Any
    hidden: tuple[int, ...]
    closed: bool
    to_act: tuple[int, ...]
    moves: list[Made]

    @property
    def index(self) -> int | None:
        """The visitor's seat, from 0."""
        return self.mine.index if self.mine else None

    @property
    def my_turn(self) -> bool:
        """Whether the visitor may move now."""
        return self.index in self.to_act

    @property
    def movers(self) -> list[Seat]:
        """Who is to move, as far as it can be seen."""
        return [seat for seat in self.seats if seat.index in self.to_act and seat.index not in self.hidden]

    @property
    def may_resign(self) -> bool:
        """Whether the visitor has still something to give up."""
        return self.index is not None and plays_on(self.rules, self.state, self.index)

    @property
    def version(self) -> int:
        """What has to be sent back to act."""
        return play.version_for(self.match, self.mine)


def seat_of(visitor: User | AnonymousUser, seats: Sequence[Seat]) -> Seat | None:
    """The visitor's seat at the match, if any."""
    if not visitor.is_authenticated:
        return None
    return next((seat for seat in seats if seat.player_id == visitor.pk), None)


def plays_on(rules: Rules[Any], state: Any, seat: int) -> bool:
    """Whether the seat has still something to do: not who has left, nor whose card is full."""
    try:
        rules.dice_wanted(state, seat, RulesMove(Kind.RESIGN))
    except IllegalMove:
        return False
    return True


def known(match_id: int, visitor: User | AnonymousUser) -> tuple[Match, list[Seat], Seat | None]:
    """A match, its seats and the visitor's own. One query, and another where it is over.

    Raises Match.DoesNotExist, also for an invitation that does not name the visitor; watching.NotWatched.
    """
    match, seats = queries.table(match_id)
    mine = seat_of(visitor, seats)
    if not match.begun and mine is None:
        raise Match.DoesNotExist
    if match.begun:
        watching.must_be_watched(match, seats, visitor)
    return match, seats, mine


def must_lie_open(match: Match, mine: Seat | None) -> None:
    """Raise play.StillHidden while anything of a match that may be watched is hidden from this seat, or from
    who has none.
    """
    if match.over and not match.closed:
        return
    if match.rules.hidden(match.table, mine.index if mine else None):
        raise play.StillHidden(_("The record of a match with hidden cards opens once you have finished it."))


def of(match: Match, seats: list[Seat], mine: Seat | None) -> Seen:
    """What is seen from this seat of a match that has begun and may be watched. One query."""
    rules, state = match.rules, match.table
    index = mine.index if mine else None
    hidden = () if match.over else rules.hidden(state, index)
    unseen = bool(rules.hidden(state, None)) or watching.is_unwatched(seats)
    return Seen(
        match=match,
        seats=seats,
        mine=mine,
        rules=rules,
        state=state,
        view=state if match.over else rules.view(state, index),
        hidden=hidden,
        closed=match.closed if match.over else unseen,
        to_act=() if match.over else rules.to_act(state),
        moves=queries.recent_moves(match, hidden),
    )
