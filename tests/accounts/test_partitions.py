"""Notices in partitions: told once over all of them, made ahead, dropped when all in them is old."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from threading import Timer
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts import notices
from accounts.models import Delivery, Notice, User
from accounts.notices import partitions
from boatzee_site import clearing
from tests.at_once import PATIENCE, is_held_up, meanwhile

pytestmark = pytest.mark.django_db(transaction=True)
OLD = timedelta(days=61)


@pytest.fixture(autouse=True)
def _small(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys are given from the last partition before the spare, wherever the test before had come."""
    give(partitions.partitions()[-2].first or 1)
    monkeypatch.setattr(partitions, "LEAST", 10)
    monkeypatch.setattr(partitions, "PATIENCE", "300ms")


def names() -> list[str]:
    return [one.name for one in partitions.partitions()]


def give(key: int) -> None:
    """The next notice has this key."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('accounts_notice_id_seq', %s, false)", [key])


def spare() -> int:
    """The first key of the spare."""
    first = partitions.partitions()[-1].first
    assert first
    return first


def tell(player: User, key: str, *, age: timedelta = timedelta(0)) -> Notice:
    notices.tell([player], "message", key, "Hello", "/")
    told = Notice.objects.get(player=player, key=key)
    Notice.objects.filter(pk=told.pk).update(created_at=timezone.now() - age)
    return told


def next_partition() -> int:
    """Make one, and go on in it. Returns its first key."""
    first = spare()
    give(first - 1)
    partitions.look_after()
    give(first)
    return first


def home(notice: Notice) -> str:
    """The partition in which it lies."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tableoid::regclass::text FROM accounts_notice WHERE id = %s", [notice.pk])
        return str(cursor.fetchone()[0])


@pytest.fixture
def other() -> Iterator[Any]:
    """A connection beside the test's own, in a transaction."""
    line = connection.copy()
    with line.cursor() as cursor:
        cursor.execute("BEGIN")
        yield cursor
        cursor.execute("ROLLBACK")
    line.close()


def test_what_was_told_in_an_older_partition_is_not_told_again(alice: User, bob: User) -> None:
    first = tell(alice, "k")
    next_partition()
    notices.tell([alice, bob, bob], "message", "k", "Hello", "/")
    assert Notice.objects.get(player=alice) == first
    second = Notice.objects.get(player=bob)
    assert home(second) != home(first)
    assert tell(alice, "another").pk > second.pk


@pytest.mark.parametrize("kept", [True, False], ids=["commits", "rolls back"])
def test_two_who_tell_the_same_at_once_in_two_partitions(alice: User, other: Any, *, kept: bool) -> None:
    other.execute(
        "INSERT INTO accounts_notice"
        " (player_id, kind, subject, text, address, topic, key, created_at, spread)"
        " VALUES (%s, 'message', 'first', '', '/', '', 'k', now(), false)",
        [alice.pk],
    )
    give(spare())
    waiting = meanwhile(lambda: notices.tell([alice], "message", "k", "second", "/"))
    assert is_held_up(waiting), "it waits until it is known whether it was told"
    other.execute("COMMIT" if kept else "ROLLBACK")
    waiting.result(PATIENCE)
    assert Notice.objects.get(player=alice, key="k").subject == ("first" if kept else "second")


def test_a_partition_is_made_before_its_keys_are_given(alice: User) -> None:
    first = spare()
    before = names()
    give(first - 5)
    partitions.look_after()
    assert names() == [*before[:-1], f"accounts_notice_{first}_{first + 9}", "accounts_notice_spare"]
    assert spare() == first + 10
    partitions.look_after()
    assert spare() == first + 10, "the second time there is enough"
    give(first)
    assert home(tell(alice, "k")) == f"accounts_notice_{first}_{first + 9}"


def test_a_partition_takes_what_is_told_in_a_week(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    first = next_partition()
    told = tell(alice, "k", age=timedelta(days=8))
    monkeypatch.setattr(partitions, "LEAST", 2)
    give(first + 7)
    partitions.look_after()
    assert spare() == first + 10, "there is enough"
    Notice.objects.filter(pk=told.pk).update(created_at=timezone.now() - timedelta(days=6))
    partitions.look_after()
    assert spare() == first + 17


def test_where_nobody_made_any_the_spare_takes_what_comes_until_it_is_empty_again(alice: User) -> None:
    first = spare()
    give(first + 3)
    told = tell(alice, "k")
    assert home(told) == "accounts_notice_spare"
    partitions.look_after()
    assert spare() == first
    Notice.objects.all().delete()
    partitions.look_after()
    assert spare() == first + 10


def test_what_is_just_being_written_to_the_spare_is_not_lost(alice: User, other: Any) -> None:
    first = spare()
    give(first)
    other.execute(
        "INSERT INTO accounts_notice"
        " (player_id, kind, subject, text, address, topic, key, created_at, spread)"
        " VALUES (%s, 'message', 'late', '', '/', '', 'k', now(), false)",
        [alice.pk],
    )
    committing = Timer(0.1, other.execute, ["COMMIT"])
    committing.start()
    partitions.look_after()
    committing.join(10)
    assert Notice.objects.get().subject == "late"
    assert spare() == first


def aged(player: User) -> tuple[Notice, str]:
    """An old notice in a partition that is behind, and that one's name."""
    next_partition()
    told = tell(player, "old", age=OLD)
    next_partition()
    tell(player, "new", age=timedelta(days=2))
    return told, home(told)


def test_a_partition_in_which_all_is_old_is_dropped(alice: User) -> None:
    told, name = aged(alice)
    assert name in partitions.look_after()
    assert name not in names()
    assert Notice.objects.get().key == "new"
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s)", [name])
        assert cursor.fetchone()[0] is None
    assert told.pk
    notices.tell([alice], "message", "old", "Hello", "/")
    assert Notice.objects.count() == 2, "what is forgotten may be told again"


