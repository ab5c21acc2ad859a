"""A statement that stays prepared behaves as Django's own cursor would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from django.db import DatabaseError, IntegrityError, ProgrammingError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.db.utils import InterfaceError, OperationalError
from django.test.utils import CaptureQueriesContext

from statements import Statement
from tests.statements.lines import ADD, ALL, ONE, ended_there

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lines")]

DOUBLE = Statement("double", "INSERT INTO lines SELECT id + $1, word FROM lines")


def test_it_answers_with_rows_a_row_a_value_or_a_count() -> None:
    assert ALL.rows() == []
    assert ALL.row() is None
    assert ONE.value(1) is None
    assert ADD.run(1, "one") == ADD.run(2, None) == 1
    assert ALL.rows() == [(1, "one"), (2, None)]
    assert ALL.row() == (1, "one")
    assert ONE.value(1) == "one"
    assert DOUBLE.run(2) == 2


def test_rows_may_be_made_as_one_likes() -> None:
    class Line(NamedTuple):
        id: int
        word: str

    lines = Statement("lines by name", ALL.sql, Line._make, reads=True)
    ADD.run(1, "one")
    [line] = lines.rows()
    assert line == lines.row() == Line(1, "one")
    assert line.word == "one"


def test_each_time_it_answers_anew() -> None:
    """The kinds of the columns are looked up once, whatever the first answer was."""
    assert [ALL.rows(), ADD.run(1, "a"), ALL.rows(), ADD.run(2, "b"), ALL.rows()] == [
        [],
        1,
        [(1, "a")],
        1,
        [(1, "a"), (2, "b")],
    ]


def test_outside_of_a_transaction_it_is_durable_at_once() -> None:
    ADD.run(1, "kept")
    connection.close()
    assert ONE.value(1) == "kept"


def test_a_transaction_that_it_begins_falls_whole() -> None:
    with transaction.atomic():
        ADD.run(1, "lost")
        transaction.set_rollback(True)
    assert ALL.rows() == []


def test_what_the_database_refuses_is_an_error_of_django() -> None:
    ADD.run(1, "one")
    with pytest.raises(IntegrityError):
        ADD.run(1, "again")
    with pytest.raises(ProgrammingError):
        Statement("nowhere", "SELECT x FROM nowhere").rows()
    assert ALL.rows() == [(1, "one")]


def test_one_that_could_not_be_prepared_is_prepared_the_next_time() -> None:
    late = Statement("of a late table", "SELECT count(*) FROM late_lines")
    with pytest.raises(DatabaseError):
        late.value()
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE late_lines (id bigint)")
        assert late.value() == 0
        transaction.set_rollback(True)


@pytest.mark.parametrize("unfit", ["x", object()])
def test_one_that_was_refused_at_first_is_answered_the_next_time(unfit: object) -> None:
    number = Statement(f"number, not {type(unfit)}", "SELECT $1::text::bigint")
    with pytest.raises((DatabaseError, TypeError)):
        number.value(unfit)
    assert number.value("5") == 5


def test_in_a_transaction_that_is_to_be_rolled_back_nothing_is_asked() -> None:
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            ALL.rows()


def test_whoever_counts_queries_counts_it() -> None:
    with CaptureQueriesContext(connection) as asked:
        ADD.run(1, "one")
        ONE.value(1)
    assert [query["sql"] for query in asked] == [ADD.sql, ONE.sql]


HERE: Any = connection


def _at_the_next_request() -> None:
    HERE.health_check_done = False


@pytest.fixture
def _checked() -> Iterator[None]:
    connection.ensure_connection()
    HERE.health_check_enabled = True
    yield
    HERE.health_check_enabled = False


@pytest.mark.usefixtures("_checked")
@pytest.mark.parametrize("ask", [ALL.rows, lambda: ADD.run(2, "two")])
def test_at_a_new_request_a_lost_line_is_made_anew(ask: Callable[[], object]) -> None:
    ADD.run(1, "one")
    ended_there()
    _at_the_next_request()
    ask()
    assert ONE.value(1) == "one"


@pytest.mark.usefixtures("_checked")
def test_in_the_middle_of_a_request_a_lost_line_is_an_error() -> None:
    """What was read before may have been of a transaction, or may not be there any more."""
    ALL.rows()
    assert HERE.health_check_done
    ended_there()
    with pytest.raises((OperationalError, InterfaceError)):
        ALL.rows()


@pytest.mark.usefixtures("_checked")
def test_a_line_that_answered_is_not_asked_again_whether_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def is_usable() -> bool:
        asked.append("whether")
        return True

    monkeypatch.setattr(connection, "is_usable", is_usable)
    _at_the_next_request()
    ALL.rows()
    assert (asked, HERE.health_check_done) == ([], True)
    _at_the_next_request()
    ADD.run(1, "one")
    assert asked == ["whether"]


@pytest.mark.usefixtures("_checked")
def test_an_error_of_a_line_that_holds_is_told_and_not_tried_twice() -> None:
    slow = Statement("slow", "SELECT pg_sleep(5)", reads=True)
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 50")
    _at_the_next_request()
    process = connection.connection.info.backend_pid
    with pytest.raises(OperationalError):
        slow.rows()
    assert connection.connection.info.backend_pid == process


def test_whoever_watches_the_queries_sees_it() -> None:
    seen: list[str] = []

    def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        seen.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        ALL.rows()
    assert seen == [ALL.sql]
