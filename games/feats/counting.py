"""Counting a match: its deeds, and what they add to or take from sums, boards and achievements.

Done by the worker after a match has ended, and again whenever something of it changes: staff took it back,
corrected it or let it go on, or its review was made. Each time the deeds that there should be are compared
with those that are there; so it may come late, twice, or once for many changes. A match that ended after all
that were counted is added to the sums; after any other change the player's deeds of that time are added anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts import holding
from accounts.models import User
from games.deeds import spans
from games.deeds.spans import FADING, Span
from games.deeds.sums import Sum, added
from games.feats import achievements, reading, spread
from games.feats.spread import Counts
from games.match import queries
from games.match.rows import Save
from games.models import Deed, Match, Tally

FIELDS = [field.attname for field in Deed._meta.concrete_fields]
TALLIED = [field.name for field in Tally._meta.concrete_fields if field.name not in {"id", "player", "code"}]
SAVE = Save("save tallies", Tally, TALLIED)
Time = tuple[Span, date]


def follow(match_id: int, happened: Sequence[Mapping[str, Any]]) -> None:
    """What the end of a match, or a change of one that is over, brings about (settings.OUTBOX)."""
    if any(facts["what"] in {"over", "changed"} for facts in happened):
        count(match_id)


@transaction.atomic
def count(match_id: int) -> None:
    """Count a match as it stands now. Idempotent, and safe in several workers at once."""
    match, seats = _read(match_id)
    if match is None:
        return
    known = {deed.player_id: deed for deed in Deed.objects.filter(match=match_id)}
    wanted = reading.deeds_of(match, seats, known)
    there = holding.hold({*known, *wanted})
    held = _lock(there, match.code)
    known = {deed.player_id: deed for deed in Deed.objects.filter(match=match_id)}  # as another left it
    counts: Counts = Counter()
    for player in there:
        counts.update(_change(held[player], known.get(player), wanted.get(player)))
    spread.add(counts)
    for player in there:
        feats = {*_feats(known.get(player)), *_feats(wanted.get(player))}
        achievements.settle(player, feats)


def _read(match_id: int) -> tuple[Match | None, Sequence[Any]]:
    try:
        return queries.table(match_id)
    except Match.DoesNotExist:
        return None, ()


def _feats(deed: Deed | None) -> list[str]:
    return deed.feats if deed else []


def _lock(players: Iterable[int], code: str) -> dict[int, Tally]:
    """The sums of these players of all time, locked in one order; whoever changes any of a player's sums in a
    game holds this.
    """
    ordered = sorted(players)
    stopped = _stopped(ordered)
    ever = {"code": code, "span": Span.EVER, "begins": spans.EVER}
    Tally.objects.bulk_create(
        [Tally(player_id=player, listed=player not in stopped, **ever) for player in ordered],
        ignore_conflicts=True,
    )
    rows = Tally.objects.select_for_update(no_key=True).filter(player__in=ordered, **ever)
    return {row.player_id: row for row in rows.order_by("player")}


def _stopped(players: Sequence[int]) -> set[int]:
    known = User.objects.filter(pk__in=players)
    return {player.pk for player in known if not player.is_active or player.suspended}


def _change(ever: Tally, old: Deed | None, new: Deed | None) -> Counts:
    """Put one deed of a player in the place of another. Returns what that changes on boards."""
    if same(old, new):
        return Counter()
    comes_last = old is None and new is not None and ever.value.comes_after(new.ended_at, new.match)
    if new is not None:
        new.save(force_insert=old is None, force_update=old is not None)
    elif old is not None:
        old.delete()
    counts: Counts = Counter()
    rows = _rows(ever, [deed for deed in (old, new) if deed is not None])
    for row in rows:
        found = row.value
        counts.subtract(_counts(row, found))
        if comes_last and new is not None:
            found.add(new.done)
        else:
            found = sum_of(ever.player_id, ever.code, Span(row.span), row.begins)
        counts.update(_counts(row, found))
        row.value = found
    _store(rows)
    return counts


def add_anew(player: User) -> None:
    """Add all deeds of a player anew, in all times in which there are any or are sums."""
    deeds = Deed.objects.filter(player=player)
    for code in sorted({*deeds.values_list("code", flat=True), *_tallied(player)}):
        with transaction.atomic():
            for held in holding.hold([player.pk]):
                ever = _lock([held], code)[held]
                rows = {(row.span, row.begins): row for row in _rows(ever, list(deeds.filter(code=code)))}
                mine = Tally.objects.filter(player=player, code=code)
                rows |= {(row.span, row.begins): row for row in mine}
                spread.add(_sum_anew(player.pk, code, list(rows.values())))


def _tallied(player: User) -> set[str]:
    return set(Tally.objects.filter(player=player).values_list("code", flat=True))


def _sum_anew(player: int, code: str, rows: Sequence[Tally]) -> Counts:
    counts: Counts = Counter()
    for row in rows:
        counts.subtract(_counts(row, row.value))
        row.value = sum_of(player, code, Span(row.span), row.begins)
        counts.update(_counts(row, row.value))
    _store(rows)
    return counts


def _store(rows: Sequence[Tally]) -> None:
    Tally.objects.bulk_create([row for row in rows if row.pk is None])
    SAVE.run([row for row in rows if row.pk is not None])


def _counts(row: Tally, found: Sum) -> Counts:
    return spread.counts_of(row.code, Span(row.span), row.begins, found) if row.listed else Counter()


def _rows(ever: Tally, deeds: Sequence[Deed]) -> list[Tally]:
    """The player's sums of the times in which these deeds lie, new ones among them."""
    times = sorted({one for deed in deeds for one in times_of(deed.done.day)})
    mine = Tally.objects.filter(
        player=ever.player_id, code=ever.code, begins__in=[first for _, first in times]
    )
    known = {(row.span, row.begins): row for row in mine} | {(Span.EVER, spans.EVER): ever}
    fresh = {"player_id": ever.player_id, "code": ever.code, "listed": ever.listed}
    return [known.get(one) or Tally(span=one[0], begins=one[1], **fresh) for one in times]


