"""Whose time ran out did not bring the end about, and is told of it like everybody else."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.match import clocks
from tests.games.tables import begin, to_move
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
