"""Swiss events: rounds, byes, starts, rematches, withdrawals and the table."""

import random
from collections import Counter

import pytest

from ladders.formats import swiss
from ladders.formats.base import Event, Row, Settings
from tests.ladders.formats.playing import (
    PEACE,
    START,
    Trouble,
    disqualified,
    field,
    lines,
    play_section,
    score,
    with_fixtures,
    with_results,
    withdraw,
)
from tests.long import sample


@pytest.mark.parametrize(
    ("entrants", "rounds"), [(2, 2), (3, 3), (4, 3), (5, 4), (8, 4), (9, 5), (64, 7), (65, 8), (2000, 12)]
)
def test_there_are_as_many_rounds_as_halvings_and_one_more(entrants: int, rounds: int) -> None:
    assert swiss.rounds(entrants, Settings()) == rounds


def played(event: Event) -> list[list[int]]:
    """Per entrant in the order of seeds: the opponents it met."""
    met: dict[int, list[int]] = {entrant.id: [] for entrant in event.entrants}
    for fixture in event.fixtures:
        if not fixture.bye:
            one, other = fixture.seats
            met[one].append(other)
            met[other].append(one)
    return list(met.values())


@pytest.mark.parametrize("entrants", sample([3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 25, 64], 4, 7, 8, 11))
def test_nobody_meets_anybody_twice_and_everybody_plays_or_has_the_bye_in_every_round(entrants: int) -> None:
    for seed in range(60 if entrants < 8 else 8):
        rng = random.Random(seed)
        event = play_section(swiss, Event(field(entrants)), rng, Trouble(tie=0.3))
        rounds = swiss.rounds(entrants, Settings())
        assert all(len(met) == len(set(met)) for met in played(event))
        seats = Counter((fixture.round, seat) for fixture in event.fixtures for seat in fixture.seats)
        assert set(seats.values()) == {1}
        assert len(seats) == rounds * entrants
        byes = Counter(fixture.seats[0] for fixture in event.fixtures if fixture.bye)
        assert sum(byes.values()) == (rounds if entrants % 2 else 0)
        assert set(byes.values()) <= {1}


@pytest.mark.parametrize("entrants", sample([4, 5, 6, 7, 8, 9, 16, 33, 64], 5, 8, 16))
def test_nobody_starts_two_more_or_fewer_than_half_of_any_stretch_from_the_beginning(entrants: int) -> None:
    for seed in range(4 if entrants > 16 else 20):
        event = play_section(
            swiss, Event(field(entrants)), random.Random(seed), Trouble(tie=0.1, withdrawal=0.01)
        )
        lead: Counter[int] = Counter()
        for fixture in event.fixtures:
            if not fixture.bye:
                lead.update({seat: 1 if fixture.starts == seat else -1 for seat in fixture.seats})
                assert max(abs(lead[seat]) for seat in fixture.seats) <= 2


def test_two_play_each_other_in_both_rounds_and_each_starts_one() -> None:
    event = play_section(swiss, Event(field(2)), random.Random(1), PEACE)
    assert sorted(fixture.starts or 0 for fixture in event.fixtures) == [101, 102]


def first_round(entrants: int) -> Event:
    """After a first round that the better seeds won 300 to 200."""
    event = with_fixtures(swiss, Event(field(entrants)))
    return with_results(
        event,
        {f.key: score(f, {seat: 500 - seat for seat in f.seats}) for f in event.fixtures if not f.bye},
    )


def test_the_upper_half_meets_the_lower_and_the_lowest_has_the_bye() -> None:
    event = first_round(7)
    assert [set(fixture.seats) for fixture in event.fixtures] == [
        {101, 104}, {102, 105}, {103, 106}, {107},
    ]  # fmt: skip
    assert lines(swiss.standings(event))[:4] == [(1, 101, 2), (2, 102, 2), (3, 103, 2), (4, 107, 2)]


def test_the_second_bye_goes_to_the_lowest_who_had_none() -> None:
    assert swiss.next_fixtures(first_round(7))[-1].seats == (106,)


def test_players_of_equal_points_meet() -> None:
    event = first_round(8)
    points = {row.entrant: row.points for row in swiss.standings(event)}
    second = swiss.next_fixtures(event)
    assert all(points[fixture.seats[0]] == points[fixture.seats[1]] for fixture in second)


