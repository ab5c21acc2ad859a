"""Help: what stands there is so, each link leads somewhere, and all there is to read is found."""

from __future__ import annotations

import html
import re
import subprocess
import sys

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings
from pytest_django.live_server_helper import LiveServer

from accounts import limits, moderation, tokens
from accounts.models import User
from boatzee_site import guides
from boatzee_site.api.place import PREFIX
from dicepool import refill, turning
from games.analysis import fair_play
from games.clock.holiday import HOLIDAY
from games.models import Match
from games.rules import RULES
from ladders.events.views.explained import TOPICS
from tests.api.asking import ask

pytestmark = pytest.mark.django_db
LINK = re.compile(r'(?:href|action)="(/[^"#?]*)')
SLUGS = tuple(guides.GUIDES)


def page(client: Client, name: str, *args: str) -> str:
    """What the page says."""
    return client.get(reverse(name, args=args)).content.decode()


def text(shown: str) -> str:
    """What a reader sees of it."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", shown)))


@pytest.mark.parametrize("slug", SLUGS)
def test_each_link_of_a_guide_leads_somewhere(client: Client, slug: str) -> None:
    shown = page(client, "guide", slug).partition("<main")[2].partition("</main>")[0]
    addresses = set(LINK.findall(shown)) - {f"{settings.STATIC_URL}verify_roll.py"}
    assert addresses
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code in {200, 302}, address
        if answer.status_code == 302:
            assert answer.headers["Location"].startswith(reverse("account_login")), address


def test_the_index_has_every_guide_every_topic_and_the_rules(client: Client) -> None:
    shown = set(LINK.findall(page(client, "help")))
    wanted = {reverse("guide", args=[slug]) for slug in SLUGS}
    wanted |= {reverse("ladders:explained", args=[slug]) for slug in TOPICS}
    wanted |= {reverse(name) for name in ("games:rules", "faq", "features", "webhooks", "api_help", "terms")}
    assert wanted <= shown
    for shelf in guides.shelves():
        for paper in shelf.papers:
            assert client.get(paper.address).status_code == 200, paper.address


@pytest.mark.parametrize("slug", SLUGS)
def test_a_guide_says_what_it_is_and_leads_back(client: Client, slug: str) -> None:
    shown = page(client, "guide", slug)
    assert f"<h1>{guides.GUIDES[slug].title}</h1>" in shown
    assert f'href="{reverse("help")}"' in shown


def test_there_is_no_other_guide(client: Client) -> None:
    assert client.get(reverse("guide", args=["dancing"])).status_code == 404


@pytest.mark.parametrize("slug", SLUGS)
def test_a_guide_asks_the_database_for_nothing(
    client: Client, slug: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        page(client, "guide", slug)


def test_numbers_come_from_what_the_code_goes_by(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(limits, "BOTS", 77)
    monkeypatch.setattr(limits, "TOKENS", 78)
    monkeypatch.setattr(moderation, "OPEN", 79)
    monkeypatch.setattr(guides, "WINDOW", 81)
    settings.DICE_BATCH = 82_000
    settings.SITE_URL = "https://dice.example"
    fair = text(page(client, "guide", "fair-play"))
    assert "You may have 77, and you answer" in fair
    assert "Up to 79 reports" in fair
    assert "the latest 81 rated matches" in fair
    assert "up to 82,000 at a time" in text(page(client, "guide", "dice"))
    programs = text(page(client, "guide", "first-program"))
    assert "have 78 tokens and 77 bots" in programs
    assert f"{limits.API['player'].most} requests a minute" in programs
    assert f"https://dice.example/{PREFIX}me" in programs
    assert f"begins with {tokens.MARK} " in programs


def test_numbers_are_those_of_today(client: Client) -> None:
    assert f"the latest {fair_play.WINDOW} rated matches" in text(page(client, "guide", "fair-play"))
    first = text(page(client, "guide", "first-match"))
    assert f"There are {len(RULES['BZ'].boxes)} boxes" in first  # type: ignore[attr-defined]
    assert f"{HOLIDAY.days} days of holiday" in first


def test_the_example_of_turned_dice_is_what_the_dice_do(client: Client) -> None:
    shown = page(client, "guide", "dice")
    rows = re.findall(
        r'<tr><th scope="row">(\d)</th><td class="number">(\d)</td><td class="number">(\d)', shown
    )
    found = [tuple(map(int, row)) for row in rows]
    assert tuple(lay for lay, _on, _fell in found) == guides.LAY
    fell = turning.turned(guides.LAY, guides.NUMBER, guides.RECEIPT)
    assert tuple(fallen for _lay, _on, fallen in found) == fell
    for lay, on, fallen in found:
        assert (lay - 1 + on) % 6 + 1 == fallen


def test_chances_are_reckoned_right(client: Client) -> None:
    shown = text(page(client, "guide", "dice"))
    assert "about 40 have no six at all" in shown  # (5/6)^5 = 0.4019
    assert "5 alike at once fall about once in 1,296" in shown  # 6 of 6^5


def test_the_requests_of_the_first_program_do_what_it_says(client: Client, alice: User, pool: None) -> None:
    shown = html.unescape(page(client, "guide", "first-program"))
    assert "GET" not in shown
    program = ask(alice, "read play")
    assert program.get("me").json()["name"] == "alice"
    made = program.post("matches", {"game": "BZ"})
    assert """-d '{"game": "BZ"}' """ in shown
    assert made.status_code == 201
    address = f"matches/{made.json()['id']}/moves"
    assert program.get(f"{address}/legal").json()["version"] == 0
    assert """-d '{"version": 0, "kind": "roll"}' """ in shown
    assert program.post(address, {"version": 0, "kind": "roll"}).status_code == 200
    refused = program.post(address, {"version": 0, "kind": "roll"})
    assert (refused.status_code, refused.json()["code"]) == (409, "stale")


@pytest.mark.django_db(transaction=True)
def test_the_first_program_plays_a_match_to_its_end(
    client: Client, live_server: LiveServer, alice: User, settings: Settings
) -> None:
    refill.add_sets(500, "tests")
    settings.SITE_URL = live_server.url
    shown = page(client, "guide", "first-program")
    program = html.unescape(shown.partition('id="program" tabindex="0">')[2].partition("</pre>")[0])
    env = {"BOATZEE_TOKEN": ask(alice, "read play").secret}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, check=True, capture_output=True, text=True, timeout=300
    )
    match = Match.objects.get()
    assert match.over
    assert done.stdout == f"Points: {match.rules.totals(match.table)[0]}\n"


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("dicepool:index", "dice"),
        ("dicepool:observatory", "dice"),
        ("account_signup", "fair-play"),
        ("ladders:index", "fair-play"),
        ("terms", "fair-play"),
        ("faq", "fair-play"),
        ("api_help", "first-program"),
    ],
)
def test_pages_on_which_a_question_arises_lead_to_its_answer(client: Client, name: str, slug: str) -> None:
    assert reverse("guide", args=[slug]) in page(client, name)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("games:my_dice", reverse("guide", args=["dice"])),
        ("sanctions", reverse("guide", args=["fair-play"])),
        ("my_bots", reverse("guide", args=["first-program"])),
        ("games:leaders", reverse("ladders:explained", args=["ratings"])),
    ],
)
def test_so_do_pages_of_players(client: Client, alice: User, name: str, answer: str) -> None:
    client.force_login(alice)
    assert answer in page(client, name)


def test_whoever_chooses_a_clock_can_read_what_it_is(client: Client, alice: User) -> None:
    client.force_login(alice)
    shown = client.get(reverse("games:new"), {"whom": "named"}).content.decode()
    assert reverse("ladders:explained", args=["clocks"]) in shown


def test_a_ladder_leads_to_ratings_and_fair_play(client: Client, alice: User) -> None:
    client.force_login(alice)
    shown = page(client, "ladders:ladder", "bz")
    assert reverse("ladders:explained", args=["ratings"]) in shown
    assert reverse("guide", args=["fair-play"]) in shown
