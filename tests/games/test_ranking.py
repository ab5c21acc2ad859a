"""What finished matches make of ratings, and what players may do about theirs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games import rating
from games.match import play, ranking, staff
from games.models import Match, Rating, RatingPoint
from games.rules.base import Pace
from games.seats import lobby
from tests.games.tables import begin, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def resigned(match: Match, loser: User) -> Match:
    """The match, given up."""
    match.refresh_from_db()
    return play.resign(match.pk, loser, play.version_for(match, seat_of(match, loser)))


def rating_of(player: User, kind: str = Rating.Kind.DUEL) -> Rating:
    return Rating.objects.get(player=player, code="BZ", kind=kind)


def test_a_match_for_two_moves_both_by_glicko(alice: User, bob: User) -> None:
    resigned(begin("BZ", alice, bob), bob)
    won, lost = rating.after_duel(rating.DUEL, rating.DUEL, 1.0)
    assert rating_of(alice).value == won
    assert rating_of(bob).value == lost
    assert {point.player_id: point.mean for point in RatingPoint.objects.all()} == {
        alice.pk: won.mean,
        bob.pk: lost.mean,
    }


def test_a_draw_of_equals_moves_nobody(alice: User, bob: User) -> None:
    staff.adjudicate(begin("BZ", alice, bob).pk, [1, 1], "Both were right.")
    assert rating_of(alice).mean == rating_of(bob).mean == pytest.approx(1500)


def test_a_second_match_goes_on_from_the_first(alice: User, bob: User) -> None:
    resigned(begin("BZ", alice, bob), bob)
    first = rating_of(alice).mean
    resigned(begin("BZ", alice, bob), bob)
    assert rating_of(alice).mean > first
    assert rating_of(alice).matches == 2
    assert RatingPoint.objects.filter(player=alice).order_by("-at")[0].before == pytest.approx(first)


def test_three_and_more_have_a_rating_of_their_own(alice: User, bob: User, carol: User) -> None:
    match = begin("BZ", alice, bob, carol)
    for player in (carol, bob):
        resigned(match, player)
    means = [rating_of(player, Rating.Kind.TABLE).mean for player in (alice, bob, carol)]
    assert means == sorted(means, reverse=True)
    assert not Rating.objects.filter(kind=Rating.Kind.DUEL).exists()


def test_games_do_not_mix(alice: User, bob: User) -> None:
    resigned(begin("BZ", alice, bob), bob)
    resigned(begin("BO", alice, bob), alice)
    assert rating_of(alice).mean > 1500
    assert Rating.objects.get(player=alice, code="BO").mean < 1500


def test_solo_unrated_and_void_matches_rate_nobody(alice: User, bob: User) -> None:
    resigned(lobby.invite(alice, [], "BZ", {}, Pace.TURNS, "main"), alice)
    match = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main", rated=False)
    lobby.answer(match.pk, bob, accept=True)
    resigned(match, bob)
    staff.void(begin("BZ", alice, bob).pk, "A mistake.")
    assert not Rating.objects.exists()


@pytest.mark.usefixtures("robots")
def test_robots_are_rated_only_where_the_player_asks_for_it(alice: User) -> None:
    robot = User.objects.get(level="casual")
    assert not lobby.invite(alice, [robot], "BZ", {}, Pace.TURNS, "main").rated
    match = lobby.invite(alice, [robot], "BZ", {}, Pace.TURNS, "main", rated=True)
    resigned(match, alice)
    assert rating_of(robot).mean > rating_of(alice).mean


def test_rest_makes_less_sure(alice: User, bob: User) -> None:
    resigned(begin("BZ", alice, bob), bob)
    sure = rating_of(alice).deviation
    Rating.objects.update(at=timezone.now() - timedelta(days=1000))
    assert ranking.of_players([alice.pk], "BZ", "duel")[alice.pk].deviation > sure


def test_a_restart_begins_again_once_a_year(alice: User, bob: User) -> None:
    resigned(begin("BZ", alice, bob), bob)
    ranking.restart(alice, "BZ")
    assert rating_of(alice).value == rating.DUEL
    assert rating_of(alice).matches == 0
    assert rating_of(bob).mean < 1500
    with pytest.raises(ranking.TooSoon):
        ranking.restart(alice, "BZ")
    Rating.objects.update(restarted_at=timezone.now() - ranking.RESTART)
    ranking.restart(alice, "BZ")


def test_what_is_taken_back_is_not_taken_from_who_has_started_anew(alice: User, bob: User) -> None:
    match = resigned(begin("BZ", alice, bob), bob)
    ranking.restart(alice, "BZ")
    staff.discount(match.pk, "It was no match.")
    assert rating_of(alice).value == rating.DUEL
    assert rating_of(bob).mean == pytest.approx(1500), "who has not gets back what was lost"


def test_who_had_started_anew_before_a_match_gives_back_what_it_has_brought(alice: User, bob: User) -> None:
    resigned(begin("BZ", alice, bob), bob)
    ranking.restart(alice, "BZ")
    match = resigned(begin("BZ", alice, bob), bob)
    staff.discount(match.pk, "It was no match.")
    assert rating_of(alice).mean == pytest.approx(1500)
    assert rating_of(alice).matches == 0


def test_rating_costs_five_queries(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    match = begin("BZ", alice, bob)
    seats = list(match.seats.order_by("index"))
    for place, seat in enumerate(seats, 1):
        seat.place = place
    with django_assert_num_queries(5):
        ranking.settle(match, seats, timezone.now())
