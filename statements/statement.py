"""A statement that each connection keeps prepared.

Postgres then reads and plans its text once, and psycopg's cursor, which would cost more than many a statement
itself, is passed by. All else is as with Django's own cursor, which stands above it: its transactions, its
errors, and its log and count of queries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload
from weakref import WeakKeyDictionary, WeakSet

from django.db import connections
from django.db.utils import InterfaceError, OperationalError
from psycopg import Connection, errors
from psycopg.adapt import Transformer
from psycopg.pq import ConnStatus, DiagnosticField, ExecStatus, Format, TransactionStatus
from psycopg.pq.abc import PGresult

from statements.reading import PRIMARY, source
from statements.values import sent

Row = TypeVar("Row")
IDLE, BINARY = TransactionStatus.IDLE, Format.BINARY
DONE = {ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK}
NOT_SUPPORTED = b"0A000"
"""What Postgres says, among other things, where a kept statement would answer with other kinds of columns."""
Answer = Any
"""A result of Postgres in psycopg's Transformer, which makes values of Python of it."""


class Statement(Generic[Row]):
    """One statement, under a name of its own in each connection that keeps it.

    Its arguments stand in it as `$1`, `$2` …; where Postgres could not infer what one is to become, the
    statement says so (`$1::bigint`). It names its columns, for `*` would change under a connection that keeps
    it; and it casts those whose kind has a length (`name::text` instead of a varchar), for a migration that
    lets one grow would change that, too. `make` makes a row of the values of its columns: it is a tuple where
    nothing else is said. What of the kinds of Postgres is no kind of Python's own is cast in the statement
    (`host(address)`).

    One that `reads` changes nothing, so it may be asked again where a connection was lost since it was used
    last, and of a copy of the database (reading.py).
    """

    @overload
    def __init__(
        self: Statement[tuple[Any, ...]], name: str, sql: str, make: None = None, *, reads: bool = False
    ) -> None: ...
    @overload
    def __init__(
        self, name: str, sql: str, make: Callable[[Sequence[Any]], Row], *, reads: bool = False
    ) -> None: ...
    def __init__(
        self,
        name: str,
        sql: str,
        make: Callable[[Sequence[Any]], Row] | None = None,
        *,
        reads: bool = False,
    ) -> None:
        self.name, self.sql, self.query = name.encode(), sql, sql.encode()
        self.make: Callable[[Sequence[Any]], Any] = make or tuple
        self.reads = reads
        self.kept: WeakKeyDictionary[Connection[Any], Answer | None] = WeakKeyDictionary()
        self.outdated: WeakSet[Connection[Any]] = WeakSet()

    def rows(self, *given: object) -> list[Row]:
        """The rows that it answers with. Raises the errors of django.db.utils, as the others do."""
        answer = self._ask(given)
        found: list[Row] = answer.load_rows(0, answer.pgresult.ntuples, self.make)
        return found

    def row(self, *given: object) -> Row | None:
        """The first of them, if there is one."""
        answer = self._ask(given)
        found: Row | None = answer.load_row(0, self.make) if answer.pgresult.ntuples else None
        return found

    def value(self, *given: object) -> Any:
        """The first column of the first row; none where there is no row."""
        answer = self._ask(given)
        return answer.load_row(0, tuple)[0] if answer.pgresult.ntuples else None

    def run(self, *given: object) -> int:
        """How many rows it has inserted, changed, deleted or found."""
        return self._ask(given).pgresult.command_tuples or 0

    def _ask(self, given: Sequence[object]) -> Answer:
        # once, for `django.db.connection` looks it up at each use
        here: Any = connections[source() if self.reads else PRIMARY]
        unsure = here.health_check_enabled and not here.health_check_done and here.connection is not None
        if not unsure:
            return self._ask_by(here, given)
        if not self.reads:
            here.close_if_health_check_failed()
            return self._ask_by(here, given)
        try:  # Instead of asking whether the line still holds, and then this.
            answer = self._ask_by(here, given)
        except (OperationalError, InterfaceError):
            if here.is_usable():
                raise
            here.close()
            return self._ask_by(here, given)
        here.health_check_done = True
        return answer

    def _ask_by(self, here: Any, given: Sequence[object]) -> Answer:
        here.ensure_connection()
        above = here.make_debug_cursor if here.queries_logged else here.make_cursor
        return above(_Below(self, here.connection)).execute(self.sql, given)

    def keep(self, through: Connection[Any]) -> None:
        """Have this connection keep it, if it does not yet. Raises the errors of psycopg."""
        if through not in self.kept:
            if through in self.outdated:
                _done(through.pgconn, through.pgconn.exec_(b'DEALLOCATE "' + self.name + b'"'))
                self.outdated.discard(through)
            _done(through.pgconn, through.pgconn.prepare(self.name, self.query))
            self.kept[through] = None

    def doubt(self, through: Connection[Any], result: PGresult) -> bool:
        """Whether this failed since a migration gave its columns other kinds; then it is prepared anew."""
        if result.error_field(DiagnosticField.SQLSTATE) != NOT_SUPPORTED:
            return False
        self.kept.pop(through, None)
        self.outdated.add(through)
        return True

    def answer(self, through: Connection[Any], result: PGresult) -> Answer:
        """What this connection answered."""
        answer = self.kept[through]
        if answer is None:
            answer = self.kept[through] = Transformer()
            answer.set_pgresult(result)  # the kinds of its columns are looked up this once
        else:
            answer.set_pgresult(result, set_loaders=False)
        return answer

    def read(self, through: Connection[Any], result: PGresult) -> list[Row]:
        """The rows of it."""
        found: list[Row] = self.answer(through, result).load_rows(0, result.ntuples, self.make)
        return found


@dataclass(slots=True)
class _Below:
    """What stands below Django's cursor in place of psycopg's."""

    _query: Statement[Any]  # so called where Django's log looks for what was sent
    through: Connection[Any]

    def execute(self, _sql: str, given: Sequence[object]) -> Answer:
        """Raises the errors of psycopg."""
        statement = self._query
        line: Any = self.through.pgconn
        if line.transaction_status == IDLE and not self.through.autocommit:
            # psycopg would begin it so: no isolation level is set anywhere
            _done(line, line.exec_(b"BEGIN"))
        statement.keep(self.through)
        values, formats = sent(given)
        result = line.exec_prepared(statement.name, values, formats, BINARY)
        outdated = result.status not in DONE and statement.doubt(self.through, result)
        if outdated and line.transaction_status == IDLE:  # nothing was begun that has failed with it
            statement.keep(self.through)
            result = line.exec_prepared(statement.name, values, formats, BINARY)
        return statement.answer(self.through, _done(line, result))


def _done(line: Any, result: PGresult) -> PGresult:
    if result.status not in DONE:
        raise error_of(line, result)
    return result


def error_of(line: Any, result: PGresult | None) -> errors.Error:
    """What psycopg's cursor would raise. Of a line that is lost libpq says so itself, and without a code by
    which psycopg could tell the kind.
    """
    if result is None or line.status != ConnStatus.OK:
        return errors.OperationalError((result or line).get_error_message())
    return errors.error_from_result(result)
