"""The order of a ladder: who stands above whom, by sparse keys, and on which rung, by counting.

A rung's key says where it stands; between two keys there is room for others. Buckets say how many rungs have
keys from theirs on, so the number of a rung is the sum of the buckets above and a count within its own: a
player who moves is one row and two counters, whatever the length of the ladder. Only what the lock of the
ladder guards may write here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from datetime import datetime

from django.db import connection
from django.db.models import F, QuerySet
from django.db.models.expressions import RawSQL

from accounts.models import User
from ladders.models import Bucket, Ladder, Rung

STEP = 2**32
"""Between two who join one after the other: each bit is a halving before a bucket is spaced anew."""
LOWEST = -(2**62)
"""Where the first bucket of a ladder begins."""
HIGHEST = 2**63 - 1
MOST, FEWEST = 1000, 125
"""Rungs of a bucket: with more it is split, with fewer it may be joined to the one above."""
ROOM = 2**16
"""The least room between two keys that are spaced anew."""

SUMS = """
    WITH sums AS MATERIALIZED (
        SELECT first, sum(count) OVER (ORDER BY first) - count AS above
        FROM ladders_bucket WHERE ladder_id = %s
    )"""
# Nothing but SUMS is put into these two.
RANKS = f"""{SUMS}
    SELECT rung.player_id, bucket.above + (
        SELECT count(*) FROM ladders_rung AS near
        WHERE near.ladder_id = rung.ladder_id AND near.key BETWEEN bucket.first AND rung.key
    )
    FROM ladders_rung AS rung
    CROSS JOIN LATERAL (
        SELECT first, above FROM sums WHERE first <= rung.key ORDER BY first DESC LIMIT 1
    ) AS bucket
    WHERE rung.ladder_id = %s AND rung.player_id = ANY(%s)"""  # noqa: S608
KEY_AT = f"""{SUMS}, bucket AS (
        SELECT first, above FROM sums WHERE above < %s ORDER BY first DESC LIMIT 1
    )
    SELECT rung.key FROM ladders_rung AS rung
    WHERE rung.ladder_id = %s AND rung.key >= (SELECT first FROM bucket)
    ORDER BY rung.key OFFSET (SELECT %s - 1 - above FROM bucket) LIMIT 1"""  # noqa: S608
SPACE_ANEW = """
    UPDATE ladders_rung AS rung SET key = %s + numbered.number * %s
    FROM (
        SELECT id, row_number() OVER (ORDER BY key) AS number
        FROM ladders_rung WHERE ladder_id = %s AND key >= %s AND key < %s
    ) AS numbered
    WHERE rung.id = numbered.id"""
REMEMBER = """
    UPDATE ladders_rung AS rung SET before = numbered.number
    FROM (
        SELECT id, row_number() OVER (ORDER BY key) + (
            SELECT coalesce(sum(count), 0) FROM ladders_bucket WHERE ladder_id = %s AND first < %s
        ) AS number
        FROM ladders_rung WHERE ladder_id = %s AND key >= %s AND key < %s
    ) AS numbered
    WHERE rung.id = numbered.id AND rung.before IS DISTINCT FROM numbered.number"""
MISCOUNTED = """
    SELECT bucket.first FROM (
        SELECT first, count, lead(first, 1, %s) OVER (ORDER BY first) AS next
        FROM ladders_bucket WHERE ladder_id = %s
    ) AS bucket
    WHERE bucket.count <> (
        SELECT count(*) FROM ladders_rung AS rung
        WHERE rung.ladder_id = %s AND rung.key >= bucket.first AND rung.key < bucket.next
    )"""


def ranks(ladder_id: int, players: Iterable[int]) -> dict[int, int]:
    """The rungs, from 1 at the top, of those of these players who stand on the ladder. One query."""
    with connection.cursor() as cursor:
        cursor.execute(RANKS, [ladder_id, ladder_id, list(players)])
        return {player: int(rank) for player, rank in cursor.fetchall()}


def rank(ladder_id: int, player: int) -> int | None:
    """The player's rung, from 1 at the top; None for one who is not on the ladder. One query."""
    return ranks(ladder_id, [player]).get(player)


def stretch(ladder_id: int, first: int, count: int) -> QuerySet[Rung]:
    """So many rungs in their order, from this number on. One query, consistent in itself."""
    key = RawSQL(KEY_AT, [ladder_id, first, ladder_id, first])  # noqa: S611  (all is given as parameters)
    return Rung.objects.filter(ladder=ladder_id, key__gte=key).order_by("key")[:count]


def at(ladder_id: int, rank: int) -> Rung | None:
    """Who stands on this rung. One query."""
    return stretch(ladder_id, rank, 1).first() if rank > 0 else None


def append(ladder: Ladder, player: User, now: datetime) -> Rung:
    """Stand below all others."""
    rung = Rung.objects.create(ladder=ladder, player=player, key=_below_all(ladder.pk), last_play=now)
    _count_in(rung)
    return rung


def take_out(rung: Rung) -> None:
    """Leave; everybody below is one rung further up."""
    rung.refresh_from_db(fields=["key"])
    rung.delete()
    _count_out(rung.ladder_id, rung.key)


def clear(ladder_id: int) -> None:
    """Let nobody stand anywhere."""
    Rung.objects.filter(ladder=ladder_id).delete()
    Bucket.objects.filter(ladder=ladder_id).delete()


