"""The way back from folded matches can be broken off and gone again, and so can the way there."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from accounts.models import User
from games.match import folding
from tests.games.folded import rows, two_by_turns

BEFORE = [("games", "0014_games_of_the_register")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("pool")
@pytest.mark.long
def test_there_and_back_again(alice: User, bob: User) -> None:
    match = two_by_turns("BO", alice, bob)
    match.seats.update(turns=0, acted_at=None, latest={})  # of which an older release knows nothing
    before = rows(match)
    folding.fold([match.pk])
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        with pytest.raises(RuntimeError, match="unfold_matches"):
            MigrationExecutor(connection).migrate(BEFORE)
        MigrationExecutor(connection).migrate(newest)  # what came after it is gone already
        folding.unfold_all()
        MigrationExecutor(connection).migrate(BEFORE)
        with connection.cursor() as cursor:  # somebody was reading for long, and it was killed
            cursor.execute("CREATE INDEX games_match_to_fold ON games_match (id)")
    finally:
        MigrationExecutor(connection).migrate(newest)
    assert rows(match) == before
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_indexdef('games_match_to_fold'::regclass)")
        assert "(ended_at, id) WHERE" in cursor.fetchone()[0]
