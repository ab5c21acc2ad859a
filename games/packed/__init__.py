"""The log of a match that is over in as few bytes as it takes, and back again; docs/folded.md has the format.

It knows no rules: what was packed is read again whatever becomes of them. What has no place in the format
is refused before anything is lost, and a packed log that is damaged is refused, too.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from games.packed import earlier, third
from games.packed.log import CHECK, Contents, Damaged, Logged, Unpackable

__all__ = ["Contents", "Damaged", "Logged", "Unpackable", "pack", "rolls", "unpack"]


def pack(contents: Contents) -> bytes:
    """These contents as bytes. Raises Unpackable unless `unpack` makes the very same of them again."""
    try:
        body = third.pack(contents)
        packed = body + CHECK.pack(zlib.crc32(body))
        same = unpack(packed) == contents
    except (ValueError, OverflowError, TypeError, LookupError, zlib.error) as error:
        raise Unpackable(str(error)) from error
    if not same:
        raise Unpackable("It would not be the same again.")
    return packed


def unpack(packed: bytes) -> Contents:
    """What was packed. Raises Damaged where these bytes are anything else."""
    return third.unpack(packed) if _version(packed) == third.VERSION else earlier.unpack(packed)


def rolls(packed: bytes) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each roll's seat and dice alone, in less time. Raises Damaged."""
    if _version(packed) == third.VERSION:
        head, _reader, _unit = third.open_head(packed)
    else:
        head = earlier.open_head(packed)
    for seat, (_keep, dice) in zip(head.seats, head.faces, strict=True):
        if dice:
            yield seat, dice


def _version(packed: bytes) -> bytes:
    """The version of a log that is whole. Raises Damaged."""
    if packed[:1] not in {earlier.PLAIN, earlier.LATER, third.VERSION} or len(packed) <= CHECK.size:
        raise Damaged("This is no log of a version that is known here.")
    if CHECK.pack(zlib.crc32(packed[: -CHECK.size])) != packed[-CHECK.size :]:
        raise Damaged("The log was damaged after it had been packed.")
    return packed[:1]
