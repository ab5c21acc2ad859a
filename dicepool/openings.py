"""Which sets the keeper of the dice keys has opened (holding.py), and whether it may open one.

A set is opened only once it was committed that it is taken, as long as it has no fate, and with one number of
the player's: that of the first time. This is recorded for good before the dice are told, so that what was
opened and then thrown away, or shown with another number, can be counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import psycopg
from django.db import connection

from dicepool.models import Batch, Count, Opening
from dicepool.stock import CURSOR


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


class SetBack(RuntimeError):
    """The cursor of the dice is before where it was: nothing is opened."""


class OpenedOtherwise(Refused):
    """It was opened with another number before: with this one, or with none."""

    def __init__(self, numbers: Sequence[bytes]) -> None:
        super().__init__(Verdict.OPENED_OTHERWISE.sentence)
        self.numbers = list(numbers)
        """Those that count, of all sets that were asked for."""


def look(cursor: int, highest: int, seen: int) -> None:
    """See that the cursor has passed the highest of these sets, and was never set back since it was `seen`.

    A set that is to come is told nobody, though somebody writes down that it was taken, or shown. And after
    the cursor was set ahead for that, and then back, nothing is told any more. Raises Refused, SetBack.
    """
    if cursor < seen:
        raise SetBack("The cursor of the dice was set back: nothing is opened until it is where it was.")
    if cursor < highest:
        raise Refused(Verdict.NOT_TAKEN.sentence)


def record(line: psycopg.Connection[Any], sets: Sequence[tuple[int, bytes]], seen: int = 0) -> int:
    """Record for good that these sets, by their serials and the players' numbers, are opened. One round trip.
    Returns where the cursor is; `seen` is where it was.

    `line` commits by itself. Safe to do twice. Raises Refused, OpenedOtherwise, SetBack.
    """
    highest = max(int(serial) for serial, _ in sets)
    serials = ",".join(str(int(serial)) for serial, _ in sets)
    numbers = ",".join(f'"\\\\x{number.hex()}"' if number else "NULL" for _, number in sets)
    # In the text, as in a draw: parameters would cost as much as the rest.
    told = line.execute(
        f"SELECT c.at, o.* FROM (SELECT {CURSOR} AS at) c LEFT JOIN LATERAL dicepool_open(CASE WHEN c.at >="  # noqa: S608  (numbers and hex of our own)
        f" {max(highest, seen)} THEN '{{{serials}}}'::bigint[] ELSE '{{}}' END, '{{{numbers}}}') o ON true"
    ).fetchall()
    cursor = int(told[0][0])
    look(cursor, highest, seen)
    found = [(verdict, before) for _, verdict, before in told]
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
    return cursor


def record_shown(serials: Sequence[int]) -> None:
    """Record that these sets, which were found shown, are told, where no opening of them was recorded: they
    are of the time before there was a keeper, or somebody has written that they were shown and will take it
    back. Sets of batches that are laid open are left out.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO dicepool_opening (serial, at, number) SELECT s, clock_timestamp(), f.number"
            " FROM unnest(%s::bigint[]) s LEFT JOIN dicepool_fate f ON f.serial = s WHERE NOT EXISTS"
            " (SELECT FROM dicepool_batch b JOIN dicepool_publication p ON p.batch_id = b.number"
            " WHERE s BETWEEN b.first AND b.last) ORDER BY 1 ON CONFLICT DO NOTHING",
            [list(serials)],
        )


@dataclass(frozen=True, slots=True)
class Counts:
    """How many sets were ever opened, and what of it does not happen by itself."""

    sets: int
    thrown_away: int
    """Opened and never used: after a roll that was rolled back, and then only if it was not made again."""
    otherwise: int
    """Shown with another number than they were opened with: never, on an honest site."""


NONE = Counts(0, 0, 0)
COUNTED = """
    SELECT count(*), count(*) FILTER (WHERE f.kind = 2),
        count(*) FILTER (WHERE f.kind = 1 AND f.number IS DISTINCT FROM o.number)
    FROM dicepool_opening o LEFT JOIN dicepool_fate f USING (serial)
"""


def counts() -> Counts:
    """As things stand. Reads the rows of all batches that are not laid open: for the worker, and audits."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT sum(a), sum(b), sum(c) FROM ({COUNTED} UNION ALL SELECT coalesce(sum(sets), 0),"  # noqa: S608  (constants)
            " coalesce(sum(thrown_away), 0), coalesce(sum(otherwise), 0) FROM dicepool_opened) AS n (a, b, c)"
        )
        return Counts(*map(int, cursor.fetchone()))


def counted() -> Counts:
    """As the worker counted them last (days.py). One row, however many were opened."""
    count = Count.objects.first()
    return Counts(count.opened, count.thrown_away, count.otherwise) if count else NONE


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
