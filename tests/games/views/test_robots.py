"""The page of robots: what each is worth at each game, and how it is rated where players asked for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.forms.robots import shown_mean
from games.models import Rating
from games.rules import RULES
from games.tables.robots import Level
from games.tables.strengths import STRENGTHS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("robots")]
DOCS = Path(__file__).parents[3] / "docs/robots.md"


def text(client: Client, address: str) -> str:
    """The words of a page, single spaces between."""
    answer = client.get(address)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_each_game_has_its_table(client: Client) -> None:
    shown = text(client, reverse("games:robots"))
    for code, rules in RULES.items():
        assert f"{rules.name} Robot Points" in shown
        assert f"Perfect {shown_mean(code, STRENGTHS[code][Level.PERFECT])} " in shown
    assert "–" in shown, "nobody is below a beginner, and nobody is rated yet"


def test_a_rating_stands_there_once_a_player_has_asked_for_one(client: Client) -> None:
    robot = User.objects.get(level="expert")
    row = {"player": robot, "code": "BZ", "deviation": 50, "volatility": 0.06, "at": timezone.now()}
    Rating.objects.create(**row, kind="duel", mean=1763, matches=3)
    Rating.objects.create(**row, kind="table", mean=1444, matches=3)
    row["player"] = User.objects.get(level="steady")
    Rating.objects.create(**row, kind="duel", mean=1555, matches=0)
    shown = text(client, reverse("games:robots"))
    assert shown.count("1763") == 1
    assert "1444" not in shown
    assert "1555" not in shown, "who has played nothing that counts has no rating"


def test_the_number_of_queries_does_not_grow_with_the_ratings(
    client: Client, django_assert_num_queries: object
) -> None:
    for robot in User.objects.exclude(level=""):
        for code in RULES:
            Rating.objects.create(
                player=robot,
                code=code,
                kind="duel",
                mean=1500,
                deviation=90,
                volatility=0.06,
                matches=1,
                at=timezone.now(),
            )
    with django_assert_num_queries(1):  # type: ignore[operator]
        client.get(reverse("games:robots"))


def test_a_robots_own_page_says_how_it_plays_and_lets_it_be_played(client: Client, alice: User) -> None:
    client.force_login(alice)
    robot = User.objects.get(level="steady")
    answer = client.get(reverse("games:player", args=[robot.username])).content.decode()
    assert "many small errors" in answer
    assert "?whom=robot&amp;robot=steady" in answer


def test_the_rules_say_how_strong_robots_are(client: Client) -> None:
    assert "of 100 matches against the perfect robot" in text(client, "/rules/dk/")
    assert "The weakest makes 150 points a card on average, the strongest 246." in text(client, "/rules/bz/")


def test_the_docs_say_what_the_pages_say() -> None:
    written = DOCS.read_text()
    for code, levels in STRENGTHS.items():
        for level, strength in levels.items():
            wins = f"{100 * strength.wins:.1f}" if strength.wins else "–"
            best = f"{100 * strength.best:.1f}" if strength.best else "–"
            assert f"| {code} | {level} | {strength.mean} | {strength.spread} | {wins} | {best} |" in written
