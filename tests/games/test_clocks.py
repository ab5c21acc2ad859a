"""When time runs out: who may choose what, what the clock does by itself, and that it is exact."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games import clock
from games.match import clocks, play
from games.models import Match, Pulse, Seat
from games.rules.base import Kind, Move, Pace
from tests.at_once import at_once
from tests.games.tables import begin, legal, make, seat_of, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture(autouse=True)
def _no_holiday(alice: User, bob: User, carol: User) -> None:
    """Here a deadline is a deadline."""
    User.objects.update(spend_holiday=False)


def pass_time(span: timedelta) -> None:
    """Let every clock run for so long."""
    Seat.objects.filter(deadline__isnull=False).update(deadline=F("deadline") - span)
    Match.objects.filter(deadline__isnull=False).update(deadline=F("deadline") - span, due=F("due") - span)


def two(alice: User, bob: User) -> tuple[Match, User, User]:
    """A match for two, who is to move, and who waits."""
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    return match, mover, bob if mover == alice else alice


def test_the_opponent_takes_the_win_once_the_time_is_up(alice: User, bob: User) -> None:
    match, mover, other = two(alice, bob)
    with pytest.raises(clocks.TimeLeft):
        clocks.claim(match.pk, other, match.version)
    pass_time(timedelta(hours=49))
    with pytest.raises(clocks.TimeLeft):
        clocks.claim(match.pk, mover, match.version)
    match = clocks.claim(match.pk, other, match.version)
    assert match.status == Match.Status.FINISHED
    assert seat_of(match, other).place == 1
    assert match.moves.get(number=match.version).kind == Kind.TIMEOUT


def test_the_opponent_gives_another_day(alice: User, bob: User) -> None:
    match, mover, other = two(alice, bob)
    pass_time(timedelta(hours=49))
    match = clocks.grant(match.pk, other, match.version)
    left = seat_of(match, mover).deadline - timezone.now()  # type: ignore[operator]
    assert timedelta(hours=23) < left <= clock.GRACE
    assert match.deadline == seat_of(match, mover).deadline
    with pytest.raises(clocks.TimeLeft):
        clocks.claim(match.pk, other, match.version)


def test_nobody_takes_what_the_clock_has_not_looked_at(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time ran out between the look and the lock: there may be holiday left to spend."""
    match, _mover, other = two(alice, bob)
    look = clocks._look
    for decide in (clocks.claim, clocks.grant):
        monkeypatch.setattr(clocks, "_look", lambda *_: pass_time(timedelta(hours=49)))
        with pytest.raises(clocks.TimeLeft):
            decide(match.pk, other, match.version)
    monkeypatch.setattr(clocks, "_look", look)
    clocks.claim(match.pk, other, match.version)


def test_who_is_late_may_move_until_the_win_is_taken(alice: User, bob: User) -> None:
    match, mover, other = two(alice, bob)
    pass_time(timedelta(hours=49))
    version = match.version
    make(match, mover, Move(Kind.ROLL))
    with pytest.raises(play.Stale):
        clocks.claim(match.pk, other, version)


def test_a_move_after_the_claim_is_told_that_the_match_is_over(alice: User, bob: User) -> None:
    match, mover, other = two(alice, bob)
    pass_time(timedelta(hours=49))
    clocks.claim(match.pk, other, match.version)
    with pytest.raises(play.MatchOver):
        play.move(match.pk, mover, match.version, Move(Kind.ROLL))


def test_a_stranger_takes_nothing(alice: User, bob: User, carol: User) -> None:
    match, _, _ = two(alice, bob)
    pass_time(timedelta(hours=49))
    with pytest.raises(play.NotSeated):
        clocks.claim(match.pk, carol, match.version)


def test_a_match_for_two_is_closed_by_itself_after_60_days_only(alice: User, bob: User) -> None:
    match, _, other = two(alice, bob)
    pass_time(timedelta(hours=48) + clock.LET_WAIT - timedelta(hours=1))
    assert clocks.keep_time() == 1, "the clock looks once, for holiday"
    assert clocks.keep_time() == 0
    pass_time(timedelta(hours=2))
    assert clocks.keep_time() == 1
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert seat_of(match, other).place == 1


@pytest.mark.parametrize("code", ["BZ", "DK", "PG"])
def test_of_three_a_second_time_out_in_a_row_resigns(alice: User, bob: User, carol: User, code: str) -> None:
    match = begin(code, alice, bob, carol)
    first = to_move(match)
    for _ in range(3):
        pass_time(timedelta(hours=49))
        assert clocks.keep_time() == 1
        match.refresh_from_db()
    assert to_move(match) == first
    if code == "BZ":
        card = match.table.cards[seat_of(match, first).index]
        assert card.columns[0][0] == 0, "0 goes into the box of lowest worth"
    pass_time(timedelta(hours=49))
    clocks.keep_time()
    match.refresh_from_db()
    assert seat_of(match, first).index in match.table.resigned


def test_a_split_card_that_is_late_is_filled_with_zeros(alice: User, bob: User, carol: User) -> None:
    match = begin("BO", alice, bob, carol, pace=Pace.SPLIT)
    make(match, alice, Move(Kind.ROLL))
    make(match, alice, Move(Kind.SCORE, box="chance"))
    pass_time(timedelta(days=31))
    clocks.keep_time()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert seat_of(match, alice).place == 1
    assert seat_of(match, alice).total > 0


