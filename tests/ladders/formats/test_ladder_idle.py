"""Sliding, leaving and being removed."""

from datetime import timedelta

import pytest

from ladders.ladder import idleness
from tests.ladders.formats.playing import at

DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("days", "rungs"), [(0, 0), (13.9, 0), (14, 1), (14.9, 1), (15, 2), (20, 7), (44.9, 31)]
)
def test_fourteen_days_without_play_slide_one_rung_a_day(days: float, rungs: int) -> None:
    assert idleness.slides_due(days * DAY) == rungs


@pytest.mark.parametrize(("days", "goes"), [(44.9, False), (45, True)])
def test_after_45_days_a_player_leaves(days: float, *, goes: bool) -> None:
    assert idleness.leaves(days * DAY) == goes


def test_holiday_is_no_idleness() -> None:
    assert idleness.idle(at(0), 3 * DAY, at(24 * 16)) == 13 * DAY
    assert idleness.idle(at(0), 3 * DAY, at(24)) == timedelta(0)


@pytest.mark.parametrize(
    ("days", "now", "until"),
    [
        ([1, 2], 3, None),
        ([1, 2, 3], 3, 17),
        ([1, 2, 30.9], 31, 44.9),
        ([1, 2, 31], 31, None),
        ([1, 2, 3], 17, None),
        ([3, 1, 2], 16, 17),
        ([1, 2, 3, 18, 19], 20, None),
        ([1, 2, 3, 18, 19, 20], 21, 34),
    ],
)
def test_three_time_outs_in_30_days_remove_a_player_for_14(
    days: list[float], now: float, until: float | None
) -> None:
    removed = idleness.removed_until([at(24 * day) for day in days], at(24 * now))
    assert removed == (None if until is None else at(24 * until))


def test_joining_is_open_or_says_why_not() -> None:
    join = idleness.may_join
    assert join(on_ladder=False, until=None, now=at(0)) is None
    assert join(on_ladder=False, until=at(0), now=at(0)) is None
    assert join(on_ladder=True, until=None, now=at(0)) == "You are on this ladder already."
    assert join(on_ladder=False, until=at(25), now=at(0)) == (
        "Three time-outs in 30 days: you can join again in 2 days."
    )
    assert join(on_ladder=False, until=at(24), now=at(0)) == (
        "Three time-outs in 30 days: you can join again in 1 day."
    )
