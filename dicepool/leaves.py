"""The stored leaves of the public log, and what is hashed of them: roots and proofs, in O(log n) rows.

Each leaf's row has the perfect nodes that the leaf made full (rfc6962.py). tree.py is the interface.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from django.db.models import Max

from dicepool import rfc6962
from dicepool.models import Leaf
from dicepool.rfc6962 import Perfect, Range

HASH = 32


class NotThere(LookupError):
    """The tree has no such leaf, or is not that large."""


def newest_tree() -> int:
    """The number of the tree that grows."""
    return Leaf.objects.aggregate(tree=Max("tree"))["tree"] or 1


def size(tree: int) -> int:
    """How many leaves the tree has."""
    last = Leaf.objects.filter(tree=tree).aggregate(last=Max("index"))["last"]
    return 0 if last is None else int(last) + 1


def root(tree: int, size: int) -> bytes:
    """The root over the first `size` leaves. One query. Raises NotThere."""
    [found] = roots(tree, [(0, size)])
    return found


def inclusion(tree: int, index: int, size: int) -> list[bytes]:
    """The path from leaf `index` to the root over the first `size` leaves. One query. Raises NotThere."""
    [path] = inclusions(tree, [index], size)
    return path


def inclusions(tree: int, indexes: Sequence[int], size: int) -> list[list[bytes]]:
    """The paths from several leaves. One query. Raises NotThere."""
    if not all(0 <= index < size for index in indexes):
        raise NotThere
    parts = [rfc6962.inclusion(index, size) for index in indexes]
    found = iter(roots(tree, [wanted for part in parts for wanted in part]))
    return [list(islice(found, len(part))) for part in parts]


def consistency(tree: int, old: int, new: int) -> list[bytes]:
    """The proof that the tree of `new` leaves begins with the one of `old`. One query. Raises NotThere."""
    if not 0 <= old <= new:
        raise NotThere
    return roots(tree, rfc6962.consistency(old, new))


def roots(tree: int, ranges: Sequence[Range]) -> list[bytes]:
    """The roots over ranges of leaves, as they occur in proofs. One query at most. Raises NotThere."""
    parts = [rfc6962.perfect_nodes(wanted) for wanted in ranges]
    found = _nodes(tree, {node for part in parts for node in part})
    return [rfc6962.joined([found[node] for node in part]) for part in parts]


def _nodes(tree: int, wanted: Iterable[Perfect]) -> dict[Perfect, bytes]:
    places = {node: rfc6962.last_leaf(node) for node in wanted}
    if not places:
        return {}
    rows = Leaf.objects.filter(tree=tree, index__in=set(places.values()))
    hashes = {
        index: bytes(hashed) + bytes(nodes)
        for index, hashed, nodes in rows.values_list("index", "hash", "nodes")
    }
    try:
        return {
            (level, number): hashes[index][level * HASH : (level + 1) * HASH]
            for (level, number), index in places.items()
        }
    except KeyError:
        raise NotThere from None


def add(tree: int, entry: str, batch: int | None = None) -> int:
    """Add a leaf at the end. Returns its index. Two queries and the row; tree.py sees to it that nobody else
    adds one meanwhile.
    """
    index = size(tree)
    _, *above = rfc6962.finished_by(index)
    # Beside each node that becomes full stands one that is: its left half.
    left = [(level - 1, 2 * number) for level, number in above]
    found = _nodes(tree, left)
    hashes = [rfc6962.leaf(entry)]
    for sibling in left:
        hashes.append(rfc6962.joined([found[sibling], hashes[-1]]))
    Leaf.objects.create(
        tree=tree, index=index, entry=entry, batch=batch, hash=hashes[0], nodes=b"".join(hashes[1:])
    )
    return index
