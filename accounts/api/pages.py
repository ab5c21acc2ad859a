"""Lists by pages, from one place in them to the next: a cursor says where."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Generic, TypeVar

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Query
from pydantic import BaseModel, Field

from accounts.api.problems import Problem
from accounts.api.schemas import HIGHEST

T = TypeVar("T")
MOST = 100
Limit = Annotated[int, Query(ge=1, le=MOST, description="How many at most.", examples=[20])]
Cursor = Annotated[
    str | None,
    Query(max_length=400, description="`next` of the page before; nothing for the first page."),
]


class Page(BaseModel, Generic[T]):
    """A part of a list."""

    items: list[T]
    next: str | None = Field(description="The cursor of the next page; null on the last.", examples=[None])


def written(*place: object) -> str:
    """The cursor behind an entry of which these are the values that the list is ordered by."""
    plain = [value.isoformat() if isinstance(value, datetime) else value for value in place]
    return base64.urlsafe_b64encode(json.dumps(plain).encode()).decode().rstrip("=")


def read(cursor: str | None, *kinds: type) -> list[Any] | None:
    """The values in a cursor, of these kinds; None without one. Raises Problem where it is none of ours."""
    if not cursor:
        return None
    try:
        plain = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        if not isinstance(plain, list) or len(plain) != len(kinds):
            raise ValueError
        return [_as(kind, value) for kind, value in zip(kinds, plain, strict=True)]
    except (ValueError, TypeError, binascii.Error, RecursionError) as error:
        raise Problem(400, "bad-cursor", _("This is not a cursor of this list.")) from error


def before(cursor: str | None) -> int:
    """Of a list by numbers, the latest first: what is below this comes next. Raises Problem."""
    place = read(cursor, int)
    return place[0] if place else HIGHEST


def beyond(cursor: str | None) -> int:
    """Of a list by numbers, the lowest first: what is above this comes next. Raises Problem."""
    place = read(cursor, int)
    return place[0] if place else 0


def day_before(said: str) -> date:
    """The day before one that a cursor names. Raises Problem."""
    try:
        return date.fromisoformat(said) - timedelta(days=1)
    except (ValueError, OverflowError) as error:
        raise Problem(400, "bad-cursor", _("This is not a cursor of this list.")) from error


def _as(kind: type, value: Any) -> Any:
    if kind is datetime:
        moment = datetime.fromisoformat(value)
        if moment.tzinfo is None:
            raise ValueError
        return moment
    if type(value) is not kind or (isinstance(value, int) and abs(value) >= 2**63):
        raise ValueError
    return value


def cut(
    request: HttpRequest,
    response: HttpResponse,
    found: Sequence[T] | QuerySet[Any, T],
    limit: int,
    place: Callable[[T], tuple[object, ...]],
) -> tuple[list[T], str | None]:
    """The first so many of a list, and the cursor behind them where there are others; a header tells it, too.

    `found` goes on for one more at least, if there is one. `place`: what the list is ordered by, of an entry.
    """
    rows = list(found[: limit + 1])
    first = rows[:limit]
    cursor = written(*place(first[-1])) if len(rows) > limit else None
    return first, link(request, response, cursor)


def link(request: HttpRequest, response: HttpResponse, cursor: str | None) -> str | None:
    """Tell of the next page in a header as well (RFC 8288). Returns the cursor."""
    if cursor:
        asked = request.GET.copy()
        asked["cursor"] = cursor
        response["Link"] = f'<{request.build_absolute_uri(request.path)}?{asked.urlencode()}>; rel="next"'
    return cursor
