"""A table of lines, and statements about it."""

from __future__ import annotations

import psycopg
from django.db import connection

from statements import Statement

ADD = Statement("add a line", "INSERT INTO lines VALUES ($1, $2)")
ALL = Statement("all lines", "SELECT id, word FROM lines ORDER BY id", reads=True)
ONE = Statement("one line", "SELECT word FROM lines WHERE id = $1", reads=True)


def ended_there() -> None:
    """End the connection as after a restart of the database: this end does not know of it."""
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as other:
        process = connection.connection.info.backend_pid
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [process])
