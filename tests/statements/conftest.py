"""A table that is there for one test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection


@pytest.fixture
def lines(transactional_db: None) -> Iterator[None]:
    """Lines with a number and a word, and perhaps under another line: that is looked at on commit."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE lines (id bigint PRIMARY KEY, word text,"
            " under bigint REFERENCES lines DEFERRABLE INITIALLY DEFERRED)"
        )
    yield
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE lines")
