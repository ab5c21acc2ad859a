"""What expired is cleared away at night, and nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import spending
from accounts.models import Spent, User
from boatzee_site import tasks
from boatzee_site.celery import app

pytestmark = pytest.mark.django_db


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


def test_sessions_and_what_belongs_to_them_go_and_the_others_stay(alice: User) -> None:
    old, new = session(old=True), session(old=False)
    gone, here, fresh = (
        listed(alice, old, hours=48),
        listed(alice, new, hours=48),
        listed(alice, "not-stored-yet", hours=0),
    )
    found = tasks.clear_expired()
    assert set(Session.objects.values_list("pk", flat=True)) == {new}
    assert set(UserSession.objects.values_list("pk", flat=True)) == {here.pk, fresh.pk}
    assert gone.pk
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
    assert tasks.clear_expired()["cache"] == 1
    assert cache.get("new") == 1
    assert [one.key.split("/")[0] for one in Spent.objects.all()] == ["message"]


def test_it_goes_in_parts(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(tasks, "PART", 2)
    for _ in range(5):
        session(old=True)
    with django_assert_num_queries(6):  # two and two and one, and once for each of the others
        tasks.clear_expired()
    assert not Session.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_it_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    held, free = session(old=True), session(old=True)
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("SELECT 1 FROM django_session WHERE session_key = %s FOR UPDATE", [held])
        with transaction.atomic(), connection.cursor() as own:
            own.execute("SET LOCAL lock_timeout = '500ms'")
            tasks.clear_expired()
        cursor.execute("ROLLBACK")
    other.close()
    assert [one.pk for one in Session.objects.all()] == [held]
    assert free


def test_it_runs_every_night() -> None:
    named = {entry["task"]: entry["schedule"] for entry in app.conf.beat_schedule.values()}
    assert named[tasks.clear_expired.name].hour == {3}
