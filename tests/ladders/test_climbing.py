"""Ladders: who may challenge whom, what a challenge moves, and what idling and time-outs cost."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Errand, User
from games import play, timeouts
from games.models import Holiday, Match, Seat
from games.signals import match_finished, match_voided
from ladders import climbing, idling, queries, settling, teams
from ladders import order as placing
from ladders.models import Challenge, Ladder, Log, Rung, TimeOut
from tests.games.tables import seat_of
from tests.ladders.events import begun, opened, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def ladder(db: None) -> Ladder:
    return Ladder.objects.create(code="BO")


def stand(ladder: Ladder, count: int) -> list[User]:
    """So many players, the first on top, all of them here."""
    who = players(count)
    User.objects.update(last_seen=timezone.now())
    for player in who:
        climbing.join(ladder.pk, player)
    ladder.refresh_from_db()
    return who


def order(ladder: Ladder) -> list[str]:
    players = [rung.player for rung in ladder.rungs.select_related("player")]
    ranks = placing.ranks(ladder.pk, [player.pk for player in players])
    assert [ranks[player.pk] for player in players] == list(range(1, len(players) + 1)), "no gap, none twice"
    assert placing.miscounted(ladder.pk) == []
    ladder.refresh_from_db()
    assert ladder.size == len(players)
    return [player.username for player in players]


def lose(match_id: int | None, loser: User) -> Match:
    match = Match.objects.get(pk=match_id or 0)
    return play.resign(match.pk, loser, play.version_for(match, seat_of(match, loser)))


def decided(found: Challenge, loser: User) -> Challenge:
    """Both matches given up by the same player."""
    for match_id in (found.first, found.second):
        lose(match_id, loser)
    work()
    found.refresh_from_db()
    return found


def test_one_joins_at_the_bottom_and_once(ladder: Ladder) -> None:
    who = stand(ladder, 3)
    assert order(ladder) == ["p00", "p01", "p02"]
    with pytest.raises(climbing.MayNot):
        climbing.join(ladder.pk, who[0])
    climbing.leave(ladder.pk, who[1])
    assert order(ladder) == ["p00", "p02"]


def test_a_challenge_is_two_matches_each_starting_one(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    starters = []
    for match_id in (found.first, found.second):
        match = Match.objects.get(pk=match_id or 0)
        assert match.status == Match.Status.RUNNING
        assert match.starter == 0
        starters.append(match.seats.get(index=0).player)
    assert starters == [who[1], who[0]]


def test_who_wins_from_below_takes_the_rung(ladder: Ladder) -> None:
    who = stand(ladder, 5)
    found = decided(climbing.challenge(ladder.pk, who[4], who[1]), who[1])
    assert found.winner == who[4]
    assert order(ladder) == ["p00", "p04", "p01", "p02", "p03"]


def test_a_defenders_win_changes_nothing(ladder: Ladder) -> None:
    who = stand(ladder, 3)
    found = decided(climbing.challenge(ladder.pk, who[2], who[0]), who[2])
    assert found.winner == who[0]
    assert order(ladder) == ["p00", "p01", "p02"]


def test_one_match_of_the_two_decides_nothing_and_counts_once(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    match = lose(found.first, who[0])
    for _ in range(2):
        match_finished.send(sender=Match, match=match)
        work()
    found.refresh_from_db()
    assert found.over_at is None
    assert len(found.results) == 1
    assert order(ladder) == ["p00", "p01"]


def test_cancelling_is_losing(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    climbing.cancel(found.pk, who[0])
    work()
    found.refresh_from_db()
    assert found.winner == who[1]
    assert order(ladder) == ["p01", "p00"]
    with pytest.raises(climbing.MayNot):
        climbing.cancel(found.pk, who[0])


def test_reasons_are_told(ladder: Ladder) -> None:
    who = stand(ladder, 20)
    reasons = climbing.why_not(ladder, who[19], [who[0].pk, who[8].pk, who[9].pk])
    assert reasons[who[9].pk] is None
    assert "Too far up" in (reasons[who[8].pk] or "")
    User.objects.filter(pk=who[9].pk).update(last_seen=timezone.now() - timedelta(days=5))
    assert "away" in (climbing.why_not(ladder, who[19], [who[9].pk])[who[9].pk] or "")
    Holiday.objects.create(
        player=who[10], year=2026, span=timedelta(days=1), until=timezone.now() + timedelta(days=1)
    )
    assert "holiday" in (climbing.why_not(ladder, who[19], [who[10].pk])[who[10].pk] or "")
    with pytest.raises(climbing.MayNot):
        climbing.challenge(ladder.pk, who[19], who[10])


def test_the_same_pair_rests(ladder: Ladder) -> None:
    who = stand(ladder, 3)
    decided(climbing.challenge(ladder.pk, who[2], who[0]), who[2])
    with pytest.raises(climbing.MayNot):
        climbing.challenge(ladder.pk, who[2], who[0])
    Challenge.objects.update(over_at=timezone.now() - timedelta(days=8))
    climbing.challenge(ladder.pk, who[2], who[0])
    with pytest.raises(climbing.MayNot):
        climbing.challenge(ladder.pk, who[2], who[0])


def test_idling_slides_a_rung_a_day_and_leaves_in_the_end(ladder: Ladder) -> None:
    who = stand(ladder, 4)
    now = timezone.now()
    idle = Rung.objects.filter(player__in=[who[0], who[1]])
    idle.update(last_play=now - timedelta(days=14))
    assert idling.slide_idle(now) == 2
    assert order(ladder) == ["p02", "p00", "p01", "p03"]
    assert idling.slide_idle(now) == 0, "the same night counts once"
    idle.update(last_play=now - timedelta(days=45))
    idling.slide_idle(now)
    assert order(ladder) == ["p02", "p03"]


def test_holiday_is_not_idling(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    now = timezone.now()
    Rung.objects.filter(player=who[0]).update(last_play=now - timedelta(days=16))
    Holiday.objects.create(player=who[0], year=2026, span=timedelta(days=5), until=now - timedelta(days=1))
    assert idling.slide_idle(now) == 0


def test_three_time_outs_take_off_for_two_weeks(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    for day in (1, 2):
        TimeOut.objects.create(ladder=ladder, player=who[0], at=timezone.now() - timedelta(days=day))
    found = climbing.challenge(ladder.pk, who[1], who[0])
    match = Match.objects.get(pk=found.second or 0)
    past = timezone.now() - timedelta(days=1)
    Seat.objects.filter(match=match, to_move=True).update(deadline=past)
    Match.objects.filter(pk=match.pk).update(deadline=past, due=past)
    timeouts.keep_time()
    work()
    assert order(ladder) == ["p01"]
    with pytest.raises(climbing.MayNot):
        climbing.join(ladder.pk, who[0])


@pytest.mark.usefixtures("robots")
def test_robots_and_the_barred_join_nothing(ladder: Ladder, alice: User) -> None:
    alice.barred_until = timezone.now() + timedelta(days=1)
    for player in (alice, User.objects.get(robot="simple")):
        with pytest.raises(climbing.MayNot):
            climbing.join(ladder.pk, player)


def test_a_closed_account_leaves_no_gap(ladder: Ladder) -> None:
    who = stand(ladder, 3)
    teams.leave_all(who[1])
    play.leave_all(who[1])
    who[1].delete()
    assert order(ladder) == ["p00", "p02"]
    assert Log.objects.filter(ladder=ladder, why="The account is closed.").exists()


def test_a_result_costs_the_same_however_far_it_reaches(ladder: Ladder) -> None:
    who = stand(ladder, 12)
    costs = []
    for challenger, defender in ((who[11], who[2]), (who[1], who[0])):
        found = climbing.challenge(ladder.pk, challenger, defender)
        lose(found.first, defender)
        work()
        match = Match.objects.get(pk=found.second or 0)
        with CaptureQueriesContext(connection) as seen:
            play.resign(match.pk, defender, play.version_for(match, seat_of(match, defender)))
            work()
        costs.append(len(seen))
    assert costs[0] == costs[1]


def time_runs_out(match_id: int | None) -> None:
    """For whoever is to move."""
    past = timezone.now() - timedelta(minutes=1)
    Seat.objects.filter(match=match_id, to_move=True).update(deadline=past)
    Match.objects.filter(pk=match_id or 0).update(deadline=past, due=past)
    timeouts.expire(match_id or 0)
    work()


def test_who_is_late_in_one_match_is_absent_from_the_challenge(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    time_runs_out(found.first)  # of the challenger, who starts it
    lose(found.second, who[0])
    work()
    found.refresh_from_db()
    assert found.results[settling.LEGS[0]]["absent"] == [who[1].pk]
    assert found.winner is None, "the defender gave up without a move at the own turn: both were absent"
    assert order(ladder) == ["p00", "p01"]


def test_who_gives_up_before_the_own_turn_was_not_absent(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    lose(found.first, who[0])
    time_runs_out(found.second)  # of the defender
    found.refresh_from_db()
    assert found.results[settling.LEGS[0]]["absent"] == []
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
    void = play.void(found.second or 0, "The dice were wrong.")
    assert Match.objects.filter(status=Match.Status.RUNNING).count() == 1, "the worker begins it"
    for _ in range(2):
        match_voided.send(sender=Match, match=void)
        work()
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


def test_what_was_won_before_stays_when_the_other_match_is_void(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    lose(found.first, who[0])
    play.void(found.second or 0, "The dice were wrong.")
    work()
    found.refresh_from_db()
    assert list(found.results) == [settling.LEGS[0]]
    lose(found.second, who[0])
    work()
    found.refresh_from_db()
    assert found.winner == who[1]


def test_a_void_match_of_a_challenge_that_was_given_up_is_not_played_again(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    Challenge.objects.update(cancelled_by=who[0])  # and killed before the matches were given up
    play.void(found.first or 0, "A mistake.")
    work()
    found.refresh_from_db()
    assert found.winner == who[1]
    assert found.over_at is not None


def test_where_one_has_gone_a_void_match_ends_the_challenge(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    play.void(found.first or 0, "A mistake.")
    teams.leave_all(who[0])
    play.leave_all(who[0])
    who[0].delete()
    work()
    found.refresh_from_db()
    assert found.winner == who[1]
    assert order(ladder) == ["p01"]


def test_staff_who_void_a_match_of_an_event_change_no_ladder(ladder: Ladder, alice: User, bob: User) -> None:
    event = begun(opened("knockout", "BZ"), [alice, bob])
    play.void(Match.objects.filter(event=event.pk)[0].pk, "A mistake.")
    work()
    assert not Errand.objects.filter(kind="result").exists()


def test_a_frozen_ladder_neither_slides_nor_lets_in(ladder: Ladder, alice: User) -> None:
    who = stand(ladder, 3)
    ladder.rungs.filter(player=who[0]).update(last_play=timezone.now() - timedelta(days=20))
    Ladder.objects.update(frozen_at=timezone.now())
    assert idling.slide_idle(timezone.now()) == 0
    with pytest.raises(climbing.MayNot, match="frozen"):
        climbing.join(ladder.pk, alice)
    with pytest.raises(climbing.MayNot, match="frozen"):
        climbing.challenge(ladder.pk, who[2], who[0])


def test_a_frozen_rung_neither_slides_nor_leaves(ladder: Ladder) -> None:
    who = stand(ladder, 4)
    now = timezone.now()
    ladder.rungs.filter(player__in=who[:2]).update(last_play=now - timedelta(days=50))
    ladder.rungs.filter(player=who[0]).update(frozen_at=now)
    ladder.rungs.filter(player=who[1]).update(last_play=now - timedelta(days=20))
    assert idling.slide_idle(now) == 1
    assert order(ladder) == ["p00", "p02", "p01", "p03"]


def test_a_week_is_remembered_where_it_differs(ladder: Ladder) -> None:
    who = stand(ladder, 5)
    idling.remember_week()
    decided(climbing.challenge(ladder.pk, who[4], who[1]), who[1])
    steps = queries.steps(ladder, who[4], 2)
    assert [(step.rung.player.username, step.change) for step in steps] == [
        *(("p00", 0), ("p04", 3), ("p01", -1), ("p02", -1), ("p03", -1))
    ]
    idling.remember_week()
    assert {step.change for step in queries.steps(ladder, who[4], 2)} == {0}


def test_nobody_challenges_who_is_suspended(ladder: Ladder) -> None:
    """Two matches would begin that the other may not even see."""
    who = stand(ladder, 3)
    User.objects.filter(pk=who[0].pk).update(suspended_until=timezone.now() + timedelta(days=1))
    with pytest.raises(climbing.MayNot, match="cannot play at the moment"):
        climbing.challenge(ladder.pk, who[2], who[0])
    assert not Match.objects.exists()
    User.objects.filter(pk=who[0].pk).update(suspended_until=timezone.now())
    climbing.challenge(ladder.pk, who[2], who[0])
    assert Match.objects.count() == 2
