"""A draw goes past psycopg's cursor, and all that Django promises of one holds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from tempfile import TemporaryFile
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from boatzee_site.errors import UNREACHABLE
from boatzee_site.local.starting import until
from dicepool import guard, pool, refill, stock, taking
from dicepool.models import Batch, Handout
from tests.at_once import PATIENCE, meanwhile

pytestmark = pytest.mark.django_db(transaction=True)


def draw() -> int:
    [drawn] = pool.draw(1)
    return drawn.serial


def test_a_draw_that_comes_first_begins_the_transaction_and_falls_with_it(batch: Batch) -> None:
    with transaction.atomic():
        lost = draw()
        transaction.set_rollback(True)
    assert not Handout.objects.filter(serial=lost).exists()
    with transaction.atomic():
        kept = draw()
    assert Handout.objects.filter(serial=kept).exists()


def somebody_waits(cursor: CursorWrapper) -> bool:
    cursor.execute("SELECT FROM pg_locks WHERE NOT granted AND relation = 'dicepool_handout'::regclass")
    return bool(cursor.rowcount)


@pytest.mark.skipif(sys.platform != "linux", reason="libpq can be listened to there alone")
def test_a_draw_that_comes_first_asks_once_for_itself_and_the_beginning(batch: Batch) -> None:
    with transaction.atomic():
        draw()
    with TemporaryFile("w+") as sent:
        connection.connection.pgconn.trace(sent.fileno())
        try:
            with transaction.atomic():
                draw()
                draw()
        finally:
            connection.connection.pgconn.untrace()
        sent.seek(0)
        assert sent.read().count("ReadyForQuery") == 3, "for the first draw, for the second, for COMMIT"


def test_a_draw_that_is_cut_off_while_it_waits_leaves_no_half_read_connection(batch: Batch) -> None:
    with transaction.atomic():
        before = draw()
    used = connection.connection
    taking.TAKE.kept_by[used] = Mock(side_effect=SystemExit)
    with pytest.raises(SystemExit), transaction.atomic():
        draw()
    assert used.closed
    with transaction.atomic():
        assert draw() > before


def test_outside_of_a_transaction_it_takes_nothing(batch: Batch) -> None:
    before = stock.taken()
    with pytest.raises(RuntimeError, match="inside a transaction"):
        draw()
    assert stock.taken() == before


def test_while_a_draw_waits_for_the_database_other_threads_go_on(batch: Batch) -> None:
    """This one, too: were it held up, nobody would let go of what the draw waits for before it gives up."""

    def wait_and_draw() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '5s'")
        with transaction.atomic():
            return draw()

    guard.aside(partial(guard.admit, 100))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE dicepool_handout IN SHARE MODE")
        drawing = meanwhile(wait_and_draw)
        until(lambda: somebody_waits(cursor), 10, "No draw waits for the table.")
    assert drawing.result(PATIENCE)


def test_a_savepoint_takes_it_back_and_the_rest_stays(batch: Batch) -> None:
    with transaction.atomic():
        first = draw()
        with transaction.atomic():
            lost = draw()
            transaction.set_rollback(True)
        last = draw()
    kept = Handout.objects.filter(serial__gte=first).order_by("serial")
    assert [*kept.values_list("serial", flat=True)] == [first, last]
    assert first < lost < last


def test_a_connection_that_was_closed_is_made_anew(batch: Batch) -> None:
    with transaction.atomic():
        before = draw()
    connection.close()
    with transaction.atomic():
        assert draw() == before + 1


def closed_here() -> None:
    connection.connection.close()


def ended_there() -> None:
    """As when the database is stopped: only what is asked next hears of it."""
    process = connection.connection.info.backend_pid

    def end() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [process])
            assert cursor.fetchone() == (True,)

    guard.aside(end)


@pytest.mark.parametrize("drawn_before", [0, 1])
@pytest.mark.parametrize("lose", [closed_here, ended_there])
def test_where_its_connection_was_lost_the_books_are_unreachable(
    lose: Callable[[], None], drawn_before: int, batch: Batch
) -> None:
    """The site says 503 to the kinds of errors that psycopg's cursor raises then, and 500 to others."""

    def draw_on() -> None:
        with transaction.atomic():
            for _ in range(drawn_before):
                draw()
            lose()
            draw()

    with pytest.raises(UNREACHABLE):
        draw_on()
    with transaction.atomic():
        assert draw()


def test_in_a_transaction_that_is_to_be_rolled_back_it_takes_nothing(batch: Batch) -> None:
    before = stock.taken()
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            draw()
    assert stock.taken() == before


def test_whoever_watches_the_queries_sees_it(batch: Batch) -> None:
    seen: list[str] = []
    guard.aside(partial(guard.admit, 100))

    def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        seen.append(sql)
        return execute(sql, params, many, context)

    with transaction.atomic(), connection.execute_wrapper(watch), CaptureQueriesContext(connection) as asked:
        draw()
    assert seen == [taking.TAKE.sql]
    assert [query["sql"] for query in asked] == [taking.TAKE.sql]


def test_another_session_may_replace_the_routine_between_two_draws(batch: Batch) -> None:
    with transaction.atomic():
        before = draw()
    guard.aside(refill.reopen)
    with transaction.atomic():
        assert draw() == before + 1
        guard.aside(refill.reopen)
        assert draw() == before + 2
