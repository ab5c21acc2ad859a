"""The race to a target."""

from dataclasses import replace

from ladders.formats import score_tournament
from ladders.formats.base import Event, Settings
from tests.ladders.formats.playing import (
    at,
    disqualified,
    field,
    lines,
    score,
    unplayed,
    with_fixtures,
    with_results,
    withdraw,
)

TARGET = Settings(target=1000)


def play(*rounds: dict[int, int], absent: frozenset[int] = frozenset()) -> Event:
    """The race after these rounds, totals by entrant, one an hour; `absent` miss the last."""
    event = Event(field(3), TARGET)
    for number, totals in enumerate(rounds, 1):
        event = with_fixtures(score_tournament, event)
        missing = absent if number == len(rounds) else frozenset()
        fixture = event.fixtures[-1]
        event = with_results(event, {fixture.key: score(fixture, totals, number, absent=missing)})
    return event


def totals(event: Event) -> list[tuple[int | None, int, float]]:
    return lines(score_tournament.standings(event))


def test_everybody_plays_in_every_round_and_starts_by_turns() -> None:
    event = play(*[{101: 200, 102: 100, 103: 50}] * 4)
    assert [fixture.seats for fixture in event.fixtures] == [(101, 102, 103)] * 4
    assert [fixture.starts for fixture in event.fixtures] == [101, 102, 103, 101]


def test_the_round_in_which_somebody_reaches_the_target_is_the_last() -> None:
    event = play({101: 500, 102: 600, 103: 1}, {101: 499, 102: 399, 103: 1})
    assert not score_tournament.over(event)
    event = play({101: 500, 102: 600, 103: 1}, {101: 500, 102: 450, 103: 1})
    assert score_tournament.over(event)
    assert score_tournament.next_fixtures(event) == ()
    assert totals(event) == [(1, 102, 1050), (2, 101, 1000), (3, 103, 2)]


def test_equal_grand_totals_share_the_rank() -> None:
    assert totals(play({101: 300, 102: 300, 103: 1})) == [(1, 101, 300), (1, 102, 300), (3, 103, 1)]


def test_absence_scores_0_for_the_round_and_who_comes_alone_still_scores() -> None:
    event = play({101: 300, 102: 200, 103: 100}, {101: 300, 102: 300, 103: 300}, absent=frozenset({101, 102}))
    assert totals(event) == [(1, 103, 400), (2, 101, 300), (3, 102, 200)]


def test_who_withdraws_keeps_the_total_but_not_the_position_and_plays_no_more() -> None:
    event = withdraw(play({101: 900, 102: 200, 103: 100}), 101, 2)
    assert totals(event) == [(1, 102, 200), (2, 103, 100), (None, 101, 900)]
    assert score_tournament.next_fixtures(event)[0].seats == (102, 103)


def test_the_race_ends_when_fewer_than_two_are_left_or_nobody_came() -> None:
    event = play({101: 300, 102: 200, 103: 100})
    assert score_tournament.over(withdraw(withdraw(event, 101, 2), 103, 2))
    event = with_fixtures(score_tournament, event)
    fixture = event.fixtures[-1]
    assert score_tournament.over(with_results(event, {fixture.key: unplayed(fixture, at(9))}))


def test_a_round_that_brings_nobody_anything_is_the_last_unless_staff_took_it_out() -> None:
    event = with_fixtures(score_tournament, play({101: 300, 102: 200, 103: 100}))
    fixture = event.fixtures[-1]
    nothing = score(fixture, {101: 0, 102: 0, 103: 0}, 2)
    assert score_tournament.over(with_results(event, {fixture.key: nothing}))
    taken_out = with_results(event, {fixture.key: replace(nothing, for_nobody=True)})
    assert not score_tournament.over(taken_out)
    assert len(score_tournament.next_fixtures(taken_out)) == 1


def test_the_disqualified_winner_has_no_rank_and_the_second_is_first() -> None:
    event = disqualified(play({101: 1000, 102: 200, 103: 100}), 101)
    assert totals(event) == [(1, 102, 200), (2, 103, 100), (None, 101, 1000)]
    assert score_tournament.over(event)
