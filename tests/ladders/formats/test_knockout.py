"""Knockouts: who meets whom, byes, walkovers, ranks and corrections."""

from collections import Counter
from dataclasses import replace
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladders.formats import double, knockout
from ladders.formats.base import Event
from ladders.formats.bracket import draw_order
from ladders.formats.ties import Source
from tests.ladders.formats.playing import (
    at,
    disqualified,
    field,
    lines,
    reinstate,
    score,
    unplayed,
    with_fixtures,
    with_results,
    withdraw,
)


@pytest.mark.parametrize(
    ("size", "order"), [(1, (1,)), (2, (1, 2)), (4, (1, 4, 2, 3)), (8, (1, 8, 4, 5, 2, 7, 3, 6))]
)
def test_the_best_seeds_meet_last(size: int, order: tuple[int, ...]) -> None:
    assert draw_order(size) == order


@given(st.integers(2, 300))
def test_the_byes_of_the_first_round_go_to_the_top_seeds(entrants: int) -> None:
    first = knockout.bracket(Event(field(entrants)))[0]
    byes = {tie.winner for tie in first if None in tie.places}
    size = 1 << (entrants - 1).bit_length()
    assert byes == {100 + seed for seed in range(1, size - entrants + 1)}
    assert {place for tie in first for place in tie.places if place} == {e.id for e in field(entrants)}
    fixtures = Event(field(entrants), fixtures=knockout.next_fixtures(Event(field(entrants)))).fixtures
    assert Counter(seat for fixture in fixtures if fixture.round == 1 for seat in fixture.seats) == {
        entrant.id: 2 for entrant in field(entrants) if entrant.id not in byes
    }
    later = Counter(seat for fixture in fixtures if fixture.round > 1 for seat in fixture.seats)
    assert set(later) <= byes, "those with byes who know their opponent begin at once"
    assert set(later.values()) <= {2}


def win(event: Event, *better: int, hour: float = 1) -> Event:
    """The event after all fixtures made are won by whoever is named in `better`."""
    waiting = [fixture for fixture in event.fixtures if fixture.key not in event.results]
    return with_results(
        event,
        {f.key: score(f, {seat: 200 + (seat in better) for seat in f.seats}, hour) for f in waiting},
    )


def test_where_nobody_goes_up_the_next_opponent_has_a_bye_and_nobody_is_second() -> None:
    event = with_fixtures(knockout, Event(field(4)))
    missed = [fixture for fixture in event.fixtures if fixture.pairing == 2]
    event = win(with_results(event, {f.key: unplayed(f, at(1)) for f in missed}), 101)
    final = knockout.bracket(event)[1][0]
    assert (final.places, final.known, final.winner) == ((101, None), (True, True), 101)
    assert knockout.over(event)
    assert [(row.rank, row.entrant) for row in knockout.standings(event)] == [
        (1, 101), (3, 102), (3, 103), (3, 104),
    ]  # fmt: skip


def test_a_tie_begins_as_soon_as_both_its_players_are_known() -> None:
    event = with_fixtures(knockout, Event(field(8)))
    early = {f.key: score(f, {seat: -seat for seat in f.seats}) for f in event.fixtures if f.pairing < 3}
    made = knockout.next_fixtures(with_results(event, early))
    assert [(f.round, f.pairing, f.seats) for f in made] == [(2, 1, (101, 104)), (2, 1, (104, 101))]


def test_a_bracket_is_drawn_whole_and_says_where_its_players_come_from() -> None:
    rounds = knockout.bracket(Event(field(6)))
    assert [len(ties) for ties in rounds] == [4, 2, 1]
    final = rounds[-1][0]
    assert final.places == (None, None)
    assert final.known == (False, False)
    assert final.sources == (Source(1, round=2), Source(2, round=2))
    assert rounds[1][0].places == (101, None)
    assert rounds[1][0].known == (True, False)
    assert rounds[0][0].sources == (Source(1), Source(8))
    assert rounds[0][0].known == (True, True), "a bye is known"


def test_a_disqualified_champion_has_no_rank_and_those_behind_move_up() -> None:
    event = Event(field(8))
    for better in ((101, 102, 103, 104), (101, 102), (101,)):
        event = win(with_fixtures(knockout, event), *better)
    assert knockout.over(event)
    before = [(row.rank, row.entrant) for row in knockout.standings(event)]
    champion = before[0][1]
    event = disqualified(event, champion)
    assert knockout.over(event)
    assert [(row.rank, row.entrant) for row in knockout.standings(event)] == [
        *((rank - 1, entrant) for rank, entrant in before[1:] if rank),
        (None, champion),
    ]
    cleared = replace(event, entrants=tuple(replace(e, disqualified=False) for e in event.entrants))
    assert [(row.rank, row.entrant) for row in knockout.standings(cleared)] == before


