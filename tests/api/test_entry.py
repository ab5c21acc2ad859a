"""What holds for every operation: addresses, methods, bodies, ETags, other sites' programs."""

from __future__ import annotations

import pytest
from django.db import OperationalError
from django.test import Client, override_settings
from pytest_django import DjangoAssertNumQueries

from accounts.api import me
from accounts.models import User
from tests.api.asking import ask, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def told() -> Client:
    """A client that is answered what goes wrong, in place of being shown the error."""
    return Client(raise_request_exception=False)


def test_an_address_where_nothing_is(alice: User) -> None:
    refused(ask(alice).get("nothing"), 404, "no-address")
    refused(ask(alice).get("no%0Athing"), 404, "no-address")
    refused(ask(alice).get("players/a%0Ab"), 404, "not-found")
    refused(ask(None).get(""), 404, "not-found")


def test_another_method(alice: User) -> None:
    answer = ask(alice).send("DELETE", "me")
    refused(answer, 405, "bad-method")
    assert answer["Allow"] == "GET, OPTIONS"


def test_what_is_no_json(alice: User) -> None:
    program = ask(alice)
    answer = program.client.patch(
        "/api/v1/me/settings",
        "{",
        content_type="application/json",
        headers={"Authorization": f"Bearer {program.secret}"},
    )
    refused(answer, 400, "bad-json")
    form = program.client.patch(
        "/api/v1/me/settings",
        "time_zone=UTC",
        content_type="application/x-www-form-urlencoded",
        headers={"Authorization": f"Bearer {program.secret}"},
    )
    refused(form, 415, "not-json")


def test_what_no_column_takes(alice: User) -> None:
    refused(ask(alice).patch("me/settings", {"time_zone": "\0"}), 400, "bad-json")
    refused(ask(alice).get("players/%00"), 400, "bad-address")
    refused(ask(alice).get("matches?cursor=%00"), 400, "bad-address")


def test_more_than_may_be_sent(alice: User) -> None:
    with override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=100):
        refused(ask(alice).patch("me/settings", {"time_zone": "x" * 200}), 413, "too-large")


def test_more_than_may_be_sent_costs_nothing_whoever_sends_it(
    alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    program, large = ask(alice), {"time_zone": "x" * 200}
    with override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=100), django_assert_num_queries(0):
        refused(program.patch("me/settings", large), 413, "too-large")
        refused(program.send("PUT", "nothing", large), 413, "too-large")


def test_what_does_not_fit_is_told_where(alice: User) -> None:
    told = refused(ask(alice).patch("me/settings", {"hide_rating": "yes", "other": 1}), 422, "invalid")
    assert {one["where"] for one in told["errors"]} == {"body.hide_rating", "body.other"}


def test_what_has_not_changed_is_not_sent_again(alice: User) -> None:
    program = ask(alice)
    first = program.get("me")
    again = program.get("me", If_None_Match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert program.get("me", If_None_Match='"other"').status_code == 200


def test_only_the_head(alice: User) -> None:
    answer = ask(alice).send("HEAD", "me")
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer["Content-Length"]) > 0


def test_programs_of_other_sites_may_read_what_their_token_may(alice: User) -> None:
    answer = ask(alice).get("me")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert "no-store" not in answer["Cache-Control"]
    before = ask(None).send(
        "OPTIONS", "me", Access_Control_Request_Method="PATCH", Origin="https://x.example"
    )
    assert before.status_code == 204
    assert "PATCH" in before["Access-Control-Allow-Methods"]
    assert "Authorization" in before["Access-Control-Allow-Headers"]
    assert ask(None).get("me")["Access-Control-Allow-Origin"] == "*"


def test_no_browser_asks_for_a_page(alice: User) -> None:
    assert "text/html" not in ask(None).get("me")["Content-Type"]


def test_books_that_cannot_be_reached(
    alice: User, told: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    program = ask(alice)
    program.client = told

    def gone(player: User) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(me, "_settings_of", gone)
    answer = program.get("me/settings")
    refused(answer, 503, "unreachable")
    assert answer["Retry-After"]


def test_what_nobody_expected_is_told_and_reported(
    alice: User, told: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    program = ask(alice)
    program.client = told

    def broken(player: User) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(me, "_settings_of", broken)
    answer = refused(program.get("me/settings"), 500, "broken")
    assert "ZeroDivision" not in str(answer)
    assert "ZeroDivisionError" in caplog.text
