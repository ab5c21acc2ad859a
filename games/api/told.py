"""Matches as they are told to programs, out of what `games.match.seen` lets their player see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.api.shapes import Choices, MatchLine, MoveChoice, MoveShown, Pace, SeatShown, Status, TableShown
from games.match import play, queries, seen
from games.match.lists import Line, Sitter
from games.match.seen import Seen
from games.models import Match, Seat
from games.rules.base import Move as RulesMove
from games.tables.base import Made


def of(match: Match, seats: list[Seat], mine: Seat | None) -> TableShown:
    """The table of a match as it is seen from this seat, or from none. One query where it has begun."""
    return table(seen.of(match, seats, mine)) if match.begun else invitation(match, seats, mine)


def left(match: Match, viewer: User | AnonymousUser) -> TableShown:
    """The table of a match as what was just done there has left it."""
    match, seats = queries.as_left(match) or queries.table(match.pk)
    return of(match, seats, seen.seat_of(viewer, seats))


def table(found: Seen) -> TableShown:
    """The table of a match that has begun."""
    movers = {seat.index for seat in found.movers}
    match = found.match
    return _table(
        match,
        [_seat(seat, match, hidden=seat.index in found.hidden, moves=movers) for seat in found.seats],
        version=found.version,
        mine=found.mine,
        my_turn=found.my_turn,
        may_resign=found.may_resign,
        state=found.rules.dump(found.view),
        moves=[move(one) for one in found.moves],
    )


def invitation(match: Match, seats: Sequence[Seat], mine: Seat | None) -> TableShown:
    """A match that has not begun, or never did."""
    return _table(
        match,
        [_seat(seat, match, hidden=False, moves=set()) for seat in seats],
        version=play.version_for(match, mine),
        mine=mine,
        my_turn=match.status == Match.Status.INVITING and mine is not None and not mine.accepted,
    )


def _table(
    match: Match,
    seats: list[SeatShown],
    *,
    version: int,
    mine: Seat | None,
    my_turn: bool,
    may_resign: bool = False,
    state: dict[str, Any] | None = None,
    moves: Sequence[MoveShown] = (),
) -> TableShown:
    return TableShown.model_construct(
        id=match.pk,
        game=match.code,
        rules_version=match.rules_version,
        options=match.options,
        pace=str(match.pace),
        clock=match.clock,
        rated=match.rated,
        status=str(match.status),
        event=match.event,
        ladder=match.ladder,
        created_at=match.created_at,
        started_at=match.started_at,
        ended_at=match.ended_at,
        deadline=match.deadline,
        version=version,
        my_seat=None if mine is None else mine.index,
        my_turn=my_turn,
        may_resign=may_resign,
        seats=seats,
        state=state,
        moves=list(moves),
    )


def _seat(seat: Seat, match: Match, *, hidden: bool, moves: set[int]) -> SeatShown:
    return SeatShown.model_construct(
        index=seat.index,
        name=seat.name,
        robot=bool(seat.player and seat.player.robot),
        accepted=seat.accepted,
        hidden=hidden,
        to_move=None if hidden else seat.index in moves,
        total=None if hidden or not match.begun else seat.total,
        place=seat.place if match.over else None,
        deadline=None if hidden else seat.deadline,
    )


def move(made: Made) -> MoveShown:
    """A move of the log."""
    return MoveShown.model_construct(
        seat=made.seat,
        kind=str(made.kind),
        keep=list(made.keep),
        box=made.box,
        dice=list(made.dice),
        serials=list(made.serials),
        ordered=made.ordered,
    )


def choice(made: RulesMove) -> MoveChoice:
    """A move that the rules allow."""
    return MoveChoice.model_construct(kind=made.kind.value, keep=list(made.keep), box=made.box)


def choices(found: Seen) -> Choices:
    """What the viewer may do now, and what each box would bring."""
    index = found.index
    if index is None or not found.my_turn:
        return Choices(version=found.version, moves=[], preview={})
    legal = found.rules.moves(found.view, index)
    return Choices.model_construct(
        version=found.version,
        moves=[choice(one) for one in legal],
        preview=found.rules.preview(found.view, index),
    )


def line(found: Line) -> MatchLine:
    """A match of the player's own list."""
    over = found.status in {Match.Status.FINISHED, Match.Status.VOID}
    shown = found.seats if over else found.open_seats
    mine = found.mine
    asked = found.status == Match.Status.INVITING and mine is not None and not mine.accepted
    return MatchLine(
        id=found.pk,
        game=found.code,
        options=found.options,
        pace=cast("Pace", found.pace),
        clock=found.clock,
        rated=found.rated,
        status=cast("Status", found.status),
        event=found.event,
        ladder=found.ladder,
        deadline=found.deadline,
        ended_at=found.ended_at,
        my_seat=None if mine is None else found.seats.index(mine),
        my_turn=asked or (mine is not None and mine.to_move),
        seats=[_sitter(index, seat, seen=seat in shown) for index, seat in enumerate(found.seats)],
    )


def _sitter(index: int, seat: Sitter, *, seen: bool) -> SeatShown:
    return SeatShown(
        index=index,
        name=seat.name,
        robot=bool(seat.robot),
        accepted=seat.accepted,
        hidden=not seen,
        to_move=seat.to_move if seen else None,
        total=seat.total if seen else None,
        place=seat.place,
        deadline=seat.deadline if seen else None,
    )
