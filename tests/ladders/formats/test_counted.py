"""What absences and withdrawals leave of results."""

import pytest

from ladders.formats.base import Event, Fixture
from ladders.formats.counted import Score, annulled, counted, for_nobody, open_fixtures, withdrawn_from
from tests.ladders.formats.playing import at, field, score, unplayed, with_results, withdraw

FIXTURES = tuple(Fixture(1, 1, number, 1, 1, (101, 102, 103)) for number in (1, 2, 3, 4))
KEYS = [fixture.key for fixture in FIXTURES]
TOTALS = {101: 300, 102: 200, 103: 100}


def event(played: int = 0) -> Event:
    made = Event(field(3), fixtures=FIXTURES)
    return with_results(
        made, {fixture.key: score(fixture, TOTALS, hour) for hour, fixture in enumerate(FIXTURES[:played], 1)}
    )


def test_who_was_absent_has_no_score_and_the_others_close_up() -> None:
    made = with_results(event(), {KEYS[0]: score(FIXTURES[0], TOTALS, absent=frozenset({101}))})
    assert counted(made) == {KEYS[0]: {102: Score(1, 200), 103: Score(2, 100)}}


def test_a_match_that_ends_after_a_withdrawal_counts_as_if_that_seat_had_been_absent() -> None:
    made = withdraw(event(2), 101, 1.5)
    assert counted(made)[KEYS[0]][101] == Score(1, 300)
    assert counted(made)[KEYS[1]] == {102: Score(1, 200), 103: Score(2, 100)}
    assert withdrawn_from(made, FIXTURES[0]) == frozenset()
    assert withdrawn_from(made, FIXTURES[1]) == withdrawn_from(made, FIXTURES[3]) == {101}


def test_who_is_annulled_and_who_only_left_are_both_out_of_a_later_match() -> None:
    made = withdraw(withdraw(event(2), 101, 0.5), 102, 1.5)
    assert counted(made, frozenset({101})) == {
        KEYS[0]: {102: Score(1, 200), 103: Score(2, 100)},
        KEYS[1]: {103: Score(1, 100)},
        KEYS[2]: {103: Score(1, 0)},
        KEYS[3]: {103: Score(1, 0)},
    }


def test_a_result_and_a_withdrawal_at_the_same_instant_leave_the_result() -> None:
    assert counted(withdraw(event(1), 101, 1))[KEYS[0]][101] == Score(1, 300)


@pytest.mark.parametrize(("over", "counts"), [(0, False), (1, False), (2, True), (3, True)])
def test_a_withdrawal_before_half_of_the_matches_annuls(over: int, *, counts: bool) -> None:
    made = withdraw(event(over), 101, over + 0.5)
    void = annulled(made, {101: 4, 102: 4, 103: 4})
    assert void == (frozenset() if counts else {101})
    assert all((101 in counted(made, void)[key]) == counts for key in KEYS[:over])


def test_results_after_the_withdrawal_do_not_make_up_the_half() -> None:
    assert annulled(withdraw(event(4), 101, 1.5), {101: 4}) == {101}


def test_nobody_is_annulled_whose_matches_are_not_planned() -> None:
    assert annulled(withdraw(event(0), 101, 0.5), {}) == frozenset()


def test_a_round_waits_for_no_match_of_fewer_than_two_active_entrants() -> None:
    assert open_fixtures(event(1)) == FIXTURES[1:]
    made = withdraw(event(1), 101, 5)
    assert open_fixtures(made) == FIXTURES[1:]
    made = withdraw(made, 102, 5)
    assert open_fixtures(made) == ()
    assert counted(made)[KEYS[3]] == {103: Score(1, 0)}


def test_nobody_has_a_score_of_a_match_that_nobody_played() -> None:
    made = with_results(event(), {KEYS[0]: unplayed(FIXTURES[0], at(720))})
    assert counted(made) == {KEYS[0]: {}}


def test_nobody_has_a_score_of_a_match_that_counts_for_nobody() -> None:
    made = with_results(event(), {KEYS[0]: for_nobody(3, at(5))})
    assert counted(made) == {KEYS[0]: {}}
