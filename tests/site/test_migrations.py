"""Migrations lock nothing for long: a site is upgraded while people play."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.site.locking import BIG, long_locks

SINCE = {
    "accounts": "0022_six_robots",
    "boatzee_site": "0001_heartbeat",
    "dicepool": "0013_openings",
    "games": "0019_reviews",
    "ladders": "0013_no_orders",
}
"""The last migrations of each app that were written before this test was."""
EXPLAINED: dict[str, str] = {}
"""Migrations that lock something for long all the same, as `app.0001_name`, and why each may."""


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


@pytest.mark.django_db
def test_the_tables_that_are_called_big_are_there() -> None:
    assert set(connection.introspection.table_names()) >= BIG


@pytest.mark.django_db(transaction=True)  # an index that is made beside play is made in no transaction
def test_no_migration_holds_up_those_who_play() -> None:
    loader = MigrationExecutor(connection).loader
    wrong, looked_at = {}, set()
    for app, since in SINCE.items():
        assert (app, since) in loader.disk_migrations
        for leaf in loader.graph.leaf_nodes(app):
            for key in loader.graph.forwards_plan(leaf):
                name = ".".join(key)
                if key[0] != app or key[1] <= since or name in looked_at:
                    continue
                looked_at.add(name)
                sql = "\n".join(loader.collect_sql([(loader.get_migration(*key), False)]))
                if found := sorted(set(long_locks(sql))):
                    wrong[name] = found
    assert wrong.keys() == EXPLAINED.keys(), wrong
