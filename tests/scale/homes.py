"""Several homes of matches in one database: each is a schema with all tables that a match needs, its own dice
among them, numbered from where no other home's are.

So much of many machines can be tried on one: a statement that needed another home's rows would not find them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.backends.signals import connection_created

from dicepool import memory
from tests.scale.groups import HOME, TABLES

APART = 10**12
"""Matches and sets of a home have numbers from so many times its own on."""
OWN = [name for name, key in TABLES.items() if key.group in HOME]
SEQUENCES = ("dicepool_serial", "dicepool_mark", "dicepool_place")
ROUTINES = """
SELECT pg_get_functiondef(oid) FROM pg_proc
WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'dicepool%%' ORDER BY proname = 'dicepool_draw'
"""
COUNTED = """
SELECT column_name, table_name FROM information_schema.columns
WHERE table_schema = %s AND is_identity = 'YES'
"""
CROSSING = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0
  AND confrelid::regclass::text = ANY(%s) AND NOT conrelid::regclass::text = ANY(%s)
"""
"""Keys by which what lies elsewhere refers to what lies at a home."""
_now = ""


def _rows(sql: str, *given: str | list[str]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, given)
        return list(cursor.fetchall())


def _do(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def _go(**_: object) -> None:
    _do(f"SET search_path TO {_now}, public" if _now else "RESET search_path")


@contextmanager
def at(home: str) -> Iterator[None]:
    """All connections of this process, those that begin meanwhile included, look at this home first."""
    global _now  # noqa: PLW0603  (what begins a connection elsewhere asks for it)
    _now = home
    _go()
    try:
        yield
    finally:
        _now = ""
        _go()


def _make(number: int) -> str:
    home, first = f"home_{number}", number * APART
    _do(f"CREATE SCHEMA {home}")
    for table in OWN:
        divided = " PARTITION BY RANGE (serial)" if table == "dicepool_diceset" else ""
        _do(f"CREATE TABLE {home}.{table} (LIKE public.{table} INCLUDING ALL){divided}")
    for column, table in _rows(COUNTED, home):
        _do(f"ALTER TABLE {home}.{table} ALTER {column} RESTART WITH {first + 1}")
    for name in SEQUENCES:
        _do(f"CREATE SEQUENCE {home}.{name} MINVALUE -9223372036854775808 START WITH {first + 1}")
    for (text,) in _rows(ROUTINES):
        _do(text.replace("public.", f"{home}."))
    return home


@contextmanager
def homes() -> Iterator[list[str]]:
    """Two of them, without dice; what refers to a match from elsewhere does so by its number alone."""
    crossing = _rows(CROSSING, OWN, OWN)
    for table, name, _definition in crossing:
        _do(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    connection_created.connect(_go)
    try:
        yield [_make(number) for number in (1, 2)]
    finally:
        connection_created.disconnect(_go)
        for number in (1, 2):
            _do(f"DROP SCHEMA IF EXISTS home_{number} CASCADE")
        for table, name, definition in crossing:
            _do(f"TRUNCATE {table} CASCADE")
            _do(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}')


def places() -> tuple[memory.File, memory.Shared]:
    """Where the memory of this home's dice is, outside the database."""
    name = f"{connection.settings_dict['NAME']}-{_now}"
    return memory.File(name), memory.Shared(name)
