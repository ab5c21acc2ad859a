"""Statements that are asked together stand or fall together, and leave the connection as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from boatzee_site.errors import UNREACHABLE
from statements import Statement, together
from tests.statements.lines import ADD, ALL, ONE, ended_there

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lines")]

ADD_UNDER = Statement("add under another", "INSERT INTO lines VALUES ($1, $2, $3)")
HALF = Statement("half of it", "SELECT 1 / $1::bigint")


def seen_by_others() -> list[Any]:
    """What stands in the database for whoever asks by another connection."""
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as other:
        return other.execute("SELECT id FROM lines ORDER BY id").fetchall()


def test_each_answers_in_its_place_and_sees_what_stands_before_it() -> None:
    with transaction.atomic():
        found = together((ALL, []), (ADD, [1, "one"]), (ONE, [1]), (ADD, [2, None]), (ALL, []))
    assert found == [[], [], [("one",)], [], [(1, "one"), (2, None)]]
    assert ALL.rows() == [(1, "one"), (2, None)]


def test_they_begin_the_transaction_that_they_come_first_in() -> None:
    with transaction.atomic():
        together((ADD, [1, "lost"]))
        transaction.set_rollback(True)
    assert seen_by_others() == []


def test_the_first_that_fails_is_told_and_none_of_them_stands() -> None:
    ADD.run(1, "one")
    with pytest.raises(IntegrityError), transaction.atomic():
        together((ADD, [2, "two"]), (ADD, [1, "again"]), (HALF, [0]), commit=True)
    with pytest.raises(DataError), transaction.atomic():
        together((ADD, [3, "three"]), (HALF, [0]), (ADD, [1, "again"]), commit=True)
    assert ALL.rows() == [(1, "one")]


def test_a_savepoint_takes_them_back_and_the_rest_stays() -> None:
    with transaction.atomic():
        together((ADD, [1, "kept"]))
        with pytest.raises(DataError), transaction.atomic():
            together((ADD, [2, "lost"]), (HALF, [0]))
        together((ADD, [3, "kept"]))
    assert seen_by_others() == [(1,), (3,)]


def test_outside_of_a_transaction_nothing_is_asked() -> None:
    with pytest.raises(RuntimeError, match="transaction"):
        together((ADD, [1, "one"]))
    assert seen_by_others() == []


def test_they_may_commit_what_the_block_would_commit() -> None:
    told: list[Any] = []
    with transaction.atomic():
        ADD.run(1, "one")
        transaction.on_commit(lambda: told.append(seen_by_others()))
        together((ADD, [2, "two"]), commit=True)
        assert told == []
        assert seen_by_others() == [(1,), (2,)]
    assert told == [[(1,), (2,)]]


def test_where_another_block_is_around_it_that_one_commits() -> None:
    with transaction.atomic():
        with transaction.atomic():
            together((ADD, [1, "one"]), commit=True)
        assert seen_by_others() == []
        transaction.set_rollback(True)
    assert seen_by_others() == []


def test_what_only_the_commit_refuses_is_an_error_and_nothing_of_it_stands() -> None:
    told: list[str] = []

    def ask() -> None:
        with transaction.atomic():
            transaction.on_commit(lambda: told.append("committed"))
            together((ADD_UNDER, [1, "one", 7]), commit=True)

    with pytest.raises(IntegrityError):
        ask()
    assert (told, seen_by_others()) == ([], [])
    with transaction.atomic():
        together((ADD, [2, "two"]), commit=True)
    assert seen_by_others() == [(2,)]


HELD = 4711
HOLD = Statement("take what another holds", "SELECT pg_advisory_xact_lock($1)::text")


def test_something_is_done_while_the_database_is_at_it() -> None:
    """It waits for what only is let go of meanwhile."""
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [HELD])
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '10s'")
            together(
                (HOLD, [HELD]),
                (ADD, [1, "one"]),
                commit=True,
                meanwhile=lambda: other.execute("SELECT pg_advisory_unlock(%s)", [HELD]),
            )
    assert seen_by_others() == [(1,)]


def test_what_fails_meanwhile_is_told_and_leaves_the_connection_as_it_was() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), transaction.atomic():
        together((ADD, [1, "lost"]), meanwhile=fail)
    with transaction.atomic():
        together((ADD, [2, "two"]), commit=True)
    assert seen_by_others() == [(2,)]


def test_in_a_transaction_that_is_to_be_rolled_back_nothing_is_asked() -> None:
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            together((ADD, [1, "one"]), commit=True)
    assert seen_by_others() == []


@pytest.mark.parametrize("asked_before", [False, True])
def test_where_the_connection_was_lost_the_books_are_unreachable(asked_before: bool) -> None:
    def ask() -> None:
        with transaction.atomic():
            if asked_before:
                together((ADD, [1, "lost"]))
            ended_there()
            together((ADD, [2, "lost"]), (ALL, []), commit=True)

    ADD.run(9, "nine")
    with pytest.raises(UNREACHABLE):
        ask()
    with transaction.atomic():
        assert together((ALL, [])) == [[(9, "nine")]]


def test_much_may_be_sent_while_much_comes_back() -> None:
    much = "x" * 8_000_000
    with transaction.atomic():
        found = together((ADD, [1, much]), (ALL, []), (ADD, [2, much]), (ALL, []))
    assert [len(rows) for rows in found] == [0, 1, 0, 2]
    assert found[3] == [(1, much), (2, much)]


def test_a_value_that_cannot_be_sent_leaves_the_connection_as_it_was() -> None:
    with pytest.raises(TypeError), transaction.atomic():
        together((ADD, [1, "one"]), (ADD, [2, object()]))
    with transaction.atomic():
        assert together((ALL, [])) == [[]]


def test_whoever_counts_queries_counts_each() -> None:
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        together((ADD, [1, "one"]), (ONE, [1]))
    assert [query["sql"] for query in asked] == [ADD.sql, ONE.sql]


def test_whoever_watches_the_queries_may_forbid_one() -> None:
    class Forbidden(Exception):
        pass

    def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql == ONE.sql:
            raise Forbidden
        return execute(sql, params, many, context)

    def ask() -> None:
        with transaction.atomic(), connection.execute_wrapper(watch):
            together((ADD, [1, "one"]), (ONE, [1]), commit=True)

    with pytest.raises(Forbidden):
        ask()
    assert ALL.rows() == []
