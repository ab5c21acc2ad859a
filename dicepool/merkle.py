"""The commitment to a batch: a Merkle tree over its sets, and the chain of roots. Pure.

The exact format is in docs/dice.md; static/verify_roll.py and static/js/verify.js check it
independently of this file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicepool.arrays import np
from dicepool.seal import SALT_BYTES, Dice

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEAF, NODE, CHAIN, BOUND = b"\x00", b"\x01", b"\x02", b"\x03"
GENESIS = bytes(32)
"""What stands for the chain before the first batch."""
GROUP_LEVELS = 8
GROUP = 1 << GROUP_LEVELS
"""Leaves under one kept node: a proof rebuilds a group of leaves, not the whole tree."""

_sha256 = hashlib.sha256
_LEAF_BYTES = 1 + 8 + 5 + SALT_BYTES


def leaf(serial: int, dice: Dice, salt: bytes) -> bytes:
    """The leaf of one set: SHA-256 of 0x00, the serial (8 bytes, big-endian), the five dice, the salt."""
    return _sha256(LEAF + serial.to_bytes(8, "big") + bytes(dice) + salt).digest()


def node(left: bytes, right: bytes) -> bytes:
    """An inner node: SHA-256 of 0x01 and its two children."""
    return _sha256(NODE + left + right).digest()


def chained(previous: bytes, root: bytes, first: int, last: int) -> bytes:
    """The link of a batch: SHA-256 of 0x02, the link before, the root, the first and last serial."""
    return _sha256(CHAIN + previous + root + first.to_bytes(8, "big") + last.to_bytes(8, "big")).digest()


def bound(previous: bytes, root: bytes, first: int, last: int, number: int, at: int) -> bytes:
    """The link of a batch of version 2, which binds its number and time (seconds since 1970) as well."""
    numbers = b"".join(n.to_bytes(8, "big") for n in (first, last, number, at))
    return _sha256(BOUND + previous + root + numbers).digest()


def leaves(first: int, dice: NDArray[np.uint8], salts: NDArray[np.uint8]) -> list[bytes]:
    """The leaves of consecutive sets from serial `first` on; `dice` (n, 5), `salts` (n, 16)."""
    count = len(dice)
    packed = np.empty((count, _LEAF_BYTES), dtype=np.uint8)
    packed[:, 0] = 0
    packed[:, 1:9] = np.arange(first, first + count, dtype=">u8").view(np.uint8).reshape(count, 8)
    packed[:, 9:14] = dice
    packed[:, 14:] = salts
    text = packed.tobytes()
    size = _LEAF_BYTES
    return [_sha256(text[at : at + size]).digest() for at in range(0, count * size, size)]


def above(level: Sequence[bytes]) -> list[bytes]:
    """The next level of the tree: pairs hashed; an odd one at the end moves up as it is."""
    pairs = len(level) // 2
    packed = np.empty((pairs, 65), dtype=np.uint8)
    packed[:, 0] = 1
    packed[:, 1:] = np.frombuffer(b"".join(level[: 2 * pairs]), dtype=np.uint8).reshape(pairs, 64)
    text = packed.tobytes()
    hashed = [_sha256(text[at : at + 65]).digest() for at in range(0, pairs * 65, 65)]
    return hashed + list(level[2 * pairs :])


def groups(level: Sequence[bytes]) -> list[bytes]:
    """The nodes eight levels above the leaves, one for each 256 of them: what a batch keeps of its tree."""
    for _ in range(GROUP_LEVELS):
        level = above(level)
    return list(level)


def root_of(level: Sequence[bytes]) -> bytes:
    """The root over any level of a tree."""
    while len(level) > 1:
        level = above(level)
    return level[0]


def tree(level: Sequence[bytes]) -> tuple[tuple[bytes, ...], ...]:
    """This level and all above it, up to below the root: hashed once for all the paths through them."""
    found = []
    while len(level) > 1:
        found.append(tuple(level))
        level = above(level)
    return tuple(found)


def path(levels: Sequence[Sequence[bytes]], index: int) -> list[bytes]:
    """The siblings of item `index` of the first of a tree's levels, up to below the root."""
    found = []
    for level in levels:
        sibling = index ^ 1
        if sibling < len(level):
            found.append(level[sibling])
        index >>= 1
    return found


def path_in_groups(
    group: Sequence[Sequence[bytes]], kept: Sequence[Sequence[bytes]], index: int
) -> list[bytes]:
    """The path of leaf `index` of a batch, out of the trees over its own group and over the kept nodes."""
    return path(group, index % GROUP) + path(kept, index // GROUP)


def climb(start: bytes, index: int, size: int, siblings: Sequence[bytes]) -> bytes | None:
    """The root that a path leads to from leaf `index` of `size`, or None where the path does not fit."""
    found, rest = start, list(siblings)
    if not 0 <= index < size:
        return None
    while size > 1:
        if index % 2 == 1 or index + 1 < size:
            if not rest:
                return None
            sibling = rest.pop(0)
            found = node(sibling, found) if index % 2 else node(found, sibling)
        index >>= 1
        size = (size + 1) >> 1
    return None if rest else found
