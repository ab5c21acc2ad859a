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

STORED_BOAT = (
    "0376432e1e504a0794c261f8970db8128f11307580d2053c551899eb1899e91803d966f8528511304581f5819215549b0938"
    "c999d0337590941c0c6b01d60204b8097e391452b4e54870f0730fa899b57dfe326dd75439c3d6deebd2c399bf41b4c05c7c"
    "f9a60bbed0113327ca0b3e24021447a1ecd5ff5e33bfe3e29c917dc65b60e8019b32bb08de42aafd0cc7bfe674f47792e0bb"
    "ff03889abccf6f85be0713064f0769c9fc8ebb30e9455399692f26ed515d580ad350db1037df8a888c5e8592975762f471f9"
    "67368ba54b8fc1f3c7e58d97e37fbfb49267f1d411baf03e849634710527a65ab0b8d3fb75bca1cb6e2b4230419121a4740f"
    "43d0f43d0f43d0f43d0f43d0f43d0f43d0f43d0f43d0f43d0f43d0f43d0f43d0f43d0f43d0f43d0f43d0f43d0f43d0f43d0f"
    "43d0f43d0f43d025ba051b"
)
"""A match of tests/records, BO/two-players-draw.txt, as version 3 of the format packed it."""
STORED_BOAT_FOURTH = (
    "042a43ee6aa1f4ad503a53c3bf2fc540c73437a8120000aa0104c209c0010322ebd9b170a090032e1a6689e828c264f1741f0ce6"
    "b39152349df44f8063189940c09d0e8a469a737fd944d02dd24de10998bdb8965b761ada0800f3441ecb61711983938a16750f7f"
    "1ac920fb449ed143bc81dbbf0e7cda2b19890cd2d4e8480474e98de5c5519aaeb933a4268bef69979f5e229960dd2ba87fa55d9a"
    "9295ed4b0047614c6c51ae"
)
"""The same as version 4 did."""


def rows(match: Match) -> tuple[Any, ...]:
    """All that the database holds of a match, but for the keys of its moves and parts of minutes."""
    columns = [field.attname for field in Move._meta.concrete_fields if field.name != "id"]
    moves = list(Move.objects.filter(match=match).order_by("number").values(*columns))
    for move in moves:
        move["at"] = move["at"].replace(second=0, microsecond=0)
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
