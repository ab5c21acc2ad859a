"""Teams whose members take turns."""

from dataclasses import replace

from ladders.formats import team
from ladders.formats.base import Event, Settings
from tests.ladders.formats.playing import field, lines, score, with_fixtures, with_results, withdraw

TEAMS = tuple(replace(entrant, members=size) for entrant, size in zip(field(3), (2, 3, 4), strict=True))


def play(rounds: int, totals: dict[int, int], target: int = 5000) -> Event:
    event = Event(TEAMS, Settings(target=target))
    for number in range(1, rounds + 1):
        event = with_fixtures(team, event)
        event = with_results(
            event, {f.key: score(f, totals, number) for f in event.fixtures if f.key not in event.results}
        )
    return event


def test_a_team_match_is_two_single_matches_with_the_next_member_in_order_of_every_team() -> None:
    event = play(4, {101: 1, 102: 2, 103: 3})
    assert [(fixture.round, fixture.leg) for fixture in event.fixtures] == [
        (1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2),
    ]  # fmt: skip
    assert all(fixture.seats == (101, 102, 103) for fixture in event.fixtures)
    assert [fixture.members for fixture in event.fixtures] == [
        (0, 0, 0), (1, 1, 1), (0, 2, 2), (1, 0, 3), (0, 1, 0), (1, 2, 1), (0, 0, 2), (1, 1, 3),
    ]  # fmt: skip
    assert [fixture.starts for fixture in event.fixtures] == [101, 102, 103, 101, 102, 103, 101, 102]


def test_both_scores_go_to_the_team_until_one_reaches_the_target() -> None:
    event = play(2, {101: 100, 102: 250, 103: 249}, target=1000)
    assert lines(team.standings(event)) == [
        (1, 102, 1000), (2, 103, 996), (3, 101, 400),
    ]  # fmt: skip
    assert team.over(event)
    assert not team.over(play(2, {101: 100, 102: 249, 103: 249}, target=1000))


def test_an_absent_team_scores_0_and_one_that_withdrew_sits_in_no_further_match() -> None:
    event = with_fixtures(team, Event(TEAMS))
    one, two = event.fixtures
    totals = {101: 300, 102: 200, 103: 100}
    event = with_results(
        event, {one.key: score(one, totals, absent=frozenset({101})), two.key: score(two, totals)}
    )
    assert lines(team.standings(event)) == [(1, 102, 400), (2, 101, 300), (3, 103, 200)]
    event = withdraw(event, 102, 2)
    assert [fixture.seats for fixture in team.next_fixtures(event)] == [(101, 103)] * 2
    assert team.standings(event)[-1].rank is None


def test_a_team_plays_on_in_its_order_without_who_left_it() -> None:
    event = play(2, {101: 1, 102: 2, 103: 3})
    assert [fixture.members[2] for fixture in event.fixtures] == [0, 1, 2, 3]
    event = replace(
        event,
        entrants=tuple(replace(e, missing=frozenset({0, 2})) if e.id == 103 else e for e in event.entrants),
    )
    assert [fixture.members for fixture in team.next_fixtures(event)] == [(0, 1, 1), (1, 2, 3)]
