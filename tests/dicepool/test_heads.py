"""The public log: what is signed of it is remembered first, and no size has two heads."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, replace

import pytest
from django.core.management import call_command
from django.db import transaction

from dicepool import epochs, guard, leaves, memory, notes, pool, refill, tree
from dicepool.models import Batch, Head, Leaf
from tests.at_once import at_once
from tests.dicepool.remembered import KEPT
from tests.faults.turned import forget


@pytest.mark.django_db(transaction=True)
class TestSigning:
    def test_a_head_is_signed_once_and_another_when_the_log_has_grown(self, batch: Batch) -> None:
        first = tree.sign_head()
        assert first
        assert tree.sign_head() == first
        text = notes.verify(tree.checkpoint(), [notes.public_key()])
        origin, size, root = text.splitlines()
        assert (origin, int(size)) == (tree.origin(1), tree.size())
        assert base64.b64decode(root) == leaves.root(1, tree.size())
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
    assert leaves.newest_tree() == 2
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
        assert leaves.newest_tree() == 5

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
        assert leaves.newest_tree() == 6
        assert Leaf.objects.get(tree=6, index=0).entry == f"after {tree.origin(5)} 9 {'ab' * 32} restored"


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
