"""The waiting room on the page."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.match import channels
from games.models import Match, Seek
from games.rules.base import Kind, Move, Pace
from games.seats import lobby, waiting
from tests.games.tables import make, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

FORM = {"code": "BZ", "whom": "anybody", "players": "2", "pace": "turns", "clock": "main"}


def client_of(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


def test_what_one_opens_another_joins(alice: User, bob: User) -> None:
    assert client_of(alice).post(reverse("games:new"), FORM)["Location"] == reverse("games:waiting")
    made = Seek.objects.get()
    other = client_of(bob)
    assert "alice" in other.get(reverse("games:waiting")).content.decode()
    answer = other.post(reverse("games:join", args=[made.pk]))
    match = Match.objects.get()
    assert answer["Location"] == reverse("games:table", args=[match.pk])
    assert match.status == Match.Status.RUNNING


def test_the_page_of_a_player_hears_when_a_match_begins(alice: User) -> None:
    room = reverse("games:waiting")
    heard = channels.of_list(alice.pk)
    mine = client_of(alice).get(room).content.decode()
    assert f'<div id="seeks" data-refresh="{heard}" data-mine>' in mine
    assert heard in mine.partition('data-channels="')[2].partition('"')[0].split()
    assert '<div id="seeks">' in Client().get(room).content.decode()


def test_who_waited_is_led_to_the_match_that_has_begun_until_the_first_move(
    alice: User, bob: User, carol: User
) -> None:
    room = reverse("games:waiting")
    made = waiting.seek(alice, 2, "BZ", {}, Pace.TURNS, "main", private=False)
    assert "data-begun" not in client_of(alice).get(room).content.decode()
    match = waiting.join(made.pk, bob)
    assert match is not None
    mine = client_of(alice).get(room).content.decode()
    assert "Your match of <strong>Boatzee</strong> with bob has begun." in mine
    assert f'href="{reverse("games:table", args=[match.pk])}" data-begun' in mine
    assert "<title>Your match has begun" in mine
    assert "data-begun" not in client_of(carol).get(room).content.decode()
    assert "data-begun" not in Client().get(room).content.decode()
    mover = to_move(match)
    make(match, mover, Move(Kind.ROLL))
    assert "data-begun" not in client_of(mover).get(room).content.decode()
    assert "data-begun" in client_of(bob if mover == alice else alice).get(room).content.decode()
    Match.objects.update(started_at=timezone.now() - timedelta(hours=1))
    assert "data-begun" not in client_of(bob if mover == alice else alice).get(room).content.decode()


def test_a_match_against_a_robot_is_not_what_one_waited_for(alice: User, robots: None) -> None:
    lobby.invite(alice, [User.objects.get(level="casual")], "BZ", {}, Pace.TURNS, "main")
    assert Match.objects.get().status == Match.Status.RUNNING
    assert "data-begun" not in client_of(alice).get(reverse("games:waiting")).content.decode()


def test_the_page_of_a_private_link_hears_and_says_that_the_match_has_begun(alice: User) -> None:
    made = waiting.seek(alice, 2, "BZ", {}, Pace.TURNS, "main", private=True)
    html = client_of(alice).get(reverse("games:link", args=[made.token])).content.decode()
    room, heard = reverse("games:waiting"), channels.of_list(alice.pk)
    assert f'<div id="begun" class="stack" data-refresh="{heard}" data-mine data-from="{room}">' in html
    assert heard in html.partition('data-channels="')[2].partition('"')[0].split()


def test_a_private_match_is_seen_by_its_link_alone(alice: User, bob: User, carol: User) -> None:
    answer = client_of(alice).post(reverse("games:new"), {**FORM, "whom": "link"})
    made = Seek.objects.get()
    address = reverse("games:link", args=[made.token])
    assert answer["Location"] == address
    assert "alice" not in client_of(bob).get(reverse("games:waiting")).content.decode()
    assert client_of(bob).get(reverse("games:link", args=["guess"])).status_code == 404
    assert client_of(carol).post(reverse("games:join", args=[made.pk])).status_code == 409
    html = client_of(bob).get(address).content.decode()
    assert made.token in html
    client_of(bob).post(reverse("games:join", args=[made.pk]), {"token": made.token})
    assert Match.objects.get().status == Match.Status.RUNNING


def test_one_leaves_and_takes_back(alice: User) -> None:
    made = waiting.seek(alice, 2, "BZ", {}, Pace.TURNS, "main", private=False)
    assert client_of(alice).post(reverse("games:leave", args=[made.pk])).status_code == 302
    assert not Seek.objects.exists()
    assert client_of(alice).post(reverse("games:leave", args=[made.pk])).status_code == 409


@pytest.mark.parametrize(
    "change", [{"players": "1"}, {"players": "11"}, {"code": "DK", "players": "9"}, {"whom": "x"}]
)
def test_what_does_not_fit_is_refused_with_a_sentence(alice: User, change: dict[str, str]) -> None:
    answer = client_of(alice).post(reverse("games:new"), {**FORM, **change})
    assert answer.status_code == 400
    assert not Seek.objects.exists()


def test_a_visitor_looks_but_does_not_join(client: Client, alice: User, bob: User, carol: User) -> None:
    waiting.seek(alice, 2, "BZ", {}, Pace.TURNS, "main", private=False)
    waiting.seek(bob, 2, "BZ", {}, Pace.TURNS, "main", private=True)
    room = reverse("games:waiting")
    html = client.get(room).content.decode()
    assert "alice" in html
    assert not re.search(r"\bbob\b", html)  # letters of a token may be these
    assert f"{reverse('account_signup')}?next={room}" in html
    assert "/join/" not in html
    waiting.seek(carol, 2, "BZ", {}, Pace.TURNS, "main", private=False, whom=waiting.Whom(buddies_only=True))
    assert "carol" not in client.get(room).content.decode()
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert "alice" not in client.get(room).content.decode()


def test_visitors_and_get_are_turned_away(client: Client, alice: User, bob: User) -> None:
    made = waiting.seek(alice, 2, "BZ", {}, Pace.TURNS, "main", private=False)
    assert client.post(reverse("games:join", args=[made.pk])).status_code == 302
    for name in ("join", "leave"):
        assert client_of(bob).get(reverse(f"games:{name}", args=[made.pk])).status_code == 405
    assert made.joinings.count() == 1


def test_an_empty_room_says_what_to_do(alice: User) -> None:
    assert "Open a match" in client_of(alice).get(reverse("games:waiting")).content.decode()


def test_its_queries_do_not_grow(
    alice: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(alice)
    for _ in range(2):
        for player in (alice, bob):
            waiting.seek(player, 3, "BZ", {}, Pace.TURNS, "main", private=False)
        with django_assert_max_num_queries(5):
            client.get(reverse("games:waiting"))


def test_options_and_rating_are_said_before_one_joins(alice: User, bob: User) -> None:
    options = {"scoring": "alternative", "target": 5000}
    waiting.seek(alice, 2, "DK", options, Pace.TURNS, "main", private=False, rated=False)
    waiting.seek(alice, 2, "BO", {}, Pace.TURNS, "main", private=False)
    shown = client_of(bob).get(reverse("games:waiting")).content.decode()
    dice, boat = shown.split("<li")[-1], shown.split("<li")[-2]
    dice, boat = (dice, boat) if "Dice 10000" in dice else (boat, dice)
    assert "Scoring: Alternative · Pick-up: yes · Target: 5,000 · unrated" in dice
    assert "· rated" in boat


def test_an_invitation_says_them_too(alice: User, bob: User) -> None:
    match = lobby.invite(alice, [bob], "DK", {"pick_up": False}, Pace.TURNS, "fast", rated=False)
    page = client_of(bob).get(reverse("games:table", args=[match.pk])).content.decode()
    assert "Turn by turn. Fast, 28 hours a turn." in page
    assert "It is not rated." in page
    assert "Scoring: Standard. Pick-up: no. Target: 10,000." in page
    mine = client_of(bob).get(reverse("games:mine")).content.decode()
    assert "Pick-up: no · Target: 10,000 · unrated" in mine
    Match.objects.update(rated=True)
    assert "It is rated." in client_of(bob).get(reverse("games:table", args=[match.pk])).content.decode()
