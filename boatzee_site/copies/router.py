"""Django's router: the ORM reads from where the request does, and writes to the primary."""

from __future__ import annotations

from typing import Any

from statements.reading import COPY, PRIMARY, source

OWN = frozenset({"sessions", "usersessions", "django_cache"})
"""Apps whose rows say who somebody is, or what was counted a moment ago: the primary's alone."""


class Router:
    """For DATABASE_ROUTERS."""

    def db_for_read(self, model: Any, **_hints: object) -> str:
        """Where its rows are read."""
        return PRIMARY if model._meta.app_label in OWN else source()

    def db_for_write(self, model: Any, **_hints: object) -> str:
        """Where its rows are written, and read in order to be written or locked."""
        return PRIMARY

    def allow_relation(self, one: object, other: object, **_hints: object) -> bool:
        """All are rows of one database, whichever copy of it they were read from."""
        return True

    def allow_migrate(self, db: str, app_label: str, **_hints: object) -> bool:
        """A copy gets its tables from the primary."""
        return db != COPY
