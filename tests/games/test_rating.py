"""Ratings: Glickman's worked example, Weng and Lin's method, and what must hold of both."""

from __future__ import annotations

from math import isclose, isfinite
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rating import (
    DUEL,
    HIGHEST,
    LOWEST,
    SUREST,
    TABLE,
    VAGUEST,
    Rating,
    after_duel,
    after_match,
    after_period,
    chance,
    rested,
)

ratings = st.builds(Rating, st.floats(LOWEST, HIGHEST), st.floats(SUREST, VAGUEST), st.floats(0.01, 0.1))
usual = st.builds(Rating, st.floats(1000, 2000), st.floats(SUREST, 200), st.just(0.06))
scores = st.sampled_from([0, 0.5, 1])


def close(one: Rating, other: Rating) -> bool:
    return isclose(one.mean, other.mean, abs_tol=1e-6) and isclose(
        one.deviation, other.deviation, abs_tol=1e-6
    )


def places_of(totals: list[int]) -> list[int]:
    return [1 + sum(other > total for other in totals) for total in totals]


def within_bounds(rating: Rating) -> bool:
    return (
        isfinite(rating.mean)
        and LOWEST <= rating.mean <= HIGHEST
        and SUREST <= rating.deviation <= VAGUEST
        and 0.01 <= rating.volatility <= 0.1
    )


# Matches for two


def test_it_gives_the_numbers_of_glickmans_worked_example() -> None:
    player = Rating(1500, 200, 0.06)
    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = after_period(player, results)
    assert after.mean == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_surprise_raises_volatility_and_the_expected_lowers_it() -> None:
    strong, weak = Rating(2200, 40), Rating(1200, 40)
    assert after_duel(weak, strong, 1)[0].volatility > 0.06
    assert after_duel(strong, weak, 1)[0].volatility < 0.06


@given(ratings, ratings)
def test_who_wins_never_loses_points_and_who_loses_never_gains(a: Rating, b: Rating) -> None:
    won, lost = after_duel(a, b, 1)
    assert won.mean >= a.mean
    assert lost.mean <= b.mean


@given(ratings, ratings, scores)
def test_it_makes_no_difference_who_is_named_first(a: Rating, b: Rating, score: float) -> None:
    assert after_duel(a, b, score) == after_duel(b, a, 1 - score)[::-1]


@given(ratings, st.floats(SUREST, VAGUEST))
def test_a_draw_of_equals_moves_nobody(a: Rating, deviation: float) -> None:
    b = Rating(a.mean, deviation)
    assert [after.mean for after in after_duel(a, b, 0.5)] == pytest.approx([a.mean, a.mean])


@given(usual, usual)
def test_a_draw_brings_two_players_closer(a: Rating, b: Rating) -> None:
    after_a, after_b = after_duel(a, b, 0.5)
    if a.mean < b.mean:
        assert after_a.mean >= a.mean
        assert after_b.mean <= b.mean


@given(ratings, ratings, scores)
def test_no_result_of_a_duel_leads_out_of_bounds(a: Rating, b: Rating, score: float) -> None:
    assert all(within_bounds(after) for after in after_duel(a, b, score))


def test_a_beginner_is_provisional_for_about_a_dozen_matches() -> None:
    rating, provisional = DUEL, [DUEL.provisional]
    for match in range(30):
        rating, _ = after_duel(rating, Rating(1500, 60), match % 2)
        provisional.append(rating.provisional)
    assert 10 <= sum(provisional) <= 14
    assert provisional == sorted(provisional, reverse=True)


def test_numbers_find_their_order_and_their_distance() -> None:
    """Two who win three of four against the other end up near the 191 points that this means."""
    chooser = Random(1)
    a, b = DUEL, DUEL
    leads = []
    for _ in range(600):
        a, b = after_duel(a, b, float(chooser.random() < 0.75))
        leads.append(a.mean - b.mean)
    assert 150 < sum(leads[100:]) / 500 < 235


# Matches for three and more


@given(st.lists(ratings, min_size=3, max_size=10), st.randoms(use_true_random=False))
def test_results_do_not_depend_on_the_order_of_seats(players: list[Rating], order: Random) -> None:
    places = places_of([order.randint(0, 3) for _ in players])
    seats = order.sample(range(len(players)), len(players))
    straight = after_match(players, places)
    shuffled = after_match([players[seat] for seat in seats], [places[seat] for seat in seats])
    assert all(close(straight[seat], after) for seat, after in zip(seats, shuffled, strict=True))


