"""The public log: its shape is that of RFC 6962, and what is signed of it is remembered first."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from dicepool import leaves, notes, refill, rfc6962, tree
from dicepool.models import Batch, Leaf

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


def of_nodes(ranges: Sequence[rfc6962.Range]) -> list[bytes]:
    """What the ranges of a proof stand for, hashed of perfect nodes alone."""
    found = []
    for wanted in ranges:
        nodes = rfc6962.perfect_nodes(wanted)
        for level, number in nodes:
            assert (number + 1) << level == rfc6962.last_leaf((level, number)) + 1
        parts = [plain_root(LEAVES[number << level : (number + 1) << level]) for level, number in nodes]
        found.append(rfc6962.joined(parts))
    return found


@given(st.data())
def test_every_proof_is_that_of_the_plain_definition(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, len(LEAVES)))
    index = data.draw(st.integers(0, size - 1))
    old = data.draw(st.integers(1, size))
    assert of_nodes([(0, size)]) == [plain_root(LEAVES[:size])]
    assert of_nodes(rfc6962.inclusion(index, size)) == plain_path(index, LEAVES[:size])
    assert of_nodes(rfc6962.consistency(old, size)) == plain_proof(old, LEAVES[:size])


@pytest.fixture
def grown(db: None) -> int:
    """A tree with entries, as large as it is then."""
    with transaction.atomic():
        for entry in ENTRIES[:70]:
            tree.append(entry)
    return tree.size()


@pytest.mark.django_db
class TestStored:
    def test_it_has_the_same_roots_and_proofs(self, grown: int) -> None:
        level = [bytes(leaf) for leaf in Leaf.objects.order_by("index").values_list("hash", flat=True)]
        assert level[-70:] == LEAVES[:70]
        for size in range(1, grown + 1):
            assert tree.root(size) == plain_root(level[:size])
            assert tree.consistency(size, grown) == plain_proof(size, level)
            assert tree.inclusion(size - 1, grown) == plain_path(size - 1, level)
        assert tree.root(0) == hashlib.sha256(b"").digest()
        assert tree.consistency(0, grown) == []

    @pytest.mark.parametrize("ask", ["root", "inclusion", "consistency"])
    def test_any_of_them_is_one_query_of_few_rows(self, grown: int, ask: str) -> None:
        given = {"root": (67,), "inclusion": (37, 67), "consistency": (37, 67)}[ask]
        with CaptureQueriesContext(
            connection,
        ) as queries:
            getattr(leaves, ask)(1, *given)
        assert len(queries) == 1

    def test_what_is_not_there_is_not_proved(self, grown: int) -> None:
        for ask in (
            lambda: tree.root(grown + 1),
            lambda: tree.inclusion(grown, grown),
            lambda: tree.inclusion(0, grown + 1),
            lambda: tree.inclusion(-1, grown),
            lambda: tree.consistency(2, 1),
            lambda: tree.consistency(1, grown + 1),
            lambda: tree.root(1, tree=9),
        ):
            with pytest.raises(tree.NotThere):
                ask()

    def test_entries_are_found(self, grown: int) -> None:
        found = tree.find([ENTRIES[3], "no entry"])
        assert found == {ENTRIES[3]: tree.Place(1, grown - 70 + 3)}

    @pytest.mark.parametrize("entry", ["", "two\nlines", "é"])
    def test_an_entry_is_a_line_of_ascii(self, entry: str) -> None:
        with pytest.raises(ValueError, match="printable ASCII"):
            tree.append(entry)


@pytest.mark.django_db
def test_a_batch_is_in_the_log_when_it_can_be_drawn_from(batch: Batch) -> None:
    place = tree.find([tree.entry_of(batch)])[tree.entry_of(batch)]
    leaf = Leaf.objects.get(tree=place.tree, index=place.index)
    assert leaf.entry == (
        f"batch {batch.number} {batch.first} {batch.last} {bytes(batch.root).hex()}"
        f" {int(batch.made_at.timestamp())} {bytes(batch.chain).hex()}"
    )


@pytest.mark.django_db(transaction=True)
def test_a_head_is_signed_and_signed_anew_when_the_log_has_grown(batch: Batch) -> None:
    first = tree.sign_head()
    assert first
    assert tree.sign_head() == first
    text = notes.verify(tree.checkpoint(), [notes.public_key()])
    origin, size, _ = text.splitlines()
    assert (origin, int(size)) == (tree.origin(1), tree.size())
    refill.add_sets(5, "test")
    second = tree.sign_head()
    assert second
    assert second.size == first.size + 1
