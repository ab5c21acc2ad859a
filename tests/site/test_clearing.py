"""What nobody needs any more is cleared away at night, in parts, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import mailing, notices, outbox, spending
from accounts.models import Delivery, Device, Errand, Notice, PushSubscription, Spent, User
from boatzee_site import clearing, tasks
from boatzee_site.celery import app
from boatzee_site.models import Silence
from tests.accounts.sending import browser
from tests.at_once import at_once

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def session(*, old: bool) -> str:
    made = SessionStore()
    made["x"] = 1
    made.save()
    if old:
        past = timezone.now() - timedelta(seconds=1)
        Session.objects.filter(pk=made.session_key).update(expire_date=past)
    return str(made.session_key)


def listed(player: User, key: str, *, hours: int) -> UserSession:
    made = UserSession.objects.create(user=player, session_key=key, ip="192.0.2.1", user_agent="x")
    UserSession.objects.filter(pk=made.pk).update(created_at=timezone.now() - timedelta(hours=hours))
    return made


def told(player: User, key: str, **columns: Any) -> Notice:
    """A notice to the player, with these columns."""
    notices.tell([player], "message", key, "Hello", "/")
    found = Notice.objects.get(player=player, key=key)
    Notice.objects.filter(pk=found.pk).update(**columns)
    return found


def old(days: int, *, by: timedelta = HOUR) -> Any:
    """So many days ago, and an hour; or an hour less."""
    return timezone.now() - days * DAY - by


@contextmanager
def another() -> Iterator[Any]:
    """A connection beside the test's own, in a transaction."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            yield cursor
            cursor.execute("ROLLBACK")
    finally:
        other.close()


def test_sessions_and_what_belongs_to_them_go_and_the_others_stay(alice: User) -> None:
    gone, new = session(old=True), session(old=False)
    listed(alice, gone, hours=48)
    here, fresh = listed(alice, new, hours=48), listed(alice, "not-stored-yet", hours=0)
    found = clearing.clear()
    assert set(Session.objects.values_list("pk", flat=True)) == {new}
    assert set(UserSession.objects.values_list("pk", flat=True)) == {here.pk, fresh.pk}
    assert (found["django_session"], found["usersessions_usersession"]) == (1, 1)


def test_counts_go_when_they_count_no_more(alice: User) -> None:
    cache.clear()
    cache.set("old", 1, 1)
    cache.set("new", 1, 1000)
    spending.spend("message", alice)
    spending.spend("report", alice)
    Spent.objects.filter(key__startswith="report").update(until=timezone.now() - timedelta(seconds=1))
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE cache SET expires = now() - interval '1 minute' WHERE cache_key LIKE %s", ["%old"]
        )
    assert clearing.clear()["cache"] == 1
    assert cache.get("new") == 1
    assert [one.key.split("/")[0] for one in Spent.objects.all()] == ["message"]


def test_notices_go_when_they_are_old_or_have_been_settled_for_a_while(alice: User, bob: User) -> None:
    told(alice, "old", created_at=old(60))
    told(alice, "old and read", created_at=old(60), read_at=old(59))
    told(alice, "settled", created_at=old(8), settled_at=old(7))
    told(alice, "not quite old", created_at=old(60, by=-HOUR))
    told(alice, "just settled", created_at=old(50), settled_at=old(7, by=-HOUR))
    told(bob, "new")
    assert clearing.clear()["accounts_notice"] == 3
    assert sorted(Notice.objects.values_list("key", flat=True)) == ["just settled", "new", "not quite old"]


def test_a_notice_stays_as_long_as_something_is_to_be_sent_or_shown_of_it(alice: User) -> None:
    sent, lost = told(alice, "sent", created_at=old(61)), told(alice, "lost", created_at=old(61))
    for notice in (sent, lost):
        Delivery.objects.create(notice=notice, way=Delivery.Way.MAIL, lane="x", due=timezone.now())
    Delivery.objects.filter(notice=lost).update(given_up_at=old(30))
    clearing.clear()
    assert [delivery.notice for delivery in Delivery.objects.all()] == [sent]
    assert Notice.objects.get() == sent


