"""How the tables are emptied after a test that commits: what Django's `flush` does, in a part of its time.

To truncate a table costs a new file for it and for each of its indexes, some four hundred for all, and what
refers to a table has to be truncated with it. So the rows are deleted, where there are any: most tests write
few of them. Tables of which much is written are truncated; where others refer to such a table, all are.

What `migrate` has written of models and rights is left, as no test changes it: Django writes all of it anew.
Of the partitions of the pool, which grow by one with each test that fills it, the newest alone is left: the
next batch begins after it.
"""

from __future__ import annotations

from django.core.management.color import Style
from django.db.backends.base.base import BaseDatabaseWrapper

WRITTEN_BY_MIGRATE = {"django_content_type", "auth_permission"}
FEW = 100
"""Rows that are deleted of a table to which others refer: each of them is looked for in all of those."""
SMALL = 64 * 1024
"""Bytes of any other table whose rows are deleted."""
LARGE = 1024 * 1024
"""Bytes that a table may grow to by rows that were deleted."""
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
FILLED = """
SELECT name, size, EXISTS (SELECT FROM pg_constraint WHERE confrelid = name) AS is_referred_to
FROM unnest('{{{tables}}}'::regclass[]) AS name, LATERAL (
    SELECT coalesce(sum(pg_relation_size(relid)), pg_relation_size(name)) AS size
    FROM pg_partition_tree(name)
) AS sizes
WHERE size > 0
ORDER BY size DESC
"""
EMPTY = """
DO $$
DECLARE
    one record;
    are_many boolean;
BEGIN
    -- Whoever has not ended yet is waited for, or what they write would come after it.
    LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE;
    -- First: of what was deleted the keys are still to be looked for, and nothing can be truncated then.
    FOR one IN {filled} LOOP
        CONTINUE WHEN one.size > {small} AND NOT one.is_referred_to;
        EXECUTE format('SELECT EXISTS (SELECT FROM %s OFFSET {few})', one.name) INTO are_many;
        IF one.size > {large} OR are_many AND one.is_referred_to THEN
            TRUNCATE {tables};
            RETURN;
        END IF;
    END LOOP;
    FOR one IN {filled} LOOP
        IF one.size > {small} AND NOT one.is_referred_to THEN
            EXECUTE format('TRUNCATE %s', one.name);
        ELSE
            EXECUTE format('DELETE FROM %s', one.name);
        END IF;
    END LOOP;
END $$;
"""


def sql(
    style: Style, connection: BaseDatabaseWrapper, reset_sequences: bool = True, allow_cascade: bool = False
) -> list[str]:
    """The statements in place of those of `django.core.management.sql.sql_flush`."""
    there = connection.introspection.django_table_names(only_existing=True, include_views=False)
    tables = [name for name in there if name not in WRITTEN_BY_MIGRATE]
    if reset_sequences or allow_cascade:
        emptied: list[str] = connection.ops.sql_flush(
            style, tables, reset_sequences=reset_sequences, allow_cascade=allow_cascade
        )
        return [DROP_OLD_PARTITIONS, *emptied]
    names = ", ".join(tables)
    filled = FILLED.format(tables=names)
    empty = EMPTY.format(tables=names, filled=filled, few=FEW, small=SMALL, large=LARGE)
    return [DROP_OLD_PARTITIONS, empty]
