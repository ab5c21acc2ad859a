"""Migrations lock nothing for long and leave the release before at work: people play meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.site.locking import BIG, breaks_older, long_locks

SINCE = {
    "accounts": "0022_six_robots",
    "boatzee_site": "0001_heartbeat",
    "dicepool": "0014_counted_openings",
    "games": "0019_reviews",
    "ladders": "0013_no_orders",
}
"""The last migrations of each app that were written before this test was."""
EXPLAINED: dict[str, str] = {
    "games.0024_deal": "a varchar that grows is a change of the catalogue alone: no row is read or written",
}
"""Migrations that lock something for long all the same, as `app.0001_name`, and why each may."""
NOT_BESIDE_OLDER: dict[str, str] = {}
"""Migrations beside which the release before cannot go on, so that CHANGELOG.md says to stop it first.

Or why it can: it no longer uses what they take away.
"""


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ('CREATE INDEX "a" ON "games_move" ("x");', "games_move"),
        ('CREATE UNIQUE INDEX "a" ON public.games_move USING btree (x)', "games_move"),
        ('CREATE INDEX CONCURRENTLY "a" ON "games_move" ("x");', ""),
        ('CREATE INDEX "a" ON "ladders_event" ("x");', ""),
        ('CREATE TABLE "games_move" ("id" bigint); CREATE INDEX "a" ON "games_move" ("id");', ""),
        ('-- CREATE INDEX "a" ON "games_move" ("x");\nSELECT 1;', ""),
        ('ALTER TABLE "games_seat" ALTER COLUMN "x" TYPE bigint USING "x"::bigint;', "games_seat"),
        ('ALTER TABLE "games_seat" ALTER COLUMN "x" SET NOT NULL;', "games_seat"),
        ('ALTER TABLE "games_seat" ALTER COLUMN "x" DROP NOT NULL;', ""),
        ('ALTER TABLE "games_seat" ADD COLUMN "x" integer NOT NULL;', "games_seat"),
        ('ALTER TABLE "games_seat" ADD COLUMN "x" integer DEFAULT 0 NOT NULL;', ""),
        ('ALTER TABLE "games_seat" ADD COLUMN "x" integer NULL;', ""),
        ('ALTER TABLE "games_seat" ADD COLUMN "x" int GENERATED ALWAYS AS (a + 1) STORED;', "games_seat"),
        ('ALTER TABLE "games_seat" ADD CONSTRAINT "c" CHECK ("x" > 0);', "games_seat"),
        ('ALTER TABLE "games_seat" ADD CONSTRAINT "c" CHECK ("x" > 0) NOT VALID;', ""),
        ('ALTER TABLE "games_seat" ADD CONSTRAINT "c" UNIQUE USING INDEX "i";', ""),
        ('ALTER TABLE "games_seat" VALIDATE CONSTRAINT "c";', ""),
        ('LOCK TABLE "accounts_user" IN EXCLUSIVE MODE;', "accounts_user"),
        ("VACUUM FULL games_match", "games_match"),
    ],
)
def test_what_locks_for_long_is_seen(sql: str, found: str) -> None:
    assert [one.partition(":")[0] for one in long_locks(sql)] == ([found] if found else [])


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ('ALTER TABLE "games_seat" DROP COLUMN "x" CASCADE;', "games_seat"),
        ('DROP TABLE "games_pledge" CASCADE;', "games_pledge"),
        ('ALTER TABLE "games_seat" RENAME COLUMN "x" TO "y";', "games_seat"),
        ('ALTER TABLE "games_seat" RENAME TO "games_chair";', "games_seat"),
        ('ALTER TABLE "games_seat" ADD COLUMN "x" integer NOT NULL;', "games_seat"),
        ('ALTER TABLE "games_seat" ADD COLUMN "x" integer DEFAULT 0 NOT NULL;', ""),
        ('ALTER TABLE "games_seat" ADD COLUMN "x" integer NULL;', ""),
        ('ALTER TABLE "games_seat" ADD COLUMN "x" int GENERATED ALWAYS AS (a + 1) STORED NOT NULL;', ""),
        ('ALTER TABLE "games_seat" ALTER COLUMN "x" DROP DEFAULT;', "games_seat"),
        ('ALTER TABLE "games_seat" ALTER COLUMN "x" SET NOT NULL;', "games_seat"),
        ('ALTER TABLE "games_seat" ALTER COLUMN "x" DROP NOT NULL;', ""),
        ('CREATE TABLE "games_new" ("x" int); ALTER TABLE "games_new" ALTER COLUMN "x" SET NOT NULL;', ""),
        ('CREATE INDEX CONCURRENTLY "a" ON "games_seat" ("x");', ""),
        ('ALTER TABLE "games_seat" DROP CONSTRAINT "c";', ""),
        ('ALTER TABLE "games_seat" ALTER COLUMN "x" TYPE bigint USING "x"::bigint;', "games_seat"),
        ('ALTER TABLE "games_match" ALTER COLUMN "pace" TYPE varchar(9);', ""),
    ],
)
def test_what_the_release_before_cannot_live_with_is_seen(sql: str, found: str) -> None:
    assert [one.partition(":")[0] for one in breaks_older(sql)] == ([found] if found else [])


@pytest.mark.django_db
def test_the_tables_that_are_called_big_are_there() -> None:
    assert set(connection.introspection.table_names()) >= BIG


def wrong(look: Callable[[str], Iterator[str]]) -> dict[str, list[str]]:
    """What is found in the SQL of the migrations that were written since, by their names."""
    loader = MigrationExecutor(connection).loader
    found, looked_at = {}, set()
    for app, since in SINCE.items():
        assert (app, since) in loader.disk_migrations
        for leaf in loader.graph.leaf_nodes(app):
            for key in loader.graph.forwards_plan(leaf):
                name = ".".join(key)
                if key[0] != app or key[1] <= since or name in looked_at:
                    continue
                looked_at.add(name)
                sql = "\n".join(loader.collect_sql([(loader.get_migration(*key), False)]))
                if seen := sorted(set(look(sql))):
                    found[name] = seen
    return found


@pytest.mark.django_db(transaction=True)  # an index that is made beside play is made in no transaction
def test_no_migration_holds_up_those_who_play() -> None:
    found = wrong(long_locks)
    assert found.keys() == EXPLAINED.keys(), found


@pytest.mark.django_db(transaction=True)
def test_no_migration_breaks_the_release_before() -> None:
    found = wrong(breaks_older)
    assert found.keys() == NOT_BESIDE_OLDER.keys(), found
