"""Two tabs, two workers, at the same moment: one try, one day, one count."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.daily import counting, days, queries, trying
from games.models import Daily, DailyTry, Deal, Match
from tests.at_once import at_once
from tests.games.daily.played import BOAT_DAY, at, fill, noon

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool")]


def test_what_happens_twice_at_once_happens_once(alice: User) -> None:
    with at(noon(BOAT_DAY)):
        begun = at_once(lambda: days.begin(BOAT_DAY), lambda: days.begin(BOAT_DAY))
        assert begun[0] == begun[1]
        assert Daily.objects.count() == Deal.objects.count() == 1
        one, other = at_once(lambda: trying.begin(alice, BOAT_DAY), lambda: trying.begin(alice, BOAT_DAY))
        assert one == other
        assert Match.objects.count() == DailyTry.objects.count() == 1
        fill(one, alice)
        assert sorted(at_once(lambda: counting.count(one.pk), lambda: counting.count(one.pk))) == [
            False,
            True,
        ]
        assert queries.standing(BOAT_DAY).players == 1