def times_of(day: date) -> Iterator[Time]:
    """The times in which a day lies, as far as records of them are kept."""
    for span in Span:
        first = spans.begins(span, day)
        if span not in FADING or first >= kept_since():
            yield span, first


def kept_since() -> date:
    """The first day of months and weeks of which there are still records."""
    return (timezone.now() - settings.KEPT["records"]).date()


def sum_of(player: int, code: str, span: Span, first: date) -> Sum:
    """A player's deeds of a time, added anew. One query."""
    deeds = Deed.objects.filter(player=player, code=code)
    if span is not Span.EVER:
        deeds = deeds.filter(ended_at__gte=_midnight(first), ended_at__lt=_midnight(spans.after(span, first)))
    return added(deed.done for deed in deeds.order_by("ended_at", "match").iterator(1000))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def same(one: Deed | None, other: Deed | None) -> bool:
    """Whether both say the same of the match."""
    if one is None or other is None:
        return one is other
    return all(getattr(one, name) == getattr(other, name) for name in FIELDS)


def list_again(player: User) -> Counts:
    """Put the player's sums on boards, or take them off: whoever may not be here has no records meanwhile.

    Returns what that changes there, for the caller to add as the last of its transaction.
    """
    listed = player.is_active and not player.suspended
    counts: Counts = Counter()
    found = Tally.objects.select_for_update(no_key=True).filter(player=player).exclude(listed=listed)
    rows = list(found.order_by("code", "span", "begins"))  # of all time first, as by whoever counts
    for row in rows:
        row.listed = True
        (counts.update if listed else counts.subtract)(_counts(row, row.value))
    Tally.objects.filter(pk__in=[row.pk for row in rows]).update(listed=listed)  # no others are locked
    return counts


def leave(player: User) -> None:
    """Take a player whose account is closed off all boards (settings.ACCOUNT_CLOSERS)."""
    User.objects.select_for_update().filter(pk=player.pk).first()  # before what is counted of everybody
    counts: Counts = Counter()
    for row in Tally.objects.select_for_update(no_key=True).filter(player=player).order_by("code", "begins"):
        counts.subtract(_counts(row, row.value))
    Tally.objects.filter(player=player).delete()
    spread.add(counts)
