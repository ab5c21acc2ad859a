"""Three robots become six: who was there keeps its matches, and the release before can play all of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from accounts.models import User
from games.tables.robots import FORMER, Level

BEFORE = [("accounts", "0021_given_name")]
NEWEST = [("accounts", "0022_six_robots")]


def migrated(to: list[tuple[str, str]]) -> Any:
    """The model of players as it stands after a migration."""
    executor = MigrationExecutor(connection)
    executor.migrate(to)
    return executor.loader.project_state(to).apps.get_model("accounts", "User")


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_robots_keep_their_rows_and_give_way_to_names_that_are_taken() -> None:
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    try:
        old = migrated(BEFORE)
        old.objects.all().delete()
        plain = old.objects.create(username="Robot-Plain", robot="simple").pk
        sharp = old.objects.create(username="Robot-Sharp", robot="strong").pk
        person = old.objects.create(username="robot-EXPERT").pk
        migrated(NEWEST)
        migrated(BEFORE)
    finally:
        MigrationExecutor(connection).migrate(newest)
    robots = {robot.level: robot for robot in User.objects.exclude(level="")}
    assert set(robots) == set(Level)
    assert (robots["casual"].pk, robots["expert"].pk) == (plain, sharp)
    assert robots["casual"].username == "Robot-Casual"
    assert robots["expert"].username == "Robot-Expert-2"
    assert User.objects.exclude(robot="").count() == len(Level), (
        "taken back and done again, nobody is left over"
    )
    assert {robot.robot for robot in robots.values()} == set(FORMER), "words that the release before knows"
    made = [robot for level, robot in robots.items() if level not in {"casual", "expert"}]
    assert not any(robot.has_usable_password() for robot in made)
    stranger = User.objects.get(pk=person)
    assert (stranger.level, stranger.robot, stranger.username) == ("", "", "robot-EXPERT")
