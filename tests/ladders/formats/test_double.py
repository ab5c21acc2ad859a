"""Two brackets: who falls where, who meets again, and the last tie."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladders.formats import bracket, double, knockout
from ladders.formats.base import Event, Settings
from ladders.formats.bracket import Key, Planned, draw
from ladders.formats.ties import Source, Tie
from tests.ladders.formats.playing import (
    at,
    disqualified,
    field,
    reinstate,
    score,
    unplayed,
    with_fixtures,
    with_results,
    withdraw,
)


def win(event: Event, strength: dict[int, int]) -> Event:
    """The event after all that is open was won by the stronger, and what follows was made."""
    waiting = [fixture for fixture in event.fixtures if fixture.key not in event.results]
    hour = max((fixture.round for fixture in waiting), default=1)
    results = {f.key: score(f, {seat: strength[seat] for seat in f.seats}, hour) for f in waiting}
    return with_fixtures(double, with_results(event, results))


@pytest.mark.parametrize(
    ("form", "tie", "expected"),
    [
        (knockout, (1, 1), {(2, 1), (3, 1)}),
        (knockout, (1, 4), {(2, 2), (3, 1)}),
        (knockout, (3, 1), set()),
        (double, (1, 1), {(2, 1), (2, 3), (3, 1), (3, 2), (4, 1), (4, 2), (5, 1), (6, 1)}),
        (double, (3, 1), {(4, 2), (5, 1), (6, 1)}),
    ],
)
def test_what_waits_for_a_tie(form: ModuleType, tie: Key, expected: set[Key]) -> None:
    assert bracket.after(form.plan(8), tie) == expected


def by_seed(entrants: int) -> dict[int, int]:
    return {100 + seed: 1000 - seed for seed in range(1, entrants + 1)}


def by_chance(entrants: int, rng: random.Random) -> dict[int, int]:
    order = list(by_seed(entrants).values())
    rng.shuffle(order)
    return {100 + seed: worth for seed, worth in enumerate(order, 1)}


def played(entrants: int, strength: dict[int, int] | None = None) -> Event:
    return finished(with_fixtures(double, Event(field(entrants))), strength or by_seed(entrants))


def finished(event: Event, strength: dict[int, int]) -> Event:
    for _ in range(20):
        if double.over(event):
            break
        event = win(event, strength)
    assert double.over(event)
    return event


def ranks(event: Event) -> list[tuple[int | None, int]]:
    return [(row.rank, row.entrant - 100) for row in double.standings(event)]


def ties(event: Event) -> list[Tie]:
    return [tie for of_round in double.bracket(event) for tie in of_round]


def test_eight_players_by_seed() -> None:
    assert ranks(played(8)) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6), (7, 7), (7, 8)]


def test_six_players_have_byes_in_both_brackets() -> None:
    event = played(6)
    assert ranks(event) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6)]
    assert double.bracket(event)[0][0].winner == 101
    lower = double.sides(event)[1]
    assert [tie.places for tie in lower[0]] == [(None, 105), (None, 106)]


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 33), st.randoms(use_true_random=False))
def test_all_but_the_last_two_go_out_by_their_second_lost_tie(entrants: int, rng: random.Random) -> None:
    strength = by_chance(entrants, rng)
    event = played(entrants, strength)
    lost = Counter(tie.loser for tie in ties(event) if tie.loser)
    order = [row.entrant for row in double.standings(event)]
    assert order[0] == max(strength, key=strength.__getitem__)
    assert lost[order[0]] <= 1
    assert all(lost[entrant] == 2 for entrant in order[2:])
    assert {row.rank for row in double.standings(event)} >= {1, 2, 3}
    assert not any(tie.winner is None for tie in ties(event) if tie.pair)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([(2, 3), (3, 4), (4, 5), (5, 6), (6, 8)]), st.randoms(use_true_random=False))
def test_nobody_meets_again_in_the_lower_bracket_before_it_is_too_narrow(
    case: tuple[int, int], rng: random.Random
) -> None:
    """In the round of the case there are more rounds to have fallen in than ties to keep them apart."""
    depth, narrow = case
    entrants = 1 << depth
    event = played(entrants, by_chance(entrants, rng))
    met: Counter[frozenset[int]] = Counter()
    for tie in ties(event):
        if tie.pair:
            met[frozenset(tie.pair)] += 1
            assert met[frozenset(tie.pair)] == 1 or tie.round >= narrow


@pytest.mark.parametrize("entrants", [3, 5, 8, 16])
def test_nobody_has_two_ties_in_a_round(entrants: int) -> None:
    event = played(entrants)
    for of_round in double.bracket(event):
        seats = [place for tie in of_round for place in tie.places if place]
        assert len(seats) == len(set(seats))


def final_of(lower_wins: int) -> Event:
    """Four players before the final, then with so many ties won in it by 102 from the lower bracket."""
    event = with_fixtures(double, Event(field(4)))
    for _ in range(3):
        event = win(event, by_seed(4))
    for _ in range(lower_wins):
        event = win(event, {101: 1, 102: 2})
    return event


def test_the_one_who_comes_from_above_needs_one_tie_the_other_two() -> None:
    event = final_of(0)
    assert double.bracket(event)[-1][0].places == (101, 102)
    assert ranks(win(event, by_seed(4)))[:2] == [(1, 1), (2, 2)]
    assert double.over(win(event, by_seed(4)))
    once = final_of(1)
    assert not double.over(once)
    again = double.bracket(once)[-1][0]
    assert (again.round, again.places, len(again.legs)) == (5, (101, 102), 2)
    assert ranks(win(once, by_seed(4)))[:2] == [(1, 1), (2, 2)]
    assert ranks(final_of(2))[:2] == [(1, 2), (2, 1)]


def test_a_final_that_both_missed_has_no_winner_and_is_not_repeated() -> None:
    event = final_of(0)
    missed = {f.key: unplayed(f, at(9)) for f in event.fixtures if f.round == 4}
    event = with_results(event, missed)
    assert double.over(event)
    assert ranks(event) == [(2, 1), (2, 2), (3, 3), (4, 4)]


def test_where_both_are_absent_both_are_out_and_the_next_have_byes() -> None:
    event = with_fixtures(double, Event(field(4)))
    event = with_results(event, {f.key: unplayed(f, at(1)) for f in event.fixtures if f.pairing == 1})
    event = finished(with_fixtures(double, event), by_seed(4))
    assert ranks(event) == [(1, 2), (2, 3), (4, 1), (4, 4)]


def test_who_is_absent_once_falls_and_who_withdraws_gives_up_the_ties_below_too() -> None:
    event = with_fixtures(double, Event(field(4)))
    first = [fixture for fixture in event.fixtures if fixture.pairing == 1]
    missed = {f.key: score(f, by_seed(4), absent=frozenset({101})) for f in first}
    event = with_results(event, missed)
    below = double.sides(event)[1][0][0]
    assert (below.places, below.known) == ((101, None), (True, False))
    event = withdraw(win(event, by_seed(4)), 101, 2)
    below = double.sides(event)[1][0][0]
    assert below.places == (101, 103)
    assert below.winner == 103
    assert double.next_fixtures(reinstate(event, 101)) == ()


def test_the_brackets_are_drawn_whole_from_the_start() -> None:
    upper, lower, final = double.sides(Event(field(8)))
    assert [len(of_round) for of_round in upper] == [4, 2, 1]
    assert [len(of_round) for of_round in lower] == [2, 2, 1, 1]
    assert [len(of_round) for of_round in final] == [1]
    assert lower[1][0].sources == (Source(2, round=2, won=False), Source(3, round=2))
    assert double.rounds(8, Settings()) == 7


def test_the_disqualified_champion_has_no_rank_and_those_behind_move_up() -> None:
    assert ranks(disqualified(played(8), 101)) == [
        (1, 2), (2, 3), (3, 4), (4, 5), (4, 6), (6, 7), (6, 8), (None, 1),
    ]  # fmt: skip


def test_places_above_are_as_many_as_entrants_in_every_size() -> None:
    for entrants in (*range(3, 18), 33):
        counted = Counter(rank for rank, _ in ranks(played(entrants)))
        above = 0
        for rank in sorted(rank for rank in counted if rank):
            assert rank == above + 1, entrants
            above += counted[rank]
        assert above == entrants
        assert all(one != other for one, other in combinations(counted, 2))


def test_while_it_runs_the_unbeaten_stand_above_whoever_has_fallen() -> None:
    """Five players: whoever falls at once has byes below, and so is rounds ahead of those above."""
    event = with_fixtures(double, Event(field(5)))
    strength = by_seed(5)
    while not double.over(event):
        lost = Counter(tie.loser for tie in ties(event) if tie.decided)
        order = [row.entrant for row in double.standings(event)]
        assert order == sorted(order, key=lambda one: lost[one] > 0), ranks(event)
        (first, *_) = [f for f in event.fixtures if f.key not in event.results]
        legs = [f for f in event.fixtures if (f.round, f.pairing) == (first.round, first.pairing)]
        results = {f.key: score(f, {seat: strength[seat] for seat in f.seats}, first.round) for f in legs}
        event = with_fixtures(double, with_results(event, results))
    assert ranks(event)[0] == (1, 1)


LOWER, UPPER, DRAWN, MISSED = {101: 1, 102: 2}, {101: 2, 102: 1}, {101: 1, 102: 1}, None
"""How the matches of a tie between 101 from above and 102 from below ended; in the last both were absent."""


def after(event: Event, round_: int, totals: dict[int, int] | None) -> Event:
    """The event with these results in all matches of the round, whatever they were."""
    legs = [fixture for fixture in event.fixtures if fixture.round == round_]
    assert legs
    results = {f.key: score(f, totals, round_) if totals else unplayed(f, at(round_)) for f in legs}
    return with_results(event, results)


@pytest.mark.parametrize(
    "corrected", [LOWER, UPPER, DRAWN, MISSED], ids=["lower", "upper", "drawn", "missed"]
)
@pytest.mark.parametrize(
    ("again", "first"),
    [(LOWER, [(1, 2), (2, 1)]), (UPPER, [(1, 1), (2, 2)]), (MISSED, [(2, 1), (2, 2)])],
    ids=["lower again", "upper again", "missed again"],
)
def test_the_tie_after_the_final_is_played_once_it_was_made_whatever_becomes_of_the_final(
    corrected: dict[int, int] | None, again: dict[int, int] | None, first: list[tuple[int, int]]
) -> None:
    made = final_of(1)
    event = after(made, 4, corrected)
    final, last = ties(event)[-2:]
    assert (final.decided, final.winner, final.loser) == (True, 102, 101), "a fact: the two met again"
    assert (last.round, last.places, last.decided) == (5, (101, 102), False)
    assert not double.over(event)
    assert double.next_fixtures(event) == (), "nor is anything more laid for the final"
    assert {fixture.round for fixture in double.to_play(event)} == {5}
    assert len(double.sides(event)[2]) == 2
    played_again = after(event, 5, again)
    assert double.over(played_again)
    assert ranks(played_again)[:2] == first


@pytest.mark.parametrize(
    ("corrected", "there", "over", "waiting"),
    [(LOWER, 5, False, 2), (UPPER, 4, True, 0), (DRAWN, 4, False, 1), (MISSED, 4, True, 0)],
    ids=["lower", "upper", "drawn", "missed"],
)
def test_before_it_was_made_the_final_says_whether_there_is_one(
    corrected: dict[int, int] | None, there: int, over: bool, waiting: int
) -> None:
    event = after(final_of(0), 4, corrected)
    assert ties(event)[-1].round == there
    assert double.over(event) is over
    assert len(double.next_fixtures(event)) == waiting


@pytest.mark.parametrize("form", [double, knockout])
def test_the_bracket_is_reckoned_once_for_all_that_is_asked_of_an_event(
    form: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    reckoned: list[Event] = []

    def counting(event: Event, plan: Sequence[Planned]) -> dict[tuple[int, int], Tie]:
        reckoned.append(event)
        return draw(event, plan)

    event = with_fixtures(form, Event(field(5)))
    monkeypatch.setattr(form, "draw", counting)
    asked = (form.roll_offs, form.next_fixtures, form.to_play, form.standings, form.over, form.bracket)
    for number, known in enumerate((event, withdraw(event, 101, 2)), 1):
        for ask in asked:
            ask(known)
        assert len(reckoned) == number
    assert form.bracket(withdraw(event, 103, 2)) != form.bracket(event)
