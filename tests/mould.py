"""Of several processes of the tests the first makes a database by all migrations; the others copy it."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from django.db import OperationalError, connection

from boatzee_site import local
from tests import migrated

NAME = "mould"


def home_of_run() -> Path | None:
    """The folder of a run's servers; None where the database is on one that whoever started it has named."""
    home = os.environ.get("BOATZEE_VAR")
    if home is None or os.environ.get("DATABASE_URL") != local.database_url(Path(home)):
        return None
    return Path(home)


class Mould:
    """A database that was migrated and never used, below the folder of a run's servers."""

    def __init__(self, home: Path) -> None:
        self._home, self._sign = home, home / NAME
        self._lock: int | None = os.open(home / f"{NAME}.lock", os.O_RDWR | os.O_CREAT, 0o600)

    def turn_to(self) -> None:
        """Let Django copy it for this process; whoever is first waits for nobody, and has to `make` it."""
        assert self._lock is not None
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        if self._sign.exists():
            connection.settings_dict["TEST"]["TEMPLATE"] = NAME
            self.let_go()

    def make(self) -> None:
        """Make it of this process's database, still as the migrations have left it, and write that down.

        Where Postgres does not let it be copied, for somebody is connected, the next tries with its own.
        """
        if self._lock is None:
            return
        mine = connection.settings_dict["NAME"]
        connection.close()
        with suppress(OperationalError), connection._nodb_cursor() as cursor:
            cursor.execute(f'CREATE DATABASE {NAME} TEMPLATE "{mine}" ALLOW_CONNECTIONS false')
            self._sign.touch()
        migrated.write_down(self._home)
        self.let_go()

    def let_go(self) -> None:
        """Let the others go on."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
