"""Tables laid for tests: a match that has begun, and players who play anything legal."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.match import clocks, play, sets
from games.models import Match, Seat
from games.rules.base import Kind, Move, Pace
from games.seats import lobby
from tests.worker import work


def begin(
    code: str, *players: User, pace: Pace = Pace.TURNS, options: Mapping[str, Any] | None = None
) -> Match:
    """A running match of these players, all of whom have accepted."""
    maker, *others = players
    match = lobby.invite(maker, others, code, options or {}, pace, "main")
    for player in others:
        match = lobby.answer(match.pk, player, accept=True)
    return match


def seat_of(match: Match, player: User) -> Seat:
    """The player's seat as the database has it now."""
    return Seat.objects.get(match=match, player=player)


def to_move(match: Match) -> User:
    """A player who may move now."""
    seat = Seat.objects.filter(match=match, to_move=True).select_related("player").order_by("index")[0]
    assert seat.player
    return seat.player


def legal(match: Match, player: User) -> tuple[Move, ...]:
    """The player's legal moves."""
    match.refresh_from_db()
    return match.rules.moves(match.table, seat_of(match, player).index)


def make(match: Match, player: User, wanted: Move) -> Match:
    """Make a move on the table as it stands."""
    match.refresh_from_db()
    version = play.version_for(match, seat_of(match, player))
    return play.move(match.pk, player, version, wanted)


def play_out(match: Match, seed: int = 1, most: int = 5000) -> Match:
    """Play random legal moves to the end, and let the worker follow it up.

    One transaction makes them all, each as `play.move` makes it once its form is found to be new.
    """
    choose = random.Random(seed)
    with transaction.atomic():
        locked = play.lock(match.pk)
        locked.must_run()
        match, seats = locked.match, locked.seats
        if match.deal_id is None and not all(
            seat.reserved for seat in seats
        ):  # it was decided before, and goes on
            sets.reserve(match, seats, locked.restored)
        for _ in range(most):
            seat = next(seat for seat in seats if seat.to_move)
            play.act(locked, seat, _some_move(choose, match, seat.index, keen=seed % len(seats)))
            if match.over:
                break
            locked = replace(locked, read=tuple(seat.summary() for seat in seats))
        else:
            raise AssertionError("the match did not end")
    work()
    return match


def play_by_turns(match: Match, seed: int = 1) -> Match:
    """As `play_out`, but each move is asked for by its player, on the table as it stands."""
    choose = random.Random(seed)
    while not match.over:
        player = to_move(match)
        match.refresh_from_db()
        seats = list(match.seats.order_by("index"))
        seat = next(seat.index for seat in seats if seat.player_id == player.pk)
        match = make(match, player, _some_move(choose, match, seat, keen=seed % len(seats)))
    work()
    return match


def _some_move(choose: random.Random, match: Match, seat: int, *, keen: int) -> Move:
    """Any legal move. A box is mostly taken as soon as it may be, for three in four of all legal moves are
    other ways to roll again; and the keen seat takes the best, so that a match hardly ever ends level.
    """
    moves = match.rules.moves(match.table, seat)
    boxes = [move for move in moves if move.kind is Kind.SCORE]
    if not boxes or choose.random() >= 0.8:
        return choose.choice(moves)
    if seat != keen:
        return choose.choice(boxes)
    points = match.rules.preview(match.table, seat)
    return max(boxes, key=lambda move: points[move.box])


def resigned(match: Match) -> None:
    """Let the first seat's player resign."""
    player = match.seats.get(index=0).player
    assert player
    resign(match, player)


def resign(match: Match, player: User) -> None:
    """Let a player resign."""
    match.refresh_from_db()
    play.resign(match.pk, player, play.version_for(match, seat_of(match, player)))


def timed_out(match: Match) -> None:
    """Let everybody's time run out."""
    User.objects.update(spend_holiday=False)
    past = timezone.now()
    Seat.objects.filter(match=match).update(deadline=past)
    Match.objects.filter(pk=match.pk).update(deadline=past, due=past)
    assert clocks.expire(match.pk)
