"""What idling costs on ladders, night by night, and where everybody stood a week ago.

Long ladders are gone through in batches, each a transaction of its own under the lock of the ladder: nobody
who plays waits for long, and what was killed in between is gone on with by the next pass.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, Subquery

from accounts.said import later
from games.models import Holiday
from ladders.ladder import climbing, idleness, order
from ladders.models import Bucket, Ladder, Rung

AT_ONCE = 500
"""Rungs of a batch."""
CHANGE_PLACES = """
    UPDATE ladders_rung AS rung SET key = moved.key
    FROM unnest(%s::bigint[], %s::bigint[]) AS moved (id, key) WHERE rung.id = moved.id"""


def slide_idle(now: datetime) -> int:
    """What idling costs this night, on every ladder. Safe to run twice. Returns how many slid or left."""
    idle = Rung.objects.filter(ladder=OuterRef("pk"), last_play__lte=now - idleness.SLIDES, frozen_at=None)
    return sum(_slide_idle(ladder, now) for ladder in Ladder.objects.filter(Exists(idle), frozen_at=None))


def _slide_idle(ladder: Ladder, now: datetime) -> int:
    """From the bottom up, so that nobody comes past another who slides."""
    idle = ladder.rungs.filter(last_play__lte=now - idleness.SLIDES, frozen_at=None).order_by("-key")
    keys = list(idle.values_list("pk", flat=True))
    return sum(_batch(ladder.pk, keys[at : at + AT_ONCE], now) for at in range(0, len(keys), AT_ONCE))


@transaction.atomic
def _batch(ladder_id: int, keys: Collection[int], now: datetime) -> int:
    ladder = climbing.lock(ladder_id)
    rungs = list(ladder.rungs.select_related("player").filter(pk__in=keys, frozen_at=None).order_by("-key"))
    idled = _idled(rungs, now)
    gone = [rung for rung in rungs if idleness.leaves(idled[rung.pk])]
    for rung in gone:
        climbing.take_off(ladder, rung, later("45 days without play."))
    slid = _slide(ladder, [rung for rung in rungs if rung not in gone], idled, now)
    if slid or gone:
        climbing.changed(ladder)
    return slid + len(gone)


def _idled(rungs: Iterable[Rung], now: datetime) -> dict[int, timedelta]:
    """For how long each of these has not played here, by the rung's key. One query."""
    rungs = list(rungs)
    players = [rung.player_id for rung in rungs]
    holidays = {one.player_id: one for one in Holiday.objects.filter(player__in=players)}
    idled = {}
    for rung in rungs:
        taken = holidays.get(rung.player_id)
        spent = taken.span if taken and taken.until and taken.until > rung.last_play else timedelta(0)
        idled[rung.pk] = idleness.idle(rung.last_play, spent, now)
    return idled


def _slide(ladder: Ladder, idle: list[Rung], idled: dict[int, timedelta], now: datetime) -> int:
    """One rung each, where it is due, and nobody past another who idles: keys change hands."""
    due = [rung.pk for rung in idle if idleness.slides_due(idled[rung.pk]) > rung.slid]
    Rung.objects.filter(pk__in=due).update(slid=F("slid") + 1)
    next_key = Subquery(
        Rung.objects.filter(ladder=ladder, key__gt=OuterRef("key")).order_by("key").values("key")[:1]
    )
    found = Rung.objects.filter(pk__in=due).annotate(next_key=next_key).order_by("-key")
    steps = list(found.values_list("pk", "key", "next_key"))
    below = list(ladder.rungs.filter(key__in=[next_key for _, _, next_key in steps if next_key is not None]))
    idled = idled | _idled([rung for rung in below if rung.pk not in idled], now)
    stands = {rung.key: rung.pk for rung in below} | {key: pk for pk, key, _ in steps}
    before = dict(stands)
    frozen = {rung.pk for rung in below if rung.frozen_at is not None}
    slid = 0
    for pk, key, next_key in steps:
        other = stands.get(next_key)
        if other is not None and (other in frozen or not idleness.slides_due(idled[other])):
            stands[key], stands[next_key] = other, pk
            slid += 1
    moved = {pk: key for key, pk in stands.items() if before[key] != pk}
    with connection.cursor() as cursor:
        cursor.execute(CHANGE_PLACES, [list(moved), list(moved.values())])
    return slid


def remember_week() -> None:
    """Note where everybody stands, for the arrows of the next week: bucket by bucket."""
    for ladder_id in Ladder.objects.filter(size__gt=0).values_list("pk", flat=True):
        for first in list(Bucket.objects.filter(ladder=ladder_id).values_list("first", flat=True)):
            with transaction.atomic():
                climbing.lock(ladder_id)
                bucket = Bucket.objects.filter(ladder=ladder_id, first=first).first()
                if bucket is not None:
                    order.remember(ladder_id, bucket)
