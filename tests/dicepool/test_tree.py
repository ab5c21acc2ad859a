"""The public log: its shape is that of RFC 6962, and what is signed of it is remembered first."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from dicepool import epochs, guard, leaves, memory, notes, pool, refill, rfc6962, tree
from dicepool.models import Batch, Head, Leaf
from tests.dicepool.test_guard import KEPT
from tests.faults.turned import forget

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
            assert tree.root(size) == plain_root(level[:size])
            assert tree.consistency(size, grown) == plain_proof(size, level)
            assert tree.inclusion(size - 1, grown) == plain_path(size - 1, level)
        assert tree.root(0) == hashlib.sha256(b"").digest()
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
class TestSigning:
    def test_a_head_is_signed_once_and_another_when_the_log_has_grown(self, batch: Batch) -> None:
        first = tree.sign_head()
        assert first
        assert tree.sign_head() == first
        text = notes.verify(tree.checkpoint(), [notes.public_key()])
        origin, size, root = text.splitlines()
        assert (origin, int(size)) == (tree.origin(1), tree.size())
        assert base64.b64decode(root) == tree.root(tree.size())
        refill.add_sets(5, "test")
        second = tree.sign_head()
        assert second
        assert second.size == first.size + 1
        kept = memory.recall()
        assert kept
        assert (kept.head, kept.root) == ((1, second.size), bytes(second.root).hex())

    def test_it_tells_of_nothing_that_may_be_rolled_back(self, batch: Batch) -> None:
        with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
            tree.sign_head()

    def test_it_is_remembered_before_it_is_signed(
        self, batch: Batch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def down(*_: object, **__: object) -> None:
            raise memory.OutOfReach("Nobody is there.")

        monkeypatch.setattr(memory, "remember", down)
        with pytest.raises(guard.Behind):
            tree.sign_head()
        assert tree.head() is None

    def test_killed_between_the_two_it_goes_on(self, batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
        def killed(*_: object) -> str:
            raise KeyboardInterrupt

        for _ in range(2):
            monkeypatch.setattr(tree, "note_of", killed)
            with pytest.raises(KeyboardInterrupt):
                tree.sign_head()
            monkeypatch.undo()
            kept, size = memory.recall(), tree.size()
            assert kept
            assert (kept.head, tree.head()) == ((1, size), None)
            refill.add_sets(5, "test")
        found = tree.sign_head()
        assert found
        assert found.size == tree.size()

    def test_two_at_once_sign_one(self, batch: Batch) -> None:
        found = at_once(tree.sign_head, tree.sign_head)
        assert len({head.pk for head in found if isinstance(head, Head)}) == 1


def lose(batch: Batch) -> None:
    """The last entry is gone, as in an older copy."""
    Leaf.objects.filter(index=tree.size() - 1).delete()


def lose_and_go_on(batch: Batch) -> None:
    """The same, and others came since."""
    lose(batch)
    leaves.add(1, "another")
    leaves.add(1, "one more")


def rewrite(batch: Batch) -> None:
    """It is another one."""
    lose(batch)
    leaves.add(1, "another")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("harm", [lose, lose_and_go_on, rewrite])
def test_a_log_that_is_not_the_one_that_was_signed_is_signed_no_more(
    batch: Batch, harm: Callable[[Batch], None]
) -> None:
    refill.add_sets(5, "test")
    signed = tree.sign_head()
    assert signed
    harm(batch)
    Head.objects.all().delete()
    with pytest.raises(guard.Behind, match=f"A log of {signed.size}"):
        tree.sign_head()
    assert tree.head() is None
    with pytest.raises(guard.Behind, match=f"A log of {signed.size}"):
        guard.keep_up()  # finds it within seconds, and from then on nothing is dealt, rolled or added
    with pytest.raises(pool.PoolStopped), transaction.atomic():
        pool.draw(1)
    with pytest.raises(guard.Behind), transaction.atomic():
        tree.append("more")
    before = list(Leaf.objects.values_list("entry", flat=True))
    epochs.begin()
    assert tree.newest() == 2
    again = tree.sign_head()
    assert again
    first, *said_again = Leaf.objects.filter(tree=2).order_by("index").values_list("entry", flat=True)
    assert first == f"after {tree.origin(1)} {signed.size} {bytes(signed.root).hex()} restored"
    assert sorted(said_again) == sorted(before)
    guard.keep_up()
    assert tree.find([tree.entry_of(batch)])[tree.entry_of(batch)].tree == 2


@pytest.mark.django_db(transaction=True)
class TestANewEpoch:
    def test_each_begins_a_tree_after_the_newest_head_that_was_signed(self, batch: Batch) -> None:
        tree.sign_head()
        epochs.begin()
        epochs.begin()  # nothing was signed of the second
        [second, third] = Leaf.objects.filter(tree__gt=1, index=0).order_by("tree")
        assert second.entry == third.entry
        assert third.entry.startswith(f"after {tree.origin(1)} ")
        tree.sign_head()
        epochs.begin()
        entry = Leaf.objects.get(tree=4, index=0).entry
        assert entry.startswith(f"after {tree.origin(3)} {tree.size(3)} ")

    def test_what_nobody_remembers_is_said_to_be_forgotten(self, batch: Batch) -> None:
        signed = tree.sign_head()
        assert signed
        forget()
        epochs.begin(after=0)
        entry = Leaf.objects.get(tree=2, index=0).entry
        assert entry == f"after {tree.origin(1)} {signed.size} {bytes(signed.root).hex()} forgotten"

    def test_where_trees_were_forgotten_the_operator_names_the_newest(self, batch: Batch) -> None:
        forget()
        call_command("new_epoch", yes=True, after=0, tree=4, verbosity=0)
        assert tree.newest() == 5

    def test_before_the_first_head_it_follows_nothing(self, batch: Batch) -> None:
        epochs.begin()
        entry = Leaf.objects.get(tree=2, index=0).entry
        assert entry == f"after {tree.origin(1)} 0 {hashlib.sha256(b'').hexdigest()} restored"

    def test_a_tree_that_another_database_began_is_not_begun_again(self, batch: Batch) -> None:
        tree.sign_head()
        kept = memory.recall()
        assert kept
        memory.remember(replace(kept, tree=5, size=9, root="ab" * 32), knowing=kept)
        epochs.begin()
        assert tree.newest() == 6
        assert Leaf.objects.get(tree=6, index=0).entry == f"after {tree.origin(5)} 9 {'ab' * 32} restored"


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
        assert isinstance(one, list)
        assert isinstance(two, list)
        assert sorted(one + two) == list(range(before, before + 10))
        level = [bytes(leaf) for leaf in Leaf.objects.order_by("index").values_list("hash", flat=True)]
        assert tree.root(before + 10) == plain_root(level)

    def test_the_second_waits_and_takes_the_place_of_what_is_rolled_back(self, batch: Batch) -> None:
        before, added, found = tree.size(), threading.Event(), []

        def add() -> None:
            added.wait()
            with transaction.atomic():
                found.append(tree.append("the second"))
            connection.close()

        thread = threading.Thread(target=add)
        thread.start()
        with contextlib.suppress(KeyboardInterrupt), transaction.atomic():
            tree.append("the first")
            added.set()
            thread.join(0.3)
            assert thread.is_alive()
            raise KeyboardInterrupt
        thread.join()
        assert found == [before]
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


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Do these in threads, at the same time. Returns what each returns."""

    def act(what: Callable[[], object]) -> object:
        try:
            return what()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(act, acts))


def test_a_memory_of_a_release_without_a_log_is_read() -> None:
    old = {name: value for name, value in asdict(KEPT).items() if name not in {"tree", "size", "root"}}
    assert memory._parse(json.dumps(old)) == KEPT
    assert KEPT.head == (0, 0)


def test_of_two_places_the_one_with_the_newer_head_knows_more() -> None:
    order = [
        KEPT,
        replace(KEPT, tree=1, size=5),
        replace(KEPT, tree=1, size=6),
        replace(KEPT, tree=2, size=1),
    ]
    ages = [kept.age for kept in order]
    assert ages == sorted(set(ages))
