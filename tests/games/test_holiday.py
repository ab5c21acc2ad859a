"""Days off, holiday and reminders at real tables; their arithmetic is tested in test_clock."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.match import clocks, play
from games.models import EventHoliday, Holiday, Match, Seat
from games.rules.base import Kind, Move, Pace
from games.seats import lobby
from tests.games.tables import begin, make, seat_of, to_move
from tests.games.test_clocks import pass_time

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
EVERY_DAY = range(7)


def other_than(player: User, alice: User, bob: User) -> User:
    return bob if player == alice else alice


def test_a_clock_stands_still_on_the_days_off(alice: User, bob: User) -> None:
    today = timezone.now().weekday()
    User.objects.update(days_off=[(today + 1) % 7, (today + 2) % 7])
    alice.refresh_from_db()
    bob.refresh_from_db()
    match = begin("BZ", alice, bob)
    seat = seat_of(match, to_move(match))
    assert seat.deadline
    assert timedelta(hours=95) < seat.deadline - timezone.now() < timedelta(hours=97)
    assert sorted(seat.days_off) == sorted([(today + 1) % 7, (today + 2) % 7])


def test_an_event_may_set_the_days_off_of_all(alice: User, bob: User) -> None:
    User.objects.update(days_off=[(timezone.now().weekday() + 1) % 7])
    match = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main")
    Match.objects.update(weekend=[], event=7)
    match = lobby.answer(match.pk, bob, accept=True)
    seat = seat_of(match, to_move(match))
    assert seat.deadline
    assert seat.deadline - timezone.now() < timedelta(hours=49)


def test_days_off_that_are_chosen_later_count_from_the_next_turn(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    before = seat_of(match, mover).deadline
    User.objects.update(days_off=[(timezone.now().weekday() + 1) % 7])
    make(match, mover, Move(Kind.ROLL))
    assert seat_of(match, mover).deadline == before


def test_a_day_off_is_no_time_that_was_left_over(alice: User, bob: User) -> None:
    today = timezone.now().weekday()
    User.objects.update(days_off=[(today + 1) % 7, (today + 2) % 7])
    match = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "relaxed")
    match = lobby.answer(match.pk, bob, accept=True)
    mover = to_move(match)
    make(match, mover, Move(Kind.ROLL))
    make(match, mover, Move(Kind.SCORE, box="chance"))
    bank = seat_of(match, mover).bank
    assert bank
    assert timedelta(days=8, hours=23) < bank <= timedelta(days=9), "seven of running time, and two more"


def test_holiday_moves_a_deadline_that_would_pass_and_nobody_can_claim(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    pass_time(timedelta(hours=49))
    with pytest.raises(clocks.TimeLeft):
        clocks.claim(match.pk, other_than(mover, alice, bob), match.version)
    deadline = seat_of(match, mover).deadline
    assert deadline
    assert deadline > timezone.now()
    taken = Holiday.objects.get(player=mover)
    assert taken.span == timedelta(hours=2)
    match.refresh_from_db()
    assert match.deadline == match.due == deadline


def test_thirty_days_are_all_there_are(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    pass_time(timedelta(hours=48) + timedelta(days=31))
    winner = other_than(mover, alice, bob)
    match = clocks.claim(match.pk, winner, match.version)
    assert seat_of(match, winner).place == 1


def test_whoever_switched_it_off_spends_none(alice: User, bob: User) -> None:
    User.objects.update(spend_holiday=False)
    match = begin("BZ", alice, bob)
    pass_time(timedelta(hours=49))
    clocks.keep_time()
    assert not Holiday.objects.exists()
    assert seat_of(match, to_move(match)).deadline < timezone.now()  # type: ignore[operator]


@pytest.mark.parametrize("where", ["event", "ladder"])
def test_an_event_takes_seven_days_of_it_at_most_and_a_time_out_loses_at_once(
    alice: User, bob: User, where: str
) -> None:
    match = begin("BZ", alice, bob)
    Match.objects.update(**{where: 7})
    mover = to_move(match)
    pass_time(timedelta(hours=48 + 6 * 24))
    clocks.keep_time()
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert EventHoliday.objects.get(player=mover, **{where: 7}).span == timedelta(days=6, hours=1)
    pass_time(timedelta(days=2))
    for taken in (Holiday, EventHoliday):
        taken.objects.update(until=F("until") - timedelta(days=2))
    clocks.keep_time()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert seat_of(match, mover).place == 2


def test_reminders_are_planned_with_the_turn_and_dropped_when_it_is_taken(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    seat = seat_of(match, mover)
    assert seat.deadline
    assert seat.remind_at
    assert seat.remind_last == seat.deadline - timedelta(hours=4)
    assert timedelta(hours=9.5) < seat.deadline - seat.remind_at < timedelta(hours=9.7)
    make(match, mover, Move(Kind.ROLL))
    make(match, mover, Move(Kind.SCORE, box="chance"))
    assert seat_of(match, mover).remind_at is None
    assert seat_of(match, other_than(mover, alice, bob)).remind_at


@pytest.mark.usefixtures("robots")
def test_robots_are_not_reminded(alice: User) -> None:
    robot = User.objects.get(level="casual")
    match = lobby.invite(alice, [robot], "BZ", {}, Pace.TURNS, "main")
    play.resign(match.pk, alice, match.version)
    assert not Seat.objects.filter(player=robot, remind_at__isnull=False).exists()
