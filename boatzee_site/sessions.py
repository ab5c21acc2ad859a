"""What every session of the database is bounded by, where a PgBouncer does not take it with the greeting."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper


def bound(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Ask a new connection for the site's limits (settings.SESSION_LIMITS)."""
    names = ", ".join("set_config(%s, %s, false)" for _ in settings.SESSION_LIMITS)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {names}", [word for pair in settings.SESSION_LIMITS.items() for word in pair])
