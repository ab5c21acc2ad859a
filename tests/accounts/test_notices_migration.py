"""The table of notices becomes partitioned while others write: no row is lost, and nobody waits for long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Event
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts import notices
from accounts.models import Delivery, Notice, User
from accounts.notices import partitions
from tests.at_once import PATIENCE, meanwhile

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("accounts", "0017_preferences")]
MIGRATION = import_module("accounts.migrations.0018_notices_by_time")
OLD = "accounts_notice_old"
WRITE = """
INSERT INTO accounts_notice (player_id, kind, subject, text, address, topic, key, created_at, spread)
VALUES (%s, 'message', 'x', '', '/', 't', %s, now(), false) ON CONFLICT DO NOTHING
"""


def partition() -> None:
    with connection.schema_editor(atomic=False) as editor:
        MIGRATION.partition(None, editor)


@pytest.fixture
def newest() -> Iterator[Callable[[], None]]:
    """Go back to the table as it was before; what is given goes on from there, and does so at the end."""
    with connection.schema_editor(atomic=False) as editor:
        MIGRATION.put_together(None, editor)
    assert partitions.partitions() == []
    yield partition
    partition()


def lay(player: User, count: int) -> list[int]:
    """So many notices, a delivery of each tenth. Returns their keys."""
    for number in range(count):
        with connection.cursor() as cursor:
            cursor.execute(WRITE, [player.pk, f"k{number}"])
    keys = list(Notice.objects.order_by("pk").values_list("pk", flat=True))
    for key in keys[::10]:
        Delivery.objects.create(notice_id=key, way=Delivery.Way.MAIL, lane="x", due=timezone.now())
    return keys


@contextmanager
def beside(work: Callable[[Any], None]) -> Iterator[None]:
    """Somebody works on another connection meanwhile. Raises what that one met."""

    def run() -> None:
        with connection.cursor() as cursor:
            work(cursor)

    other = meanwhile(run)
    try:
        yield
    finally:
        other.result(PATIENCE)


def test_every_row_stays_and_new_ones_go_on_behind(
    alice: User, bob: User, newest: Callable[[], None]
) -> None:
    keys = lay(alice, 50)
    before = list(Notice.objects.order_by("pk").values())
    newest()
    assert list(Notice.objects.order_by("pk").values()) == before
    assert partitions.partitions()[0].name == OLD
    assert Delivery.objects.filter(notice__in=keys).count() == 5
    notices.tell([alice, bob], "message", "k7", "Hello", "/")
    assert Notice.objects.filter(key="k7").count() == 2, "alice was told before"
    told = Notice.objects.get(player=bob)
    assert told.pk >= keys[-1] + MIGRATION.ROOM
    with pytest.raises(IntegrityError), transaction.atomic():
        Delivery.objects.create(notice_id=keys[-1] + 1, way="mail", lane="x", due=timezone.now())
    alice.delete()
    assert not Delivery.objects.exists()


@pytest.mark.long
def test_an_empty_table_goes_back_and_over_by_migrate(alice: User) -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        MigrationExecutor(connection).migrate(BEFORE)
        with connection.cursor() as cursor:
            cursor.execute(WRITE, [alice.pk, "k"])
        [kept] = Notice.objects.values()
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(WRITE.replace("ON CONFLICT DO NOTHING", ""), [alice.pk, "k"])
    finally:
        MigrationExecutor(connection).migrate(newest)
    assert Notice.objects.values().get() == kept
    assert partitions.partitions()


def test_others_write_read_and_settle_meanwhile(alice: User, bob: User, newest: Callable[[], None]) -> None:
    lay(alice, 300)
    begun, over = Event(), Event()
    written: list[str] = []

    def work(cursor: Any) -> None:
        cursor.execute("SET lock_timeout = '3s'")
        while not over.is_set():
            key = f"new-{len(written)}"
            cursor.execute(WRITE, [bob.pk, key])
            cursor.execute("UPDATE accounts_notice SET read_at = now() WHERE key = %s", [key])
            cursor.execute("SELECT count(*) FROM accounts_notice WHERE player_id = %s", [bob.pk])
            written.append(key)
            begun.set()
            assert cursor.fetchone()[0] == len(written)

    with beside(work):
        try:
            assert begun.wait(PATIENCE)
            newest()
        finally:
            over.set()
    assert written
    assert Notice.objects.filter(player=alice).count() == 300
    read = Notice.objects.filter(player=bob, read_at__isnull=False)
    assert set(read.values_list("key", flat=True)) == set(written)


def test_whoever_holds_the_table_is_given_way(
    alice: User, newest: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits a moment, lets those behind it through, and comes again."""
    lay(alice, 5)
    tries: list[float] = []
    held, let_go = Event(), Event()

    def hold(cursor: Any) -> None:
        cursor.execute("BEGIN")
        cursor.execute("UPDATE accounts_notice SET read_at = now()")
        held.set()
        assert let_go.wait(20)
        cursor.execute("COMMIT")

    def pause(seconds: float) -> None:
        tries.append(seconds)
        with connection.cursor() as cursor:  # nobody waits for anything while it pauses
            cursor.execute(
                "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity USING (pid)"
                " WHERE NOT granted AND datname = current_database()"
            )
            assert cursor.fetchone()[0] == 0
        let_go.set()

    monkeypatch.setattr(MIGRATION, "sleep", pause)
    with beside(hold):
        assert held.wait(20)
        newest()
    assert tries
    assert Notice.objects.filter(read_at__isnull=False).count() == 5
    assert partitions.partitions()


def test_whoever_was_killed_half_way_begins_anew(
    alice: User, newest: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(alice, 5)
    swap = MIGRATION.SWAP
    monkeypatch.setattr(MIGRATION, "SWAP", f"{swap}; SELECT 1/0")
    with pytest.raises(Exception, match="division"):
        newest()
    assert partitions.partitions() == [], "the fence alone stands"
    monkeypatch.setattr(MIGRATION, "SWAP", swap)
    newest()
    assert Notice.objects.count() == 5
    assert partitions.partitions()


def test_where_it_was_done_it_is_not_done_again(alice: User) -> None:
    before = partitions.partitions()
    notices.tell([alice], "message", "k", "Hello", "/")
    partition()
    assert partitions.partitions() == before
    assert Notice.objects.count() == 1
