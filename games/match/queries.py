"""What pages read of matches. Every function costs a fixed number of queries, however long its answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from accounts.models import User
from games.match import move_log
from games.match.lists import AS_THEY_WAIT
from games.models import Holiday, Match, Outcome, Seat
from games.tables.base import Made
from statements import Columns, Statement

RECENT_MOVES = 48
"""Moves a table shows of the past: a last turn of everybody at a table of ten, and more."""


PLAYER: Any = Seat._meta.get_field("player")


def seated(seat: Columns[Seat], player: Columns[User]) -> Callable[[Sequence[Any]], Seat]:
    """What makes seats, each with its player if there is one, of the columns of both."""

    def make(values: Sequence[Any]) -> Seat:
        made, rest = seat.split(values)
        PLAYER.set_cached_value(made, None if made.player_id is None else player.make(rest))
        return made

    return make


MATCH_COLUMNS, SEAT, USER = Columns(Match), Columns(Seat), Columns(User)
SEATED = seated(SEAT, USER)


def _ended(values: Sequence[Any]) -> Seat:
    """A seat with its player, and what the match left there."""
    seat = SEATED(values)
    seat.outcome = Outcome(*values[-len(Outcome._fields) :])
    return seat


MATCH = Statement(
    "the match of a page",
    f"SELECT {MATCH_COLUMNS.of('m')} FROM games_match AS m WHERE m.id = $1::bigint",  # noqa: S608  (constants)
    MATCH_COLUMNS.make,
    reads=True,
)
SEATS = Statement(
    "the seats of a page",
    f"""
SELECT {SEAT.of("s")}, {USER.of("u")} FROM games_seat AS s
LEFT JOIN accounts_user AS u ON u.id = s.player_id
WHERE s.match_id = $1::bigint
ORDER BY s.index
""",  # noqa: S608  (constants)
    SEATED,
    reads=True,
)
ENDED_SEATS = Statement(
    "the seats of a page of a match that is over",
    f"""
SELECT {SEAT.of("s")}, {USER.of("u")},
  point.before, point.mean, point.deviation, again.id, again.status::text, mine.accepted
FROM games_seat AS s
LEFT JOIN accounts_user AS u ON u.id = s.player_id
LEFT JOIN games_ratingpoint AS point
  ON point.match_id = s.match_id AND point.player_id = s.player_id AND NOT EXISTS (
    SELECT FROM games_ratingpoint AS back
    WHERE back.match_id = s.match_id AND back.player_id = s.player_id AND back.taken_back
  )
LEFT JOIN games_match AS again ON again.rematch_of_id = s.match_id
LEFT JOIN games_seat AS mine ON mine.match_id = again.id AND mine.player_id = s.player_id
WHERE s.match_id = $1::bigint
ORDER BY s.index
""",  # noqa: S608  (constants)
    _ended,
    reads=True,
)
WAITING = Statement(
    "what else waits for a player",
    f"""
SELECT s.match_id FROM games_seat AS s
WHERE s.player_id = $1::bigint AND s.to_move
ORDER BY {AS_THEY_WAIT}
LIMIT 300
""",  # noqa: S608  (constants)
    reads=True,
)


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """These matches with their seats in order, and who sits there."""
    seats = Seat.objects.select_related("player").order_by("index")
    return matches.prefetch_related(Prefetch("seats", seats))


def table(match_id: int) -> tuple[Match, list[Seat]]:
    """A match and its seats in order, with their outcomes where it is over. Raises Match.DoesNotExist.
    Two queries.
    """
    match = MATCH.row(match_id) if match_id <= Match.HIGHEST else None
    if match is None:
        raise Match.DoesNotExist
    seats = (ENDED_SEATS if match.over else SEATS).rows(match_id)
    for seat in seats:
        seat.match = match
    return match, seats


def recent_moves(match: Match, hidden: Sequence[int]) -> list[Made]:
    """The last moves of the seats that are not hidden, oldest first. One query."""
    return move_log.recent(match, hidden, RECENT_MOVES)


def waiting_for(player: User) -> list[int]:
    """The matches in which the player is to move, in the order in which they wait. One query."""
    return [match_id for (match_id,) in WAITING.rows(player.pk)]


def next_waiting(player: User, match: Match) -> tuple[int | None, int]:
    """The next match that waits for the player besides this one, and how many do in all. One query."""
    waiting = [match_id for match_id in waiting_for(player) if match_id != match.pk]
    return (waiting[0] if waiting else None), len(waiting)


def on_holiday(players: Sequence[int]) -> set[int]:
    """Who of these is on holiday now. One query."""
    away = Holiday.objects.filter(player__in=players, until__gt=timezone.now())
    return set(away.values_list("player", flat=True))
