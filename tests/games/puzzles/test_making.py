"""Which positions become puzzles: one clear best move, not plain, from matches that may be reviewed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.analysis.base import Choice
from games.coach import advice, reviews
from games.match import staff
from games.models import Match, Puzzle, PuzzleSource
from games.positions import Position, alone, decode, encode
from games.puzzles import filling, making, mining, stock
from games.rules import RULES
from games.rules.base import Kind, Move, Pace, Rules
from games.tables.robots import Level
from tests.games.coach.coached import Simple
from tests.games.puzzles.posed import CHANCE, THREES, lain
from tests.games.tables import begin, play_out
from tests.tabled import tables

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("tables")]


class Sure(Simple):
    """Likes one move, and every other so much less: points at cards, of the chance in a race."""

    def __init__(self, best: Move, less: float) -> None:
        self.best, self.less = best, less

    def choices(self, rules: Rules[Any], state: Any, seat: int) -> tuple[Choice, ...]:
        def worth(move: Move) -> float:
            return 0.0 if move == self.best else self.less

        found = [Choice(move, 200 - worth(move), 0.6 - worth(move)) for move in rules.moves(state, seat)]
        return tuple(sorted(found, key=lambda one: -one.points))


@pytest.fixture
def boat() -> Iterator[None]:
    """A coach who knows Boat."""
    tables("BO")
    advice.forget()
    yield
    advice.forget()


def test_a_clear_best_move_makes_one() -> None:
    found = making.consider(Sure(THREES, 2.0), lain("BZ"), CHANCE)
    assert found is not None
    assert sorted(set(found.losses)) == [0, 200]
    moves = RULES["BZ"].moves(found.position.state, 0)
    assert moves[found.losses.index(0)] == THREES
    assert making.keep(found)
    assert not making.keep(found), "there is one of that position already"
    puzzle = Puzzle.objects.get()
    assert (puzzle.arranged, puzzle.best, puzzle.losses[puzzle.second]) == (True, moves.index(THREES), 200)


@pytest.mark.parametrize(("less", "makes"), [(making.POINTS + 0.01, True), (making.POINTS - 0.01, False)])
def test_it_takes_a_margin(less: float, makes: bool) -> None:
    assert (making.consider(Sure(THREES, less), lain("BZ"), CHANCE) is not None) is makes
    assert making.consider(Sure(THREES, less), lain("BD"), CHANCE) is None, "a column more takes more"


def test_what_is_plain_makes_none_unless_somebody_went_wrong_there() -> None:
    position = lain("PG")
    roll, bank = RULES["PG"].moves(position.state, 0)
    plain = Sure(bank, 0.15)
    choices = plain.choices(position.rules, position.state, 0)
    seems = making.found_by(Level.CASUAL, position, choices)
    assert making.PLAIN < seems < making.SLIP
    assert making.consider(plain, position) is None
    assert making.consider(plain, position, bank) is None
    assert making.consider(plain, position, roll) is not None
    assert making.consider(Sure(bank, 0.5), position, roll) is None, "that was a slip of the finger"
    assert making.consider(plain, position, lacking=[Kind.BANK]) is not None
    assert making.consider(plain, position, lacking=[Kind.ROLL]) is None
    assert making.consider(Sure(bank, 0.5), position, lacking=[Kind.BANK]) is None


def test_where_there_is_nothing_to_choose_there_is_none() -> None:
    rules = RULES["BZ"]
    start = Position("BZ", rules.start(1, {}, Pace.TURNS, 0), 0)
    assert making.consider(Sure(THREES, 5.0), start) is None


def test_cards_of_others_take_no_part() -> None:
    rules = RULES["BZ"]
    two = rules.play(rules.start(2, {}, Pace.TURNS, 0), 0, Move(Kind.ROLL), (6, 3, 5, 3, 3))
    found = making.consider(Sure(THREES, 2.0), Position("BZ", two, 0), CHANCE)
    assert found is not None
    assert found.word == encode(lain("BZ"))


@pytest.mark.usefixtures("boat")
def test_robots_play_until_there_are_enough() -> None:
    assert stock.top_up("BO", 4, seed=3) == 4
    first = list(Puzzle.objects.order_by("pk").values_list("position", flat=True))
    assert stock.top_up("BO", 4, seed=3) == 0
    Puzzle.objects.all().delete()
    stock.top_up("BO", 4, seed=3)
    assert list(Puzzle.objects.order_by("pk").values_list("position", flat=True)) == first
    advisor = advice.advisor(RULES["BO"])
    for puzzle in Puzzle.objects.all():
        position = decode(puzzle.position)
        assert encode(alone(position)) == puzzle.position
        assert puzzle.arranged
        assert puzzle.match is None
        best = advisor.choices(position.rules, position.state, 0)[0]
        assert position.rules.moves(position.state, 0)[puzzle.best] == best.move
        rest = sorted(puzzle.losses)[1:]
        assert rest[0] >= making.POINTS * making.HUNDREDTHS - 1
        assert making.EASIEST <= puzzle.mean <= making.HARDEST


@pytest.mark.usefixtures("boat")
def test_no_kind_of_answer_is_that_of_most() -> None:
    """Else whoever always rolls on would be right without a look at the dice."""
    assert stock.top_up("BO", 15, seed=3) == 15
    answers = making.answers("BO")
    assert answers.total() == 15
    assert set(answers) == {Kind.ROLL, Kind.SCORE}
    assert max(answers.values()) <= 10
    assert making.answers("BZ").total() == 0


@pytest.mark.usefixtures("boat")
def test_where_nothing_else_comes_alike_is_better_than_none(monkeypatch: pytest.MonkeyPatch) -> None:
    consider = making.consider

    def rolls(*given: Any, **named: Any) -> making.Found | None:
        found = consider(*given, **named)
        return found if found and found.answer is Kind.ROLL else None

    monkeypatch.setattr(making, "consider", rolls)
    monkeypatch.setattr(stock, "GAMES", 20)
    monkeypatch.setattr(stock, "_of_one_game", of_one := Games(stock._of_one_game))
    assert stock.top_up("BO", 6, seed=3) == 6
    assert of_one.fair[:10] == [True] * 10, "for half of the games it waits for another answer"
    assert not any(of_one.fair[10:])


class Games:
    """The games that robots play for puzzles, and whether each was to be fair."""

    def __init__(self, play: Any) -> None:
        self.play, self.fair = play, list[bool]()

    def __call__(self, *given: Any, fair: bool) -> Any:
        self.fair.append(fair)
        return self.play(*given, fair=fair)


@pytest.mark.usefixtures("boat")
def test_the_worker_and_the_command_fill_what_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stock, "STOCK", 2)
    monkeypatch.setattr(filling, "RULES", {"BO": RULES["BO"]})
    filling.fill()
    filling.fill()
    assert making.counts() == {"BO": 2}
    said = StringIO()
    call_command("make_puzzles", "--game", "BO", "--count", "3", "--seed", "5", stdout=said)
    assert "BO: 1 new, 3 in all" in said.getvalue()
    with pytest.raises(CommandError, match="0 to 1000"):
        call_command("make_puzzles", "--count", "1001")


def test_without_its_tables_nothing_is_made_and_nothing_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_ready(rules: object) -> None:
        raise advice.NotReady

    monkeypatch.setattr(advice, "advisor", not_ready)
    filling.fill()
    assert not Puzzle.objects.exists()
    with pytest.raises(CommandError, match="build_tables"):
        call_command("make_puzzles", "--game", "BO", stdout=StringIO())


def reviewed(*players: User, seed: int = 1) -> Match:
    match = play_out(begin("BO", *players), seed)
    reviews.make_due()
    return match


@pytest.mark.usefixtures("pool", "boat")
def test_a_match_of_a_game_that_is_not_ready_waits_and_holds_up_no_other(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, other = (reviewed(alice, bob) for _ in range(3))
    Match.objects.filter(pk__in=[first.pk, second.pk]).update(code="BZ")
    asked: list[int] = []

    def look(match_id: int) -> int:
        asked.append(match_id)
        if match_id != other.pk:
            raise advice.NotReady
        return 1

    monkeypatch.setattr(mining, "_of", look)
    assert mining.look_through() == 1
    assert asked == [first.pk, other.pk]
    assert list(PuzzleSource.objects.order_by("pk").values_list("match", flat=True)) == [first.pk, second.pk]


@pytest.mark.usefixtures("pool", "boat")
def test_matches_that_were_reviewed_are_looked_through_once(alice: User, bob: User) -> None:
    for seed in range(20):  # one match in some makes none: nobody chooses its dice
        match = reviewed(alice, bob, seed=seed)
        assert PuzzleSource.objects.count() == 1
        found = mining.look_through()
        if found:
            break
    assert 0 < found <= mining.OF_ONE
    assert Puzzle.objects.filter(match=match, arranged=False).count() == found
    assert mining.look_through() == 0
    assert not PuzzleSource.objects.exists()
    PuzzleSource.objects.create(match=match)
    assert mining.look_through() == 0, "these positions are puzzles already"


@pytest.mark.usefixtures("pool", "boat")
def test_a_match_rather_makes_puzzles_with_different_answers(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds, kept = iter([Kind.ROLL, Kind.ROLL, Kind.SCORE, Kind.SCORE]), []
    reviewed(alice, bob)
    found = making.consider(Sure(THREES, 2.0), lain("BZ"), CHANCE)
    assert found is not None

    def hard(*given: object) -> making.Found | None:
        kind = next(kinds, None)
        return replace(found, answer=kind) if kind else None

    def keep(puzzle: making.Found, match: Match) -> bool:
        kept.append(puzzle.answer)
        return True

    monkeypatch.setattr(making, "consider", hard)
    monkeypatch.setattr(making, "keep", keep)
    assert mining.look_through() == 2
    assert kept == [Kind.ROLL, Kind.SCORE]


@pytest.mark.usefixtures("pool", "boat")
def test_of_whom_nobody_may_watch_nothing_is_made(alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(unwatched=True)
    reviewed(alice, bob)
    assert mining.look_through() == 0
    assert not PuzzleSource.objects.exists()
    assert not Puzzle.objects.exists()


def still_played(match: Match) -> bool:
    return False


@pytest.mark.usefixtures("pool", "boat")
def test_nothing_comes_of_a_round_that_is_still_played(alice: User, bob: User, settings: object) -> None:
    match = reviewed(alice, bob)
    Match.objects.filter(pk=match.pk).update(event=1)
    settings.MATCH_ROUND_OVER = f"{__name__}.still_played"  # type: ignore[attr-defined]
    assert mining.look_through() == 0
    assert not Puzzle.objects.exists()


@pytest.mark.usefixtures("pool", "boat")
def test_nothing_comes_of_a_match_that_runs_again(alice: User, bob: User) -> None:
    match = reviewed(alice, bob)
    staff.take_back(match.pk, "It was a mistake.")
    assert mining.look_through() == 0
    assert not Puzzle.objects.exists()


@pytest.mark.usefixtures("pool", "boat")
def test_a_game_that_has_enough_gets_no_more(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MOST", 0)
    reviewed(alice, bob)
    assert mining.look_through() == 0
    assert stock.top_up("BO", 5, seed=1) == 0


@pytest.mark.usefixtures("pool")
def test_what_fails_fails_alone(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = play_out(begin("BO", alice, bob))
    PuzzleSource.objects.create(match=broken)

    def fail(match: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(reviews, "find", fail)
    assert mining.look_through() == 0
    assert not PuzzleSource.objects.exists()
