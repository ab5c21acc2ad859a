"""A knockout's tie: two matches, up to three more, a roll-off, and who was absent from them."""

from dataclasses import replace

import pytest

from ladders.formats import knockout
from ladders.formats.base import Die, Event, RollOff
from tests.ladders.formats.playing import (
    at,
    field,
    lines,
    score,
    unplayed,
    with_fixtures,
    with_results,
    withdraw,
)

Totals = tuple[int, int]


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


def drawn(event: Event) -> Event:
    """The event after all that is open has been drawn, and what follows has been made."""
    waiting = [fixture for fixture in event.fixtures if fixture.key not in event.results]
    event = with_results(event, {f.key: score(f, dict.fromkeys(f.seats, 90)) for f in waiting})
    return with_fixtures(knockout, event)


def thrown(event: Event, dice: dict[int, tuple[int, ...]], round_: int = 1) -> Event:
    return replace(
        event,
        entrants=tuple(
            replace(e, roll_off=tuple(Die(round_, die) for die in dice.get(e.id, ()))) for e in event.entrants
        ),
    )


def test_a_full_tie_is_settled_by_one_more_match() -> None:
    event = with_fixtures(knockout, two((200, 100), (100, 200)))
    third = event.fixtures[-1]
    assert (len(event.fixtures), third.leg, third.starts) == (3, 3, None)
    assert not knockout.over(event)
    assert knockout.next_fixtures(event) == ()
    won = with_results(event, {third.key: score(third, {101: 90, 102: 91})})
    assert knockout.over(won)
    assert lines(knockout.standings(won)) == [(1, 102, 1), (2, 101, 0)]


def test_three_more_matches_at_most_then_a_roll_off_repeated_until_it_is_decided() -> None:
    event = with_fixtures(knockout, Event(field(2)))
    for matches in (2, 3, 4, 5):
        assert [fixture.leg for fixture in event.fixtures] == list(range(1, matches + 1))
        assert knockout.roll_offs(event) == ()
        event = drawn(event)
    assert len(event.fixtures) == 5
    assert knockout.roll_offs(event) == (RollOff((101, 102), round=1),)
    event = thrown(event, {101: (4,), 102: (4,)})
    assert knockout.roll_offs(event) == (RollOff((101, 102), round=1),)
    assert not knockout.over(event)
    event = thrown(event, {101: (4, 2), 102: (4,)})
    assert knockout.roll_offs(event) == (RollOff((102,), round=1),), "who lacks a die throws it"
    event = thrown(event, {101: (4, 2), 102: (4, 5)})
    assert (knockout.roll_offs(event), knockout.next_fixtures(event)) == ((), ())
    assert lines(knockout.standings(event)) == [(1, 102, 1), (2, 101, 0)]


def test_the_dice_of_one_tie_settle_no_other() -> None:
    event = with_fixtures(knockout, Event(field(4)))
    for _ in range(4):
        event = drawn(event)
    assert knockout.roll_offs(event) == (RollOff((101, 104), 1), RollOff((102, 103), 1))
    first: dict[int, tuple[int, ...]] = {101: (6,), 104: (1,), 102: (6,), 103: (1,)}
    event = with_fixtures(knockout, thrown(event, first))
    for _ in range(4):
        event = drawn(event)
    assert knockout.roll_offs(event) == (RollOff((101, 102), 2),)
    assert knockout.next_fixtures(event) == ()


BOTH = frozenset({101, 102})


@pytest.mark.parametrize(
    ("absent", "winner"),
    [
        (({101}, set()), 102),
        ((set(), {101}), 102),
        (({101}, {101}), 102),
        (({101}, {102}), None),
        ((BOTH, set()), None),
        ((set(), BOTH), None),
        ((BOTH, BOTH), None),
        ((BOTH, {101}), None),
        ((set(), set()), 101),
    ],
)
def test_absent_from_any_of_its_matches_is_absent_from_the_tie(
    absent: tuple[set[int], set[int]], winner: int | None
) -> None:
    event = with_fixtures(knockout, Event(field(2)))
    event = with_results(
        event,
        {
            fixture.key: score(fixture, {101: 300, 102: 100}, absent=frozenset(missing))
            for fixture, missing in zip(event.fixtures, absent, strict=True)
        },
    )
    tie = knockout.bracket(event)[-1][0]
    assert (tie.decided, tie.winner) == (True, winner)
    assert knockout.over(event)
    ranks = [row.rank for row in knockout.standings(event)]
    assert ranks == ([1, 2] if winner else [2, 2]), "a final that both missed has no winner"


def test_absence_from_a_match_more_loses_the_tie_too() -> None:
    event = with_fixtures(knockout, two((200, 100), (100, 200)))
    third = event.fixtures[-1]
    one = with_results(event, {third.key: score(third, {101: 300, 102: 0}, absent=frozenset({101}))})
    assert knockout.bracket(one)[-1][0].winner == 102
    none = with_results(event, {third.key: unplayed(third, at(9))})
    assert knockout.over(none)
    assert lines(knockout.standings(none)) == [(2, 101, 0), (2, 102, 0)]


def test_a_match_that_counts_for_nobody_leaves_the_tie_to_the_others() -> None:
    event = with_fixtures(knockout, Event(field(2)))
    for_nobody = replace(unplayed(event.fixtures[0], at(1)), for_nobody=True)
    second = score(event.fixtures[1], {101: 100, 102: 101})
    event = with_results(event, {event.fixtures[0].key: for_nobody, event.fixtures[1].key: second})
    assert knockout.bracket(event)[-1][0].winner == 102
    event = with_results(
        event, {event.fixtures[1].key: replace(unplayed(event.fixtures[1], at(1)), for_nobody=True)}
    )
    assert [fixture.leg for fixture in knockout.next_fixtures(event)] == [3]


@pytest.mark.parametrize(
    ("first", "second", "winner", "loser"),
    [(1, 2, 102, 101), (2, 1, 101, 102), (1, 1, None, None)],
)
def test_of_two_who_withdraw_from_a_tie_the_later_had_won_it(
    first: float, second: float, winner: int | None, loser: int | None
) -> None:
    event = with_fixtures(knockout, Event(field(2)))
    event = withdraw(withdraw(event, 101, first), 102, second)
    (tie,) = knockout.bracket(event)[-1]
    assert (tie.decided, tie.winner, tie.loser) == (True, winner, loser)
    (leg, _other) = event.fixtures
    played = with_results(event, {leg.key: score(leg, {101: 300, 102: 100}, hour=0.5)})
    (tie,) = knockout.bracket(played)[-1]
    assert (tie.winner, tie.loser) == (winner, loser), "however the first match went"
