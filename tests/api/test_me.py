"""The player's settings by the API: the same form, the same rules."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts import limits
from accounts.limits import Budget, Rate
from accounts.models import Spent, User
from tests.api.asking import ask, refused

pytestmark = pytest.mark.django_db
SET = {
    "time_zone": "UTC",
    "days_off": [],
    "spend_holiday": True,
    "hide_rating": False,
    "unwatched": False,
}


def test_they_are_read(alice: User) -> None:
    assert ask(alice, "settings").get("me/settings").json() == SET


def test_some_are_changed_and_the_rest_stays(alice: User) -> None:
    told = ask(alice).patch("me/settings", {"time_zone": "Asia/Tokyo", "days_off": [6, 5]}).json()
    assert told == {**SET, "time_zone": "Asia/Tokyo", "days_off": [5, 6]}
    alice.refresh_from_db()
    assert (alice.time_zone, alice.days_off) == ("Asia/Tokyo", [5, 6])


@pytest.mark.parametrize(
    "change",
    [
        {"time_zone": "Mars/Olympus"},
        {"days_off": [1, 2, 3]},
        {"days_off": [9]},
        {"username": "zed"},
        {"hide_rating": 1},
        {"time_zone": 5},
        [],
    ],
)
def test_what_the_page_refuses_is_refused(alice: User, change: Any) -> None:
    refused(ask(alice).patch("me/settings", change), 422, "invalid")
    alice.refresh_from_db()
    assert (alice.time_zone, alice.days_off, alice.username) == ("UTC", [], "alice")


def test_nothing_is_no_change(alice: User) -> None:
    assert ask(alice).patch("me/settings", {}).json() == SET
    assert not Spent.objects.exists()


def test_it_is_counted_as_on_the_page(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    once = {**limits.BUDGETS, "preferences": Budget("Enough.", (Rate(1, 60),))}
    monkeypatch.setattr(limits, "BUDGETS", once)
    program = ask(alice)
    assert program.patch("me/settings", {"hide_rating": True}).status_code == 200
    answer = program.patch("me/settings", {"hide_rating": False})
    told = refused(answer, 429, "too-often")
    assert told["detail"].startswith("Enough.")
    assert answer["Retry-After"] == str(told["retry_after"])


def test_its_queries(alice: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    program = ask(alice)
    program.get("me")
    with django_assert_num_queries(1):
        program.get("me/settings")