def test_who_shares_a_place_with_the_disqualified_keeps_it_and_those_behind_move_up() -> None:
    event = Event(field(8))
    for better in ((101, 102, 103, 104), (101, 102), (101,)):
        event = win(with_fixtures(knockout, event), *better)
    assert [row.rank for row in knockout.standings(event)] == [1, 2, 3, 3, 5, 5, 5, 5]
    rows = knockout.standings(disqualified(event, 104))
    assert [(row.rank, row.entrant) for row in rows[:3]] == [(1, 101), (2, 102), (3, 103)]
    assert [row.rank for row in rows[3:]] == [4, 4, 4, 4, None]


def test_who_is_put_back_plays_on_where_no_later_match_was_made() -> None:
    event = with_fixtures(knockout, withdraw(Event(field(4)), 104, 0))
    assert [tie.winner for tie in knockout.bracket(event)[0]] == [101, None]
    back = with_fixtures(knockout, reinstate(event, 104))
    assert {fixture.seats for fixture in back.fixtures if fixture.pairing == 1} == {(101, 104), (104, 101)}
    went_on = with_fixtures(knockout, win(event, 102))
    assert {fixture.round for fixture in went_on.fixtures} == {1, 2}
    too_late = reinstate(went_on, 104)
    assert knockout.bracket(too_late)[0][0].winner == 101
    assert knockout.next_fixtures(too_late) == ()


def test_a_corrected_result_pairs_no_later_tie_anew() -> None:
    event = win(with_fixtures(knockout, Event(field(4))), 101, 102)
    event = with_fixtures(knockout, event)
    first = [fixture for fixture in event.fixtures if fixture.round == 1 and fixture.pairing == 1]
    event = with_results(event, {f.key: score(f, {101: 0, 104: 9}) for f in first})
    assert knockout.bracket(event)[0][0].winner == 101
    assert knockout.next_fixtures(event) == ()


@pytest.mark.parametrize("form", [knockout, double])
def test_nothing_more_is_played_of_a_tie_that_both_missed_once_the_next_has_gone_on(form: ModuleType) -> None:
    """Six players: 103 and 106 miss their tie, so 102 has a bye, and then plays on."""
    event = with_fixtures(form, Event(field(6)))
    missed = [fixture for fixture in event.fixtures if (fixture.round, fixture.pairing) == (1, 4)]
    event = with_results(event, {f.key: unplayed(f, at(1)) for f in missed})
    assert {seat for fixture in missed for seat in fixture.seats} == {103, 106}
    back = replace(event, results={})
    assert set(form.to_play(back)) >= set(missed), "nobody has gone on"
    for _ in range(8):
        waiting = [fixture for fixture in event.fixtures if fixture.key not in event.results]
        results = {f.key: score(f, {seat: 300 - seat for seat in f.seats}, 2) for f in waiting}
        event = with_fixtures(form, with_results(event, results))
    assert any(102 in fixture.seats and fixture.round > 2 for fixture in event.fixtures)
    rest = {key: result for key, result in event.results.items() if key != missed[0].key}
    taken_back = replace(event, results=rest)
    level = with_results(event, {f.key: score(f, {103: 200, 106: 200}) for f in missed})
    for after in (taken_back, level):
        assert not set(form.to_play(after)) & set(missed)
        made = {(fixture.round, fixture.pairing) for fixture in form.next_fixtures(after)}
        assert (1, 4) not in made
        assert form.roll_offs(after) == ()


def test_who_went_out_in_the_same_round_shares_the_rank() -> None:
    final = with_fixtures(knockout, Event(field(8)))
    final = with_fixtures(knockout, win(final, 101, 102, 103, 104))
    final = with_fixtures(knockout, win(final, 101, 102))
    assert lines(knockout.standings(win(final, 102))) == [
        (1, 102, 3), (2, 101, 2), (3, 103, 1), (3, 104, 1),
        (5, 105, 0), (5, 106, 0), (5, 107, 0), (5, 108, 0),
    ]  # fmt: skip


def test_while_it_runs_who_is_still_in_stands_above_who_went_out_in_the_same_round() -> None:
    second = with_fixtures(knockout, win(with_fixtures(knockout, Event(field(8))), 101, 102, 103, 104))
    assert lines(knockout.standings(win(second, 101))) == [
        (1, 101, 2.5), (2, 102, 1.5), (2, 103, 1.5), (4, 104, 1),
        (5, 105, 0), (5, 106, 0), (5, 107, 0), (5, 108, 0),
    ]  # fmt: skip
    left = withdraw(win(second, 101), 103, 2)
    assert lines(knockout.standings(left))[:4] == [
        (1, 101, 2.5), (1, 102, 2.5), (3, 103, 1), (3, 104, 1)
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