def test_what_was_given_up_goes_after_a_while_and_what_waits_stays(alice: User) -> None:
    for address in ("lost@example.org", "lately@example.org", "waits@example.org"):
        mailing.put(address, "Hello", "Hello")
    Delivery.objects.filter(to__startswith="lost").update(given_up_at=old(30), created_at=old(90))
    Delivery.objects.filter(to__startswith="lately").update(given_up_at=old(30, by=-HOUR))
    Delivery.objects.filter(to__startswith="waits").update(created_at=old(90))
    assert clearing.clear()["accounts_delivery"] == 1
    assert sorted(Delivery.objects.values_list("to", flat=True)) == [
        "lately@example.org",
        "waits@example.org",
    ]


def test_a_browser_that_takes_no_more_goes_once_nothing_is_shown_of_it(alice: User) -> None:
    for _ in range(3):
        browser(alice)
    dropped, shown, here = PushSubscription.objects.order_by("pk")
    PushSubscription.objects.exclude(pk=here.pk).update(dropped_at=old(30))
    Delivery.objects.create(
        notice=told(alice, "lost"),
        way=Delivery.Way.PUSH,
        lane="x",
        browser=shown,
        due=timezone.now(),
        given_up_at=old(29),
    )
    clearing.clear()
    assert set(PushSubscription.objects.all()) == {shown, here}
    assert dropped.pk


def test_errands_that_were_given_up_go_after_half_a_year_and_those_that_wait_stay() -> None:
    for subject in (1, 2, 3):
        outbox.note("match", subject)
    Errand.objects.filter(subject=1).update(given_up_at=old(180))
    Errand.objects.filter(subject=2).update(given_up_at=old(180, by=-HOUR))
    Errand.objects.filter(subject=3).update(created_at=old(400))
    assert clearing.clear()["accounts_errand"] == 1
    assert sorted(Errand.objects.values_list("subject", flat=True)) == [2, 3]


def test_browsers_in_which_nobody_signed_in_for_a_year_are_strangers_again(alice: User) -> None:
    for key, seen in (("gone", old(365)), ("here", old(365, by=-HOUR))):
        made = Device.objects.create(player=alice, key=key, browser="x", network="x", seen_at=seen)
        Device.objects.filter(pk=made.pk).update(first_at=old(700))
    assert clearing.clear()["accounts_device"] == 1
    assert Device.objects.get().key == "here"


def test_that_a_part_was_silent_is_forgotten_after_ninety_days() -> None:
    for name, until in (("old", old(90)), ("new", old(90, by=-HOUR))):
        Silence.objects.create(part=name, from_at=old(100), until_at=until)
    assert clearing.clear()["boatzee_site_silence"] == 1
    assert Silence.objects.get().part == "new"


def test_spans_are_the_operators(alice: User, settings: Any) -> None:
    told(alice, "old", created_at=old(60))
    settings.KEPT = {**settings.KEPT, "notices": 90 * DAY}
    assert clearing.clear()["accounts_notice"] == 0
    settings.KEPT = {**settings.KEPT, "notices": 50 * DAY}
    assert clearing.clear()["accounts_notice"] == 1
    assert clearing.clear()["accounts_notice"] == 0, "the second time there is nothing"


def fill(player: User, count: int) -> None:
    """So many old notices, some twenty on a page."""
    Notice.objects.bulk_create(
        Notice(player=player, kind="message", key=str(number), subject="x" * 150, address="/")
        for number in range(count)
    )
    Notice.objects.update(created_at=old(61))


def parts(captured: CaptureQueriesContext, table: str) -> list[str]:
    """The statements that cleared the table."""
    return [one["sql"] for one in captured if one["sql"].startswith(f"DELETE FROM {table}")]


