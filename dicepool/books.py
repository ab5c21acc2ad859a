"""The folded books of a batch, as they are read: when each set was shown, and the player's own number.

A file has a record for each set of its batch, in parts that are read alone (logfiles.py).
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from dicepool import homes, logfiles
from dicepool.models import Fate

KIND = "ledger"
"""Of its files."""
PART = 2048
"""Sets in a part of a file, which is read alone."""
RECORD = struct.Struct(">BQ16s")
"""One set: its fate (0 for none), with NUMBERED where it has a number; when it was told, in milliseconds
since 1970; the player's own number, or zeros."""
NUMBERED = 0x80


def numbers(serials: Iterable[int]) -> dict[int, bytes]:
    """The players' own numbers of these sets, of those that have one. Raises Lost."""
    wanted = list(serials)
    rows = Fate.objects.filter(serial__in=wanted, number__isnull=False)
    found = {serial: bytes(number or b"") for serial, number in rows.values_list("serial", "number")}
    for (batch, digest, place), inside in _folded(wanted).items():
        part = _part(batch, digest, place)
        for serial, at in inside:
            kind, _, number = RECORD.unpack_from(part, RECORD.size * at)
            if kind & NUMBERED:
                found[serial] = number
    return found


def must_be_whole(serials: list[int]) -> None:
    """Raise Lost unless the files that tell of these sets are there, as they were written."""
    for batch, digest in {(batch, digest) for batch, digest, _place in _folded(serials)}:
        logfiles.load_parts(KIND, batch, digest)


def _folded(serials: list[int]) -> dict[tuple[int, bytes, int], list[tuple[int, int]]]:
    """Where those of these sets stand that are folded: by the parts of files, each set and its place."""
    found = defaultdict(list)
    for serial, batch, first, digest in homes.ledgers(serials):
        place, at = divmod(serial - first, PART)
        found[batch, digest, place].append((serial, at))
    return found


@lru_cache(maxsize=64)
def _part(batch: int, digest: bytes, place: int) -> bytes:
    """Some 50 kB: they never change."""
    return logfiles.load_part(KIND, batch, digest, place)
