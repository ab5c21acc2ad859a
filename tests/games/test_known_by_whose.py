"""Points of ratings and deeds have no number of their own, and the release before goes on beside that.

What it asks is asked here by its own models, as its migrations have them, of the tables as they are now.
"""

from __future__ import annotations

from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from accounts.models import User
from games.feats import counting
from games.match import ranking
from games.migrations import _beside_play
from games.models import Deed, Match, Rating, RatingPoint
from tests.games.tables import begin, play_out
from tests.worker import work

BEFORE = [("games", "0033_folded_in_place")]
SHORTER, KNOWN, OF_FEATS = "0034_shorter_indexes", "0035_known_by_whose_they_are", "0036_deeds_with_feats"
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
        for half_built in (  # as whoever was killed half way has left them
            "games_deed_key ON games_deed (code)",
            "games_seat_of_player ON games_seat (match_id)",
            "games_archivedseat_newest ON games_archivedseat (match)",
        ):
            with connection.cursor() as cursor, pytest.raises(IntegrityError):
                cursor.execute(f"CREATE UNIQUE INDEX CONCURRENTLY {half_built}")
    finally:
        MigrationExecutor(connection).migrate(newest)
    assert [plain(model.objects.all()) for model in (RatingPoint, Deed)] == before
    assert [unique(table) for table in tables] == now
    assert ("games_deed_pkey", ["match", "player_id"]) in unique("games_deed")
    assert ("games_match_rematch_once", ["rematch_of_id"]) in unique("games_match")


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_what_was_done_and_not_noted_is_done_again() -> None:
    """The line broke before a migration was noted, or one table was changed and the other was not."""
    tables = ("games_ratingpoint", "games_deed", "games_seat", "games_match", "games_archived")
    now = [definitions(table) for table in tables]
    recorder, newest = MigrationRecorder(connection), MigrationExecutor(connection).loader.graph.leaf_nodes()
    built = oid("games_archived_newest")
    for name in (SHORTER, KNOWN, OF_FEATS):
        recorder.record_unapplied("games", name)
    MigrationExecutor(connection).migrate(newest)
    assert [definitions(table) for table in tables] == now
    assert oid("games_archived_newest") == built, "the one before is gone: pages read by this one meanwhile"


def definitions(table: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE tablename = %s ORDER BY indexname", [table])
        return [definition for (definition,) in cursor.fetchall()]


def oid(index: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::regclass::oid", [index])
        return int(cursor.fetchone()[0])


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_it_waits_in_no_circle_with_whoever_counts_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who counts reads deeds and then ratings; a change of both tables at once would hold those meanwhile."""
    monkeypatch.setattr(_beside_play, "PAUSE", 0.1)
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    failed: list[DatabaseError] = []

    def forward() -> None:
        try:
            MigrationExecutor(connection).migrate([("games", KNOWN)])
        except DatabaseError as error:
            failed.append(error)
        finally:
            connection.close()

    counting_one = connection.copy()
    worker = Thread(target=forward)
    try:
        MigrationExecutor(connection).migrate([("games", SHORTER)])
        with counting_one.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT count(*) FROM games_deed")
            worker.start()
            until = monotonic() + 60
            while not waits_for("games_deed"):
                assert monotonic() < until
                assert not failed
                sleep(0.01)
            cursor.execute("SET LOCAL lock_timeout = '500ms'")
            cursor.execute("SELECT count(*) FROM games_ratingpoint")
            cursor.execute("COMMIT")
        worker.join()
    finally:
        counting_one.close()
        if worker.ident is not None:
            worker.join()
        MigrationExecutor(connection).migrate(newest)
    assert not failed


def waits_for(table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_locks WHERE NOT granted AND relation = %s::regclass", [table])
        return bool(cursor.rowcount > 0)