@given(st.lists(ratings, min_size=3, max_size=10), st.randoms(use_true_random=False))
def test_the_sole_winner_never_loses_points_and_the_last_never_gains(
    players: list[Rating], order: Random
) -> None:
    places = order.sample(range(1, len(players) + 1), len(players))
    after = after_match(players, places)
    first, last = places.index(1), places.index(len(players))
    assert after[first].mean >= players[first].mean
    assert after[last].mean <= players[last].mean
    assert all(within_bounds(rating) for rating in after)


@given(st.floats(LOWEST, HIGHEST), st.lists(st.floats(SUREST, VAGUEST), min_size=3, max_size=10))
def test_a_match_that_equals_share_moves_nobody(mean: float, deviations: list[float]) -> None:
    players = [Rating(mean, deviation) for deviation in deviations]
    after = after_match(players, [1] * len(players))
    assert [rating.mean for rating in after] == pytest.approx([mean] * len(players))


def test_of_equals_the_better_place_gains_more_and_the_sum_stays() -> None:
    after = after_match([TABLE] * 4, [1, 2, 2, 4])
    first, *shared, last = (rating.mean for rating in after)
    assert first > max(shared) >= min(shared) > last
    assert max(shared) == pytest.approx(min(shared))
    assert first + sum(shared) + last == pytest.approx(4 * TABLE.mean)
    assert all(rating.deviation < TABLE.deviation for rating in after)


def test_it_is_the_sum_of_all_pairs_by_weng_and_lin() -> None:
    """Algorithm 1 of the paper for three equals, by hand."""
    c_squared = 2 * (200.0**2 + 2.0**2) + 2 * 125.0**2
    step = (200.0**2 + 2.0**2) / c_squared**0.5
    first, second, third = after_match([TABLE] * 3, [1, 2, 3])
    assert first.mean == pytest.approx(1500 + 2 * 0.5 * step)
    assert second.mean == pytest.approx(1500)
    assert third.mean == pytest.approx(1500 - 2 * 0.5 * step)


def test_tables_of_any_size_find_the_strengths_they_are_played_with() -> None:
    chooser = Random(1)
    strengths = [1200, 1300, 1400, 1450, 1550, 1600, 1700, 1800]
    for size in (4, 8):
        players = [TABLE] * 8
        for _ in range(60):
            seats = chooser.sample(range(8), 8)
            for group in (seats[start : start + size] for start in range(0, 8, size)):
                played = [round(chooser.gauss(strengths[seat], 177)) for seat in group]
                after = after_match([players[seat] for seat in group], places_of(played))
                for seat, rating in zip(group, after, strict=True):
                    players[seat] = rating
        off = [abs(player.mean - strength) for player, strength in zip(players, strengths, strict=True)]
        assert sum(off) / 8 < 100
        assert not any(player.provisional for player in players)


@pytest.mark.parametrize(("count", "places"), [(2, [1, 2]), (3, [1, 2]), (0, [])])
def test_it_refuses_what_is_no_match_for_three_or_more(count: int, places: list[int]) -> None:
    with pytest.raises(ValueError, match="three or more"):
        after_match([TABLE] * count, places)


# Both


@given(ratings, st.floats(0, 1000), st.floats(0, 1000), st.sampled_from([DUEL, TABLE]))
def test_days_away_make_a_number_less_sure_and_leave_it_where_it_is(
    rating: Rating, some: float, more: float, start: Rating
) -> None:
    after = rested(rating, some, start)
    assert after.mean == rating.mean
    assert rating.deviation <= after.deviation <= max(rating.deviation, start.deviation)
    assert close(rested(after, more, start), rested(rating, some + more, start))


def test_a_settled_player_is_provisional_again_after_more_than_a_year() -> None:
    settled = Rating(1700, 60)
    assert not rested(settled, 300).provisional
    assert rested(settled, 500).provisional
    assert rested(settled, 100_000).deviation == DUEL.deviation
    assert rested(settled, -3) == rested(settled, -100_000) == settled


@given(ratings, ratings)
def test_chances_of_two_sum_to_one_and_favour_the_higher_number(a: Rating, b: Rating) -> None:
    assert chance(a, b) + chance(b, a) == pytest.approx(1)
    assert (chance(a, b) >= 0.5) == (a.mean >= b.mean) or isclose(a.mean, b.mean)


def test_four_hundred_points_mean_ten_to_one_between_the_sure() -> None:
    assert chance(Rating(1900, SUREST), Rating(1500, SUREST)) == pytest.approx(10 / 11, abs=0.005)
    assert 0.5 < chance(Rating(1900), Rating(1500)) < 0.87


def test_the_number_shown_is_whole() -> None:
    assert Rating(1499.6).number == 1500
