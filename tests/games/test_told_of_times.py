"""Whose time ran out did not bring the end about, and is told of it like everybody else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from games.match import clocks
from games.models import Seat
from tests.games.tables import begin, seat_of, to_move
from tests.games.test_clocks import pass_time
from tests.games.test_notices import kinds, other_than

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_whose_time_ran_out_is_told_how_the_match_ended(alice: User, bob: User) -> None:
    User.objects.update(spend_holiday=False)
    match = begin("BZ", alice, bob)
    late = to_move(match)
    other = other_than(late, alice, bob)
    pass_time(timedelta(hours=49))
    clocks.claim(match.pk, other, match.version)
    assert kinds(late).count("over") == 1


def test_who_is_given_another_day_is_reminded_of_its_end_as_of_the_first(alice: User, bob: User) -> None:
    User.objects.update(spend_holiday=False)
    match = begin("BZ", alice, bob)
    late = to_move(match)
    other = other_than(late, alice, bob)

    def reminded() -> int:
        for _ in range(2):
            Seat.objects.filter(remind_at__isnull=False).update(remind_at=timezone.now())
            clocks.remind()
        kinds(late)
        return Notice.objects.filter(player=late, kind="reminder").count()

    assert reminded() == 2
    pass_time(timedelta(hours=49))
    clocks.grant(match.pk, other, match.version)
    seat = seat_of(match, late)
    assert seat.deadline
    assert seat.remind_at
    assert seat.remind_at < seat.deadline - timedelta(hours=4) == seat.remind_last
    assert reminded() == 4
    assert kinds(late).count("turn") == 1
