"""Everything that is stored of a day, reckoned again from the records of its matches, and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date

from django.db import transaction

from games.coach import advice
from games.daily import counting, days
from games.match import move_log, queries, records
from games.models import Daily, DailyCount, DailyTry, Match
from games.record import opening, replay


def differences(day: date, *, mend: bool = False) -> Iterator[str]:
    """What is stored of a day otherwise than its matches make it, a sentence each; `mend` stores it right."""
    for key in DailyTry.objects.filter(daily=day).order_by("pk").values_list("pk", flat=True).iterator(500):
        yield from _of_try(key, mend=mend)
    yield from _of_counts(day, mend=mend)
    yield from _of_perfect(day, mend=mend)


@transaction.atomic
def _of_try(key: int, *, mend: bool) -> list[str]:
    found = DailyTry.objects.filter(pk=key).first()
    if found is None:  # a guest's, whose account has one of the day
        return []
    counting.hold(found.daily_id)
    made = DailyTry.objects.select_for_update(no_key=True).filter(pk=key).first()
    if made is None or made.total is None:  # it is gone, or runs, or the worker is about to read it
        return []
    match, seats = queries.table(made.match_id)
    if match.status != Match.Status.FINISHED:
        if mend:
            counting.count(match.pk)
        return [f"match {match.pk} is counted, but it is not finished"]
    stored = records.as_record(match, seats, move_log.all_moves(match))
    steps = replay(stored)
    state = steps[-1].after if steps else opening(stored)
    card, total = state.cards[0], match.rules.totals(state)[0]
    wrong = []
    if (made.total, made.full) != (total, card.full):
        wrong.append(f"is counted with {made.total} points, its match has {total}")
    if made.ranked and not counting.is_written(card):
        wrong.append("has a place, but nothing was written")
    if wrong and mend:
        made.total, made.full = total, card.full
        made.ranked = made.ranked and counting.is_written(card)
        made.save(update_fields=["total", "full", "ranked"])
    return [f"match {match.pk} {what}" for what in wrong]


@transaction.atomic
def _of_counts(day: date, *, mend: bool) -> list[str]:
    Daily.objects.select_for_update(no_key=True).get(day=day)
    totals = DailyTry.objects.filter(daily=day, ranked=True).values_list("total", flat=True)
    there = Counter(total for total in totals.iterator(2000) if total is not None)
    kept = dict(DailyCount.objects.filter(daily=day, players__gt=0).values_list("total", "players"))
    wrong = sorted(total for total in {*there, *kept} if there.get(total, 0) != kept.get(total, 0))
    if wrong and mend:
        counting.recount(day)
    return [
        f"{kept.get(total, 0)} players are counted with {total} points, {there.get(total, 0)} are there"
        for total in wrong
    ]


def _of_perfect(day: date, *, mend: bool) -> Iterator[str]:
    daily = Daily.objects.select_related("deal").get(day=day)
    if daily.perfect is None or daily.ended_at is None:
        return
    try:
        found = days.perfect_of(daily).dump()
    except (advice.NotReady, LookupError):
        yield "what perfect play made cannot be reckoned again: its tables are not on this machine"
        return
    if found["total"] != daily.perfect["total"]:
        yield f"perfect play makes {found['total']} points, {daily.perfect['total']} are stored"
        if mend:
            Daily.objects.filter(day=day).update(perfect=found)
