"""The daily over a month with 10,000 players: is everything what it comes to, and what does a page cost?"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date, timedelta

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from dicepool import refill
from tests.games.daily import month
from tests.games.daily.played import at, noon

PLAYERS, DAYS, FEW = 10_000, 30, 1_000
PAGES = 20


def run(report: Callable[[str, str, str], None]) -> None:
    """Play two months, of few and of many; nothing of it stays."""
    refill.add_sets(2 * DAYS * 120, "bench")
    costs = []
    for players in (FEW, PLAYERS):
        with transaction.atomic():
            whole = month.play(month.people(players), DAYS, each=200)
            wrong = list(month.differences(whole))
            asked, cost = _page(whole.players[0], whole.days[-1])
            costs.append(cost)
            tries = sum(map(len, whole.totals.values()))
            report(
                f"the daily: {DAYS} days, {players:,} players, {tries:,} cards",
                f"{len(wrong)} differences",
                "places, medians, the best and days in a row reckoned by hand",
            )
            transaction.set_rollback(True)
    report(
        f"a page of the day with {PLAYERS:,} players: {asked} queries",
        f"{costs[1] * 1000:.1f} ms",
        f"{costs[0] * 1000:.1f} ms with {FEW:,}: {costs[1] / costs[0]:.2f} times",
    )


def _page(player: User, day: date) -> tuple[int, float]:
    """The queries and the processor's time of this process for a page of a day."""
    client = Client(headers={"host": "localhost"})
    client.force_login(player)
    with at(noon(day + timedelta(days=1))):
        where = reverse("games:daily_of", args=[day.isoformat()])
        assert client.get(where).status_code == 200
        with CaptureQueriesContext(connection) as asked:
            client.get(where)
        count = len(asked)  # the next request forgets them
        began = time.process_time()
        for _ in range(PAGES):
            client.get(where)
    return count, (time.process_time() - began) / PAGES
