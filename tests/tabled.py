"""The tables of perfect play for tests: built once for this checkout, and kept in its folder `var/`."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from games.analysis import advisors
from games.coach import building
from games.rules import RULES


def tables(*codes: str) -> Path:
    """The folder in which the tables of these games lie, of all where none are named.

    What is missing is built, by one process of the run.
    """
    wanted = [table for code in codes for table in advisors.tables_of(RULES[code])]
    home: Path = settings.ANALYSIS_DIR
    building.build(home, lambda name, done: None, of=wanted)
    return home
