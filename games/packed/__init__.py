"""The log of a match that is over in as few bytes as it takes, and back again; docs/folded.md has the format.

It knows no rules: what was packed is read again whatever becomes of them. What has no place in the format
is refused before anything is lost, and a packed log that is damaged is refused, too.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from games.packed import earlier, fifth, fourth, stretches, third
from games.packed.log import CHECK, Contents, Damaged, Head, Logged, Unpackable

__all__ = [
    "Contents",
    "Damaged",
    "Logged",
    "Unpackable",
    "is_newest",
    "pack",
    "rolls",
    "unpack",
    "unpack_end",
]

T = TypeVar("T")
READERS: Mapping[bytes, Callable[[bytes], Contents]] = {
    earlier.PLAIN: earlier.unpack,
    earlier.LATER: earlier.unpack,
    third.VERSION: third.unpack,
    fourth.VERSION: fourth.unpack,
    fifth.VERSION: fifth.unpack,
}
"""By the version."""
LAST = stretches.LAST
"""So many moves `unpack_end` gives at least, or all there are."""
SPOILT = (ValueError, LookupError, ArithmeticError, TypeError, RuntimeError, MemoryError, zlib.error)
"""What reading raises that was never packed, though its check is right."""
HEADS: Mapping[bytes, Callable[[bytes], Head]] = {
    earlier.PLAIN: earlier.open_head,
    earlier.LATER: earlier.open_head,
    third.VERSION: lambda packed: third.open_head(packed)[0],
    fourth.VERSION: lambda packed: fourth.open_head(packed)[0],
    fifth.VERSION: fifth.open_head,
}


def pack(contents: Contents) -> bytes:
    """These contents as bytes. Raises Unpackable unless `unpack` makes the very same of them again."""
    try:
        body = fifth.pack(contents)
        packed = body + CHECK.pack(zlib.crc32(body))
        end = contents._replace(moves=contents.moves[-LAST:])
        same = unpack(packed) == contents and unpack_end(packed) == end
    except (ValueError, OverflowError, TypeError, LookupError, zlib.error) as error:
        raise Unpackable(str(error)) from error
    if not same:
        raise Unpackable("It would not be the same again.")
    return packed


def unpack(packed: bytes) -> Contents:
    """What was packed. Raises Damaged where these bytes are anything else."""
    return _read(READERS[_version(packed)], packed)


def unpack_end(packed: bytes) -> Contents:
    """What was packed, of its moves at least the last alone: LAST of them, or all. Raises Damaged."""
    version = _version(packed)
    return _read(fifth.unpack_end if version == fifth.VERSION else READERS[version], packed)


def rolls(packed: bytes) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each roll's seat and dice alone, in less time. Raises Damaged."""
    head = _read(HEADS[_version(packed)], packed)
    for seat, (_keep, dice) in zip(head.seats, head.faces, strict=True):
        if dice:
            yield seat, dice


def is_newest(packed: bytes) -> bool:
    """Whether it is as it would be packed today."""
    return packed[:1] == fifth.VERSION


def _read(reader: Callable[[bytes], T], packed: bytes) -> T:
    try:
        return reader(packed)
    except SPOILT as error:
        raise Damaged("What is kept of this log is no log.") from error


def _version(packed: bytes) -> bytes:
    """The version of a log that is whole. Raises Damaged."""
    if packed[:1] not in READERS or len(packed) <= CHECK.size:
        raise Damaged("This is no log of a version that is known here.")
    if CHECK.pack(zlib.crc32(packed[: -CHECK.size])) != packed[-CHECK.size :]:
        raise Damaged("The log was damaged after it had been packed.")
    return packed[:1]