def test_one_in_which_anything_is_needed_stays(alice: User, bob: User) -> None:
    told, name = aged(alice)
    waits = Delivery.objects.create(notice=told, way=Delivery.Way.MAIL, lane="x", due=timezone.now())
    assert name not in partitions.look_after()
    waits.delete()
    Notice.objects.filter(pk=told.pk).update(created_at=timezone.now() - timedelta(days=59))
    assert name not in partitions.look_after()
    Notice.objects.filter(pk=told.pk).delete()
    assert name in partitions.look_after(), "nothing is left in it"


def test_one_into_which_something_may_still_come_stays(alice: User) -> None:
    _told, name = aged(alice)
    Notice.objects.filter(key="new").update(created_at=timezone.now() - timedelta(hours=23))
    assert name not in partitions.look_after()


def test_a_reader_is_not_disturbed_and_the_next_night_goes_on(alice: User, other: Any) -> None:
    told, name = aged(alice)
    other.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    other.execute("SELECT count(*) FROM accounts_notice")
    assert name not in partitions.look_after()
    other.execute("SELECT count(*) FROM accounts_notice WHERE key = 'old'")
    assert other.fetchone()[0] == 1
    tell(alice, "meanwhile")
    with pytest.raises(IntegrityError), transaction.atomic():  # no delivery can come to need it
        Delivery.objects.create(notice=told, way=Delivery.Way.MAIL, lane="x", due=timezone.now())
    other.execute("COMMIT")
    assert partitions.look_after()[0] == name


def test_one_that_could_not_be_dropped_keeps_no_account_open_and_goes_the_next_night(
    alice: User, other: Any
) -> None:
    """A table that refers to accounts is dropped under a lock of theirs, which somebody may hold for long."""
    _told, name = aged(alice)
    other.execute("SELECT count(*) FROM accounts_user")
    assert name not in partitions.look_after()
    assert name not in names(), "it is no partition any more"
    alice.delete()
    other.execute("COMMIT")
    assert name in partitions.look_after()
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s)", [name])
        assert cursor.fetchone()[0] is None


def test_who_finds_another_at_it_does_nothing(alice: User, other: Any) -> None:
    _told, name = aged(alice)
    other.execute("SELECT pg_advisory_lock(%s)", [partitions.LOCK])
    assert partitions.look_after() == []
    other.execute("SELECT pg_advisory_unlock(%s)", [partitions.LOCK])
    assert name in partitions.look_after()


def test_a_table_that_is_held_is_left_for_the_next_night(alice: User, other: Any) -> None:
    first = spare()
    give(first - 1)
    other.execute("LOCK TABLE accounts_notice IN ROW EXCLUSIVE MODE")
    partitions.look_after()
    assert spare() == first
    other.execute("COMMIT")
    partitions.look_after()
    assert spare() == first + 10


def test_what_is_old_is_cleared_in_every_partition(alice: User) -> None:
    first = tell(alice, "old 1", age=OLD)
    next_partition()
    second = tell(alice, "old 2", age=OLD)
    tell(alice, "new")
    assert home(first) != home(second)
    assert clearing.clear()["accounts_notice"] == 2
    assert Notice.objects.get().key == "new"


def test_a_list_and_a_count_are_whole_over_all_partitions(alice: User) -> None:
    first = tell(alice, "1")
    next_partition()
    second = tell(alice, "2")
    assert list(notices.listed(alice)) == [second, first]
    assert notices.unread(alice).count() == 2
    notices.read_all(alice)
    assert not notices.unread(alice).exists()


def test_an_account_that_is_closed_takes_its_notices_out_of_all(alice: User) -> None:
    tell(alice, "1")
    next_partition()
    Delivery.objects.create(notice=tell(alice, "2"), way=Delivery.Way.MAIL, lane="x", due=timezone.now())
    alice.delete()
    assert not Notice.objects.exists()
    assert not Delivery.objects.exists()
