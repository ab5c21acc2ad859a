"""Several statements at once: they are sent one behind the other, and the database is waited for once."""

from __future__ import annotations

import select
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from psycopg import Connection
from psycopg.pq import ExecStatus

from statements.statement import BINARY, DONE, IDLE, Statement, error_of
from statements.values import sent

Asked = tuple[Statement[Any], Sequence[object]]
"""A statement and its arguments."""


def together(
    *asked: Asked, commit: bool = False, meanwhile: Callable[[], object] | None = None
) -> list[list[Any]]:
    """The rows that each answers with, in their order. Only inside a transaction, for they stand or fall
    together: the first that fails is raised, and those behind it are passed over.

    To `commit` with them is only for the end of an atomic block, which has nothing left to do but that. Where
    another is around it that one commits. `meanwhile` is done while the database is at it, which takes
    longest where it commits: what it finds holds only if this returns.
    """
    here: Any = connections[DEFAULT_DB_ALIAS]
    if not here.in_atomic_block:
        raise RuntimeError("What is asked together stands in one transaction.")
    here.ensure_connection()
    with here.wrap_database_errors:
        pipe = _Pipe(here.connection, [statement for statement, _given in asked])
        try:
            for statement, given in asked:
                above = here.make_debug_cursor if here.queries_logged else here.make_cursor
                above(_Behind(statement, pipe)).execute(statement.sql, given)
            if commit and not here.savepoint_ids and not here.needs_rollback:
                pipe.send(b"COMMIT")
        except BaseException:
            pipe.end()
            raise
        return pipe.read(pipe.end(meanwhile))


class _Pipe:
    """The pipeline of a connection, from its beginning to its end."""

    def __init__(self, through: Connection[Any], statements: Sequence[Statement[Any]]) -> None:
        self.through, self.statements = through, statements
        self.line: Any = through.pgconn
        for statement in statements:
            statement.keep(through)
        self.waiting = select.poll()
        self.waiting.register(self.line.socket, select.POLLIN)
        self.line.enter_pipeline_mode()
        self.begun = self.line.transaction_status != IDLE or through.autocommit
        if not self.begun:
            self.send(b"BEGIN")

    def send(self, command: bytes) -> None:
        self.line.send_query_params(command, None)

    def send_prepared(self, statement: Statement[Any], given: Sequence[object]) -> None:
        self.line.send_query_prepared(statement.name, *sent(given), BINARY)

    def end(self, meanwhile: Callable[[], object] | None = None) -> list[Any]:
        """What came for each that was sent. The line is as before then, whatever went wrong."""
        self._hand_over()
        results = []
        try:
            if meanwhile:
                meanwhile()
        finally:
            while (result := self._next()).status != ExecStatus.PIPELINE_SYNC:
                results.append(result)
            self.line.exit_pipeline_mode()
        return results

    def _hand_over(self) -> None:
        self.line.pipeline_sync()
        while self.line.flush():  # where much is sent, what comes back meanwhile must not be left lying
            self.waiting.modify(self.line.socket, select.POLLIN | select.POLLOUT)
            self.waiting.poll()
            self.line.consume_input()
        self.waiting.modify(self.line.socket, select.POLLIN)

    def _next(self) -> Any:
        """libpq's own waiting would hold up all other threads of the process."""
        while True:
            while self.line.is_busy():
                self.waiting.poll()
                self.line.consume_input()
            result = self.line.get_result()
            if result is not None:  # which stands behind each
                return result

    def read(self, results: Sequence[Any]) -> list[list[Any]]:
        """The rows of each statement. Raises the first error, of psycopg."""
        for result in results:
            if result.status not in DONE:
                for statement in self.statements:
                    statement.doubt(self.through, result)
                raise error_of(self.line, result)
        answers = results[0 if self.begun else 1 :]
        return [
            statement.read(self.through, result)
            for statement, result in zip(
                self.statements, answers, strict=False
            )  # COMMIT may come behind them
        ]


@dataclass(slots=True)
class _Behind:
    """What stands below Django's cursor in place of psycopg's: it sends, and nobody waits yet."""

    _query: Statement[Any]
    pipe: _Pipe

    def execute(self, _sql: str, given: Sequence[object]) -> None:
        self.pipe.send_prepared(self._query, given)
