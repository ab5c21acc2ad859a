"""What operations cost does not hang on how much they tell: the same statements for little as for much."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.archive import collecting, notes
from games.coach import advice, reviews
from games.daily import schedule
from games.match import play
from games.models import Match, PuzzleDay
from tests.api.asking import Program, ask
from tests.games.coach.coached import Simple
from tests.games.puzzles.posed import posed
from tests.games.tables import begin, play_out
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def cost(program: Program, path: str) -> int:
    """How many statements an answer takes, once the process knows what it keeps for all."""
    assert program.get(path).status_code == 200
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert program.get(path).status_code == 200
    return len(found)


@pytest.fixture
def short_and_long(alice: User, bob: User) -> tuple[Match, Match]:
    """A match of which hardly anything was played, and a whole one."""
    short = begin("BZ", alice, bob)
    play.resign(short.pk, alice, short.version)
    work()
    return Match.objects.get(pk=short.pk), play_out(begin("BZ", alice, bob))


@pytest.mark.parametrize("path", ["record", "replay", "replay/0", "review"])
def test_of_a_match_that_is_over(
    short_and_long: tuple[Match, Match], alice: User, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "advisor", lambda rules: Simple())
    reviews.make_due()
    for player in (None, alice):
        few, many = (cost(ask(player), f"matches/{match.pk}/{path}") for match in short_and_long)
        assert few == many <= 7


def grows(alice: User, bob: User, path: str, more: Callable[[int], object], most: int) -> None:
    """See that one of these costs what five do."""
    more(1)
    few = cost(ask(alice), path)
    for seed in range(2, 6):
        more(seed)
    assert few == cost(ask(alice), path) <= most


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("archive?player=bob", 8),
        ("archive?game=BO", 8),
        ("players/bob/games", 8),
        ("players/bob/games/BO", 24),
        ("players/bob/ratings", 6),
        ("players/bob/against", 6),
        ("leaders/records?game=BO", 9),
        ("leaders/ratings?game=BO", 9),
        ("matches", 6),
    ],
)
def test_of_many_matches(alice: User, bob: User, path: str, most: int) -> None:
    grows(alice, bob, path, lambda seed: play_out(begin("BO", alice, bob), seed), most)


def test_of_puzzles(alice: User, bob: User) -> None:
    first = posed("BO")
    PuzzleDay.objects.create(day=schedule.today(), puzzle=first)
    paths = (f"puzzles/{first.pk}", "puzzles/today", "puzzles/days", "puzzles/mine")
    few = {path: cost(ask(alice), path) for path in paths}
    for code in ("BZ", "DK", "PG"):
        posed(code)
    assert few == {path: cost(ask(alice), path) for path in paths}
    assert max(few.values()) <= 7


def test_of_what_one_keeps(alice: User, bob: User) -> None:
    matches = [play_out(begin("BO", alice, bob), seed) for seed in (1, 2, 3)]
    mine = collecting.make(alice, "Mine", "", public=True)
    found = []
    for match in matches:
        notes.note_match(alice, match, "Hm.")
        collecting.add(alice, mine.pk, match)
        paths = ("notes", "collections", f"collections/{mine.pk}", "imports")
        found.append([cost(ask(alice), path) for path in paths])
    assert found[0] == found[1] == found[2]
    assert max(found[0]) <= 6
