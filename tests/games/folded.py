"""What tests of folded matches share."""

from __future__ import annotations

import zlib
from typing import Any

from accounts.models import User
from games.match import move_log, queries, records
from games.models import Match, Move, Seat
from games.record import write
from games.rules.base import Kind
from games.rules.base import Move as RulesMove
from tests.games.tables import begin, play_out


def rows(match: Match) -> tuple[Any, ...]:
    """All that the database holds of a match, but for the keys of its moves."""
    columns = [field.attname for field in Move._meta.concrete_fields if field.name != "id"]
    moves = list(Move.objects.filter(match=match).order_by("number").values(*columns))
    return Match.objects.filter(pk=match.pk).values().get(), list(match.seats.values()), moves


def record_of(match: Match) -> str:
    found, seats = queries.table(match.pk)
    return write(records.as_record(found, seats, move_log.all_moves(found)))


def of_version(version: int, packed: bytes) -> bytes:
    """The same bytes under another version."""
    body = bytes([version]) + packed[1:-4]
    return body + zlib.crc32(body).to_bytes(4)


def two_by_turns(code: str, alice: User, bob: User) -> Match:
    return play_out(begin(code, alice, bob, options={"target": 2000} if code == "DK" else {}))


def first_move(match: Match) -> tuple[User, RulesMove]:
    seat = Seat.objects.select_related("player").get(match=match, to_move=True)
    assert seat.player
    return seat.player, RulesMove(Kind.ROLL)
