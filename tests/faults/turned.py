"""Django turned to a Postgres of a test's own, with a memory of the dice of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import redis
from django.conf import settings
from django.db import connection, connections
from django.test import override_settings

from boatzee_site.local import socket_dir
from dicepool import memory


def own_redis(number: int) -> str:
    """The address of one of the databases of the tests' Redis.

    Each test file has a number that no other has (9 is that of tests/abuse): sites of one name in one of them
    would remember each other's dice.
    """
    return f"{settings.CELERY_BROKER_URL.rpartition('/')[0]}/{number}"


def turn(home: Path) -> None:
    """Django speaks from here on to the server of this folder; the database of the tests is not touched."""
    connection.close()
    connections.settings["default"].update(NAME="boatzee", USER="boatzee", HOST=str(socket_dir(home)))


@contextmanager
def turned(folder: Path, number: int) -> Iterator[None]:
    """To nowhere at first. `folder` and the database of that number in Redis remember, and are forgotten."""
    before = dict(connections.settings["default"])
    with override_settings(REDIS_URL=own_redis(number), DICE_MEMORY=folder):
        try:
            yield
        finally:
            connection.close()
            connections.settings["default"].update(before)


def forget(*, file: bool = True, shared: bool = True) -> None:
    """Lose what is remembered outside the database that Django is turned to."""
    kept, entry = memory.places()
    if file:
        kept.path.unlink(missing_ok=True)
    if shared:
        with suppress(redis.RedisError), redis.Redis.from_url(settings.REDIS_URL) as line:
            line.delete(entry.key)
