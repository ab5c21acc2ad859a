"""The public log: its shape is that of RFC 6962, and entries come one after the other."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Sequence

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from dicepool import leaves, refill, rfc6962, tree
from dicepool.models import Batch, Leaf
from tests.at_once import PATIENCE, at_once, is_held_up, meanwhile
from tests.dicepool.plain_tree import ENTRIES, LEAVES, plain_path, plain_proof, plain_root


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
    for ranges in ([(0, size)], rfc6962.inclusion(index, size), rfc6962.consistency(old, size)):
        rows = [node for wanted in ranges for node in rfc6962.perfect_nodes(wanted)]
        assert len(rows) <= 2 * size.bit_length()


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
            assert leaves.root(1, size) == plain_root(level[:size])
            assert tree.consistency(size, grown) == plain_proof(size, level)
            assert tree.inclusion(size - 1, grown) == plain_path(size - 1, level)
        assert leaves.root(1, 0) == hashlib.sha256(b"").digest()
        assert tree.consistency(0, grown) == []

    @pytest.mark.parametrize("ask", ["root", "inclusion", "consistency"])
    def test_any_of_them_is_one_query(self, grown: int, ask: str) -> None:
        given = {"root": (67,), "inclusion": (37, 67), "consistency": (37, 67)}[ask]
        with CaptureQueriesContext(
            connection,
        ) as queries:
            getattr(leaves, ask)(1, *given)
        assert len(queries) == 1

    def test_an_entry_costs_the_same_in_every_tree(self, grown: int) -> None:
        counted = set()
        for _ in range(20):
            with CaptureQueriesContext(connection) as queries:
                tree.append("more")
            counted.add(len(queries))
        assert max(counted) <= 6

    def test_what_is_not_there_is_not_proved(self, grown: int) -> None:
        for ask in (
            lambda: leaves.root(1, grown + 1),
            lambda: tree.inclusion(grown, grown),
            lambda: tree.inclusion(0, grown + 1),
            lambda: tree.inclusion(-1, grown),
            lambda: tree.consistency(2, 1),
            lambda: tree.consistency(1, grown + 1),
            lambda: leaves.root(9, 1),
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


@pytest.mark.django_db
def test_batches_of_a_release_without_a_log_get_their_entries_in_order(batch: Batch) -> None:
    refill.add_sets(5, "test")
    Leaf.objects.all().delete()
    with transaction.atomic():
        added = tree.append_batches()
    assert added == list(Batch.objects.order_by("number").values_list("number", flat=True))
    told = Leaf.objects.order_by("index").values_list("entry", flat=True)
    assert list(told) == [tree.entry_of(one) for one in Batch.objects.order_by("number")]
    with CaptureQueriesContext(connection) as queries:
        assert tree.append_batches() == []
    assert len(queries) == 2


@pytest.mark.django_db(transaction=True)
class TestTwoAtOnce:
    def test_entries_come_one_after_the_other(self, batch: Batch) -> None:
        before = tree.size()

        def add() -> list[int]:
            found = []
            for _ in range(5):
                with transaction.atomic():
                    found.append(tree.append("an entry"))
            return found

        one, two = at_once(add, add)
        assert sorted(one + two) == list(range(before, before + 10))
        level = [bytes(leaf) for leaf in Leaf.objects.order_by("index").values_list("hash", flat=True)]
        assert leaves.root(1, before + 10) == plain_root(level)

    def test_the_second_waits_and_takes_the_place_of_what_is_rolled_back(self, batch: Batch) -> None:
        before = tree.size()

        def add() -> int:
            with transaction.atomic():
                return tree.append("the second")

        with contextlib.suppress(KeyboardInterrupt), transaction.atomic():
            tree.append("the first")
            second = meanwhile(add)
            assert is_held_up(second)
            raise KeyboardInterrupt
        assert second.result(PATIENCE) == before
        assert Leaf.objects.get(index=before).entry == "the second"

    def test_a_refill_that_is_killed_leaves_neither_batch_nor_entry(
        self, batch: Batch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def killed(*_: object) -> int:
            raise KeyboardInterrupt

        before = tree.size()
        monkeypatch.setattr(refill, "_open_to_draws", killed)
        with pytest.raises(KeyboardInterrupt):
            refill.add_sets(5, "test")
        assert (tree.size(), Batch.objects.latest("number")) == (before, batch)
