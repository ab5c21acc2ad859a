"""Whatever is sent to a prepared statement comes back as it was."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from enum import IntEnum, StrEnum
from functools import cache
from typing import Any
from uuid import UUID

import pytest
from django.db import DataError

from boatzee_site.unreadable import NUL
from games.models import Match
from statements import Json, Statement

pytestmark = pytest.mark.django_db


class Colour(StrEnum):
    RED = "red"


class Place(IntEnum):
    FIRST = 1


WAYS: dict[str, list[Any]] = {
    "bigint": [0, 1, -1, 2**62, -(2**63), None, Place.FIRST],
    "smallint": [-32768, 7],
    "boolean": [True, False, None],
    "text": ["", "ä ☃ 🎲", 'it\'s "quoted" \\ and\nbroken', Colour.RED, Match.Status.RUNNING, None],
    "bytea": [b"", b"\0\xff'\\", None],
    "timestamptz": [datetime(2026, 11, 22, 16, 5, 1, 123456, tzinfo=UTC), None],
    "date": [date(2026, 11, 22)],
    "interval": [timedelta(0), timedelta(days=-1, seconds=5, microseconds=7), timedelta(hours=36)],
    "double precision": [0.1, -1e300],
    "numeric": [Decimal("12.50")],
    "uuid": [UUID(int=2**127 + 1)],
    "bigint[]": [[], [1, None, -5], [2**40]],
    "smallint[]": [[1, 2, 3]],
    "text[]": [["a,b", "{x}", '"', "\\", "", "NULL", None, "ä"], []],
    "bytea[]": [[b"\0\xff", b"", None]],
    "bigint[][]": [[[1, 2], [3, 4]]],
}
CASES = [(kind, value) for kind, values in WAYS.items() for value in values]


@cache
def back(kind: str) -> Statement[tuple[Any, ...]]:
    """What answers with what it was given."""
    return Statement(f"back as {kind}", f"SELECT $1::{kind}", reads=True)


@pytest.mark.parametrize(("kind", "value"), CASES)
def test_it_comes_back_as_it_was(kind: str, value: object) -> None:
    assert back(kind).value(value) == value


def test_a_moment_of_another_zone_comes_back_in_utc() -> None:
    local = datetime(2026, 11, 22, 12, tzinfo=timezone(timedelta(hours=-7)))
    found = back("timestamptz").value(local)
    assert found == local
    assert found.tzinfo == UTC


@pytest.mark.parametrize("value", [{"a": [1, None, "ä"]}, [], "text", 5, None])
def test_json_comes_back_as_it_was(value: object) -> None:
    assert back("jsonb").value(Json(value)) == value


def test_text_with_a_nul_is_refused_and_not_cut_off() -> None:
    """With psycopg's own words, by which boatzee_site.unreadable knows it."""
    with pytest.raises(DataError, match=re.escape(NUL)):
        back("text").value("before\0after")
    with pytest.raises(DataError, match=re.escape(NUL)):
        back("text[]").value(["before\0after"])


@pytest.mark.parametrize("value", [object(), {"a": 1}, {1, 2}])
def test_what_nobody_said_how_to_send_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        back("text").value(value)


@pytest.mark.parametrize("make", [list, tuple])
def test_an_array_may_be_a_list_or_a_tuple(make: Callable[[list[int]], object]) -> None:
    assert back("bigint[]").value(make([1, 2])) == [1, 2]
