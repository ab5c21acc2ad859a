"""Puzzles on their pages: nothing of the solution before an answer, for whoever looks, however they look."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Match, Puzzle, PuzzleRating, PuzzleTry
from games.positions import decode
from games.puzzles import choosing, solving
from games.rules import RULES
from tests.games.puzzles.posed import CHANCE, THREES, best_of, posed
from tests.games.tables import begin, play_out

pytestmark = pytest.mark.django_db
RIGHT = {"version": "0", "do": "roll", "keep": ["3", "3", "3"]}
WRONG = {"version": "0", "do": "score", "box": "chance"}
SOLUTION = ("Next best", "at the first try", "Your first answer", "2.4 points", "It brings")
"""What the page of a solution says, and that of a question must not."""


@pytest.fixture
def me(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def address(puzzle: Puzzle) -> str:
    return reverse("games:puzzle", args=[puzzle.pk])


def says_nothing(page: str, puzzle: Puzzle) -> None:
    for words in SOLUTION:
        assert words not in page
    assert puzzle.position not in page, "nor the link by which it could be asked about"
    assert f"/matches/{puzzle.match_id}/" not in page


@pytest.mark.parametrize("code", RULES)
def test_a_question_is_a_table_to_play_at_and_says_nothing_of_the_answer(client: Client, code: str) -> None:
    puzzle = posed(code, mean=1333.3)
    for where in (reverse("games:puzzles"), address(puzzle)):
        answer = client.get(where)
        page = answer.content.decode()
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
        assert f'action="{address(puzzle)}"' in page
        assert 'name="do" value="roll"' in page
        says_nothing(page, puzzle)
        assert "1333" not in page


@pytest.mark.usefixtures("pool")
def test_it_names_neither_the_match_nor_who_played(client: Client, alice: User, bob: User) -> None:
    puzzle = posed(match=play_out(begin("BO", alice, bob)))
    page = client.get(address(puzzle)).content.decode()
    says_nothing(page, puzzle)
    assert "alice" not in page
    assert not re.search(r"\bbob\b", page)  # letters of a form's token may be these
    assert "arranged" not in page


def test_a_second_tab_of_somebody_else_shows_nothing_either(me: Client, bob: User) -> None:
    puzzle = posed()
    me.post(address(puzzle), RIGHT)
    other = Client()
    says_nothing(other.get(address(puzzle)).content.decode(), puzzle)
    other.force_login(bob)
    says_nothing(other.get(address(puzzle)).content.decode(), puzzle)


@pytest.mark.parametrize("code", RULES)
def test_the_answer_shows_what_is_best_by_how_much_and_why(me: Client, code: str) -> None:
    puzzle = posed(code)
    best = best_of(code)
    form = {"version": "0", "do": best.kind.value, "keep": [str(face) for face in best.keep]}
    answer = me.post(address(puzzle), form, follow=True)
    page = answer.content.decode()
    assert answer.redirect_chain == [(address(puzzle), 302)]
    assert "Right." in page
    assert "Next best" in page
    assert "1 of 1 player found it at the first try." in page
    assert reverse("games:position", args=[puzzle.position]) in page
    assert "This one changed it by +162." in page


def test_a_wrong_answer_says_what_was_best_and_may_be_tried_again(me: Client, alice: User) -> None:
    puzzle = posed()
    page = me.post(address(puzzle), WRONG, follow=True).content.decode()
    assert "Not the best." in page
    assert "Write Chance: 20" in page
    assert "It loses 2.4 points on average." in page
    assert "Keep 3 3 3" in page
    assert "It brings 9.5 points in Threes this turn on average, instead of 4.5." in page
    assert "−162" in page
    again = me.get(address(puzzle) + "?again").content.decode()
    says_nothing(again, puzzle)
    assert "counts for nothing" in again
    page = me.post(address(puzzle), RIGHT, follow=True).content.decode()
    assert "That is right." in page
    assert PuzzleTry.objects.get().mended
    assert PuzzleRating.objects.get().tries == 1


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({}, "cannot be read"),
        ({"version": "0", "do": "score"}, "Choose the box"),
        ({"version": "0", "do": "score", "box": "nothing"}, "cannot be done here"),
        ({"version": "0", "do": "bank"}, "cannot be done here"),
        ({"version": "0", "do": "roll", "keep": ["3", "3", "3", "5", "6"]}, "cannot be kept so"),
        ({"version": "0", "do": "roll", "keep": ["1"]}, "cannot be kept so"),
        ({"version": "0", "do": "roll", "keep": ["7"]}, "cannot be read"),
        ({"version": "0", "do": "resign"}, "cannot be read"),
    ],
)
def test_what_is_no_answer_changes_nothing(client: Client, form: dict[str, object], says: str) -> None:
    puzzle = posed()
    answer = client.post(address(puzzle), form)
    assert answer.status_code == 400
    assert says in answer.content.decode()
    says_nothing(answer.content.decode(), puzzle)
    assert not PuzzleTry.objects.exists()
    assert not User.objects.filter(guest=True).exists()


@pytest.mark.usefixtures("pool")
def test_there_is_none_of_that_number_or_whose_match_goes_on(me: Client, alice: User, bob: User) -> None:
    for number in (999, 10**30):
        assert me.get(f"/puzzles/{number}/").status_code == 404
        assert me.post(f"/puzzles/{number}/", RIGHT).status_code == 404
    puzzle = posed(match=begin("BO", alice, bob))
    assert me.get(address(puzzle)).status_code == 404
    assert me.post(address(puzzle), RIGHT).status_code == 404
    Match.objects.update(status=Match.Status.FINISHED)
    assert me.get(address(puzzle)).status_code == 200


def test_a_visitor_answers_as_a_guest_and_keeps_it_at_sign_up(client: Client) -> None:
    puzzle = posed()
    page = client.post(address(puzzle), RIGHT, follow=True).content.decode()
    assert "Right." in page
    assert "not rated" in page
    assert "Your puzzle rating" not in page
    assert User.objects.get(guest=True)
    client.post(address(posed("BO")), {"version": "0", "do": "roll", "keep": ["3", "3"]})
    assert User.objects.filter(guest=True).count() == 1
    assert "not rated" in client.get(reverse("games:my_puzzles")).content.decode()
    client.post(reverse("account_signup"), {"login": "dora", "password1": "a long word indeed 7"})
    dora = User.objects.get(username="dora")
    assert PuzzleTry.objects.filter(player=dora, right=True, gained=None).count() == 2
    assert not User.objects.filter(guest=True).exists()
    assert not PuzzleRating.objects.exists()


def test_what_is_left_is_said_where_nothing_is(me: Client) -> None:
    assert "no puzzle left" in me.get(reverse("games:puzzles")).content.decode()
    posed()
    assert "no puzzle left" in me.get(reverse("games:puzzles") + "?game=DK").content.decode()
    assert "no puzzle left" not in me.get(reverse("games:puzzles") + "?game=nonsense").content.decode()


def test_today_has_a_puzzle_and_so_had_other_days(me: Client, alice: User) -> None:
    assert me.get(reverse("games:puzzle_today"))["Location"] == reverse("games:puzzles")
    assert "There is no puzzle yet" in me.get(reverse("games:puzzle_days")).content.decode()
    puzzle = posed()
    assert me.get(reverse("games:puzzle_today"))["Location"] == address(puzzle)
    assert "Puzzle of" in me.get(address(puzzle)).content.decode()
    assert "no puzzle left" in me.get(reverse("games:puzzles")).content.decode()
    me.post(address(puzzle), RIGHT)
    assert "1 day in a row" in me.get(address(puzzle)).content.decode()
    days = me.get(reverse("games:puzzle_days")).content.decode()
    assert "today" in days
    assert ">right<" in days
    for until in ("2020-01-01", "nonsense", "9999-99-99", "2099-01-01"):
        assert me.get(reverse("games:puzzle_days") + f"?until={until}").status_code == 200


def test_my_puzzles_has_what_failed_to_try_again(me: Client, alice: User, bob: User) -> None:
    assert "not tried a puzzle yet" in me.get(reverse("games:my_puzzles")).content.decode()
    first, second = posed(), posed("BO")
    solving.answer(alice, first.pk, CHANCE)
    solving.answer(alice, second.pk, best_of("BO"))
    solving.answer(bob, first.pk, THREES)
    page = me.get(reverse("games:my_puzzles")).content.decode()
    assert page.count('<tr><th scope="row">') == 2
    assert f'{address(first)}?again"' in page
    page = me.get(reverse("games:my_puzzles") + "?failed").content.decode()
    assert page.count('<tr><th scope="row">') == 1
    solving.answer(alice, first.pk, THREES)
    assert "nothing here" in me.get(reverse("games:my_puzzles") + "?failed&page=7").content.decode()
    assert Client().get(reverse("games:my_puzzles")).status_code == 302


def test_too_many_answers_are_refused(me: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    from accounts import limits

    few = limits.Budget("You have answered many puzzles.", (limits.Rate(1, 3600),))
    monkeypatch.setattr(limits, "BUDGETS", {**limits.BUDGETS, "puzzle": few})
    puzzle = posed()
    assert me.post(address(puzzle), WRONG).status_code == 302
    answer = me.post(address(puzzle), RIGHT)
    assert answer.status_code == 429
    assert not PuzzleTry.objects.get().mended


def test_pages_cost_the_same_however_much_there_is(
    me: Client, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    puzzles = [posed("BZ", (1, 2, 2, face, other)) for face in (3, 4, 5) for other in range(face, 7)]
    for puzzle in puzzles[:5]:
        position = decode(puzzle.position)
        solving.answer(alice, puzzle.pk, position.rules.moves(position.state, 0)[0])
    choosing.of_day(choosing.today())
    me.get(reverse("games:puzzles"))
    for where, most in (
        (reverse("games:puzzles"), 10),
        (address(puzzles[0]), 10),
        (address(puzzles[-1]), 9),
        (reverse("games:puzzle_days"), 8),
        (reverse("games:my_puzzles"), 9),
    ):
        with django_assert_max_num_queries(most):
            assert me.get(where).status_code == 200


def test_who_signs_in_keeps_what_the_guest_tried_unrated(client: Client, alice: User) -> None:
    puzzle = posed()
    client.post(address(puzzle), WRONG)
    client.force_login(alice)
    assert PuzzleTry.objects.get(player=alice).right is False
    client.post(address(puzzle), RIGHT)  # the solution was seen
    assert not PuzzleRating.objects.exists()
    assert Puzzle.objects.get().tries == 1


def test_how_many_found_todays_is_told_after_the_answer(me: Client) -> None:
    puzzle = posed(tries=40, solved=2)
    choosing.of_day(choosing.today())
    days = reverse("games:puzzle_days")
    assert "2 / 40" not in me.get(days).content.decode()
    me.post(address(puzzle), WRONG)
    assert "2 / 41" in me.get(days).content.decode()
