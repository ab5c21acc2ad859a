"""Every table has its group, and what refers from one to another is known."""

from __future__ import annotations

import pytest
from django.db import connection

from tests.scale.groups import HOME, REFERRED, TABLES, groups_of, lie_together

pytestmark = pytest.mark.django_db

ALL = """
SELECT relname FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
"""
COLUMNS = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
REFERS = """
SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint
WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0
"""


def rows(sql: str) -> set[tuple[str, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return set(cursor.fetchall())


def test_every_table_has_its_group() -> None:
    assert {name for (name,) in rows(ALL)} == set(TABLES)


def test_the_key_of_each_is_one_of_its_columns() -> None:
    wanted = {(name, key.column) for name, key in TABLES.items() if key.column}
    assert wanted - rows(COLUMNS) == set()


def test_what_refers_to_a_home_or_from_it_is_named() -> None:
    found = {(table, other) for table, other in rows(REFERS) if not lie_together((table, other))}
    assert {pair for pair in found if groups_of(pair) & HOME} == REFERRED
