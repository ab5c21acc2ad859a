"""Migrations lock nothing for long and leave the release before at work: people play meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState

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
NOT_BESIDE_OLDER: dict[str, str] = {
    "games.0035_known_by_whose_they_are": (
        "it can: the column that goes is there again in the same moment, reckoned where it was written"
    ),
}
"""Migrations beside which the release before cannot go on, so that CHANGELOG.md says to stop it first.

Or why it can: it no longer uses what they take away.
"""
ALL_OF_THEM = pytest.mark.xdist_group("all migrations")
"""To have their SQL takes long: one process asks for it."""


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
        ('ALTER TABLE "games_seat" ADD COLUMN "x" int GENERATED ALWAYS AS (a + 1) VIRTUAL;', ""),
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


@cache
def written_since() -> dict[str, str]:
    """The SQL of each migration that was written since, by its name."""
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    assert all((app, since) in executor.loader.disk_migrations for app, since in SINCE.items())
    state = ProjectState(real_apps=executor.loader.unmigrated_apps)
    found = {}
    for migration, _ in executor.migration_plan(graph.leaf_nodes(), clean_start=True):
        app, name = migration.app_label, migration.name
        if app not in SINCE or name <= SINCE[app]:
            state = migration.mutate_state(state, preserve=False)
            continue
        with connection.schema_editor(collect_sql=True, atomic=migration.atomic) as editor:
            state = migration.apply(state, editor, collect_sql=True)
        vars(state).pop("apps", None)  # they would be made anew with each step of all that follow
        found[f"{app}.{name}"] = "\n".join(editor.collected_sql)
    return found


def wrong(look: Callable[[str], Iterator[str]]) -> dict[str, list[str]]:
    """What is found in the SQL of these, by their names."""
    return {name: seen for name, sql in written_since().items() if (seen := sorted(set(look(sql))))}


@ALL_OF_THEM
@pytest.mark.django_db(transaction=True)  # an index that is made beside play is made in no transaction
def test_no_migration_holds_up_those_who_play() -> None:
    found = wrong(long_locks)
    assert found.keys() == EXPLAINED.keys(), found


@ALL_OF_THEM
@pytest.mark.django_db(transaction=True)
def test_no_migration_breaks_the_release_before() -> None:
    found = wrong(breaks_older)
    assert found.keys() == NOT_BESIDE_OLDER.keys(), found
