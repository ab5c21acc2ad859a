"""What is told reaches whom it should, by the ways that were chosen, once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from accounts import notices
from accounts.models import Delivery, Notice, Preferences, User
from accounts.notices import send, spread

pytestmark = pytest.mark.django_db


def confirm(*players: User) -> None:
    """Their addresses are theirs."""
    for player in players:
        EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)


def tell(player: User, key: str = "one", kind: str = "message", topic: str = "") -> None:
    notices.tell([player], kind, key, f"Something: {key}", "/somewhere/", topic=topic)


def test_it_is_told_once(alice: User) -> None:
    confirm(alice)
    tell(alice)
    tell(alice)
    assert Notice.objects.count() == 1
    for _ in range(2):
        spread.spread()
        send.send_due()
    assert [letter.subject for letter in mail.outbox] == ["Boatzee: Something: one"]
    assert not Delivery.objects.exists()


def test_notices_costs_one_query(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        notices.tell([alice, bob], "message", "k", "Hello", "/")


@pytest.mark.usefixtures("robots")
def test_robots_and_closed_accounts_are_told_nothing(alice: User) -> None:
    alice.is_active = False
    notices.tell([alice, None, User.objects.get(level="casual")], "message", "k", "Hello", "/")
    assert not Notice.objects.exists()


@pytest.mark.parametrize("confirmed", [None, False])
def test_mail_goes_to_confirmed_addresses_only(alice: User, confirmed: bool | None) -> None:
    if confirmed is not None:
        EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=confirmed)
    tell(alice)
    spread.spread()
    assert not Delivery.objects.exists()
    assert notices.unread(alice).count() == 1, "it stands on the site all the same"


def test_what_is_settled_is_not_sent(alice: User, bob: User) -> None:
    confirm(alice, bob)
    for player in (alice, bob):
        tell(player, "turn-1-3", "turn", "turn-1")
    spread.spread()
    Notice.objects.filter(player=alice).update(settled_at=timezone.now())
    send.send_due()
    assert [letter.to for letter in mail.outbox] == [[bob.email]]
    assert not Delivery.objects.exists()


def test_what_is_settled_before_it_is_spread_needs_no_delivery(alice: User) -> None:
    confirm(alice)
    tell(alice)
    Notice.objects.update(settled_at=timezone.now())
    assert spread.spread() == 1
    assert not Delivery.objects.exists()
    assert Notice.objects.get().spread


def test_turns_do_not_stand_in_the_list(alice: User) -> None:
    tell(alice, kind="turn")
    assert notices.unread(alice).count() == 0


def test_a_kind_that_is_never_mailed_is_not(alice: User) -> None:
    confirm(alice)
    Preferences.objects.create(player=alice, mail={"message": "never"})
    tell(alice)
    spread.spread()
    assert not Delivery.objects.exists()


def test_a_day_comes_in_one_mail_at_its_hour(alice: User) -> None:
    confirm(alice)
    Preferences.objects.create(player=alice, mail={"message": "digest"})
    tell(alice, "one")
    tell(alice, "two")
    spread.spread()
    send.send_due()
    assert mail.outbox == []
    Delivery.objects.update(due=timezone.now())
    send.send_due()
    (letter,) = mail.outbox
    assert letter.subject == "Boatzee: Something: one, and 1 more"
    assert "Something: two" in str(letter.body)


def test_a_mail_can_be_unsubscribed_from_in_one_click(alice: User) -> None:
    confirm(alice)
    tell(alice)
    spread.spread()
    send.send_due()
    (letter,) = mail.outbox
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter.extra_headers["List-Unsubscribe"].startswith("<http")
    assert isinstance(letter, EmailMultiAlternatives)
    html, kind = letter.alternatives[0]
    assert kind == "text/html"
    assert "Something: one" in str(html)


def test_words_of_players_are_escaped_in_html_only(alice: User) -> None:
    confirm(alice)
    notices.tell([alice], "message", "k", "<b>hi</b> & so", "/")
    spread.spread()
    send.send_due()
    (letter,) = mail.outbox
    assert "<b>hi</b> & so" in str(letter.body)
    assert isinstance(letter, EmailMultiAlternatives)
    assert "&lt;b&gt;hi&lt;/b&gt; &amp; so" in str(letter.alternatives[0][0])


@pytest.mark.parametrize(
    ("begin", "end", "hour", "wanted"),
    [
        (22, 7, 23, 7),
        (22, 7, 3, 7),
        (22, 7, 7, None),
        (22, 7, 12, None),
        (9, 17, 10, 17),
        (9, 17, 8, None),
        (None, None, 3, None),
        (5, 5, 5, None),
    ],
)
def test_quiet_hours_end_in_the_players_own_time(
    begin: int | None, end: int | None, hour: int, wanted: int | None
) -> None:
    zone = ZoneInfo("Asia/Tokyo")
    now = datetime(2026, 3, 1, hour, 20, tzinfo=zone).astimezone(UTC)
    calm = spread.after_quiet(Preferences(quiet_from=begin, quiet_to=end), zone, now)
    if wanted is None:
        assert calm == now
    else:
        assert calm.astimezone(zone).hour == wanted
        assert timedelta(0) < calm - now < timedelta(hours=24)


@given(
    st.integers(0, 366 * 24 * 60),
    st.integers(0, 23),
    st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia"]),
)
def test_the_next_hour_is_within_a_day_and_a_change_of_clocks(minutes: int, hour: int, name: str) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    found = spread.next_hour(hour, ZoneInfo(name), now)
    assert timedelta(0) <= found - now <= timedelta(hours=25)


def test_at_the_very_hour_it_is_the_next_day() -> None:
    eight = datetime(2026, 1, 1, 8, tzinfo=UTC)
    assert spread.next_hour(8, ZoneInfo("UTC"), eight) == eight + timedelta(days=1)
