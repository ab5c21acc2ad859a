"""Points of ratings: what a chart shows stays, and what may still be taken back; the rest is thinned."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.match import careers, ranking
from games.models import CHARTED, Match, Rating, RatingPoint

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def rated(player: User, count: int, *, days: float, code: str = "BO", kind: str = Rating.Kind.DUEL) -> None:
    """So many points of the player's, a minute apart, the last of them so many days ago."""
    last = timezone.now() - days * DAY
    matches = Match.objects.bulk_create(Match(code=code, rules_version=1) for _ in range(count))
    RatingPoint.objects.bulk_create(
        RatingPoint(
            player=player,
            match=match,
            code=code,
            kind=kind,
            before=1500,
            mean=1500 + number,
            deviation=100,
            at=last - timedelta(minutes=count - number),
        )
        for number, match in enumerate(matches)
    )


def instants(player: User) -> list[datetime]:
    return list(RatingPoint.objects.filter(player=player).order_by("at").values_list("at", flat=True))


def test_a_chart_is_the_same_before_and_after(alice: User) -> None:
    rated(alice, CHARTED + 30, days=400)
    before = careers.rating_points(alice)
    assert ranking.thin() == 30
    assert careers.rating_points(alice) == before
    assert RatingPoint.objects.count() == CHARTED
    assert ranking.thin() == 0, "the second time there is nothing"


def test_each_rating_has_its_own_points(alice: User, bob: User) -> None:
    rated(alice, CHARTED + 1, days=400)
    rated(alice, CHARTED, days=400, code="BZ")
    rated(alice, CHARTED, days=400, kind=Rating.Kind.TABLE)
    rated(bob, CHARTED, days=400)
    assert ranking.thin() == 1


def test_what_may_be_taken_back_stays(alice: User) -> None:
    rated(alice, 20, days=365.1)
    rated(alice, CHARTED + 20, days=300)
    kept = instants(alice)[20:]
    assert ranking.thin() == 20
    assert instants(alice) == kept


def test_few_points_stay_however_old(alice: User) -> None:
    rated(alice, CHARTED, days=4000)
    assert ranking.thin() == 0


def test_it_goes_in_parts(
    alice: User, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rated(alice, CHARTED + 5, days=400)
    monkeypatch.setattr(ranking, "PART", 2)
    with django_assert_num_queries(1 + 3 * 4 + 3):  # two, two, one and none, each in a transaction of its own
        assert ranking.thin() == 5


def test_a_match_whose_points_are_gone_is_taken_back_for_nobody(alice: User) -> None:
    rated(alice, CHARTED + 1, days=400)
    first = RatingPoint.objects.order_by("at")[0].match
    last = RatingPoint.objects.order_by("-at")[0].match
    now = timezone.now()
    given = {"mean": 1700, "deviation": 90, "volatility": 0.06, "at": now}
    Rating.objects.create(player=alice, code="BO", kind=Rating.Kind.DUEL, **given)
    ranking.thin()
    with transaction.atomic():
        ranking.take_back(first, now)
        assert Rating.objects.get().mean == 1700
        ranking.take_back(last, now)
    assert Rating.objects.get().mean != 1700


@pytest.mark.django_db(transaction=True)
def test_it_waits_for_nobody(alice: User) -> None:
    rated(alice, CHARTED + 3, days=400)
    held = RatingPoint.objects.order_by("at")[1]
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("SELECT 1 FROM games_ratingpoint WHERE match_id = %s FOR UPDATE", [held.match_id])
        with connection.cursor() as own:
            own.execute("SET lock_timeout = '500ms'")
            assert ranking.thin() == 2
            own.execute("RESET lock_timeout")
        cursor.execute("ROLLBACK")
    other.close()
    assert held.at in instants(alice)
    assert ranking.thin() == 1
