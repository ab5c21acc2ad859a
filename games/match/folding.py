"""Folding matches that have been over for a while: their moves and their state become one row.

Nothing goes before what is packed was read again and found to be the same. Whatever cannot be packed stays
as it is. A folded match is read like any other (move_log.py); to go on it is unfolded first.
"""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import BooleanField, F, Func, Q, QuerySet
from django.utils import timezone

from games.clock import CLOCKS
from games.match import latest, records
from games.models import Folded, Match, Move, Seat
from games.packed import Contents, Damaged, Logged, Unpackable, is_newest, pack
from games.record import BadRecord
from games.replay import replay, standing
from games.rules.base import Kind

log = logging.getLogger(__name__)
AT_ONCE = 50
"""Matches in one transaction: it lasts a tenth of a second, in which a decision about one of them waits."""
MOST = 20_000
"""Matches in one run."""
OUTSIDE = Func(
    F("packed"), template="pg_column_toast_chunk_id(%(expressions)s) IS NOT NULL", output_field=BooleanField()
)
"""Whether Postgres has put the bytes beside the table."""
EMPTY = """
UPDATE games_seat AS seat SET latest = '{}', bank = nullif(seat.bank, begun.bank)
FROM games_match AS match, jsonb_to_recordset(%(starts)s::jsonb) AS begun (clock text, bank interval)
WHERE match.id = seat.match_id AND begun.clock = match.clock AND match.id = ANY(%(matches)s)
    AND (seat.latest <> '{}' OR seat.bank = begun.bank)
"""
STARTS = json.dumps(
    [{"clock": key, "bank": f"{preset.start.total_seconds()} s"} for key, preset in CLOCKS.items()]
)
"""What each clock begins with."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND, MINUTE = timedelta(microseconds=1), 60_000_000
"""Of the times of moves whole minutes are kept: nobody is shown them, and when a set was taken the log of the
dice says for ever, to the millisecond."""


class Changed(RuntimeError):
    """The moves of a locked match are not those that were packed. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Run:
    """How many matches were folded or unfolded, and which were left: they cannot be packed, or read."""

    done: int
    left: tuple[int, ...] = ()


def fold_ripe(most: int | None = MOST) -> Run:
    """Fold what has been over for so long that hardly anybody looks at it (settings.FOLD_AFTER), so many at
    most or, with None, all of it.

    Safe in several workers at once: each passes over what another is at, or what a player or staff have
    locked, and takes it the next time. What was folded stays so if it is killed half way.
    """
    if not settings.FOLD_AFTER:
        return Run(0)
    ripe = _foldable().filter(ended_at__lte=timezone.now() - settings.FOLD_AFTER).order_by("ended_at", "pk")
    folded, left = 0, list[int]()
    batch = ripe
    while most is None or folded < most:
        seen, done = _fold(batch[:AT_ONCE])
        if not seen:
            break
        folded += len(done)
        left += [match.pk for match in seen if match.pk not in done]
        batch = ripe.filter(_later(seen[-1]))
    return Run(folded, tuple(left))


def fold(matches: Collection[int]) -> Run:
    """Fold these matches, however long they have been over; those that are not over are passed over."""
    folded, left = 0, list[int]()
    keys = sorted(matches)
    for at in range(0, len(keys), AT_ONCE):
        seen, done = _fold(_foldable().filter(pk__in=keys[at : at + AT_ONCE]).order_by("pk"))
        folded += len(done)
        left += [match.pk for match in seen if match.pk not in done]
    return Run(folded, tuple(left))


def _foldable() -> QuerySet[Match]:
    over = [Match.Status.FINISHED, Match.Status.VOID]
    return Match.objects.filter(
        folded=False, started_at__isnull=False, ended_at__isnull=False, status__in=over
    )


def _later(than: Match) -> Q:
    # Its first part alone leads the index to where the batch before has ended.
    return Q(ended_at__gte=than.ended_at) & (Q(ended_at__gt=than.ended_at) | Q(pk__gt=than.pk))


@transaction.atomic
def _fold(matches: QuerySet[Match]) -> tuple[list[Match], set[int]]:
    """Fold those of these that nobody else has locked. Returns them, and the keys of what was folded.

    Six queries, however many they are.
    """
    seen = list(matches.select_for_update(no_key=True, skip_locked=True))
    moves: dict[int, list[Move]] = defaultdict(list)
    for move in Move.objects.filter(match__in=[match.pk for match in seen]).order_by("match", "number"):
        moves[move.match_id].append(move)
    rows = []
    for match in seen:
        try:
            rows.append(_folded(match, moves[match.pk]))
        except Unpackable as error:
            log.warning("match %s is not folded: %s", match.pk, error)
    done = {row.match_id for row in rows}
    if done:
        Folded.objects.bulk_create(rows)
        gone, _ = Move.objects.filter(match__in=done).delete()
        if gone != sum(len(moves[pk]) for pk in done):
            raise Changed
        Match.objects.filter(pk__in=done).update(folded=True, state=None)
        _empty(done)
    return seen, done


def _empty(matches: Collection[int]) -> None:
    """Leave at seats what somebody may still read: no list says of a match that is over what a seat did last,
    and the time on a clock that stands where it began is known by the clock.
    """
    with connection.cursor() as cursor:
        cursor.execute(EMPTY, {"starts": STARTS, "matches": list(matches)})


