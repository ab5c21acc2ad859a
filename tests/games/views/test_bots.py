"""The page of opponents, and the challenges that a bot takes."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Bot, User
from games.models import Match
from tests import bots as some
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
PAGE = reverse("games:bots")


def test_everybody_sees_who_takes_challenges(client: Client, alice: User, bob: User, carol: User) -> None:
    dora, nora = some.make(alice, people=True), some.make(bob, "nora")
    play_out(begin("BZ", dora, nora))
    page = client.get(PAGE).content.decode()
    assert all(word in page for word in ("dora-bot", "nora-bot", "alice", "bob", "at once", "bots alone"))
    client.force_login(carol)
    page = client.get(PAGE).content.decode()
    assert "Challenge dora-bot" in page
    assert "Challenge nora-bot" not in page
    assert "dora-bot" in client.get(PAGE, {"game": "DK"}).content.decode()
    assert client.get(PAGE, {"game": "<b>"}).status_code == 200


def test_one_whose_account_is_closed_takes_no_challenges(client: Client, alice: User) -> None:
    """However it came to be closed: by hand, too."""
    dora = some.make(alice, people=True)
    assert "dora-bot" in client.get(PAGE).content.decode()
    User.objects.filter(pk=dora.pk).update(is_active=False)
    assert "dora-bot" not in client.get(PAGE).content.decode()


def test_nobody_is_there_yet(client: Client, db: None) -> None:
    assert "No bot takes challenges at this game now." in client.get(PAGE).content.decode()


def test_a_person_challenges_one(client: Client, alice: User, carol: User) -> None:
    some.make(alice, people=True)
    client.force_login(carol)
    form = {
        "code": "BZ",
        "opponents": "dora-bot",
        "whom": "named",
        "pace": "turns",
        "clock": "main",
        "rated": "on",
    }
    assert client.post(reverse("games:new"), {**form, "players": "2"}).status_code == 302
    match = Match.objects.get()
    assert (match.rated, match.status) == (False, Match.Status.INVITING)
    Bot.objects.update(people=False)
    answer = client.post(reverse("games:new"), {**form, "players": "2"})
    assert answer.status_code == 409
    assert "dora-bot plays with bots alone." in answer.content.decode()


def test_its_page_says_whose_it_is(client: Client, alice: User, carol: User) -> None:
    some.make(alice)
    client.force_login(carol)
    page = client.get(reverse("games:player", args=["dora-bot"])).content.decode()
    assert '<span class="tag">bot</span>' in page
    assert "who answers for it" in page
    assert reverse("games:player", args=["alice"]) in page
    assert reverse("report_player", args=["dora-bot"]) in page
    assert reverse("talk", args=["dora-bot"]) not in page


def test_its_owner_says_what_it_takes(client: Client, alice: User) -> None:
    some.make(alice)
    client.force_login(alice)
    path = reverse("games:bot_challenges", args=["dora-bot"])
    assert client.get(path).status_code == 200
    assert client.post(path, {"games": ["BO", "PG"], "people": "on"}).status_code == 302
    bot = Bot.objects.get()
    assert (bot.games, bot.people) == (["BO", "PG"], True)
    assert client.post(path, {"games": ["XX"]}).status_code == 400
    assert client.post(path, {}).status_code == 302
    bot.refresh_from_db()
    assert (bot.games, bot.people) == ([], False)


def test_what_the_page_costs(
    client: Client, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for name in ("dora", "nora"):
        some.make(alice, name)
        with django_assert_num_queries(3):
            client.get(PAGE)
    some.make(bob, "flora")
    with django_assert_num_queries(3):
        client.get(PAGE)
