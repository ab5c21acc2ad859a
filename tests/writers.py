"""Who writes matches, seats and moves, and who reads moves: held against every statement of a test.

However it is spelt (a save, an update of many, a form, a cascade), it is the innermost module of the
site on the way to it that has to stand in `WRITERS` or `READERS`. Tests themselves lay whatever they need.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from boatzee_site.local import ROOT

WRITERS = {
    "games.match.locked": "a match under its lock, and what changed of its seats",
    "games.match.play": "moves, and what becomes of the table by them",
    "games.match.reserving": "sets that a table lacks, and numbers that came with what was refused",
    "games.match.clocks": "clocks, reminders",
    "games.match.many": "moves that the clock makes at many matches",
    "games.match.rows": "the same columns of many rows at once, for games.match.many",
    "games.match.folding": "a match that has been over for a while, as one row and back",
    "games.match.staff": "what staff decide",
    "games.match.mine": "what players do with a match in their lists",
    "games.match.orders": "standing orders",
    "games.match.seating": "the table as it is laid, who sits there, and what goes with a guest",
    "games.seats.practice": "a guest's account that goes leaves its seats: the foreign key's doing",
    "django.contrib.admin": "what staff change by the admin's own forms",
    "accounts.leaving": "a closed account leaves its seats to a former player: the foreign key's doing",
}
"""The modules that may, and what they write. None but these, and no page among them."""
READERS = {
    "games.match.folding": "what it folds",
    "games.match.move_log": "the one door to the log of moves",
    "boatzee_site.management.commands.fill_site": "a sample match that it copies",
}
"""The modules that may read moves, and what for."""
WRITTEN = re.compile(r'\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?games_(?:match|seat|move|folded)\b')
READ = re.compile(r"\bSELECT\b.*\bgames_move\b", re.DOTALL)
OURS = re.compile(r"^(?:accounts|boatzee_site|dicepool|games|ladders)/(?!migrations/|.*/migrations/)")
PREFIX = f"{ROOT}/"


class Trespass(AssertionError):
    """A module writes matches, seats or moves, or reads moves, that is not among those that may."""


def writer(frame: FrameType | None) -> str:
    """The innermost module of the site that led to this frame; empty where it is a test or a migration."""
    while frame is not None:
        file = frame.f_code.co_filename
        if "/django/contrib/admin/" in file:
            return "django.contrib.admin"
        if file.startswith(PREFIX):
            path = file.removeprefix(PREFIX)
            if path.startswith("tests/") or "/migrations/" in path:
                return ""
            if OURS.match(path) and "/models" not in path:
                return str(frame.f_globals["__name__"])
        frame = frame.f_back
    return ""


def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Around every statement: refuses a write, or a read of moves, by a module that may not."""
    if "games_" in sql and WRITTEN.search(sql):
        name = writer(sys._getframe(1))
        if name and name not in WRITERS:
            raise Trespass(f"{name} writes what only {', '.join(WRITERS)} may: {sql[:80]}")
    elif "games_move" in sql and READ.search(sql):
        name = writer(sys._getframe(1))
        if name and name not in READERS:
            raise Trespass(f"{name} reads what only {', '.join(READERS)} may: {sql[:80]}")
    return execute(sql, params, many, context)


def begin(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Watch a connection, from when it is made."""
    if watch not in connection.execute_wrappers:
        connection.execute_wrappers.append(watch)
