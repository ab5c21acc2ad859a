"""The public log of the dice: an append-only Merkle tree of lines of text, whose heads the site signs.

Each batch has an entry before it can be drawn from, each segment of the log of draws has one when it is
sealed. The shape is that of RFC 6962, a signed head a checkpoint of C2SP; docs/dice.md has the formats.

A head is signed by the worker, seconds after the entries were committed, and never before it is remembered
outside the database (guard.py): a restored copy that has forgotten leaves cannot sign another head of the
same size. A new epoch begins a new tree (`begin`), whose origin ends in its number.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.db.models import Max, QuerySet

from dicepool import guard, leaves, locks, notes, rfc6962
from dicepool.memory import Memory
from dicepool.models import Batch, Head, Leaf

NotThere = leaves.NotThere
LOCK = 0x626F6179  # of whoever adds a leaf, to the end of its transaction
_ENTRY = re.compile(r"[\x20-\x7e]+")


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry lies."""

    tree: int
    index: int


def append(entry: str) -> int:
    """Add an entry at the end of the newest tree, in the caller's transaction. Returns its index.

    Nobody else can add one before that transaction ends, so it should end soon. Raises guard.Behind, and
    ValueError for what is no line of printable ASCII.
    """
    if not _ENTRY.fullmatch(entry):
        raise ValueError("An entry is a line of printable ASCII.")
    _admitted()
    locks.wait_for(LOCK)
    return leaves.add(leaves.newest_tree(), entry)


def append_batches() -> list[int]:
    """Add an entry for each batch that is newer than the newest that has one. Returns their numbers.

    In the caller's transaction. Batches of a release without a tree get theirs so, in order. Raises
    guard.Behind.
    """
    if not _without_entry().exists():
        return []
    _admitted()
    locks.wait_for(LOCK)
    tree, added = leaves.newest_tree(), []
    for batch in _without_entry().order_by("number").defer("groups"):
        leaves.add(tree, entry_of(batch), batch.number)
        added.append(batch.number)
    return added


def _without_entry() -> QuerySet[Batch]:
    known = Leaf.objects.aggregate(batch=Max("batch"))["batch"] or 0
    return Batch.objects.filter(number__gt=known)


def entry_of(batch: Batch) -> str:
    """The entry of a batch."""
    hashes = f"{bytes(batch.root).hex()} {batch.at} {bytes(batch.chain).hex()}"
    return f"batch {batch.number} {batch.first} {batch.last} {hashes}"


def _admitted() -> None:
    """A database that may be an old copy adds nothing to what was signed of the other one."""
    if not guard.is_admitted():
        guard.aside(guard.admit)


def size(tree: int | None = None) -> int:
    """How many entries the tree has, the newest tree if none is named."""
    return leaves.size(_tree(tree))


def inclusion(index: int, size: int, tree: int | None = None) -> list[bytes]:
    """The path from entry `index` to the root over the first `size` entries. Raises NotThere."""
    return leaves.inclusion(_tree(tree), index, size)


def inclusions(indexes: Sequence[int], size: int, tree: int | None = None) -> list[list[bytes]]:
    """The paths from several entries, in one query. Raises NotThere."""
    return leaves.inclusions(_tree(tree), indexes, size)


def consistency(old: int, new: int, tree: int | None = None) -> list[bytes]:
    """The proof that the first `new` entries begin with the first `old` ones. Raises NotThere."""
    return leaves.consistency(_tree(tree), old, new)


def _tree(tree: int | None) -> int:
    return leaves.newest_tree() if tree is None else tree


def find(entries: Iterable[str]) -> dict[str, Place]:
    """Where these entries lie: those that are in no tree are left out. One query."""
    wanted = {rfc6962.leaf(entry): entry for entry in entries}
    rows = Leaf.objects.filter(hash__in=list(wanted)).order_by("tree", "index")
    # What no signed head covered when a new tree began is said again in it: the last place counts.
    return {
        wanted[bytes(hashed)]: Place(tree, index)
        for hashed, tree, index in rows.values_list("hash", "tree", "index")
    }


def origin(tree: int) -> str:
    """The first line of the tree's checkpoints."""
    return str(settings.DICE_ORIGIN) if tree == 1 else f"{settings.DICE_ORIGIN}/{tree}"


def head(tree: int | None = None) -> Head | None:
    """The newest head that was signed, of this tree or of the newest that has one."""
    heads = Head.objects.order_by("-tree", "-size")
    return (heads if tree is None else heads.filter(tree=tree)).first()


def checkpoint(tree: int | None = None) -> str:
    """The newest head as a signed note; empty before the first one."""
    found = head(tree)
    return found.note if found else ""


def keep_up() -> None:
    """What the worker does every few seconds: entries that batches lack, and the head.

    Raises guard.Behind.
    """
    with transaction.atomic():
        append_batches()
    sign_head()


def begin(kept: Memory | None, beyond: int = 0) -> int:
    """Begin a new tree, in the transaction of a new epoch. Returns its number, which is beyond all that are
    known of and beyond this one.

    Its first entry names the newest head that was ever signed, as far as anybody remembers: of the old tree
    leaves may be lost. What no head here covers is said again.
    """
    locks.wait_for(LOCK)
    old, signed = leaves.newest_tree(), head()
    before = (signed.tree, signed.size, bytes(signed.root).hex()) if signed else (old, 0, rfc6962.EMPTY.hex())
    if kept is not None:
        before = max(before, (kept.tree, kept.size, kept.root))
    tree = max(old, before[0], beyond) + 1
    reason = "forgotten" if kept is None else "restored"
    leaves.add(tree, f"after {origin(before[0])} {before[1]} {before[2]} {reason}")
    covered = signed.size if signed and signed.tree == old else min(old - 1, 1)
    for entry, batch in (
        Leaf.objects.filter(tree=old, index__gte=covered).order_by("index").values_list("entry", "batch")
    ):
        leaves.add(tree, entry, batch)
    return tree


def sign_head() -> Head | None:
    """Sign the newest tree as it stands, once that is remembered outside the database. None without entries.

    For the worker: in a transaction of its own, for a head tells only of what was committed. Raises
    guard.Behind where the tree lacks what was signed before.
    """
    with transaction.atomic(durable=True), guard.alone():
        tree = leaves.newest_tree()
        grown = leaves.size(tree)
        before = head()
        if grown == 0 or (before and (before.tree, before.size) == (tree, grown)):
            return before
        signed = leaves.root(tree, grown)
        guard.remember_head(tree, grown, signed)
        return Head.objects.create(tree=tree, size=grown, root=signed, note=note_of(tree, grown, signed))


def note_of(tree: int, size: int, root: bytes) -> str:
    """A head as a signed note. Nothing may show it before it is remembered outside the database."""
    name = origin(tree)
    text = f"{name}\n{size}\n{base64.b64encode(root).decode()}\n"
    return notes.sign(text, *([] if tree == 1 else [name]))
