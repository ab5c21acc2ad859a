"""Every statement that is sent while something happens, and the tables that each names.

Postgres itself says which those are. A second connection prepares each statement in a transaction of its own,
for which each table is locked that is named anywhere in it, and nothing else: so a join that the planner
would leave out counts, too. A call of a routine of the database is made there, just before it is made for
real, and taken back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from django.db import connection
from psycopg.pq import ExecStatus

from dicepool import prepared
from statements import Json, Statement

Send = Callable[..., Any]
ASKS = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|MERGE|VALUES)\b", re.IGNORECASE)
"""How a statement begins that is about tables. What is about transactions and sessions is not."""
LOCKED = """
SELECT DISTINCT CASE room.nspname WHEN 'public' THEN '' ELSE room.nspname || '.' END || whole.relname
FROM pg_locks held
JOIN pg_class named ON named.oid = held.relation AND named.relkind IN ('r', 'p')
JOIN pg_class whole ON whole.oid = coalesce(pg_partition_root(named.oid), named.oid)
JOIN pg_namespace room ON room.oid = whole.relnamespace AND room.nspname NOT IN ('pg_catalog', 'pg_toast')
WHERE held.pid = pg_backend_pid() AND held.locktype = 'relation'
"""
ROUTINES = """
SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
"""
"""The site's own, but for those that an extension brought along."""


@dataclass(frozen=True)
class Asked:
    """A statement as it was sent, what it was given, the tables that it names, and its transaction.

    A table stands behind the name of its schema where that is not `public`.
    """

    sql: str
    given: Any
    tables: frozenset[str]
    block: object = None

    def mentions(self, *keys: object) -> bool:
        """Whether one of these is among what it was given, at any depth."""
        return any(value in keys for value in _values(self.given))

    @property
    def writes(self) -> bool:
        """Whether it changes anything, or calls what may."""
        return not re.match(r"\s*SELECT\b(?!.*\bdicepool_\w+\()", self.sql, re.IGNORECASE | re.DOTALL)


def _values(given: Any) -> Iterator[object]:
    if isinstance(given, Json):
        yield from _values(given.value)
    elif isinstance(given, Mapping):
        yield from _values(list(given.values()))
    elif isinstance(given, Sequence) and not isinstance(given, str | bytes):
        for one in given:
            yield from _values(one)
    else:
        yield given


@contextmanager
def captured() -> Iterator[list[Asked]]:
    """All statements about tables that this connection sends within."""
    found: list[Asked] = []
    with connection.cursor() as cursor:
        cursor.execute("SHOW search_path")
        [[path]] = cursor.fetchall()
    with psycopg.connect(**connection.get_connection_params()) as line:
        beside = _Beside(line, path)

        def note(execute: Send, sql: str, given: Any, many: bool, context: dict[str, Any]) -> Any:
            assert not many, sql
            if ASKS.match(sql):
                kept = getattr(context["cursor"].cursor, "_query", None)
                block = connection.atomic_blocks[0] if connection.atomic_blocks else None
                found.append(Asked(sql, given, beside.tables_of(sql, given, kept), block))
            return execute(sql, given, many, context)

        with connection.execute_wrapper(note):
            yield found


class _Beside:
    """The connection that says which tables a statement names."""

    def __init__(self, line: psycopg.Connection[Any], path: str) -> None:
        self.line, self.path = line, path
        line.prepare_threshold = None  # it keeps none of its own, which `DEALLOCATE ALL` would take away
        names = [name for (name,) in line.execute(ROUTINES).fetchall()]
        line.rollback()
        self.routine = re.compile(rf"\b(?:{'|'.join(names)})\s*\(")
        self.known: dict[object, frozenset[str]] = {}

    def tables_of(self, sql: str, given: Any, kept: Any) -> frozenset[str]:
        """Those that it names, and those that the routines use which it calls."""
        way = (sql, tuple(one is None for one in given or ()))  # a routine may pass over what is not given
        if way not in self.known:
            self.line.execute(f"SET LOCAL search_path TO {self.path}")
            if isinstance(kept, prepared.Statement):
                done = self.line.pgconn.exec_params(kept.query, given, kept.types, kept.formats)
                assert done.status == ExecStatus.TUPLES_OK, done.error_message
            else:
                text = sql if isinstance(kept, Statement) or given is None else _filled(sql, given)
                called = self.routine.search(sql)
                self.line.execute((text if called else f"PREPARE looked_at AS {text}").encode())
            self.known[way] = frozenset(name for (name,) in self.line.execute(LOCKED).fetchall())
            self.line.rollback()
            self.line.execute("DEALLOCATE ALL")
        return self.known[way]


def _filled(sql: str, given: Any) -> str:
    """A statement with what it is given in its text."""
    return psycopg.ClientCursor(connection.connection).mogrify(sql, given)
