"""Decisions outlive the account: by its addresses, and a suspension by its name, for its length."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts import leaving, moderation, tasks
from accounts.models import Preferences, Sanction, Trace, User
from accounts.moderation import remembered
from tests.accounts.entrance import confirmed, say_who, sign_in, signed_in
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


@pytest.fixture
def judge(db: None) -> User:
    return User.objects.create_superuser("judge", "judge@example.org", PASSWORD)


def decided(player: User, kind: str, judge: User, days: int = 30) -> Sanction:
    return moderation.decide(player, kind, "Enough.", judge, timezone.now() + timedelta(days=days))


def sign_up(client: Client, login: str) -> str:
    return client.post(reverse("account_signup"), {"login": login, "password1": PASSWORD}).content.decode()


@pytest.mark.parametrize(
    "address", ["alice@example.org", "ALICE@Example.org", "alice+again@example.org", "alice@example.org."]
)
def test_who_was_suspended_does_not_come_again_by_the_address(
    client: Client, alice: User, judge: User, address: str
) -> None:
    decided(alice, "suspend", judge)
    leaving.close(alice)
    if not address.endswith("."):
        assert "This address cannot be used" in sign_up(client, address)
    assert remembered.why_not_address(address)
    assert list(User.objects.filter(robot="")) == [judge]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a.lice@gmail.com", "alice@googlemail.com", True),
        ("a.lice@example.org", "alice@example.org", False),
        ("alice@example.org", "alice@example.com", False),
        ("+alice@example.org", "+bob@example.org", False),
    ],
)
def test_which_addresses_are_one_mailbox(one: str, other: str, same: bool) -> None:
    assert (remembered.plain_address(one) == remembered.plain_address(other)) is same


def test_every_address_that_was_the_players_is_kept_and_no_other(alice: User, judge: User) -> None:
    confirmed(alice)
    confirmed(alice, "second@example.org", primary=False)
    EmailAddress.objects.create(user=alice, email="victim@example.org", verified=False)
    decided(alice, "suspend", judge)
    leaving.close(alice)
    assert remembered.why_not_address("second@example.org")
    assert not remembered.why_not_address("victim@example.org"), "typed in, and anybody's"


def test_the_name_is_not_free_either(client: Client, alice: User, judge: User) -> None:
    decided(alice, "suspend", judge)
    leaving.close(alice)
    assert "is not available" in sign_up(client, "ALICE")
    client.force_login(judge)
    form = {"usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    client.post(reverse("admin:accounts_user_add"), {"username": "Alice", **form})
    dora = User.objects.create_user("dora", "dora@example.org", PASSWORD)
    page = reverse("admin:accounts_user_change", args=[dora.pk])
    shown = {"email": dora.email, "time_zone": "UTC", "is_active": "on"}
    client.post(page, {"username": "Alice", **shown})
    client.post(page, {"username": "dora", **shown, "email": "alice@example.org"})
    assert not User.objects.filter(username__iexact="alice").exists()
    assert not User.objects.filter(email="alice@example.org").exists()


def test_nothing_readable_is_kept(alice: User, judge: User) -> None:
    decided(alice, "suspend", judge)
    leaving.close(alice)
    kept = str(list(Trace.objects.values()))
    assert "alice" not in kept
    assert "example" not in kept


def test_another_account_does_not_get_the_address(
    client: Client, alice: User, bob: User, judge: User
) -> None:
    decided(alice, "suspend", judge)
    confirmed(bob)
    waiting = EmailAddress.objects.create(user=bob, email="alice@example.org", verified=False)
    leaving.close(alice)
    client.force_login(bob)
    key = EmailConfirmationHMAC.create(waiting).key
    client.post(reverse("account_confirm_email", args=[key]))
    waiting.refresh_from_db()
    assert not waiting.verified, "a link from before"
    waiting.delete()
    say_who(client)
    form = {"action_add": "", "email": "Alice+2@example.org"}
    assert "This address cannot be used" in client.post(reverse("account_email"), form).content.decode()
    assert bob.emailaddress_set.count() == 1  # type: ignore[attr-defined]


def test_an_old_key_still_finds_what_was_kept_under_it(alice: User, judge: User) -> None:
    decided(alice, "suspend", judge)
    with override_settings(SECRET_KEY="the old one"):
        leaving.close(alice)
    assert not remembered.why_not_address("alice@example.org")
    with override_settings(SECRET_KEY="the new one", SECRET_KEY_FALLBACKS=["the old one"]):
        assert remembered.why_not_address("alice@example.org")
        assert remembered.why_not_name("alice")


def test_it_ends_with_its_day_and_is_then_forgotten(client: Client, alice: User, judge: User) -> None:
    decided(alice, "suspend", judge)
    leaving.close(alice)
    tasks.forget_at_night()
    assert Trace.objects.exists()
    Trace.objects.update(until=timezone.now() - timedelta(seconds=1))
    sign_up(client, "alice@example.org")
    sign_up(Client(), "alice")
    assert User.objects.filter(email="alice@example.org").exists()
    assert User.objects.filter(username="alice").exists()
    tasks.forget_at_night()
    assert not Trace.objects.exists()


def test_what_is_over_or_was_taken_back_is_not_kept(alice: User, bob: User, judge: User) -> None:
    moderation.lift(decided(alice, "suspend", judge), judge, "A mistake.")
    over = decided(bob, "suspend", judge)
    Sanction.objects.filter(pk=over.pk).update(until=timezone.now() - timedelta(days=1))
    leaving.close(alice)
    leaving.close(bob)
    assert not Trace.objects.exists()


@pytest.mark.parametrize(("kind", "field"), [("mute", "muted_until"), ("bar", "barred_until")])
def test_who_was_muted_or_barred_comes_again_and_still_is(
    client: Client, alice: User, judge: User, kind: str, field: str
) -> None:
    first = decided(alice, kind, judge)
    leaving.close(alice)
    sign_up(client, "alice+new@example.org")
    again = User.objects.get(email="alice+new@example.org")
    assert getattr(again, field) == first.until
    carried = again.sanctions.get()
    assert (carried.kind, carried.reason) == (kind, "Enough.")
    moderation.appeal(again, carried.pk, "That was my brother.")
    moderation.lift(carried, judge, "So it was.")
    leaving.close(again)
    sign_up(Client(), "alice@example.org")
    assert getattr(User.objects.get(email="alice@example.org"), field) is None, "taken back is taken back"


def test_it_is_carried_over_to_whoever_confirms_the_address(alice: User, bob: User, judge: User) -> None:
    confirmed(bob)
    decided(alice, "mute", judge)
    leaving.close(alice)
    waiting = EmailAddress.objects.create(user=bob, email="alice@example.org", verified=False)
    client = Client()
    client.force_login(bob)
    client.post(reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(waiting).key]))
    bob.refresh_from_db()
    assert bob.muted


def test_the_longest_counts_and_a_shorter_one_takes_nothing_from_it(alice: User, judge: User) -> None:
    decided(alice, "suspend", judge, days=3)
    long = decided(alice, "suspend", judge, days=9)
    leaving.close(alice)
    assert set(Trace.objects.values_list("until", flat=True)) == {long.until}


@pytest.mark.parametrize("days", [(3, 9), (9, 3)])
def test_of_two_who_had_one_mailbox_the_longest_counts(
    alice: User, judge: User, days: tuple[int, int]
) -> None:
    again = User.objects.create_user("again", "alice+2@example.org", PASSWORD)
    until = []
    for player, length in zip((alice, again), days, strict=True):
        until.append(decided(player, "suspend", judge, days=length).until)
        leaving.close(player)
    assert of_mailbox().until == max(filter(None, until))


@pytest.mark.parametrize(("days", "left"), [(3, 3), (20, 9)])
def test_what_was_taken_back_shortens_what_is_kept_and_lengthens_nothing(
    alice: User, judge: User, days: int, left: int
) -> None:
    again = User.objects.create_user("again", "alice+2@example.org", PASSWORD)
    by_days = {length: decided(again, "suspend", judge, days=length) for length in (9, 30)}
    by_days[days] = decided(alice, "suspend", judge, days=days)
    leaving.close(alice)
    moderation.lift(by_days[30], judge, "A mistake.")
    assert of_mailbox().until == by_days[left].until


def of_mailbox() -> Trace:
    return Trace.objects.get(digest__in=remembered._of_address("alice@example.org"))


def test_no_other_way_leads_around_it(client: Client, alice: User, judge: User) -> None:
    """Signing in anew, a new password, the pages of factors and addresses, sessions, the calendar."""
    calendar = Preferences.objects.create(player=alice).calendar
    assert Client().get(f"/calendar/{calendar}.ics").status_code == 200
    decided(alice, "suspend", judge)
    sign_in(client)
    assert signed_in(client)
    for name in (
        *("games:mine", "games:new", "mfa_index", "account_email", "account_change_password"),
        *("usersessions_list", "notices_settings", "messages", "profile_edit", "ladders:index"),
    ):
        assert client.get(reverse(name)).status_code == 403, name
    say_who(client)
    for name in (
        "mfa_activate_totp",
        "mfa_add_webauthn",
        "account_email",
        "profile_edit",
        "notices_subscribe",
    ):
        assert client.post(reverse(name)).status_code == 403, name
    assert Client().get(f"/calendar/{calendar}.ics").status_code == 404
    for name in ("sanctions", "export", "account_close", "account_logout"):
        assert client.get(reverse(name)).status_code == 200, name


def test_the_admin_gives_neither_the_name_nor_the_address_away(
    client: Client, alice: User, bob: User, judge: User
) -> None:
    decided(alice, "suspend", judge)
    leaving.close(alice)
    client.force_login(judge)
    new = {"usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post(reverse("admin:accounts_user_add"), {**new, "username": "Alice"})
    assert "is not available" in answer.content.decode()
    page = reverse("admin:accounts_user_change", args=[bob.pk])
    form = {"username": "bob", "email": "bob@example.org", "time_zone": "UTC", "is_active": "on"}
    for name, value in (("username", "alice"), ("email", "alice@example.org")):
        assert client.post(page, {**form, name: value}).status_code == 200, name
    bob.refresh_from_db()
    assert (bob.username, bob.email) == ("bob", "bob@example.org")
    assert not User.objects.filter(username__iexact="alice").exists()
    assert client.post(page, {**form, "username": "robert"}).status_code == 302
