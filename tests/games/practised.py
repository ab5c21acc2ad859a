"""Matches for one and against robots, and choices taken back in them, for tests."""

from __future__ import annotations

from accounts.models import User
from games.match import play, queries
from games.match.practising import take_back
from games.models import Match, Move, Seat
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from games.seats import lobby
from games.tables.robots import Level
from tests.games.tables import legal, make, play_out, seat_of

ROLL = RulesMove(Kind.ROLL)


def alone(player: User, code: str = "BZ") -> Match:
    return lobby.invite(player, [], code, {}, Pace.TURNS, "main")


def against(player: User, code: str, pace: Pace = Pace.TURNS, level: Level = Level.BEGINNER) -> Match:
    options = {"target": 2000} if code == "DK" else {}
    return lobby.invite(player, [User.objects.get(level=level)], code, options, pace, "main")


def back(match: Match, player: User) -> Match:
    match.refresh_from_db()
    taken = take_back(match.pk, player, play.version_for(match, seat_of(match, player)))
    match.refresh_from_db()
    return taken


def hand(match: Match, player: User) -> tuple[int, ...]:
    match.refresh_from_db()
    dice: tuple[int, ...] = match.table.hands[seat_of(match, player).index].dice
    return dice


def log(match: Match) -> list[Move]:
    return list(match.moves.order_by("number"))


def looked(match: Match, player: User) -> tuple[Match, list[Seat], Seat | None]:
    match, seats = queries.table(match.pk)
    return match, seats, next((seat for seat in seats if seat.player_id == player.pk), None)


def practised(player: User, code: str = "BZ") -> Match:
    """A match alone in which the first box was taken back with the roll after it; then it ended."""
    match = make(alone(player, code), player, ROLL)
    box = legal(match, player)[-1]
    make(match, player, box)
    make(match, player, ROLL)
    back(match, player)
    make(match, player, box)
    match.refresh_from_db()
    return play_out(match)
