"""Homes of matches, and numbers that are nothing else's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection

from dicepool import memory
from tests.scale import homes as several

FAR = {"games_match": 7_000_000_000_000, "accounts_user": 3_000_000_000}
"""From where on matches and players have numbers that nothing else has by chance."""


@pytest.fixture
def homes(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Two schemas, each with all that a match needs, and a memory of dice of its own."""
    monkeypatch.setattr(memory, "places", several.places)
    with several.homes() as made:
        yield made


@pytest.fixture
def far(transactional_db: None) -> Iterator[None]:
    """Matches and players that are made meanwhile have such numbers."""
    before = {table: _counted(table) for table in FAR}
    for table, number in FAR.items():
        _count_from(table, number)
    yield
    for table, number in before.items():
        _count_from(table, number)


def _counted(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT last_value FROM {table}_id_seq")
        return int(cursor.fetchone()[0])


def _count_from(table: str, number: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval(%s, %s)", [f"{table}_id_seq", number])
