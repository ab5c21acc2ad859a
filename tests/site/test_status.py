"""The page that says how the site is: cheap, the same for everybody, and up while the database is not."""

from __future__ import annotations

import pytest
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from boatzee_site import heartbeats, status

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
    ("part", "name"), [("beat", "Play"), ("play", "Play"), ("told", "Mails"), ("stream", "Live tables")]
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


def test_it_costs_one_query_and_then_none_for_a_while(
    client: Client, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(alice)
    with django_assert_num_queries(1):
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


def test_only_looking_is_allowed(client: Client) -> None:
    assert client.post(reverse("status")).status_code == 405
