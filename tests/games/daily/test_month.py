"""A month of dailies: places, medians and days in a row are what they come to by hand, at the same cost."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.daily import checking
from games.models import DailyCount, DailyTry
from tests.games.daily import month
from tests.games.daily.played import at, noon

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_a_month_comes_to_what_it_comes_to_by_hand() -> None:
    whole = month.play(month.people(60), length=30, each=3)
    assert list(month.differences(whole)) == []
    last = whole.days[-1]
    client = Client()
    client.force_login(whole.players[0])
    with at(noon(last + timedelta(days=1))):
        where = reverse("games:daily_of", args=[last.isoformat()])
        client.get(where)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(where).status_code == 200
    assert len(asked) <= 10
    DailyTry.objects.filter(daily=last).order_by("pk").first().delete()  # type: ignore[union-attr]
    assert len(list(month.differences(whole))) > 0, "what is missing is noticed"
    assert list(checking._of_counts(last, mend=True))
    assert not list(checking._of_counts(last, mend=False))
    assert (
        sum(DailyCount.objects.filter(daily=last).values_list("players", flat=True))
        == len(whole.totals[last]) - 1
    )
