"""A statement that is asked so often that each connection keeps it prepared, with bytes for its arguments.

Postgres then reads and plans its text once, and psycopg's cursor, which would cost more than the statement
itself, is passed by. Where it is the first of a transaction it goes out together with BEGIN, so that the
database is asked once for both. All else is as with Django's own cursor: its transactions, its errors, and
its log and count of queries.
"""

from __future__ import annotations

import select
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, connections
from psycopg import Connection
from psycopg.errors import Error
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn, PGresult

from statements.statement import BINARY, IDLE, error_of

INT8, BYTEA = 20, 17
"""Types of arguments, by their numbers in Postgres."""
Given = Sequence[Any]
"""Bytes, or none for what is null."""


class Statement:
    """One that answers with bytes, and its name in the connections that keep it."""

    def __init__(self, name: str, sql: str, types: Sequence[int]) -> None:
        self.name, self.sql, self.query = name.encode(), sql, sql.encode()
        self.begin = self.name + b"_begin"
        self.types, self.formats = types, [BINARY] * len(types)
        self.kept_by: WeakKeyDictionary[Connection[object], Callable[[], object]] = WeakKeyDictionary()
        """How to wait until something comes from the database, by the connections that keep it."""

    def ask(self, given: Given) -> bytes | None:
        """What it answers to these arguments, which are as Postgres sends them.

        Raises the errors of django.db.utils, and RuntimeError outside of a transaction.
        """
        here: Any = connections[DEFAULT_DB_ALIAS]  # once: `django.db.connection` looks it up at each use
        if not here.in_atomic_block:
            raise RuntimeError("It is asked only inside a transaction.")
        if here.connection is None:
            here.ensure_connection()
        if here.queries_logged or here.execute_wrappers:
            above = here.make_debug_cursor if here.queries_logged else here.make_cursor
            answer: bytes | None = above(_Below(self, here.connection)).execute(self.sql, given)
            return answer
        here.validate_no_broken_transaction()  # as Django's cursor does, and no more
        try:
            return self.ask_by(here.connection, given)
        except Error:
            with here.wrap_database_errors:
                raise

    def ask_by(self, through: Connection[object], given: Given) -> bytes | None:
        """The same by this connection. Raises the errors of psycopg."""
        line = through.pgconn
        wait = self.kept_by.get(through) or self._keep(through)
        if line.transaction_status == IDLE:  # psycopg would begin it so: no isolation level is set anywhere
            result = self._begin_and_ask(line, wait, given)
        else:
            result = line.exec_prepared(self.name, given, self.formats, BINARY)
        if result.status != ExecStatus.TUPLES_OK:
            raise error_of(line, result)
        return result.get_value(0, 0)

    def _begin_and_ask(self, line: PGconn, wait: Callable[[], object], given: Given) -> PGresult:
        """If BEGIN fails, Postgres passes over what comes behind it. Where this is cut off, the line takes no
        ROLLBACK, and Django closes it.

        libpq's own waiting would hold up all other threads of the process.
        """
        line.enter_pipeline_mode()
        line.send_query_prepared(self.begin, None)
        line.send_query_prepared(self.name, given, self.formats, BINARY)
        line.pipeline_sync()
        while line.flush():  # it is done at once, for nothing else is on its way
            pass
        results: list[PGresult | None] = []
        for _ in range(3):  # the third is the end of both
            while line.is_busy():
                wait()
                line.consume_input()
            results.append(line.get_result())
            line.get_result()  # behind each comes a none
        line.exit_pipeline_mode()
        began, answered, _end = results
        if began is None or began.status != ExecStatus.COMMAND_OK or answered is None:
            raise error_of(line, began)
        return answered

    def _keep(self, through: Connection[object]) -> Callable[[], object]:
        line = through.pgconn
        for name, query, types in ((self.begin, b"BEGIN", []), (self.name, self.query, self.types)):
            result = line.prepare(name, query, types)
            if result.status != ExecStatus.COMMAND_OK:
                raise error_of(line, result)
        waiting = select.poll()
        waiting.register(line.socket, select.POLLIN)
        self.kept_by[through] = waiting.poll
        return waiting.poll


@dataclass(slots=True)
class _Below:
    """What stands below Django's cursor in place of psycopg's, where somebody watches the queries."""

    _query: Statement  # so called where Django's log looks for what was sent
    through: Connection[object]

    def execute(self, _sql: str, given: Given) -> bytes | None:
        """Raises the errors of psycopg."""
        return self._query.ask_by(self.through, given)
