"""The one door to the log of moves: whoever reads moves reads them here, wherever they lie.

Those of a match that has been over for a while are folded into one row (folding.py). Every answer costs a
fixed number of queries; where a match is folded or unfolded between two of them, two more.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.db.models import F, Prefetch, QuerySet

from accounts.models import User
from games.models import Folded, Match, Move
from games.packed import LAST, Damaged, Logged, rolls, unpack
from games.rules.base import Kind
from games.tables.base import Made
from statements import Statement

log = logging.getLogger(__name__)
T = TypeVar("T")
MOVES = "moves"


def _logged(values: Sequence[Any]) -> Logged:
    seat, kind, keep, box, dice, serials, numbers, *rest = values
    return Logged(seat, kind, tuple(keep), box, tuple(dice), tuple(serials), tuple(numbers), *rest)


RECENT = Statement(
    "the last moves of a match",
    """
SELECT seat, kind::text, keep, box::text, dice, serials, numbers::text[],
  (extract(epoch FROM at) * 1000000)::bigint, ordered
FROM games_move
WHERE match_id = $1::bigint AND seat <> ALL($2::int[])
ORDER BY number DESC
LIMIT $3::int
""",
    _logged,
    reads=True,
)

ANSWERS = Statement(
    "how soon players answer a move",
    """
SELECT of.player,
  percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM made.at - before.at)::float8)
FROM unnest($1::bigint[]) AS of (player)
CROSS JOIN LATERAL (
  SELECT seat.match_id, seat.index FROM games_seat seat JOIN games_match one ON one.id = seat.match_id
  WHERE seat.player_id = of.player AND one.pace = 'turns' AND one.started_at IS NOT NULL
  ORDER BY seat.match_id DESC LIMIT $2::int
) seated
JOIN games_move made ON made.match_id = seated.match_id AND made.seat = seated.index
JOIN games_move before ON before.match_id = made.match_id AND before.number = made.number - 1
WHERE before.seat <> seated.index
GROUP BY of.player
""",
    reads=True,
)
"""How many seconds pass, half of the time at most, between somebody else's move and a player's next."""
LATELY = Statement(
    "where somebody moved lately",
    """
SELECT match_id, max(at) FROM (SELECT match_id, at FROM games_move ORDER BY id DESC LIMIT $1::int) AS last
GROUP BY match_id
""",
    reads=True,
)
LAST_AT = Statement(
    "when somebody moved last at these matches",
    """
SELECT match.id, coalesce(last.at, match.started_at) FROM games_match AS match
LEFT JOIN LATERAL (
  SELECT at FROM games_move WHERE match_id = match.id ORDER BY number DESC LIMIT 1
) AS last ON true
WHERE match.id = ANY($1::bigint[]) AND match.started_at IS NOT NULL
""",
    reads=True,
)


def lately(most: int) -> dict[int, datetime]:
    """Where the last moves of all were made, so many at most: the matches, and when. One query."""
    return dict(LATELY.rows(most))


def made() -> int:
    """How many moves were written since Postgres last forgot its statistics, folded ones among them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'games_move'")
        [[count]] = cursor.fetchall()
    return int(count)


def last_at(matches: Collection[int]) -> dict[int, datetime]:
    """When somebody moved last at these matches, as far as they have begun and are not folded. One query."""
    return dict(LAST_AT.rows(list(matches)))


def answers(players: Sequence[int], matches: int) -> dict[int, float]:
    """In how many seconds each of these players answers a move, half of the time, in so many of the latest
    matches by turns; who has not lately, in one that is not folded, is not in it. One query.
    """
    return dict(ANSWERS.rows(list(players), matches))


def all_moves(match: Match) -> list[Made]:
    """The whole log of a match, oldest first. One query, none where `with_moves` has read it."""
    return _either(match, lambda: _rows(match), lambda fold: [*fold.contents.moves])


def _rows(match: Match) -> list[Made]:
    read = getattr(match, "_prefetched_objects_cache", {}).pop(MOVES, None)
    return list(match.moves.order_by("number") if read is None else read)


def with_moves(matches: QuerySet[Match], chunk: int) -> Iterator[Match]:
    """These matches with their logs, for `all_moves`. One query more for each chunk of so many."""
    logs = Prefetch(MOVES, Move.objects.order_by("number"))
    yield from matches.select_related("fold").prefetch_related(logs).iterator(chunk_size=chunk)


