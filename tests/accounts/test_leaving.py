"""Closing an account: everything is ended, or nothing."""

from __future__ import annotations

import pytest
from django.test import override_settings

from accounts import leaving
from accounts.models import User
from games.models import FORMER_PLAYER, Match, Seat
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


class Failed(Exception):
    """A closer that cannot do its part."""


def fail(player: User) -> None:
    raise Failed


def test_matches_stay_under_former_player(alice: User, bob: User) -> None:
    ended, running = play_out(begin("BO", alice, bob)), begin("BZ", alice, bob)
    leaving.close(alice)
    assert not User.objects.filter(username="alice").exists()
    names = [seat.name for seat in Seat.objects.filter(match=ended).order_by("index")]
    assert names == [FORMER_PLAYER, "bob"]
    running.refresh_from_db()
    assert running.status == Match.Status.FINISHED
    assert running.seats.get(player=bob).place == 1


def test_all_of_it_happens_or_nothing(alice: User, bob: User) -> None:
    running = begin("BZ", alice, bob)
    closers = ["games.match.play.leave_all", "tests.accounts.test_leaving.fail"]
    with override_settings(ACCOUNT_CLOSERS=closers), pytest.raises(Failed):
        leaving.close(alice)
    running.refresh_from_db()
    assert running.status == Match.Status.RUNNING
    assert User.objects.filter(pk=alice.pk).exists()


def test_the_last_who_can_run_the_site_stays(alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_superuser=True, is_staff=True)
    alice.refresh_from_db()
    with pytest.raises(leaving.LastAdmin):
        leaving.close(alice)
    User.objects.filter(pk=bob.pk).update(is_superuser=True, is_staff=True)
    leaving.close(alice)
    assert not User.objects.filter(pk=alice.pk).exists()
