"""Brackets, ties of two matches, and who goes on."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladders.formats import knockout
from ladders.formats.base import Event
from ladders.formats.counted import unplayed
from tests.ladders.formats.playing import at, field, lines, score, with_fixtures, with_results, withdraw

Totals = tuple[int, int]


@pytest.mark.parametrize(
    ("size", "order"), [(1, (1,)), (2, (1, 2)), (4, (1, 4, 2, 3)), (8, (1, 8, 4, 5, 2, 7, 3, 6))]
)
def test_the_best_seeds_meet_last(size: int, order: tuple[int, ...]) -> None:
    assert knockout.draw_order(size) == order


@given(st.integers(2, 300))
def test_the_byes_of_the_first_round_go_to_the_top_seeds(entrants: int) -> None:
    first = knockout.bracket(Event(field(entrants)))[0]
    byes = {tie.winner for tie in first if None in tie.places}
    size = 1 << (entrants - 1).bit_length()
    assert byes == {100 + seed for seed in range(1, size - entrants + 1)}
    assert {place for tie in first for place in tie.places if place} == {e.id for e in field(entrants)}
    fixtures = Event(field(entrants), fixtures=knockout.next_fixtures(Event(field(entrants)))).fixtures
    assert Counter(seat for fixture in fixtures for seat in fixture.seats) == {
        entrant.id: 2 for entrant in field(entrants) if entrant.id not in byes
    }


def win(event: Event, *better: int, hour: float = 1) -> Event:
    """The event after all fixtures made are won by whoever is named in `better`."""
    waiting = [fixture for fixture in event.fixtures if fixture.key not in event.results]
    return with_results(
        event,
        {f.key: score(f, {seat: 200 + (seat in better) for seat in f.seats}, hour) for f in waiting},
    )


def two(first: Totals, second: Totals) -> Event:
    """A final between 101 and 102 after two matches, given by the totals of 101 and 102."""
    event = with_fixtures(knockout, Event(field(2)))
    assert [fixture.starts for fixture in event.fixtures] == [101, 102]
    results = zip(event.fixtures, (first, second), strict=True)
    return with_results(event, {f.key: score(f, {101: a, 102: b}) for f, (a, b) in results})


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ((200, 100), (200, 100), 101),
        ((200, 100), (149, 250), 102),
        ((200, 100), (151, 250), 101),
        ((150, 150), (100, 101), 102),
    ],
)
def test_a_tie_is_decided_like_a_challenge(first: Totals, second: Totals, winner: int) -> None:
    event = two(first, second)
    assert knockout.bracket(event)[-1][0].winner == winner
    assert knockout.over(event)


def test_a_full_tie_is_settled_by_one_more_and_by_another_if_that_is_drawn() -> None:
    event = with_fixtures(knockout, two((200, 100), (100, 200)))
    third = event.fixtures[-1]
    assert (len(event.fixtures), third.leg, third.starts) == (3, 3, None)
    assert not knockout.over(event)
    drawn = with_fixtures(knockout, with_results(event, {third.key: score(third, {101: 90, 102: 90})}))
    assert drawn.fixtures[-1].leg == 4
    won = with_results(event, {third.key: score(third, {101: 90, 102: 91})})
    assert knockout.over(won)
    assert lines(knockout.standings(won)) == [(1, 102, 1), (2, 101, 0)]


def test_a_last_match_to_which_neither_came_leaves_both_on_the_rank_they_reached() -> None:
    event = with_fixtures(knockout, two((200, 100), (100, 200)))
    event = with_results(event, {event.fixtures[-1].key: unplayed(event.fixtures[-1], at(9))})
    assert knockout.over(event)
    assert lines(knockout.standings(event)) == [(1, 101, 0), (1, 102, 0)]


def test_the_next_round_waits_for_all_ties_but_not_one_more_match() -> None:
    event = with_fixtures(knockout, Event(field(4)))
    level = [fixture for fixture in event.fixtures if fixture.pairing == 1]
    event = with_results(event, {f.key: score(f, dict.fromkeys(f.seats, 200)) for f in level})
    third = knockout.next_fixtures(event)
    assert [(f.round, f.pairing, f.leg) for f in third] == [(1, 1, 3)]
    event = win(with_fixtures(knockout, event), 101, 103)
    assert [(f.round, f.seats) for f in knockout.next_fixtures(event)] == [(2, (101, 103)), (2, (103, 101))]


def test_who_went_out_in_the_same_round_shares_the_rank() -> None:
    final = with_fixtures(knockout, Event(field(8)))
    final = with_fixtures(knockout, win(final, 101, 102, 103, 104))
    final = with_fixtures(knockout, win(final, 101, 102))
    assert lines(knockout.standings(win(final, 102))) == [
        (1, 102, 3), (2, 101, 2), (3, 103, 1), (3, 104, 1),
        (5, 105, 0), (5, 106, 0), (5, 107, 0), (5, 108, 0),
    ]  # fmt: skip


def test_who_withdraws_gives_up_the_tie_even_when_ahead_and_what_was_won_stays_won() -> None:
    event = with_fixtures(knockout, Event(field(4)))
    event = with_fixtures(knockout, win(event, 101, 102))
    first = event.fixtures[-2]
    event = with_results(event, {first.key: score(first, {101: 300, 102: 100}, 2)})
    event = withdraw(event, 101, 3)
    assert knockout.over(event)
    assert lines(knockout.standings(event)) == [(1, 102, 2), (2, 101, 1), (3, 103, 0), (3, 104, 0)]


def test_who_withdraws_between_rounds_or_before_the_first_leaves_the_place_to_the_opponent() -> None:
    event = with_fixtures(knockout, withdraw(Event(field(4)), 104, 0))
    assert {seat for fixture in event.fixtures for seat in fixture.seats} == {102, 103}
    event = withdraw(win(event, 102), 101, 2)
    assert knockout.over(event)
    assert lines(knockout.standings(event))[0] == (1, 102, 2)


def test_a_bracket_does_not_change_when_the_winner_of_a_walkover_withdraws_too() -> None:
    event = with_fixtures(knockout, withdraw(Event(field(8)), 108, 0))
    event = with_fixtures(knockout, win(event, 102, 103, 104))
    before = knockout.bracket(event)
    event = withdraw(event, 101, 5)
    assert [tie.winner for tie in knockout.bracket(event)[0]] == [tie.winner for tie in before[0]]
    assert knockout.bracket(event)[1][0].winner == 104


@given(st.integers(2, 40))
def test_everybody_but_the_champion_loses_one_tie(entrants: int) -> None:
    event = Event(field(entrants))
    while not knockout.over(event):
        event = with_fixtures(knockout, event)
        waiting = [fixture for fixture in event.fixtures if fixture.key not in event.results]
        event = win(event, *(min(fixture.seats) for fixture in waiting))
    ties = [tie for ties in knockout.bracket(event) for tie in ties if None not in tie.places]
    losers = [place for tie in ties for place in tie.places if place != tie.winner]
    assert sorted(place for place in losers if place) == [100 + seed for seed in range(2, entrants + 1)]
    assert lines(knockout.standings(event))[0][1] == 101
