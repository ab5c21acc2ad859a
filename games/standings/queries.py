"""What the pages of leaders read: a stretch of a list, by keys, and the place of whoever looks.

Every list costs the same however many stand in it: rows come by an index from where the page before ended,
and places are counted over values (games.feats.spread).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import Relation, User
from games.deeds import spans
from games.deeds.spans import Span
from games.deeds.sums import What
from games.feats import spread
from games.feats.spread import Board, Place
from games.models import Standing, Tally

SHOWN = 50


@dataclass(frozen=True, slots=True)
class Line:
    """One line: a place, who has it, and by what value; of a record with the number of its match."""

    place: int
    player: User
    value: int
    mine: bool
    match: int | None = None


@dataclass(frozen=True, slots=True)
class Mine:
    """Where the player who looks stands, and the key from which on a page begins with that line."""

    place: Place
    value: int
    start: str
    match: int | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Lines, the key from which the next page goes on (empty at the end), and the player's own place."""

    lines: Sequence[Line]
    after: str
    mine: Mine | None


@dataclass(frozen=True, slots=True)
class Of:
    """A list: its rows, by which of their columns they are ordered, the highest first, and its board."""

    rows: QuerySet[Any]
    by: str
    board: Board


def ratings(code: str, kind: str) -> Of:
    """Everybody's ratings in a game."""
    return Of(Standing.objects.filter(code=code, kind=kind), "number", spread.of_ratings(code, kind))


def of_country(code: str, kind: str, country: str) -> Of:
    """Those of a country."""
    rows = Standing.objects.filter(code=code, kind=kind, country=country).exclude(country="")
    return Of(rows, "number", spread.of_country(code, kind, country))


def of_month(code: str, kind: str) -> Of:
    """What ratings have gained in the month that runs."""
    month = spans.begins(Span.MONTH, today())
    rows = Standing.objects.filter(code=code, kind=kind, month=month, gain__gt=0)
    return Of(rows, "gain", spread.of_month(code, kind, month))


def records(what: What, code: str, span: Span, begins: date) -> Of:
    """The records of a game over a time."""
    rows = Tally.objects.filter(
        code=code, span=span, begins=begins, listed=True, **{f"{what}__isnull": False}
    )
    return Of(rows, what.value, spread.of_record(what, code, span, begins))


def today() -> date:
    """The day in UTC."""
    return timezone.now().astimezone(UTC).date()


def page(of: Of, viewer: User | None, after: tuple[int, int] | None) -> Page:
    """So many lines after the line with this value and key, and the viewer's own. Six queries at most."""
    read = _stretch(of, after)
    shown = [row for row in read[:SHOWN] if row.player.is_active and not row.player.suspended]
    places = spread.places(of.board, [getattr(row, of.by) for row in shown])
    lines = [_line(row, of.by, places, viewer) for row in shown]
    goes_on = f"{getattr(read[SHOWN - 1], of.by)}.{read[SHOWN - 1].pk}" if len(read) > SHOWN else ""
    return Page(lines, goes_on, _mine(of, viewer))


def _stretch(of: Of, after: tuple[int, int] | None) -> list[Any]:
    """The rows of a page, and one more. Two queries at most."""
    rows = of.rows.select_related("player").order_by(F(of.by).desc(), "id")
    if after is None:
        return list(rows[: SHOWN + 1])
    value, key = after
    # Apart, so that both begin in the index where they should: thousands may have the same value.
    found = list(rows.filter(**{of.by: value, "id__gt": key})[: SHOWN + 1])
    if len(found) <= SHOWN:
        found += rows.filter(**{f"{of.by}__lt": value})[: SHOWN + 1 - len(found)]
    return found


def _line(row: Any, by: str, places: Mapping[int, int], viewer: User | None) -> Line:
    value = getattr(row, by)
    mine = viewer is not None and row.player_id == viewer.pk
    return Line(places[value], row.player, value, mine, getattr(row, f"{by}_match", None))


def _mine(of: Of, viewer: User | None) -> Mine | None:
    if viewer is None:
        return None
    row = next(iter(of.rows.filter(player=viewer)[:1]), None)
    if row is None:
        return None
    value = getattr(row, of.by)
    match = getattr(row, f"{of.by}_match", None)
    return Mine(spread.place(of.board, value), value, f"{value}.{row.pk - 1}", match)


def among_buddies(code: str, kind: str, viewer: User) -> Page:
    """The viewer among the viewer's buddies, of whom there are some hundreds at most. Two queries."""
    buddies = Relation.objects.filter(player=viewer, kind=Relation.Kind.BUDDY).values_list("other", flat=True)
    rows = Standing.objects.filter(code=code, kind=kind, player__in=[viewer.pk, *buddies])
    found = [
        row
        for row in rows.select_related("player").order_by("-number", "id")
        if row.player.is_active and not row.player.suspended
    ]
    numbers = [row.number for row in found]
    lines = [_line(row, "number", {row.number: 1 + numbers.index(row.number)}, viewer) for row in found]
    mine = next((line for line in lines if line.mine), None)
    place = Mine(Place(mine.place, len(lines)), mine.value, "") if mine else None
    return Page(lines, "", place)
