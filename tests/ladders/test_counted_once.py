"""What a ladder takes from a match, and from a holiday, counts once and for its own time; who comes alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Holiday, Match
from ladders.events import eligibility, entries
from ladders.ladder import climbing, idling, settling
from ladders.models import Ladder, Log, Rung, TimeOut
from tests.ladders.events import opened
from tests.ladders.test_climbing import decided, order, stand
from tests.ladders.test_settling import time_runs_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def board(db: None) -> Ladder:
    return Ladder.objects.create(code="BO")


def told_again(*matches: int | None) -> None:
    for match_id in matches:
        settling.settle(Match.objects.get(pk=match_id or 0))


def test_a_time_out_that_is_told_twice_is_one(board: Ladder) -> None:
    who = stand(board, 2)
    found = climbing.challenge(board.pk, who[1], who[0])
    time_runs_out(found.first)
    assert TimeOut.objects.count() == 1
    told_again(found.first)
    assert TimeOut.objects.count() == 1


def test_a_challenge_that_is_over_is_decided_once(board: Ladder) -> None:
    who = stand(board, 3)
    found = decided(climbing.challenge(board.pk, who[1], who[0]), who[0])
    lines, over = Log.objects.count(), found.over_at
    told_again(found.first, found.second)
    found.refresh_from_db()
    assert (Log.objects.count(), found.over_at) == (lines, over)
    assert order(board) == ["p01", "p00", "p02"]


def test_who_has_played_begins_to_idle_anew(board: Ladder) -> None:
    who = stand(board, 2)
    Rung.objects.update(slid=3)
    decided(climbing.challenge(board.pk, who[1], who[0]), who[1])
    assert set(Rung.objects.values_list("slid", flat=True)) == {0}


def test_a_holiday_of_before_the_last_play_excuses_nothing(board: Ladder) -> None:
    who = stand(board, 2)
    now = timezone.now()
    Rung.objects.filter(player=who[0]).update(last_play=now - timedelta(days=16))
    Holiday.objects.create(player=who[0], year=2026, span=timedelta(days=5), until=now - timedelta(days=20))
    assert idling.slide_idle(now) == 1
    assert order(board) == ["p01", "p00"]


def test_nobody_slides_past_another_who_idles_though_that_one_has_slid_already(board: Ladder) -> None:
    who = stand(board, 3)
    now = timezone.now()
    Rung.objects.filter(player__in=who[:2]).update(last_play=now - timedelta(days=14))
    Rung.objects.filter(player=who[1]).update(slid=1)
    assert idling.slide_idle(now) == 0
    assert order(board) == ["p00", "p01", "p02"]


def test_a_rung_that_was_frozen_meanwhile_does_not_slide(
    board: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = stand(board, 2)
    now, lock = timezone.now(), climbing.lock
    Rung.objects.filter(player=who[0]).update(last_play=now - timedelta(days=14))

    def late(ladder_id: int) -> Ladder:
        Rung.objects.filter(player=who[0]).update(frozen_at=now)
        return lock(ladder_id)

    monkeypatch.setattr(climbing, "lock", late)
    assert idling.slide_idle(now) == 0


def test_one_player_alone_does_not_come_into_an_event_of_teams(alice: User) -> None:
    event = opened("team")
    with pytest.raises(eligibility.MayNotEnter, match="Teams play here"):
        entries.enter(event.pk, alice)
