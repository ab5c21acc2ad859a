"""What every session of the database is bounded by, where a PgBouncer does not take it with the greeting."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

from statements.reading import COPY


def bound(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Ask a new connection for the site's limits (settings.SESSION_LIMITS)."""
    limits = settings.COPY_LIMITS if connection.alias == COPY else settings.SESSION_LIMITS
    names = ", ".join("set_config(%s, %s, false)" for _ in limits)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {names}", [word for pair in limits.items() for word in pair])
