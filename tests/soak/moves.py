"""What is wrong with the moves of a run, by what players were told and what the database says in the end."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime

from django.db import connection

from boatzee_site.local import ROOT
from tests.soak import books, verdict
from tests.soak.book import Book
from tests.soak.verdict import Fault

TWICE = (
    "SELECT serial FROM (SELECT unnest(serials) AS serial FROM games_move) AS thrown"
    " GROUP BY 1 HAVING count(*) > 1"
)


def judge(book: Book, cast: set[str], began: datetime) -> list[Fault]:
    """What was lost, done twice, or stored otherwise than the moves make it, of all since then; whether a
    serial was thrown twice, what the dice's own audit finds, and whether the players themselves broke.
    """
    matches, audit = asked("check_matches"), asked("dice_status", "--audit")
    log, seats = books.log_since(began), books.seats()
    with connection.cursor() as cursor:
        cursor.execute(TWICE)
        twice = [str(serial) for (serial,) in cursor.fetchall()]
    return [
        *verdict.lost(book.acks, log, seats),
        *verdict.doubled(book.acks, log, cast, book.doubtful),
        *verdict.numbering(log),
        *verdict.differences(matches.returncode, matches.stderr),
        *verdict.failed("dice_status --audit", audit.returncode, audit.stderr),
        *verdict.many("a serial was thrown twice", twice),
        *verdict.many("the players themselves broke", book.broken),
    ]


def asked(*words: str) -> subprocess.CompletedProcess[str]:
    """What a command of manage.py says, of this code."""
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
