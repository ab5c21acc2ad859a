"""The rules pages: every game has one, and its examples score what the rules say."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.rules import RULES
from games.rules.base import Kind, Move, Pace
from games.rules.ten_thousand.scoring import Scoring, worth
from games.tables import table_of
from games.tables.base import Example

PUBLISHED = {  # points that rules.md states or that its text gives at once
    "ones": 2,
    "twos": 6,
    "threes": 6,
    "fours": 12,
    "fives": 10,
    "sixes": 18,
    "three-of-a-kind": 20,
    "four-of-a-kind": 22,
    "full-house": 25,
    "small-straight": 30,
    "large-straight": 40,
    "boatzee": 50,
    "chance": 22,
}
BOAT = {
    "ones": 2,
    "twos": 2,
    "threes": 6,
    "fours": 12,
    "fives": 10,
    "sixes": 12,
    "straight": 12,
    "low": 27,
    "high": 25,
    "boat": 26,
    "chance": 11,
}


def test_the_list_leads_to_every_game(client: Client) -> None:
    html = client.get(reverse("games:rules")).content.decode()
    for code in RULES:
        assert reverse("games:rules_of", args=[code.lower()]) in html


@pytest.mark.parametrize("code", RULES)
def test_every_game_is_explained_with_examples(client: Client, code: str) -> None:
    answer = client.get(reverse("games:rules_of", args=[code.lower()]))
    assert answer.status_code == 200
    html = answer.content.decode()
    assert RULES[code].name in html
    assert html.count('class="die"') > 20


def test_a_code_in_capitals_leads_to_the_page(client: Client) -> None:
    answer = client.get(reverse("games:rules_of", args=["BZ"]))
    assert answer.status_code == 302
    assert answer["Location"] == reverse("games:rules_of", args=["bz"])


@pytest.mark.parametrize("code", ["xx", "..", "index"])
def test_an_unknown_game_is_not_found(client: Client, code: str) -> None:
    assert client.get(f"/rules/{code}/").status_code == 404


@pytest.mark.parametrize(("code", "points"), [("BZ", PUBLISHED), ("DG", PUBLISHED), ("BO", BOAT)])
def test_examples_score_what_is_published(code: str, points: dict[str, int]) -> None:
    rules = RULES[code]
    shown = table_of(rules).examples(rules)
    found = [*shown["top"], *shown["bottom"]]
    stems = [box.stem for box in rules.boxes]  # type: ignore[attr-defined]
    assert {stem: example.points for stem, example in zip(stems, found, strict=True)} == points


def test_sets_of_dice_10000_score_what_is_published() -> None:
    shown = table_of(RULES["DK"]).examples(RULES["DK"])
    standard: list[Example] = shown["sets"]
    more: list[Example] = shown["more_sets"]
    assert [found.points for found in standard] == [100, 50, 1000, 400, 800, 1600, 750, 2000]
    assert [found.points for found in more] == [1000, 750]
    assert worth((3, 3), Scoring.ALTERNATIVE) == 0


def test_the_extra_of_the_boatzee_extra_page_is_true() -> None:
    rules = RULES["BX"]
    state = rules.start(1, {}, Pace.TURNS, 0)
    for dice, box in (((6,) * 5, "boatzee"), ((4, 4, 1, 2, 3), "fours")):
        state = rules.play(state, 0, Move(Kind.ROLL), dice)
        state = rules.play(state, 0, Move(Kind.SCORE, box=box), ())
    state = rules.play(state, 0, Move(Kind.ROLL), (4,) * 5)
    assert rules.preview(state, 0)["large-straight"] == 140
