"""The tree of RFC 6962 as it is written there, and leaves for one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

ENTRIES = [f"entry {number}" for number in range(300)]
LEAVES = [hashlib.sha256(b"\x00" + entry.encode()).digest() for entry in ENTRIES]


def plain_root(level: Sequence[bytes]) -> bytes:
    """RFC 6962, 2.1, as it is written there."""
    if not level:
        return hashlib.sha256(b"").digest()
    if len(level) == 1:
        return level[0]
    middle = split(len(level))
    return hashlib.sha256(b"\x01" + plain_root(level[:middle]) + plain_root(level[middle:])).digest()


def split(size: int) -> int:
    """The largest power of two that is less."""
    power = 1
    while power * 2 < size:
        power *= 2
    return power


def plain_path(index: int, level: Sequence[bytes]) -> list[bytes]:
    """2.1.1."""
    if len(level) == 1:
        return []
    middle = split(len(level))
    if index < middle:
        return [*plain_path(index, level[:middle]), plain_root(level[middle:])]
    return [*plain_path(index - middle, level[middle:]), plain_root(level[:middle])]


def plain_proof(old: int, level: Sequence[bytes], *, whole: bool = True) -> list[bytes]:
    """2.1.2."""
    if old == len(level):
        return [] if whole else [plain_root(level)]
    middle = split(len(level))
    if old <= middle:
        return [*plain_proof(old, level[:middle], whole=whole), plain_root(level[middle:])]
    return [*plain_proof(old - middle, level[middle:], whole=False), plain_root(level[:middle])]
