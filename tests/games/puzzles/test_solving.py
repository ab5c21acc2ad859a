"""Answers: the first one counts, once, for the player and the puzzle; days in a row; what guests keep."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.test import RequestFactory
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import rating
from games.models import Match, Puzzle, PuzzleDay, PuzzleRating, PuzzleTry
from games.positions import decode
from games.puzzles import choosing, history, solving
from games.puzzles.history import Streak, in_a_row
from games.rules import RULES
from games.rules.base import Kind, Move
from tests.at_once import at_once
from tests.games.puzzles.posed import CHANCE, THREES, best_of, posed
from tests.games.tables import begin, play_out

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("code", RULES)
def test_the_best_move_is_right_and_every_other_is_not(alice: User, bob: User, code: str) -> None:
    puzzle = posed(code)
    assert solving.answer(alice, puzzle.pk, best_of(code)).right
    position = decode(puzzle.position)
    other = next(move for move in position.rules.moves(position.state, 0) if move != best_of(code))
    assert not solving.answer(bob, puzzle.pk, other).right


def test_what_loses_hardly_anything_is_right(alice: User) -> None:
    puzzle = posed()
    position = decode(puzzle.position)
    place = position.rules.moves(position.state, 0).index(CHANCE)
    puzzle.losses[place] = solving.TOLERANCE
    puzzle.save()
    assert solving.answer(alice, puzzle.pk, CHANCE).right
    assert not solving.is_right(posed("BO"), 0)


def test_both_numbers_move_as_in_a_match_of_two(alice: User, bob: User) -> None:
    puzzle = posed()
    solving.answer(alice, puzzle.pk, THREES)
    won, lost = rating.after_duel(rating.DUEL, rating.DUEL, 1.0)
    mine, puzzle = PuzzleRating.objects.get(player=alice), Puzzle.objects.get()
    assert (mine.mean, mine.deviation) == pytest.approx((won.mean, won.deviation), abs=0.01)
    assert (puzzle.mean, puzzle.deviation) == pytest.approx((lost.mean, lost.deviation), abs=0.01)
    assert (mine.tries, puzzle.tries, puzzle.solved) == (1, 1, 1)
    assert PuzzleTry.objects.get().gained == pytest.approx(won.mean - 1500, abs=0.01)
    solving.answer(bob, puzzle.pk, CHANCE)
    puzzle.refresh_from_db()
    assert PuzzleRating.objects.get(player=bob).mean < 1500
    assert (puzzle.tries, puzzle.solved) == (2, 1)
    assert puzzle.mean > lost.mean


def test_only_the_first_try_counts_and_a_later_one_mends(alice: User) -> None:
    puzzle = posed()
    assert not solving.answer(alice, puzzle.pk, CHANCE).right
    before = PuzzleRating.objects.get().mean, Puzzle.objects.get().mean
    again = solving.answer(alice, puzzle.pk, THREES)
    assert (again.right, again.first) == (True, False)
    made = PuzzleTry.objects.get()
    assert (made.right, made.mended) == (False, True)
    solving.answer(alice, puzzle.pk, CHANCE)
    assert PuzzleTry.objects.get().mended
    assert (PuzzleRating.objects.get().mean, Puzzle.objects.get().mean) == before
    assert Puzzle.objects.get().tries == 1
    assert not history.tries(alice, failed=True)


def test_who_was_right_first_has_nothing_to_mend(alice: User) -> None:
    puzzle = posed()
    for move in (THREES, CHANCE, THREES):
        solving.answer(alice, puzzle.pk, move)
        made = PuzzleTry.objects.get()
        assert (made.right, made.mended) == (True, False)
    assert not history.tries(alice, failed=True)


@pytest.mark.django_db(transaction=True)
def test_two_tabs_at_once_count_once(alice: User) -> None:
    puzzle = posed()
    came = at_once(*(lambda move=move: solving.answer(alice, puzzle.pk, move) for move in (THREES, CHANCE)))
    assert sorted(one.first for one in came) == [False, True]
    puzzle.refresh_from_db()
    assert (puzzle.tries, PuzzleRating.objects.get().tries, PuzzleTry.objects.count()) == (1, 1, 1)
    assert puzzle.solved == next(one.right for one in came if one.first)


@pytest.mark.django_db(transaction=True)
def test_two_players_at_once_both_count(alice: User, bob: User) -> None:
    first, second = posed(), posed("BO")
    both = [(alice, first), (alice, second), (bob, second), (bob, first)]
    at_once(*(lambda who=who, one=one: solving.answer(who, one.pk, best_of(one.code)) for who, one in both))
    assert [puzzle.tries for puzzle in Puzzle.objects.all()] == [2, 2]
    assert [one.tries for one in PuzzleRating.objects.all()] == [2, 2]


def test_who_was_away_for_long_is_less_sure(alice: User) -> None:
    solving.answer(alice, posed().pk, THREES)
    PuzzleRating.objects.update(at=timezone.now() - timedelta(days=3000), deviation=60)
    solving.answer(alice, posed("BO").pk, best_of("BO"))
    assert PuzzleRating.objects.get().deviation > 100


@pytest.mark.usefixtures("pool")
def test_of_a_match_of_ones_own_nothing_is_rated(alice: User, bob: User, carol: User) -> None:
    puzzle = posed(match=play_out(begin("BO", alice, bob)))
    for player in (alice, carol):
        solving.answer(player, puzzle.pk, THREES)
    assert list(PuzzleRating.objects.values_list("player", flat=True)) == [carol.pk]
    assert PuzzleTry.objects.get(player=alice).gained is None


@pytest.mark.usefixtures("pool")
def test_a_puzzle_goes_when_its_match_goes_on_again(alice: User, bob: User, carol: User) -> None:
    match = play_out(begin("BO", alice, bob))
    puzzle = posed(match=match)
    assert choosing.next_for(carol) == puzzle
    for status in (Match.Status.RUNNING, Match.Status.VOID):
        Match.objects.filter(pk=match.pk).update(status=status)
        assert choosing.next_for(carol) is None
        assert choosing.of_day(choosing.today()) is None
        with pytest.raises(solving.NoPuzzle):
            solving.answer(carol, puzzle.pk, THREES)
    assert not PuzzleTry.objects.exists()


def test_what_is_no_move_there_is_no_answer(alice: User) -> None:
    puzzle = posed()
    for move in (Move(Kind.ROLL, (1,)), Move(Kind.BANK), Move(Kind.SCORE, box="nothing"), Move(Kind.RESIGN)):
        with pytest.raises(solving.NoAnswer):
            solving.answer(alice, puzzle.pk, move)
    with pytest.raises(solving.NoPuzzle):
        solving.answer(alice, puzzle.pk + 1, THREES)
    assert not PuzzleTry.objects.exists()


def test_what_a_guest_solved_is_kept_without_a_rating(alice: User) -> None:
    request = RequestFactory().get("/")
    request.session = {}  # type: ignore[assignment]
    guest = guests.make(request)
    first, second = posed(), posed("BO")
    solving.answer(guest, first.pk, THREES)
    solving.answer(guest, second.pk, best_of("BO"))
    assert not PuzzleRating.objects.exists()
    assert Puzzle.objects.get(pk=first.pk).tries == 1
    solving.answer(alice, first.pk, CHANCE)
    solving.take_over(request, alice)
    assert set(PuzzleTry.objects.filter(player=alice).values_list("puzzle", "right")) == {
        (first.pk, False),
        (second.pk, True),
    }
    solving.take_over(SimpleNamespace(session={}), alice)  # type: ignore[arg-type]


def test_who_leaves_takes_the_tries_along_and_the_counts_stay(alice: User) -> None:
    puzzle = posed()
    solving.answer(alice, puzzle.pk, THREES)
    told = history.everything(alice)
    assert told["rating"] is not None
    assert [one["game"] for one in told["tries"]] == ["BZ"]  # type: ignore[attr-defined]
    alice.delete()
    assert not PuzzleTry.objects.exists()
    assert not PuzzleRating.objects.exists()
    assert Puzzle.objects.get().tries == 1


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    monkeypatch.setattr(timezone, "now", lambda: moment)


def test_a_day_has_one_puzzle_and_keeps_it() -> None:
    posed(), posed("BO"), posed("DK")
    today = choosing.today()
    first = choosing.of_day(today)
    assert first is not None
    posed("PG")
    assert choosing.of_day(today) == first
    assert choosing.of_day(today + timedelta(days=1)) is None
    assert choosing.of_day(today - timedelta(days=1)) is None
    assert PuzzleDay.objects.count() == 1
    assert choosing.next_for(None) != first


@pytest.mark.django_db(transaction=True)
def test_a_day_that_is_asked_for_twice_at_once_has_one() -> None:
    posed(), posed("BO")
    first, second = at_once(*[lambda: choosing.of_day(choosing.today())] * 2)
    assert first == second
    assert PuzzleDay.objects.count() == 1


def test_the_day_is_that_of_utc_and_its_puzzle_counts_on_it_alone(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = datetime(2026, 3, 28, 23, 59, tzinfo=UTC)
    posed()
    with timezone.override("Pacific/Kiritimati"):  # where it is the 29th already
        at(monkeypatch, late)
        puzzle = choosing.of_day(choosing.today())
        assert puzzle is not None
        solving.answer(alice, puzzle.pk, THREES)
        solving.answer(bob, puzzle.pk, CHANCE)
        solving.answer(bob, puzzle.pk, THREES)
        assert PuzzleTry.objects.get(player=alice).day == date(2026, 3, 28)
        assert PuzzleTry.objects.get(player=bob).day is None, "only the first answer of the day counts"
        at(monkeypatch, late + timedelta(minutes=1))
        assert choosing.today() == date(2026, 3, 29)
        solving.answer(bob, puzzle.pk, THREES)
        assert PuzzleTry.objects.get(player=bob).day is None
        assert history.streak(alice) == Streak(1, 1)


def test_one_that_was_tried_before_still_counts_on_its_day(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, now = posed(), timezone.now()
    solving.answer(alice, puzzle.pk, CHANCE)
    at(monkeypatch, now + timedelta(days=1))
    assert choosing.of_day(choosing.today()) == puzzle
    solving.answer(alice, puzzle.pk, THREES)
    assert history.streak(alice).now == 1


TODAY = date(2026, 11, 23)


@pytest.mark.parametrize(
    ("ago", "now", "best"),
    [
        ([], 0, 0),
        ([0], 1, 1),
        ([1], 1, 1),
        ([2], 0, 1),
        ([0, 1, 2], 3, 3),
        ([1, 2], 2, 2),
        ([0, 2, 3, 4], 1, 3),
        ([3, 4, 6], 0, 2),
        ([0, 0, 1], 2, 2),
    ],
)
def test_days_in_a_row(ago: list[int], now: int, best: int) -> None:
    assert in_a_row([TODAY - timedelta(days=days) for days in ago], TODAY) == Streak(now, best)


def test_the_next_is_as_hard_as_the_player_is_strong(alice: User) -> None:
    easy = [posed("BZ", (1, 1, 2, 3, face), mean=900.0 + face) for face in range(1, 7)]
    hard = [posed("BZ", (6, 6, 2, 3, face), mean=2100.0 + face) for face in (2, 3, 4, 5, 6)]
    more = [posed("BZ", (4, 4, 2, 3, face), mean=2000.0 + face) for face in (2, 3, 4, 5, 6)]
    solving.answer(alice, easy[0].pk, Move(Kind.ROLL))
    PuzzleRating.objects.update(mean=2100.0)
    assert choosing.next_for(alice) in hard + more
    assert choosing.next_for(alice) == choosing.next_for(alice)
    assert choosing.next_for(alice, "DK") is None
    PuzzleRating.objects.update(mean=900.0)
    assert choosing.next_for(alice) in easy[1:]


@pytest.mark.usefixtures("pool")
def test_none_comes_twice_nor_from_ones_own_match(alice: User, bob: User) -> None:
    own = posed(match=play_out(begin("BO", alice, bob)))
    other = posed("BO")
    assert choosing.next_for(alice) == other
    solving.answer(alice, other.pk, best_of("BO"))
    assert choosing.next_for(alice) is None
    assert choosing.next_for(None) in {own, other}


@pytest.mark.usefixtures("pool")
def test_a_day_whose_puzzle_goes_has_another(alice: User, bob: User) -> None:
    first = posed(match=play_out(begin("BO", alice, bob)))
    assert choosing.of_day(choosing.today()) == first
    other = posed("DK")
    Match.objects.update(status=Match.Status.VOID)
    assert history.days(None, choosing.today()) == []
    assert choosing.of_day(choosing.today()) == other
    assert [one.puzzle for one in history.days(None, choosing.today())] == [other.pk]


def test_who_has_just_closed_the_account_answers_nothing(alice: User) -> None:
    puzzle = posed()
    User.objects.filter(pk=alice.pk).delete()
    with pytest.raises(solving.NoPuzzle):
        solving.answer(alice, puzzle.pk, THREES)
    assert not PuzzleTry.objects.exists()
