"""The daily and puzzles by the API: what is played, and what is told before and after."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.daily import days
from games.models import Daily, Match, PuzzleTry
from games.puzzles import choosing
from games.rules import RULES
from tests.api.asking import ask, refused
from tests.games.daily.played import BOAT_DAY, NEXT, at, end, finish, noon
from tests.games.puzzles.posed import best_of, posed
from tests.games.tables import begin, play_out

pytestmark = pytest.mark.django_db
HIDDEN = ("dice", "serial", "perfect")
RIGHT = {"kind": "roll", "keep": [3, 3, 3]}
WRONG = {"kind": "score", "box": "chance"}


@pytest.fixture
def day(pool: None) -> Iterator[Daily]:
    """A day of Boat, at noon."""
    cache.clear()
    with at(noon(BOAT_DAY)):
        yield days.begin(BOAT_DAY)


@pytest.mark.usefixtures("day")
def test_it_is_played_once_at_its_table(alice: User) -> None:
    path = f"daily/{BOAT_DAY}/play"
    shown = ask(alice).post(path).json()
    assert (shown["game"], shown["pace"], shown["my_turn"]) == ("BO", "duplicate", True)
    assert ask(alice).post(path).json()["id"] == shown["id"]
    rolled = ask(alice).post(f"matches/{shown['id']}/moves", {"version": shown["version"], "kind": "roll"})
    assert rolled.status_code == 200
    assert Match.objects.count() == 1
    told = ask(alice).get("daily").json()["mine"]
    assert told == {
        "match": shown["id"],
        "running": True,
        "void": False,
        "total": None,
        "place": None,
        "better_than": None,
        "marks": None,
    }


@pytest.mark.usefixtures("day")
def test_nothing_of_its_dice_is_told_before_it_is_over(alice: User, bob: User, carol: User) -> None:
    match = finish(alice, BOAT_DAY)
    for player in (None, alice, bob, carol):
        for path in ("daily", f"daily/{BOAT_DAY}"):
            told = ask(player).get(path).json()
            assert (told["over"], told["sets"], told["perfect"]) == (False, None, None)
            assert [(one["name"], one["match"]) for one in told["best"]] == [("alice", None)]
    assert ask(alice).get("daily").json()["mine"]["place"] == 1
    refused(ask(bob).get(f"matches/{match.pk}"), 403, "not-watched")
    end(BOAT_DAY)
    with at(noon(NEXT)):
        told = ask(None).get(f"daily/{BOAT_DAY}").json()
        assert told["over"] is True
        assert len(told["sets"]) == 33
        assert told["best"][0]["match"] == match.pk
        (past,) = ask(alice).get("daily/days").json()["items"]
        assert (past["day"], past["mine"]) == (str(BOAT_DAY), told["best"][0]["total"])
        again = ask(bob).post(f"daily/{BOAT_DAY}/play").json()
        assert again["status"] == "running"
        assert ask(bob).get(f"daily/{BOAT_DAY}").json()["mine"] is None, "for nothing"


@pytest.mark.usefixtures("day")
def test_days_that_are_none(alice: User) -> None:
    for path in ("daily/2020-01-01", "daily/9999-12-31"):
        refused(ask(alice).get(path), 404, "not-found")
        refused(ask(alice).post(f"{path}/play"), 404, "not-found")
    refused(ask(alice).get("daily/today"), 422, "invalid")


@pytest.mark.usefixtures("day")
def test_what_a_day_costs(alice: User, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    finish(alice, BOAT_DAY)
    program = ask(alice)
    program.get("me")
    with django_assert_max_num_queries(8):
        program.get("daily")


@pytest.mark.parametrize("code", RULES)
def test_a_question_says_nothing_of_the_answer(alice: User, code: str) -> None:
    puzzle = posed(code, mean=1333.3)
    for player in (None, alice):
        answer = ask(player).get(f"puzzles/{puzzle.pk}")
        assert answer.json()["solution"] is None
        assert answer.json()["moves"]
        body = answer.content.decode()
        assert puzzle.position not in body, "nor the word by which it could be asked about"
        assert "1333" not in body


@pytest.mark.usefixtures("pool")
def test_it_names_neither_the_match_nor_who_played(alice: User, bob: User, carol: User) -> None:
    puzzle = posed(match=play_out(begin("BO", alice, bob)))
    shown = ask(carol).get(f"puzzles/{puzzle.pk}").json()
    assert "match" not in shown
    assert "alice" not in str(shown)


@pytest.mark.parametrize("code", RULES)
def test_an_answer_counts_once_and_opens_the_solution(alice: User, bob: User, code: str) -> None:
    puzzle, best = posed(code), best_of(code)
    sent = {"kind": best.kind.value, "keep": list(best.keep), "box": best.box}
    told = ask(alice).post(f"puzzles/{puzzle.pk}/answer", sent).json()
    assert (told["right"], told["first"]) == (True, True)
    assert told["puzzle"]["solution"]["best"] == sent
    assert told["puzzle"]["solution"]["position"] == puzzle.position
    assert ask(alice).post(f"puzzles/{puzzle.pk}/answer", sent).json()["first"] is False
    assert ask(alice).get(f"puzzles/{puzzle.pk}").json()["solution"]["right"] is True
    assert ask(bob).get(f"puzzles/{puzzle.pk}").json()["solution"] is None
    assert PuzzleTry.objects.count() == 1


def test_a_wrong_answer_is_mended_and_no_answer_counts_for_nothing(alice: User) -> None:
    puzzle, program = posed(), ask(alice)
    refused(program.post(f"puzzles/{puzzle.pk}/answer", {"kind": "bank"}), 400, "no-answer")
    refused(program.post(f"puzzles/{puzzle.pk}/answer", {"kind": "roll", "keep": [1]}), 400, "no-answer")
    assert not PuzzleTry.objects.exists()
    assert program.post(f"puzzles/{puzzle.pk}/answer", WRONG).json()["right"] is False
    solution = program.post(f"puzzles/{puzzle.pk}/answer", RIGHT).json()["puzzle"]["solution"]
    assert (solution["right"], solution["mended"]) == (False, True)
    (line,) = program.get("puzzles/mine").json()["items"]
    assert (line["puzzle"], line["right"], line["mended"]) == (puzzle.pk, False, True)
    assert program.get("puzzles/mine?failed=true").json()["items"] == []
    refused(program.post("puzzles/999/answer", RIGHT), 404, "not-found")


def test_my_puzzles_page_by_page(alice: User) -> None:
    puzzles, program = [posed("BZ"), posed("BO"), posed("DK")], ask(alice)
    for puzzle in puzzles:
        best = best_of(puzzle.code)
        sent = {"kind": best.kind.value, "keep": list(best.keep), "box": best.box}
        program.post(f"puzzles/{puzzle.pk}/answer", sent)
    first = program.get("puzzles/mine?limit=2").json()
    rest = program.get(f"puzzles/mine?limit=2&cursor={first['next']}").json()
    found = [one["puzzle"] for one in first["items"] + rest["items"]]
    assert found == [puzzle.pk for puzzle in puzzles[::-1]]
    assert rest["next"] is None


def test_the_next_and_that_of_today(alice: User) -> None:
    puzzle = posed()
    assert ask(None).get("puzzles/today").json()["id"] == puzzle.pk
    refused(ask(alice).get("puzzles/next"), 404, "not-found")
    other = posed("BO")
    assert ask(alice).get("puzzles/next").json()["id"] == other.pk
    refused(ask(alice).get("puzzles/next?game=BZ"), 404, "not-found")
    (day,) = ask(alice).get("puzzles/days").json()["items"]
    assert (day["puzzle"], day["day"], day["right"]) == (puzzle.pk, str(choosing.today()), None)
