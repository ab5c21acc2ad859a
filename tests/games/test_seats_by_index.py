"""Seats, rematches and deeds are found down an index among tens of thousands, however many there are."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Exists, OuterRef
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.deeds import spans
from games.deeds.spans import Span
from games.feats import achievements, counting
from games.match import careers
from games.match.queries import ENDED_SEATS
from games.models import Deed, Match, Seat
from tests.games.archive.filled import copies
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def plan_of(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {sql}")
        return "\n".join(line for (line,) in cursor.fetchall())


@pytest.fixture
def filled(alice: User, bob: User) -> Match:
    """A match among 30,000, of which alice played a hundredth, and a tenth were played again."""
    match = play_out(begin("BO", alice, bob))
    copies(match, 30_000)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_seat SET player_id = NULL"
            " WHERE player_id = %s AND match_id %% 100 <> 0 AND match_id <> %s",
            [alice.pk, match.pk],
        )
        cursor.execute(
            "UPDATE games_match SET rematch_of_id = id - 1 WHERE id > %s + 1 AND id %% 10 = 0", [match.pk]
        )
        cursor.execute(
            "INSERT INTO games_deed (player_id, match, code, ended_at, late, decisions, feats)"
            " SELECT player_id, match_id, 'BO', ended_at, false, 0, '{}' FROM games_seat"
            " JOIN games_match ON games_match.id = match_id WHERE player_id IS NOT NULL"
            " ON CONFLICT DO NOTHING"
        )
        cursor.execute("ANALYZE games_seat, games_match, games_deed")
    return match


def test_seats_of_a_player_are_found_by_the_constraint(filled: Match, alice: User) -> None:
    mine = Seat.objects.filter(player=alice)
    for rows in (mine, mine.order_by("-match")[:48], mine.filter(match=filled)):
        plan = rows.explain()
        assert "Seq Scan" not in plan, plan
        assert "games_seat_of_player_once" in plan or "games_seat_once" in plan, plan
    newest = mine.order_by("-match").values_list("match")[:48].explain()
    assert "games_seat_of_player_once" in newest
    assert "Sort" not in newest, newest
    asked = Match.objects.filter(Exists(mine.filter(match=OuterRef("pk"))), pk=filled.pk)
    assert "Seq Scan" not in asked.explain()
    assert careers.favourites(alice) == [("BO", mine.count())]


def test_a_rematch_is_found_among_those_alone(filled: Match) -> None:
    for rows in (
        Match.objects.filter(rematch_of=filled),
        Match.objects.filter(rematch_of__in=[filled.pk, filled.pk + 9]),
    ):
        assert "games_match_rematch_once" in rows.explain()
    page = ENDED_SEATS.sql.replace("$1", str(filled.pk))
    plan = plan_of(page)
    assert "games_match_rematch_once" in plan, plan
    assert "Seq Scan on games_match" not in plan, plan
    assert "Seq Scan on games_seat" not in plan, plan


def test_deeds_of_a_player_come_in_the_order_of_time(filled: Match, alice: User) -> None:
    deeds = Deed.objects.filter(player=alice, code="BO").order_by("ended_at", "match")
    assert "Seq Scan" not in deeds.explain()
    assert "games_deed_by_time" in deeds[:10].explain()
    assert "games_deed_pkey" in Deed.objects.filter(match=filled.pk).explain()
    with CaptureQueriesContext(connection) as caught:
        achievements.settle(alice.pk, ["boats"])
    assert "games_deed_of_feats" in plan_of(caught[0]["sql"])
    found = counting.sum_of(alice.pk, "BO", Span.EVER, spans.EVER)
    assert found.matches == deeds.count()


def test_nobody_sits_twice_and_no_match_is_played_again_twice(filled: Match, alice: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(match=filled, index=5, player=alice)
    again = Match.objects.create(code="BO", rules_version=1, rematch_of=filled)
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.create(code="BO", rules_version=1, rematch_of=filled)
    again.rematch_of = None
    again.save()
    assert Match.objects.create(code="BO", rules_version=1, rematch_of=filled).rematch_of == filled
