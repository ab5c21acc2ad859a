"""Which sets the keeper of the dice keys has opened (holding.py), and whether it may open one.

A set is opened only once it was committed that it is taken, as long as it has no fate, and with one number of
the player's: that of the first time. This is recorded for good before the dice are told, so that what was
opened and then thrown away, or shown with another number, can be counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import psycopg
from django.db import connection

from dicepool.models import Batch, Opening


class Verdict(IntEnum):
    """What the database says of a set that somebody wants to be opened (migration 0013)."""

    OPENED = 0
    NOT_TAKEN = 1
    HAS_A_FATE = 2
    NOT_PLEDGED = 3
    OPENED_OTHERWISE = 4

    @property
    def sentence(self) -> str:
        """What is wrong."""
        return SENTENCES[self]


SENTENCES = {
    Verdict.OPENED: "",
    Verdict.NOT_TAKEN: "A set is opened only once it was committed that it is taken.",
    Verdict.HAS_A_FATE: "What was shown or thrown away is not opened again.",
    Verdict.NOT_PLEDGED: "A set is opened with the number that was promised for it, or with none.",
    Verdict.OPENED_OTHERWISE: "This set was opened with another number.",
}


class Refused(RuntimeError):
    """The keeper does not open this set."""


class OpenedOtherwise(Refused):
    """It was opened with another number before: with this one, or with none."""

    def __init__(self, numbers: Sequence[bytes]) -> None:
        super().__init__(Verdict.OPENED_OTHERWISE.sentence)
        self.numbers = list(numbers)
        """Those that count, of all sets that were asked for."""


def record(line: psycopg.Connection[tuple[int, bytes | None]], sets: Sequence[tuple[int, bytes]]) -> None:
    """Record for good that these sets, by their serials and the players' numbers, are opened. One round trip.

    `line` commits by itself. Safe to do twice. Raises Refused, OpenedOtherwise.
    """
    serials = ",".join(str(int(serial)) for serial, _ in sets)
    numbers = ",".join(f'"\\\\x{number.hex()}"' if number else "NULL" for _, number in sets)
    # In the text, as in a draw: parameters would cost as much as the rest.
    found = line.execute(f"SELECT * FROM dicepool_open('{{{serials}}}', '{{{numbers}}}')").fetchall()  # noqa: S608  (numbers and hex of our own)
    verdicts = [Verdict(verdict) for verdict, _ in found]
    for verdict in verdicts:
        if verdict not in {Verdict.OPENED, Verdict.OPENED_OTHERWISE}:
            raise Refused(verdict.sentence)
    if Verdict.OPENED_OTHERWISE in verdicts:
        raise OpenedOtherwise(
            [
                bytes(before or b"") if verdict is Verdict.OPENED_OTHERWISE else number
                for verdict, (_, before), (_, number) in zip(verdicts, found, sets, strict=True)
            ]
        )


@dataclass(frozen=True, slots=True)
class Counts:
    """How many sets were ever opened, and what of it does not happen by itself."""

    sets: int
    thrown_away: int
    """Opened and never used: after a roll that was rolled back, and then only if it was not made again."""
    otherwise: int
    """Shown with another number than they were opened with: never, on an honest site."""


COUNTED = """
    SELECT count(*), count(*) FILTER (WHERE f.kind = 2),
        count(*) FILTER (WHERE f.kind = 1 AND f.number IS DISTINCT FROM o.number)
    FROM dicepool_opening o LEFT JOIN dicepool_fate f USING (serial)
"""


def counts() -> Counts:
    """As things stand. Reads the rows of all batches that are not laid open."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT sum(a), sum(b), sum(c) FROM ({COUNTED} UNION ALL SELECT coalesce(sum(sets), 0),"  # noqa: S608  (constants)
            " coalesce(sum(thrown_away), 0), coalesce(sum(otherwise), 0) FROM dicepool_opened) AS n (a, b, c)"
        )
        return Counts(*map(int, cursor.fetchone()))


def fold(batch: Batch) -> None:
    """Keep the openings of a batch that is being laid open as numbers. Two queries.

    Only in the transaction that lays it open, before the fates of its sets are folded.
    """
    span = [batch.first, batch.last]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO dicepool_opened (sets, thrown_away, otherwise, batch_id)"  # noqa: S608  (constants)
            f" SELECT n.*, %s FROM ({COUNTED} WHERE o.serial BETWEEN %s AND %s) AS n (a, b, c) WHERE a > 0",
            [batch.number, *span],
        )
    Opening.objects.filter(serial__range=span).delete()
