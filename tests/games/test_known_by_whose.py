"""Points of ratings and deeds have no number of their own, and the release before goes on beside that.

What it asks is asked here by its own models, as its migrations have them, of the tables as they are now.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts.models import User
from games.feats import counting
from games.match import ranking
from games.models import Deed, Match, Rating, RatingPoint
from tests.games.tables import begin, play_out
from tests.worker import work

BEFORE = [("games", "0033_folded_in_place")]
DEED = {"code": "BO", "late": False, "won": 1, "total": 120, "decisions": 3}
POINT = {"code": "BO", "kind": Rating.Kind.DUEL, "before": 1500, "mean": 1510, "deviation": 90}
UNIQUE = """
SELECT index.relname, array_agg(attname::text ORDER BY place) FROM pg_index
JOIN pg_class AS index ON index.oid = indexrelid, unnest(indkey) WITH ORDINALITY AS key (number, place)
JOIN pg_attribute ON attnum = number
WHERE attrelid = indrelid AND indrelid = %s::regclass AND indisunique AND indisvalid GROUP BY 1 ORDER BY 1
"""


@pytest.fixture
def former() -> Any:
    """The models of the release before."""
    return MigrationExecutor(connection).loader.project_state(BEFORE).apps


def met() -> Match:
    """A match of which nothing is rated or counted yet."""
    return Match.objects.create(code="BO", rules_version=1)


def plain(rows: Any) -> list[dict[str, Any]]:
    """All that the rows say, but for numbers of their own."""
    found = [{name: value for name, value in row.items() if name != "id"} for row in rows.values()]
    return sorted(found, key=lambda row: sorted(map(str, row.items())))


@pytest.mark.django_db
def test_the_release_before_counts_beside_this_one(former: Any, alice: User, bob: User) -> None:
    old = former.get_model("games", "Deed")
    match, now = met(), timezone.now()
    given = {"match": match.pk, "ended_at": now, **DEED}
    theirs = old(player_id=alice.pk, **given)
    theirs.save()
    assert theirs.pk
    Deed.objects.create(player=bob, **given)
    both = {deed.player_id: deed for deed in old.objects.filter(match=match.pk)}
    assert len({deed.pk for deed in both.values()}) == 2
    assert both[alice.pk].pk == theirs.pk
    for player, total in ((alice, 130), (bob, 140)):
        again = old(pk=both[player.pk].pk, player_id=player.pk, **{**given, "total": total})
        again.save()
    assert dict(Deed.objects.values_list("player", "total")) == {alice.pk: 130, bob.pk: 140}
    both[alice.pk].delete()
    assert [deed.player for deed in Deed.objects.all()] == [bob]
    with pytest.raises(IntegrityError), transaction.atomic():
        old.objects.create(player_id=bob.pk, **given)


@pytest.mark.django_db
def test_the_release_before_rates_and_thins_beside_this_one(former: Any, alice: User, bob: User) -> None:
    old = former.get_model("games", "RatingPoint")
    match, now = met(), timezone.now()
    old.objects.bulk_create(
        old(player_id=player.pk, match_id=match.pk, at=now, **POINT) for player in (alice, bob)
    )
    back = RatingPoint.objects.create(player=alice, match=match, at=now, taken_back=True, **POINT)
    assert old.objects.values("pk").distinct().count() == 3
    mine = old.objects.filter(player=alice.pk).select_for_update(skip_locked=True).order_by("pk")
    keys = list(mine.values_list("pk", flat=True))
    assert len(keys) == 2
    assert old.objects.filter(pk__in=keys[:1]).delete()[0] == 1
    left = {(point.player_id, point.taken_back) for point in RatingPoint.objects.all()}
    assert left == {(bob.pk, False), (alice.pk, True)}
    assert RatingPoint.objects.get(pk=back.pk).mean == back.mean
    with pytest.raises(IntegrityError), transaction.atomic():
        old.objects.create(player_id=bob.pk, match_id=match.pk, at=now, **POINT)


@pytest.mark.django_db
@pytest.mark.usefixtures("pool")
def test_numbers_that_are_reckoned_differ_for_all_that_can_be(former: Any, alice: User) -> None:
    old = former.get_model("games", "RatingPoint")
    far = Match.objects.create(pk=2**29, code="BO", rules_version=1)
    for match in (met(), far):
        for taken_back in (False, True):
            RatingPoint.objects.create(
                player=alice, match=match, at=timezone.now(), taken_back=taken_back, **POINT
            )
    keys = list(old.objects.values_list("pk", flat=True))
    assert len(set(keys)) == 4
    assert min(keys) > 0


@pytest.mark.django_db
@pytest.mark.usefixtures("pool")
def test_a_match_that_is_counted_again_keeps_its_rows(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    work()
    before = plain(Deed.objects.all())
    assert len(before) == 2
    Deed.objects.filter(player=alice).update(total=7)
    counting.count(match.pk)
    counting.count(match.pk)
    assert plain(Deed.objects.all()) == before
    alice.delete()
    assert [deed.player for deed in Deed.objects.all()] == [bob]
    assert [point.player for point in RatingPoint.objects.all()] == [bob]


def unique(table: str) -> list[tuple[str, list[str]]]:
    with connection.cursor() as cursor:
        cursor.execute(UNIQUE, [table])
        return [(name, columns) for name, columns in cursor.fetchall()]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("pool")
@pytest.mark.long
def test_there_and_back_again(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    work()
    with transaction.atomic():
        ranking.take_back(match, timezone.now())
    before = [plain(model.objects.all()) for model in (RatingPoint, Deed)]
    tables = ("games_ratingpoint", "games_deed", "games_seat", "games_match")
    now = [unique(table) for table in tables]
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    try:
        executor.migrate(BEFORE)
        assert [name for name, _columns in unique("games_seat")] == [
            *("games_seat_once", "games_seat_pkey", "games_seat_player_once")
        ]
        old = MigrationExecutor(connection).loader.project_state(BEFORE).apps
        models = [old.get_model("games", name) for name in ("RatingPoint", "Deed")]
        assert [plain(model.objects.all()) for model in models] == before
        with connection.cursor() as cursor:  # it was killed half way
            cursor.execute("CREATE INDEX games_deed_key ON games_deed (player_id)")
            cursor.execute("CREATE INDEX games_seat_of_player_once ON games_seat (index)")
            cursor.execute("CREATE INDEX games_archived_newest ON games_archived (match_id)")
    finally:
        MigrationExecutor(connection).migrate(newest)
    assert [plain(model.objects.all()) for model in (RatingPoint, Deed)] == before
    assert [unique(table) for table in tables] == now
    assert ("games_deed_pkey", ["match", "player_id"]) in unique("games_deed")
    assert ("games_match_rematch_once", ["rematch_of_id"]) in unique("games_match")
