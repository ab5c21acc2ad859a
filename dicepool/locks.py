"""The pool's advisory locks: one number for each purpose, held to the end of the caller's transaction."""

from __future__ import annotations

from django.db import connection


def wait_for(number: int) -> None:
    """Take it, once whoever has it lets go of it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])


def try_for(number: int) -> bool:
    """Take it if nobody else has it, and say whether it was taken. Waits for nobody."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
        return bool(cursor.fetchone()[0])
