"""Matches of ladders had their ladder's key among those of events: from that schema on, and back to it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts.models import Errand, User
from games.match import play
from games.models import EventHoliday, Match
from ladders.ladder import climbing
from ladders.models import Ladder
from tests.games.tables import begin, seat_of
from tests.ladders.events import begun, open_matches, opened, players
from tests.worker import work

BEFORE = [("games", "0011_pledges")]
FROM = 1_000_000_000
"""Above it stood the keys of ladders."""


def rows(table: str) -> list[tuple[int, int | None]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id, event FROM {table} ORDER BY id")
        return [(key, event) for key, event in cursor.fetchall()]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("pool")
@pytest.mark.long
def test_matches_of_ladders_get_a_key_of_their_own_there_and_back() -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    who = players(2)
    User.objects.update(last_seen=timezone.now())
    casual = begin("BZ", *who)
    event = begun(opened("league", matches=1), who)
    (tied,) = open_matches(event)
    ladder = Ladder.objects.create(code="BO")
    for player in who:
        climbing.join(ladder.pk, player)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    first, second = Match.objects.filter(ladder=ladder.pk).order_by("pk")
    play.resign(first.pk, who[0], play.version_for(first, seat_of(first, who[0])))
    assert Errand.objects.filter(kind="result", subject=first.pk).exists(), "its result waits for the worker"
    expected = [
        (casual.pk, None),
        (tied.pk, event.pk),
        (first.pk, FROM + ladder.pk),
        (second.pk, FROM + ladder.pk),
    ]
    try:
        executor = MigrationExecutor(connection)
        executor.migrate(BEFORE)
        assert rows("games_match") == expected
        holiday = executor.loader.project_state(BEFORE).apps.get_model("games", "EventHoliday")
        for number in (event.pk, FROM + ladder.pk):
            holiday.objects.create(player_id=who[0].pk, event=number, span=timedelta(days=number % FROM))
        MigrationExecutor(connection).migrate(newest)
        assert list(Match.objects.order_by("pk").values_list("event", "ladder")) == [
            (None, None),
            (event.pk, None),
            (None, ladder.pk),
            (None, ladder.pk),
        ]
        assert list(EventHoliday.objects.order_by("pk").values_list("event", "ladder", "span")) == [
            (event.pk, None, timedelta(days=event.pk)),
            (None, ladder.pk, timedelta(days=ladder.pk)),
        ]
        work()
        found.refresh_from_db()
        assert len(found.results) == 1, "what waited while the site was brought up to date is settled"
        MigrationExecutor(connection).migrate(BEFORE)
        assert rows("games_match") == expected
        assert [number for _, number in rows("games_eventholiday")] == [event.pk, FROM + ladder.pk]
    finally:
        MigrationExecutor(connection).migrate(newest)
