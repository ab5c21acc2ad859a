"""The records of all matches that everybody may see, from one on, oldest first, at a cost a match.

What was told stays told: nothing comes in before it later. A match reaches the archive a moment after its
end, and a try of the daily is open to others only once its day is over. So nothing is told that ended less
than SETTLED ago, nor anything since the first day began whose daily has not been over for so long.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from games.match import move_log, records
from games.match.queries import with_seats
from games.models import Archived, Daily, Match

MOST = 500
"""Records of one answer."""
CHUNK = 100
SETTLED = timedelta(hours=1)


def records_after(since: datetime | None, match: int, code: str, most: int) -> Iterator[tuple[Match, str]]:
    """So many matches at most, behind the one that ended `since` then and has this number, with their
    records: of one game, or of all. Four queries for each CHUNK of them.
    """
    until = settled()
    while most > 0:
        keys = keys_after(since, match, until, code, min(CHUNK, most))
        for found in in_order(keys):
            yield found, records.text(found, list(found.seats.all()))
        if len(keys) < CHUNK:
            return
        most -= len(keys)
        match, since = keys[-1]


def settled() -> datetime:
    """Before this moment all that ended is as it stays. One query."""
    now = timezone.now() - SETTLED
    open_still = Q(ended_at=None) | Q(ended_at__gt=now)  # the archive hears of its end a moment later
    first = Daily.objects.filter(open_still).order_by("day").values_list("day", flat=True).first()
    if first is None:
        return now
    return min(now, datetime(first.year, first.month, first.day, tzinfo=UTC))


def in_order(keys: list[tuple[int, datetime]]) -> Iterator[Match]:
    """These matches with seats and moves, in their order, those that everybody may see. Three queries."""
    found = {one.pk: one for one in _read([key for key, _ended in keys])}
    yield from (found[key] for key, _ended in keys if key in found)


def keys_after(
    since: datetime | None, match: int, until: datetime, code: str = "", most: int = CHUNK
) -> list[tuple[int, datetime]]:
    """So many matches at most, behind the one that ended `since` then with this number, and before `until`:
    their numbers, and when they ended. One query.
    """
    rows = Archived.objects.filter(closed=False, ended_at__lt=until)
    if code:
        rows = rows.filter(code=code)
    if since is not None:
        rows = rows.filter(Q(ended_at__gt=since) | Q(ended_at=since, match__gt=match), ended_at__gte=since)
    return list(rows.order_by("ended_at", "match").values_list("match", "ended_at")[:most])


def _read(keys: list[int]) -> Iterator[Match]:
    """Those of them that are over: one may have been taken up again since."""
    over = Match.objects.filter(pk__in=keys, status=Match.Status.FINISHED, started_at__isnull=False)
    shown = over.filter(Q(deal=None) | Q(deal__opened_at__isnull=False)).select_related("deal")
    return move_log.with_moves(with_seats(shown), CHUNK)
