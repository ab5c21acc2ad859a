"""How the tables are emptied after a test that commits: what Django's `flush` does, in a part of its time.

What `migrate` has written of models and rights is left, as no test changes it: Django writes all of it anew.
Of the partitions of the pool, which grow by one with each test that fills it, the newest alone is left: the
next batch begins after it.
"""

from __future__ import annotations

from django.core.management.color import Style
from django.db.backends.base.base import BaseDatabaseWrapper

WRITTEN_BY_MIGRATE = {"django_content_type", "auth_permission"}
DROP_OLD_PARTITIONS = """
DO $$
DECLARE
    old regclass;
BEGIN
    FOR old IN
        SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass('dicepool_diceset')
        ORDER BY split_part(inhrelid::regclass::text, '_', 4)::bigint DESC OFFSET 1
    LOOP
        EXECUTE format('DROP TABLE %s', old);
    END LOOP;
END $$;
"""


def sql(
    style: Style, connection: BaseDatabaseWrapper, reset_sequences: bool = True, allow_cascade: bool = False
) -> list[str]:
    """The statements in place of those of `django.core.management.sql.sql_flush`."""
    there = connection.introspection.django_table_names(only_existing=True, include_views=False)
    tables = [name for name in there if name not in WRITTEN_BY_MIGRATE]
    emptied: list[str] = connection.ops.sql_flush(
        style, tables, reset_sequences=reset_sequences, allow_cascade=allow_cascade
    )
    return [DROP_OLD_PARTITIONS, *emptied]
