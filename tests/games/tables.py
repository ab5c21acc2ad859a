"""Tables laid for tests: a match that has begun, and players who play anything legal."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from games import lobby, play, sets
from games.models import Match, Seat
from games.rules.base import Move, Pace
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
        match, seats = play.lock(match.pk)
        play.must_run(match)
        if not all(seat.reserved for seat in seats):  # it was decided before, and goes on
            sets.reserve(match, seats)
        for _ in range(most):
            seat = next(seat for seat in seats if seat.to_move)
            play.act(match, seats, seat, choose.choice(match.rules.moves(match.table, seat.index)))
            if match.over:
                break
            for seat in seats:
                seat.stored = seat.summary()
        else:
            raise AssertionError("the match did not end")
    work()
    return match


def play_by_turns(match: Match, seed: int = 1) -> Match:
    """As `play_out`, but each move is asked for by its player, on the table as it stands."""
    choose = random.Random(seed)
    while not match.over:
        player = to_move(match)
        match = make(match, player, choose.choice(legal(match, player)))
    work()
    return match
