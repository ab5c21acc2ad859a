"""Matches as the database held them in earlier times still replay to the records that they had then.

`tests/records/rows-*.json.gz` hold rows of matches under the names of their tables, as they stood at the
migrations that `AT` names, and the record of each, as the site of that time wrote it.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.match import folding
from games.models import Match, Move, Seat
from ladders.models import Challenge

KEPT = Path(__file__).parents[1] / "records"
AT = {
    "rows-2026-11.json.gz": [
        ("accounts", "0015_spent"),
        ("games", "0011_pledges"),
        ("ladders", "0008_arenas"),
    ]
}
TABLES = ("games_match", "games_seat", "games_move", "ladders_ladder", "ladders_challenge")


def lay(old: Any, rows: dict[str, Any]) -> None:
    """Put rows into the tables as they are now, that is, as they were then."""
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_user CASCADE")
        user = old.get_model("accounts", "User")
        user.objects.bulk_create(user(**row) for row in rows["users"])
        for table in TABLES:
            cursor.execute(
                f"INSERT INTO {table} SELECT * FROM json_populate_recordset(NULL::{table}, %s)",
                [json.dumps(rows[table])],
            )


def record_of(number: int) -> str:
    """What the site gives to the first of its players who is still there."""
    seat = Seat.objects.filter(match=number).exclude(player=None).order_by("index")[0]
    assert seat.player
    client = Client()
    client.force_login(seat.player)
    answer = client.get(reverse("games:record", args=[number]))
    assert answer.status_code == 200
    return answer.content.decode()


def renamed(text: str, users: list[dict[str, Any]]) -> str:
    """A record with the names that robots have today: they were named for their strength once more."""
    for robot in (user for user in users if user["robot"]):
        text = text.replace(f'"{robot["username"]}"', f'"{User.objects.get(pk=robot["id"]).username}"')
    return text


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", AT)
@pytest.mark.long
def test_what_was_played_before_replays_to_the_record_that_it_had(name: str) -> None:
    rows = json.loads(gzip.decompress((KEPT / name).read_bytes()))
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    executor = MigrationExecutor(connection)
    try:
        executor.migrate(AT[name])
        lay(executor.loader.project_state(AT[name]).apps, rows)
        MigrationExecutor(connection).migrate(newest)
        assert len(rows["records"]) > 30
        with connection.cursor() as cursor:  # the rows that were laid brought their keys along
            for counted_on in connection.ops.sequence_reset_sql(no_style(), [Move]):
                cursor.execute(counted_on)
        for fold in (False, True, False):
            if fold:
                folding.fold(list(Match.objects.values_list("pk", flat=True)))
            else:
                folding.unfold_all()
            assert (Match.objects.filter(folded=True).count() > 20) is fold
            call_command("check_matches")
            for number, text in rows["records"].items():
                assert record_of(int(number)) == renamed(text, rows["users"]), rows["about"][number]
        assert Match.objects.count() == len(rows["about"])
        for found in Challenge.objects.all():
            assert {
                match.rules.code for match in Match.objects.filter(pk__in=[found.first, found.second])
            } == {found.ladder.code}
    finally:
        MigrationExecutor(connection).migrate(newest)


def test_every_file_of_rows_is_tried() -> None:
    assert sorted(AT) == sorted(file.name for file in KEPT.glob("rows-*.json.gz"))
