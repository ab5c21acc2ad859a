"""Thinking time: presets, days off in every time zone, reminders, outages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games import clock
from games.clock.calendar import BadCalendar, Calendar, due, left, reminders

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NONE = timedelta(0)
SATURDAY, SUNDAY = 5, 6
WEEKEND = frozenset({SATURDAY, SUNDAY})
VIENNA = Calendar("Europe/Vienna", WEEKEND)
RESTLESS = ["Europe/Vienna", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "America/Havana"]
"""Zones that change: by an hour, by half an hour, by a whole day, at midnight."""

zones = st.sampled_from(RESTLESS) | st.sampled_from(sorted(available_timezones()))
calendars = st.builds(Calendar, zones, st.frozensets(st.integers(0, 6), max_size=2))
moments = st.integers(0, 27 * 366 * 24 * 60).map(
    lambda minutes: datetime(2010, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)
spans = st.timedeltas(NONE, timedelta(days=60))


def is_off(calendar: Calendar, moment: datetime) -> bool:
    """Whether the calendar on the wall shows a day off at this moment."""
    return moment.astimezone(ZoneInfo(calendar.zone)).weekday() in calendar.days_off


def at(text: str, zone: str = "Europe/Vienna") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


# Presets


@pytest.mark.parametrize(
    ("preset", "left_over", "next_turn"),
    [
        ("fast", 27 * HOUR, 28 * HOUR),
        ("fast", NONE, 28 * HOUR),
        ("main", 5 * HOUR, 48 * HOUR),
        ("daily", 10 * HOUR, 34 * HOUR),
        ("daily", 60 * HOUR, 72 * HOUR),
        ("daily", -5 * HOUR, 24 * HOUR),
        ("relaxed", 7 * DAY, 9 * DAY),
        ("relaxed", 9 * DAY, 10 * DAY),
    ],
)
def test_a_turn_adds_to_what_is_left_up_to_the_cap(
    preset: str, left_over: timedelta, next_turn: timedelta
) -> None:
    assert clock.bank_after(clock.PRESETS[preset], left_over) == next_turn


@pytest.mark.parametrize("preset", clock.PRESETS.values(), ids=lambda preset: preset.name)
def test_no_clock_starts_below_the_minimum_or_above_its_cap(preset: clock.Preset) -> None:
    assert clock.MINIMUM <= preset.start <= preset.cap


@given(moments, spans, calendars)
def test_every_turn_has_at_least_twelve_hours_of_running_time(
    now: datetime, bank: timedelta, calendar: Calendar
) -> None:
    assert left(now, clock.deadline(now, bank, calendar), calendar) == max(bank, 12 * HOUR)


def test_split_matches_run_thirty_forty_five_and_sixty_days() -> None:
    assert [clock.split_span(columns).days for columns in (1, 2, 3)] == [30, 45, 60]


def test_an_outage_extends_by_its_length_and_an_hour_and_a_short_silence_by_nothing() -> None:
    assert clock.extension(3 * HOUR) == 4 * HOUR
    assert clock.extension(clock.OUTAGE) == clock.OUTAGE + HOUR
    assert clock.extension(clock.OUTAGE - timedelta(seconds=1)) == NONE


# Days off


def test_the_clock_stands_still_from_midnight_to_midnight_where_the_player_lives() -> None:
    friday_evening = at("2026-01-16 22:00")
    assert due(friday_evening, 2 * HOUR, VIENNA) == at("2026-01-17 00:00")
    assert due(friday_evening, 3 * HOUR, VIENNA) == at("2026-01-19 01:00")
    assert due(at("2026-01-17 15:00"), 3 * HOUR, VIENNA) == at("2026-01-19 03:00")
    elsewhere = Calendar("America/New_York", WEEKEND)
    assert due(friday_evening, 3 * HOUR, elsewhere) == at("2026-01-17 01:00")


def test_a_turn_that_spans_two_weekends_skips_both() -> None:
    assert due(at("2026-01-16 12:00"), 6 * DAY, VIENNA) == at("2026-01-26 12:00")


@pytest.mark.parametrize(
    ("zone", "start", "hours", "end"),
    [
        # The Sunday of the change has 23 hours in spring and 25 in autumn: the clock resumes at midnight.
        ("Europe/Vienna", "2026-03-27 23:00", 2, "2026-03-30 01:00"),
        ("Europe/Vienna", "2026-10-23 23:00", 2, "2026-10-26 01:00"),
        ("America/New_York", "2026-03-06 23:00", 2, "2026-03-09 01:00"),
        ("Australia/Lord_Howe", "2026-04-03 23:00", 2, "2026-04-06 01:00"),
        # Havana changes at midnight: on Sunday there is no 00:00 in spring, and two in autumn.
        ("America/Havana", "2026-03-06 23:00", 2, "2026-03-09 01:00"),
        ("America/Havana", "2026-10-30 23:00", 2, "2026-11-02 01:00"),
        # Apia left out Friday, 30 December 2011: Thursday was followed by Saturday.
        ("Pacific/Apia", "2011-12-29 23:00", 2, "2012-01-02 01:00"),
    ],
)
def test_a_weekend_is_whole_days_whatever_the_clocks_on_the_wall_do(
    zone: str, start: str, hours: int, end: str
) -> None:
    assert due(at(start, zone), hours * HOUR, Calendar(zone, WEEKEND)) == at(end, zone)


def test_running_days_of_a_change_count_the_hours_that_pass() -> None:
    assert due(at("2026-03-28 12:00"), DAY, Calendar("Europe/Vienna")) == at("2026-03-29 13:00")
    assert due(at("2026-10-24 12:00"), DAY, Calendar("Europe/Vienna")) == at("2026-10-25 11:00")


@given(moments, spans, calendars)
def test_left_is_the_inverse_of_due(start: datetime, bank: timedelta, calendar: Calendar) -> None:
    assert left(start, due(start, bank, calendar), calendar) == bank


@given(moments, spans, spans, calendars)
def test_a_clock_can_be_stopped_and_started_again_without_gain(
    start: datetime, first: timedelta, second: timedelta, calendar: Calendar
) -> None:
    assert due(due(start, first, calendar), second, calendar) == due(start, first + second, calendar)


@given(moments, moments, spans, spans, calendars)
def test_who_starts_earlier_or_with_less_is_never_due_later(
    one: datetime, other: datetime, less: timedelta, more: timedelta, calendar: Calendar
) -> None:
    early, late = sorted((one, other))
    less, more = sorted((less, more))
    assert due(early, less, calendar) <= due(late, less, calendar)
    assert due(early, less, calendar) <= due(early, more, calendar)


@given(moments, spans, calendars)
def test_days_off_only_ever_give_time_and_at_most_double_it_and_two_days_and_a_half(
    start: datetime, bank: timedelta, calendar: Calendar
) -> None:
    end = due(start, bank, calendar)
    assert start + bank <= end <= start + 2 * bank + 2.5 * DAY


@given(moments, spans, st.floats(0, 1), calendars)
def test_time_runs_down_by_the_hours_that_pass_and_stands_still_on_days_off(
    start: datetime, bank: timedelta, part: float, calendar: Calendar
) -> None:
    end = due(start, bank, calendar)
    now = start + (end - start) * part
    assert left(start, now, calendar) + left(now, end, calendar) == bank
    soon = now + timedelta(minutes=1)
    assume(soon <= end and is_off(calendar, now) == is_off(calendar, soon))
    passed = left(now, end, calendar) - left(soon, end, calendar)
    assert passed == (NONE if is_off(calendar, now) else timedelta(minutes=1))


@given(moments, zones, st.integers(0, 6))
def test_the_clock_runs_except_where_the_calendar_on_the_wall_shows_a_day_off(
    start: datetime, zone: str, day: int
) -> None:
    """The stretches against the plain question, hour by hour of three weeks."""
    calendar = Calendar(zone, frozenset({day}))
    for hours in range(0, 21 * 24, 5):
        moment = start + hours * HOUR
        runs = left(moment, moment + timedelta(microseconds=1), calendar) > NONE
        assert runs == (moment.astimezone(ZoneInfo(zone)).weekday() != day)


def test_no_time_is_left_once_the_deadline_has_passed() -> None:
    assert left(at("2026-01-16 12:00"), at("2026-01-16 11:00"), VIENNA) == NONE
    assert left(at("2026-01-17 12:00"), at("2026-01-17 12:00"), VIENNA) == NONE


@pytest.mark.parametrize("days", [{0, 1, 2}, {7}, {-1}, set(range(7))])
def test_more_than_two_days_off_or_days_that_do_not_exist_are_refused(days: set[int]) -> None:
    with pytest.raises(BadCalendar, match="two days"):
        Calendar("Europe/Vienna", frozenset(days))


@pytest.mark.parametrize("zone", ["", "Europe/Boatzee", "../etc/passwd", "Europe", "/etc/localtime"])
def test_a_time_zone_that_does_not_exist_is_refused(zone: str) -> None:
    with pytest.raises(BadCalendar, match="no time zone"):
        Calendar(zone)


def test_an_event_sets_a_common_weekend_or_none_or_leaves_it_to_the_players() -> None:
    mine = Calendar("America/New_York", frozenset({0, 3}))
    assert mine.under(None) == mine
    assert mine.under(WEEKEND) == Calendar("America/New_York", WEEKEND)
    assert mine.under(frozenset()) == Calendar("America/New_York")


# Reminders


def test_reminders_come_at_four_fifths_and_four_hours_before_the_end() -> None:
    start = at("2026-01-12 12:00")
    assert reminders(start, start + 50 * HOUR) == (start + 40 * HOUR, start + 46 * HOUR)
    assert reminders(start, start + 12 * HOUR) == (start + 8 * HOUR, start + 9.6 * HOUR)


def test_there_is_one_reminder_where_both_fall_together_or_four_hours_are_all_there_is() -> None:
    start = at("2026-01-12 12:00")
    assert reminders(start, start + 20 * HOUR) == (start + 16 * HOUR,)
    assert reminders(start, start + 4 * HOUR) == (start + 3.2 * HOUR,)
    assert reminders(start, start) == ()


def test_nobody_is_reminded_on_a_day_off() -> None:
    friday, monday = at("2026-01-16 04:00"), at("2026-01-19 01:00")
    assert reminders(friday, monday, VIENNA) == (at("2026-01-16 20:48"), at("2026-01-16 21:00"))


@given(moments, st.timedeltas(timedelta(minutes=1), timedelta(days=60)), calendars)
def test_reminders_come_in_order_inside_the_turn(
    start: datetime, bank: timedelta, calendar: Calendar
) -> None:
    end = due(start, bank, calendar)
    told = reminders(start, end, calendar)
    assert all(earlier < later for earlier, later in pairwise((start, *told, end)))
    assert all(not is_off(calendar, moment - timedelta(microseconds=1)) for moment in told)