def pages(table: str) -> int:
    """Of a table, or of all its partitions."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(pg_relation_size(relid)) / 8192 FROM pg_partition_tree(%s)", [table])
        return int(cursor.fetchone()[0])


def test_a_table_is_walked_in_parts_to_its_end(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clearing, "PAGES", 1)
    fill(alice, 200)
    Notice.objects.annotate(odd=F("pk") % 2).filter(odd=1).update(created_at=timezone.now())
    with CaptureQueriesContext(connection) as captured:
        assert clearing.clear()["accounts_notice"] == 100
    assert len(parts(captured, "accounts_notice")) == pages("accounts_notice") > 5
    assert Notice.objects.count() == 100


def test_a_table_has_its_time_and_goes_on_the_next_night(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    session(old=True)
    fill(alice, 200)
    monkeypatch.setattr(clearing, "PAGES", 1)
    monkeypatch.setattr(clearing, "SECONDS", -1.0)
    with CaptureQueriesContext(connection) as captured:
        clearing.clear()
    for table in ("accounts_notice", "django_session"):
        assert len(parts(captured, table)) == 1, "one table's end is not another's"
    for _ in range(500):  # each night begins where chance has it
        clearing.clear()
        if not Notice.objects.exists():
            break
    assert not Notice.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lock", ["FOR UPDATE", "FOR KEY SHARE"])
def test_it_waits_for_nobody(alice: User, lock: str) -> None:
    held, free = (told(alice, key, created_at=old(61)) for key in ("held", "free"))
    with another() as cursor:
        cursor.execute(f"SELECT 1 FROM accounts_notice WHERE id = %s {lock}", [held.pk])
        with transaction.atomic(), connection.cursor() as own:
            own.execute("SET LOCAL lock_timeout = '500ms'")
            clearing.clear()
    assert Notice.objects.get() == held
    assert free.pk
    assert clearing.clear()["accounts_notice"] == 1


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_it(alice: User) -> None:
    """While a part is not committed yet: others tell, read and settle what stays, and see what goes."""
    told(alice, "old", created_at=old(61))
    stays = told(alice, "stays")
    with another() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '500ms'")
        with transaction.atomic():
            assert clearing.clear()["accounts_notice"] == 1
            cursor.execute("SELECT count(*) FROM accounts_notice")
            assert cursor.fetchone()[0] == 2
            cursor.execute("UPDATE accounts_notice SET read_at = now() WHERE id = %s", [stays.pk])
            cursor.execute("INSERT INTO accounts_spent VALUES ('x', '{}', now())")


@pytest.mark.django_db(transaction=True)
def test_what_is_wanted_again_meanwhile_stays(alice: User) -> None:
    """A session that expired and is just being renewed is passed over, and stays then."""
    key = session(old=True)
    with another() as cursor:
        cursor.execute(
            "UPDATE django_session SET expire_date = now() + interval '1 day' WHERE session_key = %s", [key]
        )
        clearing.clear()
        cursor.execute("COMMIT")
    clearing.clear()
    assert Session.objects.get().pk == key


@pytest.mark.django_db(transaction=True)
def test_two_workers_share_it(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clearing, "PAGES", 1)
    fill(alice, 1000)
    at_once(clearing.clear, clearing.clear)
    assert not Notice.objects.exists() or clearing.clear()["accounts_notice"]
    assert not Notice.objects.exists()


def test_the_steps_of_a_night_fail_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [step.__name__ for step in tasks.CLEARING] == ["look_after", "clear", "thin"]
    done: list[str] = []

    def fail() -> None:
        raise RuntimeError("of a test")

    def go_on() -> None:
        done.append("went on")

    monkeypatch.setattr(tasks, "CLEARING", (fail, go_on))
    tasks.clear_expired()
    assert done == ["went on"]


def test_it_runs_every_night() -> None:
    named = {entry["task"]: entry["schedule"] for entry in app.conf.beat_schedule.values()}
    assert named[tasks.clear_expired.name].hour == {3}


@pytest.mark.django_db(transaction=True)
def test_a_table_that_fails_keeps_no_other_from_being_cleared(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    key = session(old=True)
    broken = clearing.Rule("django_session", "no_such_column")
    monkeypatch.setattr(clearing, "RULES", (broken, *clearing.RULES))
    clearing.clear()
    assert "django_session" in caplog.text
    assert not Session.objects.filter(pk=key).exists()
