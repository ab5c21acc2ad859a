"""What is counted of how players decide: once for each match, moved with them, gone with their account."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest
from django.db import connection
from django.db.models import Sum
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import leaving
from accounts.models import User
from games.analysis import fair_play as measured
from games.analysis.fair_play import WINDOW, Population
from games.coach import fair_play, reviews
from games.match import staff
from games.models import FairPlay, Match, PlayedBy, Rating, Review
from tests.games.tables import begin, play_out
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool", "coach")]


@pytest.fixture
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three matches are enough."""
    monkeypatch.setattr(fair_play, "WINDOW", 3)
    monkeypatch.setattr(fair_play.latest, "__defaults__", (3,))
    monkeypatch.setattr(measured, "WINDOW", 3)
    monkeypatch.setattr(measured, "LEAST_HARD", 0)


def played(alice: User, bob: User, times: int = 1, code: str = "PG") -> list[Match]:
    found = [play_out(begin(code, alice, bob)) for _ in range(times)]
    reviews.make_due()
    return found


def unrated(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(rated=False)
    return match


def counted(code: str = "PG") -> Population:
    sums = PlayedBy.objects.filter(code=code).aggregate(Sum("players"), Sum("total"), Sum("squares"))
    return Population(*(value or 0 for value in sums.values()))


def expected() -> Population:
    """What the rows of all players come to."""
    found = Population()
    for row in FairPlay.objects.exclude(measure=None):
        assert row.measure is not None
        found = found.plus(Population(1, row.measure, row.measure**2))
    return found


@pytest.mark.usefixtures("_soon")
def test_with_enough_matches_a_player_is_counted_once(alice: User, bob: User) -> None:
    played(alice, bob, 2)
    assert set(FairPlay.objects.values_list("matches", "measure")) == {(2, None)}
    assert counted() == Population()
    for matches in (3, 3):  # the window moves on
        played(alice, bob)
        row = FairPlay.objects.get(player=alice, code="PG")
        assert row.matches == matches
        assert row.decisions == sum(one.sums.decisions for one in fair_play.latest(alice, "PG", 3)) > 0
        assert counted() == expected()
        assert counted().players == 2
    fair_play.count(alice, "PG")
    fair_play.count(alice, "PG")
    assert counted() == expected()
    assert fair_play.before(alice, "PG").matches == 1


@pytest.mark.usefixtures("_soon")
def test_what_does_not_count_is_left_out(alice: User, bob: User, carol: User) -> None:
    for match in [
        unrated(play_out(begin("PG", alice, bob))),
        play_out(begin("PG", alice, bob, carol)),
        play_out(begin("PG", alice)),
    ]:
        reviews.ask(match)
    reviews.make_due()
    assert Review.objects.filter(packed__isnull=False).count() == 3
    assert not FairPlay.objects.exists()
    assert fair_play.latest(alice, "PG") == []


@pytest.mark.usefixtures("_soon")
def test_a_match_that_is_taken_back_is_not_counted_any_more(alice: User, bob: User) -> None:
    last = played(alice, bob, 3)[-1]
    staff.take_back(last.pk, "It was a mistake.")
    work()
    assert set(FairPlay.objects.values_list("matches", "measure")) == {(2, None)}
    assert counted() == Population()


@pytest.mark.usefixtures("_soon")
def test_who_is_rated_anew_moves_with_the_rating(alice: User, bob: User) -> None:
    played(alice, bob, 3)
    for player, mean in ((bob, 1500), (alice, 2000)):  # whoever won three times may be among the best as well
        Rating.objects.filter(player=player, code="PG").update(mean=mean)
        row = fair_play.count(player, "PG")
    assert row.band == len(measured.BANDS)
    assert PlayedBy.objects.get(code="PG", band=row.band).value == Population(
        1, row.measure or 0, (row.measure or 0) ** 2
    )
    assert counted() == expected()


@pytest.mark.usefixtures("_soon")
def test_whose_account_is_closed_is_taken_out(alice: User, bob: User) -> None:
    played(alice, bob, 3)
    leaving.close(alice)
    assert list(FairPlay.objects.values_list("player", flat=True)) == [bob.pk]
    assert counted() == expected()
    assert counted().players == 1


def test_nothing_is_said_before_there_is_enough(alice: User, bob: User) -> None:
    played(alice, bob)
    row = FairPlay.objects.get(player=alice)
    assert fair_play.verdict(row, fair_play.populations()) is None
    row.measure, row.matches = -300, WINDOW
    PlayedBy.objects.update(players=measured.FEWEST, total=-100, squares=20_000)
    row.band = PlayedBy.objects.get().band if PlayedBy.objects.exists() else row.band
    PlayedBy.objects.update_or_create(
        code="PG", band=row.band, defaults={"players": measured.FEWEST, "total": -100, "squares": 20_000}
    )
    assert fair_play.verdict(row, fair_play.populations()) is None, "one of them is the player"
    PlayedBy.objects.update(players=measured.FEWEST + 1)
    said = fair_play.verdict(row, fair_play.populations())
    assert said is not None
    assert said.players == measured.FEWEST
    assert said.looked_at == measured.FEWEST + 1
    assert said.same_rating
    assert said.low < said.middle < said.high


def test_too_few_of_a_rating_are_compared_with_all(alice: User) -> None:
    row = FairPlay(player=alice, code="BZ", band=4, measure=-300, matches=WINDOW)
    PlayedBy.objects.create(code="BZ", band=4, players=2, total=-400, squares=100_000)
    PlayedBy.objects.create(code="BZ", band=1, players=500, total=-500 * 100, squares=500 * 12_500)
    PlayedBy.objects.create(code="PG", band=1, players=900, total=0, squares=10**9)
    said = fair_play.verdict(row, fair_play.populations())
    assert said is not None
    assert not said.same_rating
    assert (said.players, said.looked_at) == (501, 502)
    assert said.marked == (said.chance * 502 <= measured.FALSE_ALARMS)


def test_a_count_costs_the_same_however_many_play(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    played(alice, bob, 2)
    with django_assert_num_queries(8):
        fair_play.count(alice, "PG")


def test_what_fails_there_holds_up_no_review(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> None:
        raise ValueError("broken")

    with monkeypatch.context() as patched:
        patched.setattr(fair_play, "count", broken)
        played(alice, bob, 2)
    assert Review.objects.filter(packed__isnull=False).count() == 2
    played(alice, bob)
    assert FairPlay.objects.get(player=alice).matches == 3, "the next one makes it good"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_soon")
def test_two_workers_count_at_once(alice: User, bob: User) -> None:
    played(alice, bob, 3)
    Rating.objects.filter(code="PG").update(mean=2000, at=timezone.now())
    start = Barrier(4)

    def run(player: User) -> None:
        start.wait()
        for _ in range(5):
            fair_play.count(player, "PG")
        connection.close()

    threads = [Thread(target=run, args=[player]) for player in (alice, bob, alice, bob)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert counted() == expected()
    assert counted().players == 2
