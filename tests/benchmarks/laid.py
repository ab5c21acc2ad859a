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


@contextmanager
def laid(*tables: str) -> Iterator[None]:
    """In this block rows are written to these tables while they have no index but their keys, and no foreign
    key is looked up: whoever lays them knows that they fit. Afterwards the indexes are there as they were,
    and the tables are vacuumed and analyzed. Killed midway, all is as before.
    """
    with connection.cursor() as cursor:
        with transaction.atomic():
            cursor.execute(INDEXES, [list(tables)])
            indexes = cursor.fetchall()
            for name, _made in indexes:
                cursor.execute(f"DROP INDEX {name}")
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute("SET LOCAL maintenance_work_mem = '256MB'")
            yield
            for _name, made in indexes:
                cursor.execute(made)
        for table in tables:
            cursor.execute(f"VACUUM ANALYZE {table}")