def _folded(match: Match, moves: Sequence[Move]) -> Folded:
    """What is kept of a match. Raises games.packed.Unpackable."""
    if [move.number for move in moves] != list(range(1, len(moves) + 1)):
        raise Unpackable("Moves are missing.")
    contents = Contents(tuple(map(_logged, moves)), match.state)
    return Folded(match=match, packed=pack(contents), late=_late(contents.moves))


def _late(moves: Iterable[Logged]) -> int:
    """The seats for which the clock has acted, a bit each."""
    return sum(1 << seat for seat in {move.seat for move in moves if move.kind == Kind.TIMEOUT})


def _logged(move: Move) -> Logged:
    return Logged(
        seat=move.seat,
        kind=move.kind,
        keep=tuple(move.keep),
        box=move.box,
        dice=tuple(move.dice),
        serials=tuple(move.serials),
        numbers=tuple(move.numbers),
        at=_minutes((move.at - EPOCH) // MICROSECOND),
        ordered=move.ordered,
    )


def _minutes(at: int) -> int:
    return at - at % MINUTE


def unfold(match: Match, seats: Sequence[Seat]) -> None:
    """Let a match be as it was before it was folded; one that is not folded is left alone. The caller holds
    its lock, and stores the seats, all of its own, which tell again what they did last and the time that they
    have left. Four queries.
    """
    if not match.folded:
        return
    contents = match.fold.contents
    Move.objects.bulk_create(
        Move(
            match=match,
            number=number,
            seat=one.seat,
            kind=one.kind,
            keep=list(one.keep),
            box=one.box,
            dice=list(one.dice),
            serials=list(one.serials),
            numbers=list(one.numbers),
            at=EPOCH + one.at * MICROSECOND,
            ordered=one.ordered,
        )
        for number, one in enumerate(contents.moves, 1)
    )
    match.folded, match.state = False, contents.state
    match.save(update_fields=["folded", "state"])
    match.fold.delete()
    for seat in seats:
        if seat.bank is None:
            seat.bank = CLOCKS[match.clock].start
    try:
        steps = standing(replay(records.as_record(match, seats, contents.moves)))
    except BadRecord as error:  # then lists say that somebody moved, and not what
        log.warning("what was done last in match %s is not known: %s", match.pk, error)
    else:
        latest.note_all(seats, steps, match.rules, timezone.now())


def unfold_all(matches: Collection[int] | None = None) -> Run:
    """Unfold these matches, or all there are, each in a transaction of its own. One that was damaged stays as
    it is, and holds up no other.
    """
    found = Match.objects.filter(folded=True).order_by("pk")
    chosen = found if matches is None else found.filter(pk__in=matches)
    unfolded, left = 0, list[int]()
    for pk in list(chosen.values_list("pk", flat=True)):
        try:
            unfolded += _unfold(pk)
        except (Damaged, Folded.DoesNotExist) as error:
            log.error("match %s is not unfolded: %s", pk, error)
            left.append(pk)
    return Run(unfolded, tuple(left))


@transaction.atomic
def _unfold(match_id: int) -> bool:
    """False where somebody was quicker."""
    match = Match.objects.select_for_update(no_key=True).filter(pk=match_id, folded=True).first()
    if match is None:
        return False
    seats = list(match.seats.select_related("player"))
    unfold(match, seats)
    Seat.objects.bulk_update(seats, ["latest", "bank"])
    return True


def fold_again() -> Run:
    """Pack anew what former versions have packed, and what they left beside it; and bring into the table what
    lies outside. Each transaction takes fifty matches that nobody else has locked, as `fold_ripe` does; what
    cannot be read stays as it is.
    """
    folded, left, last = 0, list[int](), 0
    while True:
        seen, done, odd = _fold_again(last)
        folded += done
        left += odd
        if seen is None:
            return Run(folded, tuple(left))
        last = seen


@transaction.atomic
def _fold_again(beyond: int) -> tuple[int | None, int, list[int]]:
    """The last match that was looked at, None where there is none, how many were packed anew, and which
    cannot be read. Four queries.
    """
    folded = Match.objects.filter(folded=True, pk__gt=beyond).order_by("pk")
    seen = [match.pk for match in folded.select_for_update(no_key=True, skip_locked=True)[:AT_ONCE]]
    rows, left = [], []
    for row in Folded.objects.filter(match__in=seen).annotate(outside=OUTSIDE):
        if is_newest(bytes(row.packed)) and not row.outside:
            continue
        try:
            moves = tuple(move._replace(at=_minutes(move.at)) for move in row.contents.moves)
            row.packed = pack(Contents(moves, row.contents.state))
        except (Damaged, Unpackable) as error:
            log.error("match %s is not packed anew: %s", row.match_id, error)
            left.append(row.match_id)
        else:
            rows.append(row)
    Folded.objects.bulk_update(rows, ["packed"])
    _empty([row.match_id for row in rows])
    return (seen[-1] if seen else None), len(rows), left


def faults(match: Match) -> list[str]:
    """What of a match is folded and what is not, where the two do not go together: a sentence each.

    Two queries.
    """
    fold = Folded.objects.filter(match=match).first()
    rows = Move.objects.filter(match=match).exists()
    found = []
    if match.folded != (fold is not None):
        found.append("it says that it is folded and has no fold, or the other way round")
    if fold is not None and (rows or match.state is not None):
        found.append("it is folded, and moves or the state are there besides")
    if fold is not None and not match.over:
        found.append("it is folded though it is not over")
    if fold is not None and fold.late != _late(fold.contents.moves):
        found.append("the seats for which the clock has acted are not those of its moves")
    return found
