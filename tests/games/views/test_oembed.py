"""What another site is told that was given the address of a match."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.rules.base import Pace
from games.seats import lobby
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
HERE = "http://testserver"


def ask(client: Client, url: str, **more: Any) -> Any:
    return client.get("/oembed", {"url": url, **more})


def told(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("name", ["table", "replay", "embed"])
def test_every_page_of_a_match_leads_to_its_frame(client: Client, alice: User, bob: User, name: str) -> None:
    match = play_out(begin("BO", alice, bob))
    address = reverse(f"games:{name}", args=[match.pk])
    for place in (HERE, min(settings.SITE_ORIGINS)):
        found = told(ask(client, f"{place}{address}?step=3", format="json"))
        assert found["version"] == "1.0"
        assert found["type"] == "rich"
        assert "alice" in found["title"]
        [source] = re.findall(r'<iframe src="([^"]*)"', found["html"])
        assert client.get(html.unescape(source).removeprefix(HERE)).status_code == 200
        assert found["thumbnail_url"] == f"{HERE}{reverse('games:picture', args=[match.pk])}"


def test_the_page_says_where_to_ask(client: Client, alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    page = client.get(reverse("games:table", args=[match.pk])).content.decode()
    [address] = re.findall(r'<link rel="alternate" type="application/json\+oembed" href="([^"]*)"', page)
    found = told(client.get(html.unescape(address).removeprefix(HERE)))
    assert found["title"] == "Boat: alice, bob"
    assert "thumbnail_url" not in found, "it has no picture yet"


@pytest.mark.parametrize("code", ["de", "fr", "he"])
def test_what_all_sites_are_told_is_in_one_language(alice: User, bob: User, code: str) -> None:
    match = play_out(begin("DK", alice, bob, options={"target": 2000}))
    address = f"{HERE}{reverse('games:replay', args=[match.pk])}"
    english, other = (ask(Client(headers={"accept-language": one}), address) for one in ("en", code))
    assert re.search(r" \d,\d{3}\b", told(english)["title"]), "with a comma between thousands"
    assert told(other) == told(english), "or a cache gives it to those who read another"
    assert "public" in other["Cache-Control"]
    refused = [ask(Client(headers={"accept-language": one}), "x").content for one in ("en", code)]
    assert refused[0] == refused[1]


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ({"maxwidth": "300"}, (300, 820)),
        ({"maxheight": "200"}, (640, 200)),
        ({"maxwidth": "1"}, (120, 820)),
        ({"maxwidth": "-5"}, (640, 820)),
        ({"maxwidth": "x" * 9}, (640, 820)),
        ({"maxheight": "9" * 30}, (640, 820)),
    ],
)
def test_it_is_no_larger_than_there_is_room(
    client: Client, alice: User, asked: dict[str, str], wanted: tuple[int, int]
) -> None:
    match = begin("BO", alice)
    found = told(ask(client, f"{HERE}{reverse('games:table', args=[match.pk])}", **asked))
    assert (found["width"], found["height"]) == wanted
    assert f'width="{wanted[0]}" height="{wanted[1]}"' in found["html"]


def test_a_picture_is_left_out_where_there_is_no_room_for_it(client: Client, alice: User) -> None:
    match = play_out(begin("BO", alice))
    page = f"{HERE}{reverse('games:replay', args=[match.pk])}"
    assert "thumbnail_url" not in told(ask(client, page, maxwidth="600"))


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nonsense",
        "http://[",
        f"{HERE}/",
        f"{HERE}/matches/999999/",
        f"{HERE}/matches/{'9' * 60}/",
        f"{HERE}/players/alice/",
        "http://elsewhere.example/matches/1/",
        "javascript://testserver/matches/1/",
        "/matches/1/",
    ],
)
def test_of_any_other_address_there_is_nothing(client: Client, alice: User, url: str) -> None:
    assert ask(client, url).status_code == 404


@pytest.mark.parametrize(
    "place", ["http://elsewhere.example", "javascript://testserver", "ftp://testserver", ""]
)
def test_a_page_of_the_same_address_elsewhere_is_none_of_ours(
    client: Client, alice: User, place: str
) -> None:
    page = reverse("games:table", args=[begin("BO", alice).pk])
    assert ask(client, f"{HERE}{page}").status_code == 200
    assert ask(client, f"{place}{page}").status_code == 404


def test_what_visitors_may_not_see_is_as_if_it_were_not_there(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    hidden = begin("BO", alice, bob)
    User.objects.filter(pk=bob.pk).update(unwatched=True)
    invited = lobby.invite(alice, [carol], "BO", {}, Pace.TURNS, "main")
    client.force_login(bob)
    answers = [
        ask(client, f"{HERE}{reverse('games:table', args=[key])}") for key in (hidden.pk, invited.pk, 10**8)
    ]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1
    assert all("no-store" in answer["Cache-Control"] for answer in answers)


def test_it_is_told_in_json_alone_and_to_everybody(client: Client, alice: User) -> None:
    match = begin("BO", alice)
    page = f"{HERE}{reverse('games:table', args=[match.pk])}"
    assert ask(client, page, format="xml").status_code == 501
    assert ask(client, page, format="yaml").status_code == 400
    client.force_login(alice)
    answer = ask(client, page)
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert not answer.cookies
    assert "public" in answer["Cache-Control"]