def test_a_bye_counts_as_a_win_but_not_as_a_match() -> None:
    rows = {row.entrant: row for row in swiss.standings(first_round(3))}
    assert rows[103].points == 2
    assert rows[103].played == 0


def values(row: Row) -> list[float]:
    return [float(value) for value in row.values]


def test_ties_go_by_the_opponents_points_then_by_those_beaten_then_by_the_mean_score() -> None:
    event = first_round(4)
    event = with_fixtures(swiss, event)
    assert [set(fixture.seats) for fixture in event.fixtures[2:]] == [{101, 102}, {103, 104}]
    event = with_results(event, {f.key: score(f, dict.fromkeys(f.seats, 200), 2) for f in event.fixtures[2:]})
    # 101 beat 103 and drew 102; 102 beat 104 and drew 101; 103 and 104 drew
    rows = {row.entrant: row for row in swiss.standings(event)}
    assert values(rows[101]) == [1 + 3, 1 + 1.5, (399 + 200) / 2, 0]
    assert values(rows[104]) == [3 + 1, 0.5, (396 + 200) / 2, 0]
    assert [(row.entrant, row.rank) for row in swiss.standings(event)] == [
        (101, 1), (102, 2), (103, 3), (104, 4),
    ]  # fmt: skip


def test_an_early_withdrawal_annuls_and_counts_for_the_opponent_as_a_bye() -> None:
    event = withdraw(first_round(8), 101, 2)
    rows = {row.entrant: row for row in swiss.standings(event)}
    assert rows[101].rank is None
    assert rows[101].points == 0
    assert rows[105].points == 2
    assert rows[105].played == 0
    assert values(rows[105]) == [0, 0, 0, 0]
    seats = [seat for fixture in swiss.next_fixtures(event) for seat in fixture.seats]
    assert sorted(seats) == list(range(102, 109))


def test_who_was_disqualified_keeps_what_was_played_and_has_no_rank() -> None:
    rows = swiss.standings(disqualified(first_round(8), 101))
    assert {row.entrant for row in rows if row.rank is None} == {101}
    assert next(row.points for row in rows if row.entrant == 105) == 0


@pytest.mark.parametrize(("had_the_bye", "annulled"), [(True, False), (False, True)])
def test_half_of_the_matches_is_without_the_bye(*, had_the_bye: bool, annulled: bool) -> None:
    # five rounds are four matches for whoever has a bye: two of them are half
    event = play_section(swiss, Event(field(9)), random.Random(1), PEACE)
    byes = {fixture.seats[0] for fixture in event.fixtures if fixture.bye}
    mine = next(entrant.id for entrant in event.entrants if (entrant.id in byes) == had_the_bye)
    over = sorted(event.results[f.key].at for f in event.fixtures if mine in f.seats and not f.bye)
    hour = (over[1] - START).total_seconds() / 3600
    rows = {row.entrant: row for row in swiss.standings(withdraw(event, mine, hour))}
    assert (rows[mine].rank is None) == annulled


def test_a_later_withdrawal_leaves_what_was_played_and_forfeits_the_match_that_runs() -> None:
    event = first_round(8)
    for _ in range(2):
        event = with_fixtures(swiss, event)
        waiting = [f for f in event.fixtures if f.key not in event.results]
        opponent = next(seat for f in waiting if 101 in f.seats for seat in f.seats if seat != 101)
        rest = [f for f in waiting if 101 not in f.seats or len(event.results) < 8]
        event = with_results(event, {f.key: score(f, {s: 500 - s for s in f.seats}) for f in rest})
    before = {row.entrant: row for row in swiss.standings(event)}
    assert before[101].points == 4
    after = {row.entrant: row for row in swiss.standings(withdraw(event, 101, 2))}
    assert after[101].rank is not None
    assert after[101].points == 4
    assert after[opponent].points == before[opponent].points + 2


def test_an_event_with_one_player_left_is_over() -> None:
    event = withdraw(withdraw(first_round(3), 101, 2), 102, 2)
    assert swiss.over(event)
    assert swiss.next_fixtures(event) == ()
