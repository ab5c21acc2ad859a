"""Bots are of somebody: made, kept away and closed with their owners, and signed in to by nobody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import bots, leaving, limits, moderation, spending, tokens
from accounts.models import Bot, Sanction, Token, User
from accounts.models.user import not_of_a_bot
from games.models import Match
from tests import bots as some
from tests.at_once import raised_at_once
from tests.conftest import PASSWORD
from tests.games.tables import begin

pytestmark = pytest.mark.django_db


def test_it_has_a_name_that_says_what_it_is(alice: User) -> None:
    assert bots.make(alice, "dora").account.username == "dora-bot"
    assert bots.make(alice, "Nora-bot").account.username == "Nora-bot"
    made = Bot.objects.get(account__username="dora-bot")
    assert (made.owner, made.account.is_bot, made.people, made.games) == (alice, True, False, [])
    assert bots.owner_of(made.account) == "alice"
    assert bots.owner_of(alice) is None


@pytest.mark.parametrize(
    "name", ["", "dora", "DORA", "do ra", "d\x00ra", "dora\n", "-dora", "a" * 17, "dora-bot-bot\n"]
)
def test_a_name_that_nobody_may_have(alice: User, name: str) -> None:
    bots.make(alice, "dora")
    with pytest.raises(bots.NoBot):
        bots.make(alice, name)
    assert Bot.objects.count() == 1


@pytest.mark.parametrize("name", ["dora-bot", "Dora-BOT"])
def test_people_are_not_called_so(client: Client, name: str) -> None:
    with pytest.raises(ValidationError):
        not_of_a_bot(name)
    client.post(reverse("account_signup"), {"login": name, "password1": PASSWORD})
    assert not User.objects.filter(username__iexact=name).exists()


def test_there_are_so_many(alice: User) -> None:
    for number in range(limits.BOTS):
        bots.make(alice, f"dora{number}")
    with pytest.raises(bots.NoBot, match="as many bots"):
        bots.make(alice, "nora")


def test_making_and_closing_again_and_again_ends(alice: User) -> None:
    most = limits.BUDGETS["bot"].rates[0].most
    for number in range(most):
        leaving.close(bots.make(alice, f"dora{number}").account)
    with pytest.raises(spending.TooOften):
        bots.make(alice, "dora")


@pytest.mark.django_db(transaction=True)
def test_two_pages_at_once_make_no_more_than_may_be(alice: User) -> None:
    for number in range(limits.BOTS - 1):
        bots.make(alice, f"dora{number}")
    raised = raised_at_once(lambda: bots.make(alice, "nora"), lambda: bots.make(alice, "flora"))
    assert [type(error) for error in raised] == [bots.NoBot]
    assert Bot.objects.count() == limits.BOTS


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_one_name_one_gets_it(alice: User, bob: User) -> None:
    raised = raised_at_once(lambda: bots.make(alice, "dora"), lambda: bots.make(bob, "Dora"))
    assert [type(error) for error in raised] == [bots.NoBot]


def test_who_has_none(alice: User) -> None:
    guest = User.objects.create_user("guesty", guest=True)
    dora = bots.make(alice, "dora").account
    suspended = User.objects.create_user("sue", suspended_until=timezone.now() + timedelta(days=1))
    for player in (guest, dora, suspended):
        with pytest.raises(bots.NoBot):
            bots.make(player, "nora")


def test_nobody_signs_in_to_it(client: Client, alice: User) -> None:
    dora = bots.make(alice, "dora").account
    assert not dora.has_usable_password()
    for password in ("", "!", dora.password, PASSWORD):
        assert authenticate(username="dora-bot", password=password) is None
        client.post(reverse("account_login"), {"login": "dora-bot", "password": password})
        assert "_auth_user_id" not in client.session


def test_nor_with_a_password_that_somebody_gave_it(client: Client, alice: User) -> None:
    dora = bots.make(alice, "dora").account
    dora.set_password(PASSWORD)
    dora.save()
    client.post(reverse("account_login"), {"login": "dora-bot", "password": PASSWORD})
    assert "_auth_user_id" not in client.session
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_its_tokens_let_it_do_what_bots_do(alice: User) -> None:
    dora = bots.make(alice, "dora").account
    token, _secret = tokens.make(
        dora, "all of it", ["read", "settings", "play", "talk", "events", "direct"], None
    )
    assert token.scopes == ["read", "play", "events"]


@pytest.mark.usefixtures("pool")
def test_it_goes_with_its_owner(alice: User, bob: User) -> None:
    dora, nora = some.make(alice), some.make(bob, "nora")
    match = begin("BZ", dora, nora)
    leaving.close(alice)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert match.seats.get(player=nora).place == 1
    assert list(User.objects.exclude(robot="")) == [nora]
    assert not Token.objects.filter(player=dora.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_one_that_is_made_while_its_owner_leaves_is_gone_or_refused(alice: User) -> None:
    raised = raised_at_once(lambda: leaving.close(alice), lambda: bots.make(alice, "dora"))
    assert {type(error) for error in raised} <= {User.DoesNotExist}
    assert not User.objects.filter(username__in=["alice", "dora-bot"]).exists()


def test_what_is_decided_about_its_owner_holds_for_it(alice: User, carol: User, bob: User) -> None:
    dora, nora = some.make(alice), some.make(bob, "nora")
    day = timezone.now() + timedelta(days=3)
    own = moderation.decide(dora, Sanction.Kind.SUSPEND, "It plays badly.", carol, day - timedelta(days=2))
    sanction = moderation.decide(alice, Sanction.Kind.SUSPEND, "Somebody else plays.", carol, day)
    for player in (dora, nora):
        player.refresh_from_db()
    assert (dora.suspended_until, nora.suspended) == (day, False)
    moderation.lift(sanction, carol, "It was not so.")
    dora.refresh_from_db()
    assert dora.suspended_until == own.until, "what was decided about itself stays"
    moderation.lift(own, carol, "It was not so either.")
    dora.refresh_from_db()
    assert dora.suspended_until is None
