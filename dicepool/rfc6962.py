"""A Merkle tree that grows at its end, as RFC 6962 shapes it. Pure.

Over its leaves stand *perfect* nodes, of 1, 2, 4, 8 … leaves each: they never change once they are full, so
they are kept (leaves.py). Whatever else is asked, a root or a step of a proof, is hashed of a few of them.
A perfect node is named by its level (0 for a leaf) and its number in it; a range of leaves by the first one
and the one after the last.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from dicepool.merkle import LEAF, node

EMPTY = hashlib.sha256(b"").digest()
"""The root of a tree without leaves."""

Perfect = tuple[int, int]
Range = tuple[int, int]


def leaf(entry: str) -> bytes:
    """The leaf of an entry: SHA-256 of 0x00 and its text."""
    return hashlib.sha256(LEAF + entry.encode()).digest()


def finished_by(index: int) -> list[Perfect]:
    """The perfect nodes that leaf `index` makes full, from its own leaf upward."""
    found, level = [(0, index)], 0
    while index >> level & 1:
        level += 1
        found.append((level, index >> level))
    return found


def last_leaf(perfect: Perfect) -> int:
    """The leaf that makes this node full."""
    level, number = perfect
    return ((number + 1) << level) - 1


def perfect_nodes(wanted: Range) -> list[Perfect]:
    """The perfect nodes of which the root over a range is hashed, from the left: each less than the one
    before. The range is one that occurs in a tree, so that its first leaf begins each of them.
    """
    first, end = wanted
    found = []
    for level in reversed(range((end - first).bit_length())):
        if (end - first) >> level & 1:
            found.append((level, first >> level))
            first += 1 << level
    return found


def joined(nodes: Sequence[bytes]) -> bytes:
    """The root over these perfect nodes, in the order of `perfect_nodes`."""
    if not nodes:
        return EMPTY
    found = nodes[-1]
    for left in reversed(nodes[:-1]):
        found = node(left, found)
    return found


def inclusion(index: int, size: int) -> list[Range]:
    """The ranges whose roots prove leaf `index` in a tree of `size` leaves, from the bottom up (2.1.1)."""
    found = []
    first, end = 0, size
    while end - first > 1:
        middle = first + _split(end - first)
        if index < middle:
            found.append((middle, end))
            end = middle
        else:
            found.append((first, middle))
            first = middle
    return found[::-1]


def consistency(old: int, new: int) -> list[Range]:
    """The ranges whose roots prove that a tree of `new` leaves begins with the one of `old` (2.1.2): none
    where both are the same, or the old one is empty.
    """
    found: list[Range] = []
    if old == 0:
        return found
    first, end = 0, new
    while end != old:
        middle = first + _split(end - first)
        if old <= middle:
            found.append((middle, end))
            end = middle
        else:
            found.append((first, middle))
            first = middle
    if first:
        found.append((first, end))
    return found[::-1]


def _split(leaves: int) -> int:
    """The largest power of two below this number, which is 2 at least."""
    return 1 << (leaves - 1).bit_length() - 1