def test_of_two_split_cards_the_late_one_loses_and_two_late_ones_are_void(alice: User, bob: User) -> None:
    one, both = begin("BO", alice, bob, pace=Pace.SPLIT), begin("BO", alice, bob, pace=Pace.SPLIT)
    for _ in range(11):
        make(one, alice, Move(Kind.ROLL))
        make(one, alice, legal(one, alice)[-1])
    pass_time(timedelta(days=31))
    assert clocks.keep_time() == 2
    one.refresh_from_db()
    both.refresh_from_db()
    assert seat_of(one, alice).place == 1
    assert both.status == Match.Status.VOID


def test_practice_has_no_clock(alice: User) -> None:
    match = begin("BZ", alice)
    assert match.deadline is None
    assert match.due is None


def test_an_outage_extends_every_clock_by_its_length_and_one_hour(alice: User, bob: User) -> None:
    match, mover, _ = two(alice, bob)
    clocks.keep_time()
    before = seat_of(match, mover).deadline
    assert before
    Pulse.objects.update(at=F("at") - timedelta(hours=3))
    more = clocks.extend_after_outage()
    assert timedelta(hours=4) <= more < timedelta(hours=4, minutes=1)
    match.refresh_from_db()
    assert seat_of(match, mover).deadline == match.deadline == before + more
    assert clocks.extend_after_outage() == timedelta(0), "an outage counts once"


def test_an_outage_moves_the_reminders_with_the_clock(alice: User, bob: User) -> None:
    """Both are as long before the end of the time as they were: nobody is called in the middle of it."""
    match, mover, _ = two(alice, bob)
    clocks.keep_time()
    before = seat_of(match, mover)
    assert before.remind_at
    assert before.remind_last
    Pulse.objects.update(at=F("at") - timedelta(hours=3))
    more = clocks.extend_after_outage()
    after = Seat.objects.get(pk=before.pk)
    assert after.remind_at == before.remind_at + more
    assert after.remind_last == before.remind_last + more


def test_nobody_loses_to_an_outage(alice: User, bob: User) -> None:
    match, _, other = two(alice, bob)
    clocks.keep_time()
    pass_time(timedelta(hours=47))
    Pulse.objects.update(at=F("at") - timedelta(hours=3))
    pass_time(timedelta(hours=2))  # the time ran out while the site was away
    with pytest.raises(clocks.TimeLeft):
        clocks.claim(match.pk, other, match.version)


def test_what_had_run_out_before_an_outage_stays_run_out(alice: User, bob: User) -> None:
    match, mover, other = two(alice, bob)
    pass_time(timedelta(hours=60))
    clocks.keep_time()
    before = seat_of(match, mover).deadline
    Pulse.objects.update(at=F("at") - timedelta(hours=3))
    assert clocks.extend_after_outage()
    match.refresh_from_db()
    assert seat_of(match, mover).deadline == match.deadline == before
    clocks.claim(match.pk, other, match.version)


def test_an_outage_moves_the_end_of_the_opponent_s_choice(alice: User, bob: User) -> None:
    """Whoever could not claim, grant or move while the site was away has as long as without the outage."""
    match, mover, _ = two(alice, bob)
    pass_time(timedelta(hours=60))
    clocks.keep_time()
    match.refresh_from_db()
    before = match.due
    assert before
    assert match.deadline
    assert before == match.deadline + clock.LET_WAIT
    Pulse.objects.update(at=F("at") - timedelta(hours=3))
    more = clocks.extend_after_outage()
    match.refresh_from_db()
    assert match.due == before + more
    pass_time(clock.LET_WAIT - timedelta(hours=10))
    assert clocks.keep_time() == 0
    make(match, mover, Move(Kind.ROLL))


def test_what_is_given_to_a_clock_is_given_to_its_reminders(alice: User, bob: User) -> None:
    match, mover, _ = two(alice, bob)
    before, day = seat_of(match, mover), timedelta(days=1)
    assert before.deadline
    assert before.remind_at
    assert before.remind_last
    clocks.extend([match.pk], day)
    after = Seat.objects.get(pk=before.pk)
    assert after.deadline == before.deadline + day
    assert after.remind_at == before.remind_at + day
    assert after.remind_last == before.remind_last + day
    clocks.extend([match.pk], -day, after=after.remind_at)
    after.refresh_from_db()
    assert after.remind_at == before.remind_at + day, "it is not later than that"
    assert after.remind_last == before.remind_last
    assert after.deadline == before.deadline == Match.objects.get(pk=match.pk).deadline


def test_a_short_silence_extends_nothing(alice: User, bob: User) -> None:
    clocks.keep_time()
    Pulse.objects.update(at=F("at") - timedelta(minutes=4))
    assert clocks.extend_after_outage() == timedelta(0)


def test_looking_costs_the_same_however_many_matches_run(
    alice: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(6):
        begin("BZ", alice, bob)
    clocks.keep_time()
    with django_assert_max_num_queries(8):
        assert clocks.keep_time() == 0


@pytest.mark.django_db(transaction=True)
def test_two_workers_close_a_match_once(alice: User, bob: User, carol: User) -> None:
    match = begin("BZ", alice, bob, carol)
    pass_time(timedelta(hours=49))
    assert sorted(at_once(*[lambda: clocks.expire(match.pk)] * 2)) == [False, True]
    assert match.moves.filter(kind=Kind.TIMEOUT).count() == 1
