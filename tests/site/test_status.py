"""The page that says how the site is: cheap, the same for everybody, and up while the database is not."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from boatzee_site import heartbeats, status
from boatzee_site.models import Silence

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status, "_known", None)


def look(client: Client) -> HttpResponse:
    response = client.get(reverse("status"))
    assert response.status_code == 200
    return response  # type: ignore[return-value]


def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if what is known were old."""
    assert status._known
    monkeypatch.setattr(status, "_known", (status._known[0] - status.KEPT - 1, status._known[1]))


def test_all_is_well(client: Client) -> None:
    heartbeats.note(*heartbeats.LATE_AFTER)
    text = look(client).content.decode()
    assert "All is well." in text
    assert text.count("<strong>At work</strong>") == len(status.ALL)
    assert "last heard of" not in text


@pytest.mark.parametrize(
    ("part", "name"),
    [("beat", "Play"), ("play", "Play"), ("told", "Mail and notices"), ("stream", "Live tables")],
)
def test_what_stands_still_is_told_and_since_when(client: Client, part: str, name: str) -> None:
    heartbeats.note(*heartbeats.LATE_AFTER)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE boatzee_site_heartbeat SET beat_at = now() - interval '1 hour' WHERE part = %s", [part]
        )
    text = look(client).content.decode()
    [told] = [one for one in text.split("<h2>")[1:] if "Standing still" in one]
    assert told.startswith(name)
    assert "last heard of on" in told
    assert "Something is not as it should be." in text


def test_a_service_is_as_its_worst_part_is(client: Client) -> None:
    heartbeats.note(*heartbeats.LATE_AFTER)
    with connection.cursor() as cursor:
        for part, silent in (("play", heartbeats.LATE_AFTER["play"] + 5), ("beat", 3600)):
            cursor.execute(
                "UPDATE boatzee_site_heartbeat SET beat_at = now() - %s * interval '1 s' WHERE part = %s",
                [silent, part],
            )
    assert heartbeats.look()["play"].status == "late"
    [told] = [one for one in look(client).content.decode().split("<h2>")[1:] if one.startswith("Play")]
    assert "Standing still" in told


def test_it_costs_two_queries_and_then_none_for_a_while(
    client: Client, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(alice)
    with django_assert_num_queries(2):
        look(client)
    with django_assert_num_queries(0):
        response = look(client)
    assert response["Cache-Control"] == "public, max-age=15"
    assert "Cookie" not in response.get("Vary", "")


def test_while_the_database_is_down_it_says_so_and_asks_no_more(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(alice)
    found: list[str] = []

    def refuse(execute: object, sql: str, *rest: object) -> None:
        found.append(sql)
        raise OperationalError("the connection was refused")

    monkeypatch.setattr(connection, "close", lambda: None)
    with connection.execute_wrapper(refuse):
        text = look(client).content.decode()
        assert "We have not been able to reach our books since" in text
        assert text.count("Not known at the moment") == len(status.ALL)
        look(client)
        assert len(found) == 1
        assert status._known
        since = status._known[1].since
        later(monkeypatch)
        look(client)
        assert len(found) == 2
        assert status._known[1].since == since
    later(monkeypatch)
    assert "reach our books" not in look(client).content.decode()


def silent(part: str, *, began: timedelta, lasted: timedelta) -> Silence:
    """It was not heard of, so long ago and for so long."""
    at = timezone.now() - began
    return Silence.objects.create(part=part, from_at=at, until_at=at + lasted)


def past(client: Client) -> list[str]:
    """What is told of the past, the newest first."""
    text = look(client).content.decode().partition("<h2>Before</h2>")[2]
    return [one.partition("<br>")[2].replace("\xa0", " ") for one in re.findall(r"<li>(.*)</li>", text)]


def test_what_stood_still_is_told_in_a_sentence_for_each_service(client: Client) -> None:
    assert past(client) == []
    assert "Nothing stood still in the last 90 days." in look(client).content.decode()
    for days, part in enumerate(("play", "dice", "stream", "told", "heavy"), start=1):
        silent(part, began=timedelta(days=days), lasted=timedelta(minutes=1 + days, seconds=2))
    silent("backup", began=timedelta(days=1), lasted=timedelta(hours=3))
    status._known = None
    assert past(client) == [
        "Clocks, robots and pairing stood still for 2 minutes.",
        "There were too few dice, or none were dealt, for 3 minutes.",
        "For 4 minutes open pages did not change by themselves.",
        "Mail and notices waited for 5 minutes.",
        "Events and reviews waited for 6 minutes.",
    ]


def test_a_service_whose_parts_were_silent_together_stood_still_once(client: Client) -> None:
    silent("beat", began=timedelta(minutes=30), lasted=timedelta(minutes=5))
    silent("play", began=timedelta(minutes=28), lasted=timedelta(minutes=8))
    silent("play", began=timedelta(minutes=10), lasted=timedelta(minutes=2))
    assert past(client) == [
        "Clocks, robots and pairing stood still for 2 minutes.",
        "Clocks, robots and pairing stood still for 10 minutes.",
    ]


def test_of_the_past_it_tells_ninety_days_and_not_too_much(client: Client) -> None:
    silent("told", began=status.PAST + timedelta(minutes=9), lasted=timedelta(minutes=8))
    assert past(client) == []
    for hours in range(1, status.MOST + 2):
        silent("told", began=timedelta(hours=hours), lasted=timedelta(minutes=hours))
    for minutes in range(2 * status.MOST):  # which players know nothing of
        silent("backup", began=timedelta(minutes=minutes), lasted=timedelta(seconds=1))
    status._known = None
    told = past(client)
    assert len(told) == status.MOST
    assert "for 1 minute." in told[0]


def test_the_past_is_told_while_the_database_is_down(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    silent("told", began=timedelta(hours=1), lasted=timedelta(minutes=3))
    assert len(past(client)) == 1
    later(monkeypatch)
    monkeypatch.setattr(connection, "close", lambda: None)

    def refuse(*_: object) -> None:
        raise OperationalError("the connection was refused")

    with connection.execute_wrapper(refuse):
        assert "reach our books" in look(client).content.decode()
        assert len(past(client)) == 1


def test_only_looking_is_allowed(client: Client) -> None:
    assert client.post(reverse("status")).status_code == 405
