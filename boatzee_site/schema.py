"""Whether the database has what this code needs: it is migrated before any process of a new release begins.

The other way round is the rule: the code of before goes on with the database of after (docs/operating.md).
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib.util import find_spec

from django.apps import apps
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

NAMED = 3  # of those that are missing
_fits = False


def lacking() -> list[str]:
    """The migrations of this code that the database does not have, as `app.name`. Raises DatabaseError."""
    applied = {f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()}
    return [name for name in _written() if name not in applied]


def behind() -> bool:
    """Whether it lacks any. Once it has all, it is not asked again. Raises DatabaseError."""
    global _fits  # noqa: PLW0603  (a process asks by itself)
    if not _fits:
        _fits = not lacking()
    return not _fits


def at_start() -> None:
    """Refuse to start beside a database that is not migrated: pages would fail here and there.

    Ends the process with one clear line. A database that is down is for later: `/health/` looks again.
    """
    try:
        missing = lacking()
    except DatabaseError:
        return
    finally:
        connection.close()  # what starts here forks, and a connection cannot be shared
    if missing:
        named = ", ".join(missing[:NAMED]) + (" and others" if len(missing) > NAMED else "")
        raise SystemExit(
            f"Boatzee cannot start: the database lacks migrations of this release, {named}."
            " Run `manage.py migrate` first."
        )


def _written() -> Iterator[str]:
    """The migrations of every app, by the names of their files: none of them is loaded."""
    for app in apps.get_app_configs():
        found = find_spec(f"{app.name}.migrations")
        if found is not None:
            for file in pkgutil.iter_modules(found.submodule_search_locations):
                if not file.name.startswith("_"):  # which Django takes for none, too
                    yield f"{app.label}.{file.name}"
