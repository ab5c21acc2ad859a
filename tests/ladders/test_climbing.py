"""Ladders: who may challenge whom, what a challenge moves, and what idling and time-outs cost."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.match import clocks, play
from games.match.signals import match_finished
from games.models import Holiday, Match, Seat
from ladders import leaving
from ladders.ladder import climbing, idling, queries
from ladders.ladder import order as placing
from ladders.models import Challenge, Ladder, Log, Rung, TimeOut
from tests.games.tables import seat_of
from tests.ladders.events import players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


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


def test_of_two_who_cancel_whoever_did_it_first_has_lost(ladder: Ladder) -> None:
    """Before the worker has taken in what the first one gave up."""
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    climbing.cancel(found.pk, who[0])
    climbing.cancel(found.pk, who[1])
    work()
    found.refresh_from_db()
    assert (found.cancelled_by, found.winner) == (who[0], who[1])
    assert order(ladder) == ["p01", "p00"]


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


def test_who_was_challenged_rests_like_who_challenged(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    decided(climbing.challenge(ladder.pk, who[1], who[0]), who[0])
    assert order(ladder) == ["p01", "p00"]
    with pytest.raises(climbing.MayNot, match="just met"):
        climbing.challenge(ladder.pk, who[0], who[1])


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


def test_a_rung_that_was_frozen_meanwhile_does_not_slide(ladder: Ladder) -> None:
    who = stand(ladder, 2)
    now = timezone.now()
    first = Rung.objects.filter(player=who[0])
    first.update(last_play=now - timedelta(days=14), frozen_at=now)
    assert idling._batch(ladder.pk, [first.get().pk], now) == 0
    assert order(ladder)[0] == "p00"


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
    clocks.keep_time()
    work()
    assert order(ladder) == ["p01"]
    with pytest.raises(climbing.MayNot):
        climbing.join(ladder.pk, who[0])


@pytest.mark.usefixtures("robots")
def test_robots_and_the_barred_join_nothing(ladder: Ladder, alice: User) -> None:
    alice.barred_until = timezone.now() + timedelta(days=1)
    for player in (alice, User.objects.get(level="casual")):
        with pytest.raises(climbing.MayNot):
            climbing.join(ladder.pk, player)


def test_a_closed_account_leaves_no_gap(ladder: Ladder) -> None:
    who = stand(ladder, 3)
    leaving.leave_all(who[1])
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


def test_who_idles_slides_past_a_frozen_rung_however_long_that_idles(ladder: Ladder) -> None:
    who = stand(ladder, 3)
    now = timezone.now()
    ladder.rungs.filter(player__in=who[:2]).update(last_play=now - timedelta(days=20))
    ladder.rungs.filter(player=who[1]).update(frozen_at=now)
    assert idling.slide_idle(now) == 1
    assert order(ladder) == ["p01", "p00", "p02"]


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
