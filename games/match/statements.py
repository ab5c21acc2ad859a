"""The SQL of a move: what every move reads and writes, and how rows become matches and seats.

Each statement stays prepared (statements/). They read whole rows, for what else is done under the lock of a
match reads it by the same; of the players only what a table asks of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from dicepool import fates
from games.match.queries import PLAYER, seated
from games.match.rows import Save
from games.models import Match, Move, Seat
from statements import Columns, Json, Statement

MATCH, SEAT = Columns(Match), Columns(Seat)


class Read(NamedTuple):
    """A match as it was read under its lock, and what a restored database has made doubtful."""

    match: Match
    given_up: int
    began_anew: datetime | None


def _match(values: Sequence[Any]) -> Read:
    match, (given_up, began_anew) = MATCH.split(values)
    return Read(match, given_up or 0, began_anew)


LOCK = Statement(
    "lock a match",
    f"""
    SELECT {MATCH.of("match")}, ({fates.GIVEN_UP}), ({fates.EPOCH_BEGAN})
    FROM games_match match WHERE match.id = $1 FOR NO KEY UPDATE OF match
    """,  # noqa: S608  (names of columns are all that is put in)
    _match,
)
LOCK_DUE = Statement(
    "lock matches that are due",
    f"""
    SELECT {MATCH.of("match")}, ({fates.GIVEN_UP}), ({fates.EPOCH_BEGAN})
    FROM games_match match WHERE match.due <= $1 ORDER BY match.due LIMIT $2
    FOR NO KEY UPDATE OF match SKIP LOCKED
    """,  # noqa: S608
    _match,
)
"""Those that have been due longest, but for those that somebody else is holding."""
SEATS = Statement(
    "seats of matches",
    f"""
    SELECT {SEAT.of("seat")}, {PLAYER.of("player")}
    FROM games_seat seat LEFT JOIN accounts_user player ON player.id = seat.player_id
    WHERE seat.match_id = ANY($1) ORDER BY seat.match_id, seat.index
    """,  # noqa: S608
    seated(SEAT, PLAYER),
)
"""Asked behind LOCK, not in it: only what begins when the lock is held sees the seats as they are."""

SAVED = ("status", "state", "version", "deadline", "due", "seed", "ended_at")
"""What a move changes of a match; whoever changes more saves it whole."""
SAVE = Statement(
    "save a match",
    """
    UPDATE games_match SET status = $2, state = $3, version = $4, deadline = $5, due = $6, seed = $7,
        ended_at = $8
    WHERE id = $1
    """,
)
SAVE_SEATS = Save("save seats", Seat, Seat.SUMMARY)
APPEND = Statement(
    "append a move",
    """
    INSERT INTO games_move (match_id, number, seat, kind, keep, box, dice, serials, numbers, at, ordered)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    """,
)


def of_match(match: Match) -> list[object]:
    """What SAVE is given."""
    state = None if match.state is None else Json(match.state)
    return [
        *(match.pk, str(match.status), state, match.version),
        *(match.deadline, match.due, match.seed, match.ended_at),
    ]


def to_the_millisecond(moment: datetime) -> datetime:
    """When a move was made, as fine as its log keeps it: nobody asks for finer, and each move of a match that
    is over would keep ten bits more.
    """
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def of_move(move: Move, at: datetime) -> list[object]:
    """What APPEND is given."""
    return [
        *(move.match_id, move.number, move.seat, move.kind, move.keep, move.box),
        *(move.dice, move.serials, move.numbers, to_the_millisecond(at), move.ordered),
    ]
