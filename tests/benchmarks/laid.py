"""Rows by the million, laid in minutes: what each of them costs while a site runs is paid once for all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

INDEXES = """
SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index AS i
WHERE i.indrelid = ANY(%s::regclass[])
AND NOT EXISTS (SELECT FROM pg_constraint AS c WHERE c.conindid = i.indexrelid)
"""
"""Those that no constraint needs, and how each is made."""
KEYS = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE conrelid = ANY(%s::regclass[]) AND contype = 'f' AND conparentid = 0
"""
"""Their foreign keys, each with its table and how it is made."""


@contextmanager
def laid(*tables: str) -> Iterator[None]:
    """In this block rows are written to these tables while they have no index but their primary keys, and no
    foreign key. Afterwards both are there as they were, the foreign keys looked up at once for all rows, and
    the tables are vacuumed and analyzed. Killed midway, all is as before. It takes no more rights than the
    tables' owner has.
    """
    with connection.cursor() as cursor:
        with transaction.atomic():
            cursor.execute(INDEXES, [list(tables)])
            indexes = cursor.fetchall()
            cursor.execute(KEYS, [list(tables)])
            keys = cursor.fetchall()
            for table, name, _made in keys:
                cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
            for name, _made in indexes:
                cursor.execute(f"DROP INDEX {name}")
            cursor.execute("SET LOCAL maintenance_work_mem = '256MB'")
            yield
            for _name, made in indexes:
                cursor.execute(made)
            for table, name, made in keys:
                cursor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {made}")
        for table in tables:
            cursor.execute(f"VACUUM ANALYZE {table}")
