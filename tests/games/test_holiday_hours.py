"""Holiday is spent by the hour, where a deadline would pass, and in no case more than there is."""

from __future__ import annotations

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.clock.calendar import Calendar, left
from games.clock.holiday import Holiday, Reprieve, Taken, spend_holiday
from tests.games.test_clock import DAY, HOUR, NONE, VIENNA, at, calendars, moments

END = at("2026-07-15 12:00", "UTC")
FRESH = Holiday(2026)


def after(hours: float) -> datetime:
    return END + hours * HOUR


def must(reprieve: Reprieve | None) -> Reprieve:
    assert reprieve is not None
    return reprieve


def test_an_hour_is_spent_at_the_moment_the_deadline_would_pass() -> None:
    saved = must(spend_holiday(END, END, FRESH))
    assert saved.deadline == after(1)
    assert saved.holiday.taken == Taken(HOUR, after(1))
    assert saved.holiday.left == 30 * DAY - HOUR


def test_a_late_look_spends_the_hours_it_takes_to_come_past_now() -> None:
    saved = must(spend_holiday(after(3.5), END, FRESH))
    assert (saved.deadline, saved.holiday.taken.span) == (after(4), 4 * HOUR)


def test_nothing_is_spent_before_the_deadline_or_when_switched_off() -> None:
    assert spend_holiday(after(-0.01), END, FRESH) is None
    assert spend_holiday(after(1), END, Holiday(2026, on=False)) is None


def test_an_hour_serves_every_deadline_that_falls_in_it() -> None:
    first = must(spend_holiday(END, END, FRESH))
    second = must(spend_holiday(after(0.5), after(0.5), first.holiday))
    assert (second.deadline, second.holiday) == (after(1), first.holiday)
    third = must(spend_holiday(after(1), after(1), second.holiday))
    assert (third.deadline, third.holiday.taken.span) == (after(2), 2 * HOUR)


def test_a_year_has_thirty_days_and_not_an_hour_more() -> None:
    nearly = Holiday(2026, Taken(30 * DAY - HOUR))
    assert must(spend_holiday(END, END, nearly)).holiday.left == NONE
    assert spend_holiday(after(1), END, nearly) is None
    assert spend_holiday(END, END, Holiday(2026, Taken(30 * DAY))) is None


def test_an_event_gives_seven_days_and_no_more_whatever_is_left_of_the_year() -> None:
    nearly = Taken(7 * DAY - HOUR)
    saved = must(spend_holiday(END, END, FRESH, in_event=nearly))
    assert saved.in_event.span == 7 * DAY
    assert spend_holiday(after(1), after(1), saved.holiday, in_event=saved.in_event) is None
    assert spend_holiday(after(1), after(1), saved.holiday) is not None


def test_an_hour_that_the_year_has_paid_still_counts_in_the_event() -> None:
    outside = must(spend_holiday(END, END, FRESH))
    inside = must(spend_holiday(after(0.5), after(0.5), outside.holiday, in_event=Taken()))
    assert inside.holiday == outside.holiday
    assert inside.in_event == Taken(HOUR, after(1))


def test_a_new_year_brings_new_holiday_where_the_player_lives() -> None:
    spent = Holiday(2026, Taken(30 * DAY))
    new_year = at("2027-01-01 00:30")
    assert spend_holiday(new_year, new_year, spent, Calendar("America/New_York")) is None
    saved = must(spend_holiday(new_year, new_year, spent, Calendar("Europe/Vienna")))
    assert (saved.holiday.year, saved.holiday.taken.span) == (2027, HOUR)


def test_an_hour_that_the_old_year_has_paid_serves_into_the_new_one() -> None:
    end, midnight = at("2026-12-31 23:30", "UTC"), at("2027-01-01 00:00", "UTC")
    paid = must(spend_holiday(end, end, FRESH)).holiday
    served = must(spend_holiday(midnight, midnight, paid))
    assert served.deadline == end + HOUR, "an hour in which several deadlines fall is taken once"
    assert served.holiday == Holiday(2027, Taken(NONE, end + HOUR))


def test_days_off_cost_no_holiday() -> None:
    friday = at("2026-01-16 23:30")
    saved = must(spend_holiday(friday, friday, FRESH, VIENNA))
    assert (saved.deadline, saved.holiday.taken.span) == (at("2026-01-19 00:30"), HOUR)


def test_a_player_is_away_as_long_as_the_last_hour_lasts() -> None:
    saved = must(spend_holiday(END, END, FRESH)).holiday
    assert saved.away(after(0.9))
    assert not saved.away(after(1))
    assert not FRESH.away(END)


@given(moments, st.timedeltas(NONE, timedelta(days=20)), calendars)
def test_holiday_reaches_past_now_by_no_more_than_an_hour_and_costs_whole_hours(
    deadline: datetime, late: timedelta, calendar: Calendar
) -> None:
    now = deadline + late
    saved = spend_holiday(now, deadline, Holiday(2000), calendar)
    assert saved is not None
    cost = saved.holiday.taken.span
    assert cost % HOUR == NONE
    assert saved.deadline > now
    assert NONE < left(now, saved.deadline, calendar) <= HOUR
    assert left(deadline, saved.deadline, calendar) == cost


@given(st.lists(st.timedeltas(NONE, 40 * HOUR), min_size=1, max_size=8), calendars)
def test_matches_side_by_side_never_cost_more_than_the_hours_between_them(
    gaps: list[timedelta], calendar: Calendar
) -> None:
    """However the deadlines lie, the year pays no more than the hours from the first to the last end."""
    holiday, now, ends = FRESH, END, []
    for gap in gaps:
        now += gap
        saved = must(spend_holiday(now, now, holiday, calendar))
        holiday = saved.holiday
        ends.append(saved.deadline)
    covered = left(END, max(ends), calendar)
    assert holiday.taken.span <= min(covered + HOUR, len(gaps) * HOUR)