def recent(match: Match, hidden: Sequence[int], most: int) -> list[Made]:
    """The last moves of the seats that are not hidden, so many at most, oldest first. One query."""

    def of_rows() -> list[Made]:
        return [*reversed(RECENT.rows(match.pk, list(hidden), most))]

    def of_fold(fold: Folded) -> list[Made]:
        moves: Sequence[Made] = (fold.contents if hidden or most > LAST else fold.end).moves
        return [move for move in moves if move.seat not in hidden][-most:]

    return _either(match, of_rows, of_fold)


def kinds_by_seat(match: Match) -> dict[int, list[str]]:
    """The kinds of moves of each seat that made any, in order; a roll-off is none. One query."""
    found: dict[int, list[str]] = defaultdict(list)
    for seat, kind in _acts(match):
        if kind != Move.ROLL_OFF:
            found[seat].append(kind)
    return found


def is_begun(match: Match) -> bool:
    """Whether anybody has acted at the table since the roll-off. One query."""
    return any(kind != Move.ROLL_OFF for _, kind in _acts(match))


def _acts(match: Match) -> list[tuple[int, str]]:
    """Whose each move was, and what."""
    rows = match.moves.order_by("number").values_list("seat", "kind")

    def of_fold(fold: Folded) -> list[tuple[int, str]]:
        return [(move.seat, move.kind) for move in fold.contents.moves]

    return _either(match, lambda: list(rows.all()), of_fold)


def _either(match: Match, rows: Callable[[], list[T]], of_fold: Callable[[Folded], list[T]]) -> list[T]:
    """What is read of a match's rows, or of its fold."""
    if match.folded:
        found = _of_fold(match, of_fold)
        return rows() if found is None else found
    read = rows()
    if read or not (match.over and match.version):
        return read
    # Where none are left it has been folded since it was read.
    return _of_fold(match, of_fold) or read


def _of_fold(match: Match, of_fold: Callable[[Folded], list[T]]) -> list[T] | None:
    try:
        # What was read along with a match that was not folded then says that there is none.
        fold = match.fold if match.folded else Folded.objects.get(match=match)
    except ObjectDoesNotExist:
        return None
    return of_fold(fold)


def rolls_of(player: User, most: int) -> Iterator[tuple[int, ...]]:
    """What fell to the player, a tuple a roll, so many at most: the latest, those of folded matches last.
    Two queries.
    """
    left, seen = most, set()
    mine = Move.objects.filter(match__seats__player=player, match__seats__index=F("seat"))
    rolled = mine.exclude(dice=[]).order_by("-pk")
    for match, dice in rolled.values_list("match", "dice")[:most]:
        seen.add(match)
        left -= 1
        yield tuple(dice)
    if not left:
        return
    folded = Folded.objects.filter(match__seats__player=player).order_by("-match")
    for match, index, packed in folded.values_list("match", "match__seats__index", "packed").iterator(100):
        if match in seen:  # it has been folded since
            continue
        for seat, fallen in _fallen(match, bytes(packed)):
            if seat == index:
                if not left:
                    return
                left -= 1
                yield fallen


def _fallen(match: int, packed: bytes) -> Sequence[tuple[int, tuple[int, ...]]]:
    """Each roll's seat and dice; none of a log that was damaged, for the others tell enough."""
    try:
        return list(rolls(packed))
    except Damaged as error:
        log.error("the rolls of match %s cannot be read: %s", match, error)
        return []


def timed_out(matches: Collection[int]) -> set[tuple[int, int]]:
    """The seats of these matches for which the clock has acted: match and seat. Two queries."""
    late = Move.objects.filter(match__in=matches, kind=Kind.TIMEOUT)
    found = set(late.values_list("match", "seat"))
    folded = Folded.objects.filter(match__in=matches, late__gt=0)
    for match, seats in folded.values_list("match", "late"):
        found |= {(match, seat) for seat in range(seats.bit_length()) if seats >> seat & 1}
    return found


def used_sets(matches: Collection[int]) -> Iterator[tuple[int, str]]:
    """Every set that these matches have used: its serial, and the player's own number that turned it, in hex
    or empty. One that is just being folded may come twice. Two queries.
    """
    found = Move.objects.filter(match__in=matches).exclude(serials=[])
    for serials, numbers in found.values_list("serials", "numbers"):
        yield from _sets(serials, numbers)
    for packed in Folded.objects.filter(match__in=matches).values_list("packed", flat=True):
        for move in unpack(bytes(packed)).moves:
            yield from _sets(move.serials, move.numbers)


def _sets(serials: Sequence[int], numbers: Sequence[str]) -> Iterator[tuple[int, str]]:
    # Moves of old, and throws for the start, have no numbers at all.
    return zip(serials, numbers or [""] * len(serials), strict=True)