def put_above(rung: Rung, other: Rung) -> None:
    """Stand just above another, who goes down by one; all between where it was and is close up."""
    if rung.pk != other.pk:
        _put(rung, _just_above(other))


def put_last(rung: Rung) -> None:
    """Stand below all others."""
    _put(rung, _below_all(rung.ladder_id))


def _put(rung: Rung, key: int) -> None:
    rung.refresh_from_db(fields=["key"])
    old, rung.key = rung.key, key
    rung.save(update_fields=["key"])
    _count_out(rung.ladder_id, old)
    _count_in(rung)


def _below_all(ladder_id: int) -> int:
    lowest = Rung.objects.filter(ladder=ladder_id).order_by("-key").values_list("key", flat=True).first()
    return (lowest or 0) + STEP


def _just_above(other: Rung) -> int:
    """A key between that rung's and the one above; room is made where there is none."""
    other.refresh_from_db(fields=["key"])
    above = Rung.objects.filter(ladder=other.ladder_id, key__lt=other.key).order_by("-key")
    key = above.values_list("key", flat=True).first()
    if key is None:
        return other.key - STEP
    if other.key - key < 2:
        space_anew(other.ladder_id, other.key)
        return _just_above(other)
    return (key + other.key) // 2


def _count_in(rung: Rung) -> None:
    bucket = _bucket(rung.ladder_id, rung.key)
    if bucket is None:
        Bucket.objects.create(ladder_id=rung.ladder_id, first=LOWEST, count=1)
        return
    Bucket.objects.filter(pk=bucket.pk).update(count=F("count") + 1)
    if bucket.count >= MOST:
        bucket.refresh_from_db(fields=["count"])
        _split(bucket)


def _count_out(ladder_id: int, key: int) -> None:
    bucket = _bucket(ladder_id, key)
    assert bucket is not None
    Bucket.objects.filter(pk=bucket.pk).update(count=F("count") - 1)
    if bucket.count - 1 < FEWEST and bucket.first != LOWEST:
        _join_to_above(bucket)


def _bucket(ladder_id: int, key: int) -> Bucket | None:
    return Bucket.objects.filter(ladder=ladder_id, first__lte=key).order_by("-first").first()


def _join_to_above(bucket: Bucket) -> None:
    """Let the bucket above count these rungs too, unless both together are many; one without any goes."""
    above = Bucket.objects.filter(ladder=bucket.ladder_id, first__lt=bucket.first).order_by("-first")[0]
    bucket.refresh_from_db(fields=["count"])
    if not bucket.count or above.count + bucket.count <= MOST // 2:
        bucket.delete()
        Bucket.objects.filter(pk=above.pk).update(count=F("count") + bucket.count)


def _split(bucket: Bucket) -> None:
    """Make two of a bucket that has grown too large."""
    upper = bucket.count // 2
    rungs = Rung.objects.filter(ladder=bucket.ladder_id, key__gte=bucket.first).order_by("key")
    middle = rungs.values_list("key", flat=True)[upper]
    Bucket.objects.filter(pk=bucket.pk).update(count=upper)
    Bucket.objects.create(ladder_id=bucket.ladder_id, first=middle, count=bucket.count - upper)


def space_anew(ladder_id: int, key: int) -> None:
    """Spread the keys of a bucket over its room, and those of its neighbours where that is too little."""
    buckets = list(Bucket.objects.filter(ladder=ladder_id).order_by("first"))
    firsts = [*(bucket.first for bucket in buckets), HIGHEST]
    low = bisect_right(firsts, key) - 1
    high = low + 1
    while True:
        count = sum(bucket.count for bucket in buckets[low:high])
        start, step = _room(firsts, low, high, count)
        if step >= ROOM:
            break
        low, high = max(0, low - 1), min(len(buckets), high + 1)
    with connection.cursor() as cursor:
        cursor.execute(SPACE_ANEW, [start, step, ladder_id, firsts[low], firsts[high]])
    Bucket.objects.filter(pk__in=[bucket.pk for bucket in buckets[low + 1 : high]]).delete()
    above, new = 0, []
    for number, bucket in enumerate(buckets[low:high]):
        if number:
            new.append(Bucket(ladder_id=ladder_id, first=start + (above + 1) * step, count=bucket.count))
        above += bucket.count
    Bucket.objects.bulk_create(new)


def _room(firsts: list[int], low: int, high: int, count: int) -> tuple[int, int]:
    """Below which key these buckets begin to be spaced, and how far apart: upward and downward is no end."""
    if high == len(firsts) - 1:
        return (0 if low == 0 else firsts[low]), STEP
    if low == 0:
        return firsts[high] - (count + 1) * STEP, STEP
    return firsts[low], (firsts[high] - firsts[low]) // (count + 1)


def remember(ladder_id: int, bucket: Bucket) -> None:
    """Note where those of a bucket stand, for the arrows of the next week."""
    below = Bucket.objects.filter(ladder=ladder_id, first__gt=bucket.first).order_by("first").first()
    end = below.first if below else HIGHEST
    with connection.cursor() as cursor:
        cursor.execute(REMEMBER, [ladder_id, bucket.first, ladder_id, bucket.first, end])


def miscounted(ladder_id: int) -> list[int]:
    """The first keys of buckets whose count is not how many rungs there are. One query."""
    with connection.cursor() as cursor:
        cursor.execute(MISCOUNTED, [HIGHEST, ladder_id, ladder_id])
        return [row[0] for row in cursor.fetchall()]
