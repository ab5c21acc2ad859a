"""The door where it is counted how often somebody does something."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from accounts import limits, spending
from accounts.limits import HOUR, MINUTE, Budget, Rate
from accounts.models import Spent, User
from tests.at_once import raised_at_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = {
        "thing": Budget("That was much.", (Rate(3, MINUTE), Rate(4, HOUR))),
        "other": Budget("That too.", (Rate(1, MINUTE),)),
    }
    monkeypatch.setattr(limits, "BUDGETS", budgets)


def pass_time(seconds: int) -> None:
    """As if all that was done had been done so much earlier."""
    for spent in Spent.objects.all():
        spent.times = [at - timedelta(seconds=seconds) for at in spent.times]
        spent.save()
    Spent.objects.update(until=F("until") - timedelta(seconds=seconds))


def test_so_much_and_no_more_and_then_again(alice: User) -> None:
    for _ in range(3):
        spending.spend("thing", alice)
    with pytest.raises(spending.TooOften) as refused:
        spending.spend("thing", alice)
    assert str(refused.value) == "That was much. Try again in a minute."
    assert 55 <= refused.value.retry_after <= 60
    pass_time(61)
    spending.spend("thing", alice)


def test_the_longer_window_holds_too(alice: User) -> None:
    for _ in range(3):
        spending.spend("thing", alice)
    pass_time(61)
    spending.spend("thing", alice)
    pass_time(61)
    with pytest.raises(spending.TooOften) as refused:
        spending.spend("thing", alice)
    assert "58 minutes" in str(refused.value)
    pass_time(HOUR)
    spending.spend("thing", alice)


def test_what_the_longer_window_refuses_is_counted_in_neither(alice: User) -> None:
    for _ in range(3):
        spending.spend("thing", alice)
    pass_time(61)
    spending.spend("thing", alice)
    before = sorted(len(spent.times) for spent in Spent.objects.all())
    with pytest.raises(spending.TooOften):
        spending.spend("thing", alice)
    assert sorted(len(spent.times) for spent in Spent.objects.all()) == before


def test_no_window_holds_more_wherever_it_begins(alice: User) -> None:
    spending.spend("thing", alice)
    pass_time(50)
    for _ in range(2):
        spending.spend("thing", alice)
    pass_time(15)  # the first one counts no more, the two do
    spending.spend("thing", alice)
    with pytest.raises(spending.TooOften):
        spending.spend("thing", alice)


def test_each_is_counted_alone(alice: User, bob: User) -> None:
    spending.spend("other", alice)
    spending.spend("other", bob)
    spending.spend("other", "address-192.0.2.1")
    spending.spend("thing", alice)
    for who in (alice, bob, "address-192.0.2.1"):
        with pytest.raises(spending.TooOften):
            spending.spend("other", who)


def test_a_name_of_any_length_is_counted() -> None:
    spending.spend("other", "x" * 1000)
    spending.spend("other", "x" * 999)
    with pytest.raises(spending.TooOften):
        spending.spend("other", "x" * 1000)


def test_refusals_do_not_make_it_longer(alice: User) -> None:
    spending.spend("other", alice)
    pass_time(30)
    for _ in range(5):
        with pytest.raises(spending.TooOften):
            spending.spend("other", alice)
    assert len(Spent.objects.get(key__startswith="other").times) == 1
    pass_time(31)
    spending.spend("other", alice)


@pytest.mark.django_db(transaction=True)
def test_many_at_once_have_no_more_than_one_after_the_other(alice: User) -> None:
    refused = raised_at_once(*[lambda: spending.spend("thing", alice)] * 12)
    assert [type(one) for one in refused] == [spending.TooOften] * 9


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(1, "a minute"), (61, "two minutes"), (121, "3 minutes"), (3600, "60 minutes"), (7200, "2 hours")],
)
def test_it_says_when_again(seconds: int, said: str) -> None:
    assert spending.again(seconds) == f"Try again in {said}."


def test_what_is_over_is_not_kept_for_ever(alice: User) -> None:
    spending.spend("other", alice)
    assert Spent.objects.get().until > timezone.now() + timedelta(seconds=55)


def test_what_is_spent_again_is_kept_for_another_window(alice: User) -> None:
    spending.spend("thing", alice)
    pass_time(50)
    spending.spend("thing", alice)
    pass_time(50)
    Spent.objects.filter(until__lt=timezone.now()).delete()  # as at night
    spending.spend("thing", alice)
    spending.spend("thing", alice)
    with pytest.raises(spending.TooOften):
        spending.spend("thing", alice)
