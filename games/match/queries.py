"""What pages read of matches. Every function costs a fixed number of queries, however long its answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from accounts import bell
from accounts.models import User
from accounts.notices import LISTED
from games.match import move_log
from games.match.lists import AS_THEY_WAIT
from games.models import Folded, Holiday, Match, Outcome, Seat
from games.tables.base import Made
from statements import Columns, Statement

RECENT_MOVES = 48
"""Moves a table shows of the past: a last turn of everybody at a table of ten, and more."""


OF_SEAT: Any = Seat._meta.get_field("player")
FOLD_OF: Any = Match._meta.get_field("fold")


def seated(seat: Columns[Seat], player: Columns[User]) -> Callable[[Sequence[Any]], Seat]:
    """What makes seats, each with its player if there is one, of the columns of both."""

    def make(values: Sequence[Any]) -> Seat:
        made, rest = seat.split(values)
        OF_SEAT.set_cached_value(made, None if made.player_id is None else player.make(rest))
        return made

    return make


MATCH_COLUMNS, SEAT, FOLDED = Columns(Match), Columns(Seat), Columns(Folded)
PLAYER = Columns(
    User,
    only={
        *("id", "username", "robot", "level", "guest", "is_active", "suspended_until"),
        *("time_zone", "days_off", "spend_holiday", "last_seen", "hide_rating", "unwatched"),
    },
)
"""What is read of a player with a seat; all else is asked for where it is needed after all."""
SEATED = seated(SEAT, PLAYER)


def _ended(values: Sequence[Any]) -> tuple[Seat, Folded | None]:
    """A seat with its player and what the match left there, and with the first what its moves folded into."""
    seat, rest = SEATED(values), values[-len(Outcome._fields) - len(FOLDED) :]
    seat.outcome = Outcome(*rest[len(FOLDED) :])
    return seat, None if rest[0] is None else FOLDED.make(rest)


def _laid(values: Sequence[Any]) -> tuple[Seat, Sequence[Any]]:
    """A seat with its player, and the values of its match."""
    return SEATED(values), values[-len(MATCH_COLUMNS) :]


def _once(columns: str) -> str:
    """These columns, the large ones of them with the first seat alone."""
    for name in ("state", "options", "seed"):
        columns = columns.replace(f'm."{name}"', f'CASE WHEN s.index = 0 THEN m."{name}" END')
    return columns


TABLE = Statement(
    "the match of a page and its seats",
    f"""
SELECT {SEAT.of("s")}, {PLAYER.of("u")}, {_once(MATCH_COLUMNS.of("m"))} FROM games_match AS m
JOIN games_seat AS s ON s.match_id = m.id
LEFT JOIN accounts_user AS u ON u.id = s.player_id
WHERE m.id = $1::bigint
ORDER BY s.index
""",  # noqa: S608  (constants)
    _laid,
    reads=True,
)
ENDED_SEATS = Statement(
    "the seats of a page of a match that is over",
    f"""
SELECT {SEAT.of("s")}, {PLAYER.of("u")},
  {FOLDED.of("f")}, point.before, point.mean, point.deviation, again.id, again.status::text, mine.accepted
FROM games_seat AS s
LEFT JOIN accounts_user AS u ON u.id = s.player_id
LEFT JOIN games_folded AS f ON f.match_id = s.match_id AND s.index = 0
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
WAIT = f"""
SELECT s.match_id FROM games_seat AS s
WHERE s.player_id = $1::bigint AND s.to_move
ORDER BY {AS_THEY_WAIT}
LIMIT 300
"""  # noqa: S608  (constants)
WAITING = Statement("what else waits for a player", WAIT, reads=True)
HEAD = Statement(
    "what waits for a player, and what is new",
    f"SELECT ARRAY({WAIT}), {bell.NEW}",
    reads=True,
)


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """These matches with their seats in order, and who sits there."""
    seats = Seat.objects.select_related("player").order_by("index")
    return matches.prefetch_related(Prefetch("seats", seats))


def table(match_id: int) -> tuple[Match, list[Seat]]:
    """A match and its seats in order, with their outcomes where it is over, and with what it folded into.
    Raises Match.DoesNotExist. One query, and another where it is over.
    """
    laid = TABLE.rows(match_id) if match_id <= Match.HIGHEST else []
    if not laid:
        raise Match.DoesNotExist
    match = MATCH_COLUMNS.make(laid[0][1])
    seats = [seat for seat, _values in laid]
    if match.over:
        ended = ENDED_SEATS.rows(match_id)
        seats = [seat for seat, _fold in ended]
        for _seat, fold in ended:
            if fold is not None:
                FOLD_OF.set_cached_value(match, fold)
    for seat in seats:
        seat.match = match
    return match, seats


def as_left(match: Match | None) -> tuple[Match, list[Seat]] | None:
    """The same of a match as a move has just left it (games.match.play.move). None where that is not known,
    or the match is over, for then its seats have outcomes. No query.
    """
    if match is None or match.laid is None or match.over:
        return None
    return match, match.laid


def recent_moves(match: Match, hidden: Sequence[int]) -> list[Made]:
    """The last moves of the seats that are not hidden, oldest first. One query."""
    return move_log.recent(match, hidden, RECENT_MOVES)


def waiting_for(player: User) -> list[int]:
    """The matches in which the player is to move, in the order in which they wait. One query."""
    return [match_id for (match_id,) in WAITING.rows(player.pk)]


def in_the_head(player: User) -> tuple[list[int], tuple[int, int]]:
    """The same, and how many notices and threads are new: what the head of a page says. One query."""
    waiting, *new = HEAD.row(player.pk, LISTED) or ([], 0, 0)
    return waiting, (new[0], new[1])


def on_holiday(players: Sequence[int]) -> set[int]:
    """Who of these is on holiday now. One query."""
    away = Holiday.objects.filter(player__in=players, until__gt=timezone.now())
    return set(away.values_list("player", flat=True))
