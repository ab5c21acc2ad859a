"""A database beside those of the tests has the tables that they have: to migrate takes longer than any test.

The process of a run that migrates writes down what came of it (tests/mould.py). Whatever makes a database of
its own later loads that, and migrates what is left: nothing, or all where nothing was written down.

`python -m tests.migrated "refill_dice -v 0"` does so, and runs these commands then.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connection

from boatzee_site import local
from boatzee_site.local.postgres import binaries

TABLES = "TABLES_OF_TESTS"
"""The variable that tells a process with servers of its own where it is written down."""


def place(home: Path) -> Path:
    """Where it is written down, in the folder of a run's servers."""
    return home / "tables.sql"


def write_down(home: Path) -> None:
    """What the database has that Django speaks to, which nobody has used yet: whole, or not at all."""
    draft = place(home).with_suffix(f".{os.getpid()}")
    _run(home, "pg_dump", "--no-owner", "-f", str(draft))
    draft.replace(place(home))


def known() -> Mapping[str, str]:
    """What belongs into the environment of a process with servers of its own."""
    home = os.environ.get("BOATZEE_VAR")
    found = os.environ.get(TABLES) or (str(place(Path(home))) if home else "")
    return {TABLES: found} if found and Path(found).exists() else {}


def migrate() -> None:
    """Make the tables that the database lacks that Django speaks to."""
    made = connection.introspection.table_names()  # by an earlier try of the same test, say
    for found in () if made else known().values():
        words = ("-X", "-1", "--quiet", "-o", os.devnull, "-v", "ON_ERROR_STOP=1", "-f", found)
        _run(local.var_dir(), "psql", *words)
    call_command("migrate", verbosity=0)


def _run(home: Path, program: str, *words: str) -> None:
    there = connection.settings_dict
    where = ("-h", str(there["HOST"]), "-U", str(there["USER"]), str(there["NAME"]))
    subprocess.run([str(binaries(home) / program), *words, *where], check=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")
    django.setup()
    migrate()
    for line in sys.argv[1:]:
        name, *given = line.split()
        call_command(name, *given)
