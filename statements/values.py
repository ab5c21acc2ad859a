"""Values of Python as they are sent to Postgres, which infers from a statement what each is to become."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from psycopg import DataError
from psycopg.pq import Format

TEXT, BINARY = Format.TEXT, Format.BINARY
Sent = tuple[bytes, Format]
"""What is sent of one value, and in which of the two ways it is written."""


@dataclass(frozen=True, slots=True)
class Json:
    """A value that is to be stored as JSON; moments and spans of time in it are words that Postgres reads."""

    value: object


def sent(given: Iterable[Any]) -> tuple[list[bytes | None], list[Format]]:
    """These values, and the format of each. Raises TypeError for a value of no kind in WAYS."""
    values: list[bytes | None] = []
    formats: list[Format] = []
    for value in given:
        if value is None:
            values.append(None)
            formats.append(TEXT)
        else:
            made, form = (WAYS.get(type(value)) or _way(type(value)))(value)
            values.append(made)
            formats.append(form)
    return values, formats


def _way(kind: type) -> Callable[[Any], Sent]:
    """How values of a kind are sent that is not among them but inherits from one of them, as choices do."""
    for parent in kind.__mro__:
        if parent in WAYS:
            WAYS[kind] = WAYS[parent]
            return WAYS[parent]
    raise TypeError(f"Nothing is known about how to send a {kind.__name__}.")


def _number(value: int) -> Sent:
    return b"%d" % value, TEXT


def _truth(value: bool) -> Sent:
    return b"t" if value else b"f", TEXT


def _words(value: str) -> Sent:
    if "\0" in value:
        raise DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")  # as psycopg says it
    return value.encode(), BINARY


def _bytes(value: bytes | memoryview) -> Sent:
    return bytes(value), BINARY


def _plain(value: object) -> Sent:
    return str(value).encode(), TEXT


def _span(value: timedelta) -> str:
    return f"{value.days} days {value.seconds} seconds {value.microseconds} microseconds"


def _seconds(value: timedelta) -> Sent:
    return _span(value).encode(), TEXT


def _in_json(value: object) -> str:
    if isinstance(value, timedelta):
        return _span(value)
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"A {type(value).__name__} is nothing that JSON has.")


def _json(value: Json) -> Sent:
    return ENCODER.encode(value.value).encode(), TEXT


def _array(value: Sequence[Any]) -> Sent:
    return b"{%s}" % b",".join(map(_element, value)), TEXT


def _element(value: Any) -> bytes:
    if value is None:
        return b"NULL"
    if isinstance(value, list | tuple):
        return _array(value)[0]
    if isinstance(value, bytes | memoryview):
        return b'"\\\\x%s"' % bytes(value).hex().encode()
    made, _form = (WAYS.get(type(value)) or _way(type(value)))(value)
    return b'"%s"' % made.replace(b"\\", b"\\\\").replace(b'"', b'\\"')


ENCODER = json.JSONEncoder(separators=(",", ":"), default=_in_json)
WAYS: dict[type, Callable[[Any], Sent]] = {
    bool: _truth,
    int: _number,
    str: _words,
    bytes: _bytes,
    memoryview: _bytes,
    datetime: _plain,
    date: _plain,
    timedelta: _seconds,
    float: _plain,
    Decimal: _plain,
    UUID: _plain,
    Json: _json,
    list: _array,
    tuple: _array,
}
"""How each kind of value is sent."""
