"""What the matches of a challenge bring: who was late, absent or gone, and what was taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Errand, Notice, User
from games.match import clocks, play, staff
from games.match.signals import match_voided
from games.models import Match, Seat
from ladders import leaving
from ladders.ladder import climbing, settling
from ladders.models import Challenge, Ladder
from tests.ladders.events import begun, opened
from tests.ladders.test_climbing import decided, lose, order, stand
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def time_runs_out(match_id: int | None) -> None:
    """For whoever is to move."""
    past = timezone.now() - timedelta(minutes=1)
    Seat.objects.filter(match=match_id, to_move=True).update(deadline=past)
    Match.objects.filter(pk=match_id or 0).update(deadline=past, due=past)
    clocks.expire(match_id or 0)
    work()


def test_who_is_late_in_one_match_is_absent_from_the_challenge(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    time_runs_out(found.first)  # of the challenger, who starts it
    lose(found.second, who[0])
    work()
    found.refresh_from_db()
    assert found.results[settling.FIRST]["absent"] == [who[1].pk]
    assert found.winner is None, "the defender gave up without a move on their turn: both were absent"
    assert order(ladder) == ["p00", "p01"]


def test_who_gives_up_before_their_own_turn_was_not_absent(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    lose(found.first, who[0])
    time_runs_out(found.second)  # of the defender
    found.refresh_from_db()
    assert found.results[settling.FIRST]["absent"] == []
    assert found.winner == who[1]
    assert order(ladder) == ["p01", "p00"]


def test_with_both_absent_nothing_changes(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    time_runs_out(found.first)
    time_runs_out(found.second)
    found.refresh_from_db()
    assert found.over_at is not None
    assert found.winner is None
    assert order(ladder) == ["p00", "p01"]


def test_a_void_match_begins_anew_at_once(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    void = staff.void(found.second or 0, "The dice were wrong.")
    assert Match.objects.filter(status=Match.Status.RUNNING).count() == 1, "the worker begins it"
    for _ in range(2):
        match_voided.send(sender=Match, match=void)
        work()
    told = Notice.objects.filter(subject__contains="begins anew").order_by("player")
    assert list(told.values_list("player", flat=True)) == [who[0].pk, who[1].pk], "both, and once"
    second, first = found.second, found.first
    found.refresh_from_db()
    assert (found.first, found.over_at) == (first, None)
    assert found.second != second
    match = Match.objects.get(pk=found.second or 0)
    assert match.status == Match.Status.RUNNING
    assert [seat.player for seat in match.seats.order_by("index")] == [who[0], who[1]]
    assert match.deadline is not None
    assert match.deadline > timezone.now() + timedelta(hours=47), "the clock is fresh"
    assert Match.objects.filter(status=Match.Status.RUNNING).count() == 2
    assert decided(found, who[0]).winner == who[1]
    assert order(ladder) == ["p01", "p00"]


def test_that_it_begins_anew_is_told_every_time(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    for times in (1, 2):
        staff.void(found.second or 0, "The dice were wrong.")
        work()
        found.refresh_from_db()
        for player in who:
            assert player.notices.filter(subject__contains="begins anew").count() == times


def test_what_was_won_before_stays_when_the_other_match_is_void(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    lose(found.first, who[0])
    staff.void(found.second or 0, "The dice were wrong.")
    work()
    found.refresh_from_db()
    assert list(found.results) == [settling.FIRST]
    lose(found.second, who[0])
    work()
    found.refresh_from_db()
    assert found.winner == who[1]


def test_a_void_match_of_a_challenge_that_was_given_up_is_not_played_again(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    Challenge.objects.update(cancelled_by=who[0])  # and killed before the matches were given up
    staff.void(found.first or 0, "A mistake.")
    work()
    found.refresh_from_db()
    assert found.winner == who[1]
    assert found.over_at is not None


def test_where_one_has_gone_a_void_match_ends_the_challenge(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    staff.void(found.first or 0, "A mistake.")
    leaving.leave_all(who[0])
    play.leave_all(who[0])
    who[0].delete()
    work()
    found.refresh_from_db()
    assert found.winner == who[1]
    assert order(ladder) == ["p01"]


def test_staff_who_void_a_match_of_an_event_change_no_ladder(ladder: Ladder, alice: User, bob: User) -> None:
    event = begun(opened("knockout", "BZ"), [alice, bob])
    staff.void(Match.objects.filter(event=event.pk)[0].pk, "A mistake.")
    work()
    assert not Errand.objects.filter(kind="result").exists()
