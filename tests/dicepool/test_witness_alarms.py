"""static/boatzee_witness.py against a live site: it follows an honest one, and finds out one that is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.db import transaction
from pytest_django.live_server_helper import LiveServer

from dicepool import epochs, leaves, merkle, notes, refill, tree, witnesses
from dicepool.models import Batch, Cosignature, Head, Leaf
from tests.dicepool.watching import ALARM, AWAY, FINE, NEXT, ONE, TWO, Watcher, add, rewrite


def test_two_witnesses_follow_and_the_checkpoint_carries_both(watchers: list[Watcher]) -> None:
    for entry in (ONE, NEXT):
        for watcher in watchers:
            assert watcher.look() == FINE
        found = notes.parse(witnesses.checkpoint())
        signed = found.signed(witnesses.known())
        assert [one.by.name for one in signed] == ["w.example/1", "w.example/2"]
        refill.add_sets(5, "test")
        add(entry)
    head = tree.head()
    assert head
    assert watchers[0].look() == FINE
    kept = json.loads((watchers[0].folder / "state.json").read_text())
    assert kept["frontier"][0] == head.size == 5
    assert (watchers[0].folder / "newest.note").read_text().startswith(head.note)


def test_it_signs_the_same_head_again_at_each_look(watchers: list[Watcher]) -> None:
    watchers[0].look()
    first = Cosignature.objects.get()
    Cosignature.objects.update(at="2000-01-01T00:00:00Z")
    watchers[0].look()
    again = Cosignature.objects.get()
    assert again.at >= first.at
    assert again.head == first.head


@pytest.mark.parametrize("more", [(), (NEXT,)])
def test_a_site_that_rewrites_the_past_is_found_out(watchers: list[Watcher], more: tuple[str, ...]) -> None:
    add(ONE)
    before = tree.checkpoint()
    watcher = watchers[0]
    assert watcher.look() == FINE
    signatures = Cosignature.objects.count()
    rewrite(1, TWO, *more)
    assert watcher.look() == ALARM
    assert ("does not begin with" if more else "ALARM: There are two logs of") in watcher.said
    kept, now = watcher.evidence
    assert now == tree.checkpoint()
    for note, told in ((kept, before), (now, tree.checkpoint())):
        text = told.partition("\n\n")[0] + "\n"
        assert notes.verify(note, [notes.public_key()]) == text
    assert Cosignature.objects.filter(head__note=now).count() == 0
    assert Cosignature.objects.count() <= signatures
    rewrite(1, ONE)
    assert watcher.look() == ALARM


@pytest.mark.parametrize("more", [(), (NEXT,)])
def test_a_site_that_tells_two_stories_is_found_out_by_two_that_compare(
    watchers: list[Watcher], more: tuple[str, ...]
) -> None:
    one, two = watchers
    add(ONE)
    assert one.look() == FINE
    rewrite(1, TWO, *more)
    assert two.look() == FINE
    assert two.look("--peer", str(one.folder / "newest.note")) == ALARM
    roots = {notes.verify(note, [notes.public_key()]).split("\n")[2] for note in two.evidence}
    assert len(roots) == 2


def test_witnesses_of_one_story_compare_and_agree(watchers: list[Watcher], tmp_path: Path) -> None:
    one, two = watchers
    assert one.look() == FINE
    add(ONE)
    peer = str(one.folder / "newest.note")
    assert two.look("--peer", peer, "--peer", str(tmp_path / "nowhere")) == FINE
    assert one.look("--peer", str(two.folder / "newest.note")) == FINE


def test_a_site_that_forgot_what_it_signed_gets_no_signature(watchers: list[Watcher]) -> None:
    one, two = watchers
    add(ONE)
    assert one.look() == FINE
    before = Cosignature.objects.count()
    rewrite(1)
    Cosignature.objects.all().delete()
    assert one.look() == AWAY
    assert two.look("--peer", str(one.folder / "newest.note")) == AWAY
    assert before
    assert not Cosignature.objects.exists()
    add(ONE)
    assert one.look() == FINE


def forged(number: int, first: int, last: int, previous: bytes) -> str:
    root, at = b"r" * 32, 1_700_000_000
    chain = merkle.bound(previous, root, first, last, number, at)
    return f"batch {number} {first} {last} {root.hex()} {at} {chain.hex()}"


@pytest.mark.parametrize(
    "what", ["link", "number", "serials", "again", "another", "unreadable", "segment", "gap", "backwards"]
)
def test_entries_that_contradict_each_other_are_found_out(watchers: list[Watcher], what: str) -> None:
    batch = Batch.objects.latest("number")
    number, link, first = batch.number + 1, bytes(batch.chain), batch.last + 1
    entry = {
        "link": forged(number, first, first + 5, b"x" * 32),
        "number": forged(number + 1, first, first + 5, link),
        "serials": forged(number, batch.last, batch.last + 5, link),
        "again": tree.entry_of(batch),
        "another": forged(batch.number, first, first + 5, link),
        "unreadable": f"batch {number} {first}",
        "segment": NEXT.replace("segment 2", "segment 3"),
        "gap": NEXT.replace("segment 2 6 6", "segment 2 7 7"),
        "backwards": NEXT.replace("segment 2 6 6", "segment 2 6 4"),
    }[what]
    watcher = watchers[0]
    assert watcher.look() == FINE
    add(ONE)
    assert watcher.look() == FINE
    add(entry)
    assert watcher.look() == ALARM
    assert f"Entry {tree.size() - 1} " in watcher.said


def test_entries_that_are_not_those_that_were_signed_are_found_out(watchers: list[Watcher]) -> None:
    add(ONE)
    Leaf.objects.filter(index=1).update(entry=TWO)
    assert watchers[0].look() == ALARM
    assert "not those of" in watchers[0].said


def test_a_log_of_draws_that_begins_in_the_middle_is_found_out(watchers: list[Watcher]) -> None:
    add(NEXT)
    assert watchers[0].look() == ALARM


def test_a_batch_that_follows_is_fine(watchers: list[Watcher]) -> None:
    batch = Batch.objects.latest("number")
    add(forged(batch.number + 1, batch.last + 1, batch.last + 9, bytes(batch.chain)))
    assert watchers[0].look() == FINE


class TestANewEpoch:
    def test_it_is_followed_into_the_new_tree(self, watchers: list[Watcher]) -> None:
        add(ONE)
        for watcher in watchers:
            assert watcher.look() == FINE
        head = tree.head()
        assert head
        with transaction.atomic():
            tree.append(TWO.replace("segment 1 1 5", "segment 2 6 5"))  # committed, and never signed
        epochs.begin()
        refill.add_sets(5, "test")
        tree.sign_head()
        told = list(Leaf.objects.filter(tree=2).order_by("index").values_list("entry", flat=True))
        assert told[0] == f"after {tree.origin(1)} {head.size} {bytes(head.root).hex()} restored"
        assert told[1].startswith("segment 2")
        for watcher in watchers:
            assert watcher.look() == FINE
            assert "A new tree begins" in watcher.said
        note = notes.parse(tree.checkpoint())
        keys = [notes.public_key(), notes.public_key(tree.origin(2))]
        assert note.text.startswith(tree.origin(2) + "\n")
        assert len(note.signed(map(notes.parse_key, keys))) == 2
        add("a note of the site")
        assert watchers[0].look() == FINE

    def test_one_that_was_away_reads_the_end_of_the_old_tree_first(self, watchers: list[Watcher]) -> None:
        assert watchers[0].look() == FINE
        add(ONE)
        epochs.begin()
        tree.sign_head()
        epochs.begin()
        tree.sign_head()
        for watcher in watchers:
            assert watcher.look() == FINE
        assert tree.origin(3).endswith("/3")

    def test_what_was_signed_and_lost_before_it_was_seen_is_said_to_be_open(
        self, watchers: list[Watcher]
    ) -> None:
        add(ONE)
        assert watchers[0].look() == FINE
        add(NEXT)
        assert watchers[1].look() == FINE
        Head.objects.filter(size=3).delete()
        Leaf.objects.filter(index=2).delete()
        epochs.begin()
        tree.sign_head()
        for watcher, is_open in zip(watchers, (True, False), strict=True):
            assert watcher.look() == FINE
            assert ("OPEN: entries 2 to 2 " in watcher.said) == is_open

    def test_one_that_says_an_old_batch_otherwise_is_found_out(self, watchers: list[Watcher]) -> None:
        assert watchers[0].look() == FINE
        batch = Batch.objects.latest("number")
        epochs.begin()
        add(forged(batch.number, batch.first, batch.last, bytes(32)))
        assert watchers[0].look() == ALARM
        assert f"batch {batch.number} is another one" in watchers[0].said

    @pytest.mark.parametrize("lie", ["fewer", "another", "nothing"])
    def test_one_that_gives_up_what_was_signed_is_found_out(self, watchers: list[Watcher], lie: str) -> None:
        add(ONE)
        first = leaves.root(1, 1).hex()
        assert watchers[0].look() == FINE
        if lie == "another":
            rewrite(1, TWO)
        epochs.begin()
        if lie == "fewer":
            swap(2, f"after {tree.origin(1)} 1 {first} restored")
        if lie == "nothing":
            swap(2, "a note of the site")
        tree.sign_head()
        if lie == "another":
            Head.objects.filter(tree=1).delete()
        assert watchers[0].look() == ALARM


def swap(number: int, entry: str) -> None:
    """Be a site that began this tree otherwise."""
    Leaf.objects.filter(tree=number).delete()
    leaves.add(number, entry)


def test_a_site_without_a_signature_is_passed_by(live_server: LiveServer, watchers: list[Watcher]) -> None:
    Head.objects.all().delete()
    assert watchers[0].look() == FINE
    assert "Nothing has been signed" in watchers[0].said
