"""static/boatzee_witness.py against a live site: it follows an honest one, and finds out one that is not."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import LazySettings
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.live_server_helper import LiveServer

from boatzee_site.local import ROOT
from dicepool import epochs, leaves, merkle, notes, refill, tree, witnesses
from dicepool.models import Batch, Cosignature, Head, Leaf
from static import boatzee_witness as program
from tests.dicepool.emptied import forget_head
from tests.dicepool.test_tree import LEAVES, plain_proof, plain_root

FINE, ALARM, AWAY = 0, 1, 2
ONE, TWO = (f"segment 1 1 5 5 {letter * 64} 1700000000" for letter in "ab")
NEXT = f"segment 2 6 6 1 {'c' * 64} 1700000060"


@dataclass
class Watcher:
    """A witness of one's own, with its folder."""

    name: str
    folder: Path
    site: str
    capsys: pytest.CaptureFixture[str]
    said: str = ""

    def look(self, *words: str) -> int:
        """Look once. Returns the status; what it said is in `said`."""
        status = program.main(
            [self.site, "--name", self.name, "--folder", str(self.folder), "--once", *words]
        )
        self.said = "".join(self.capsys.readouterr())
        return status

    @property
    def key(self) -> str:
        return str(program.Witness(self.folder, self.name).key)

    @property
    def evidence(self) -> list[str]:
        return [file.read_text() for file in sorted(self.folder.glob("evidence-*"))]


@pytest.fixture
def site(live_server: LiveServer) -> str:
    """A site with a batch, signed."""
    refill.add_sets(5, "test")
    tree.sign_head()
    return str(live_server.url)


@pytest.fixture
def watchers(
    site: str, tmp_path: Path, settings: LazySettings, capsys: pytest.CaptureFixture[str]
) -> list[Watcher]:
    """Two, whose keys the site knows."""
    made = [Watcher(f"w.example/{place}", tmp_path / str(place), site, capsys) for place in (1, 2)]
    settings.DICE_WITNESSES = [watcher.key for watcher in made]
    return made


def add(*entries: str) -> None:
    """Add to the log, and sign it."""
    with transaction.atomic():
        for entry in entries:
            tree.append(entry)
    tree.sign_head()


def rewrite(size: int, *entries: str) -> None:
    """Be another database, which has the first entries alike and then goes on with these, and sign that."""
    Head.objects.filter(size__gt=size).delete()
    Leaf.objects.filter(index__gte=size).delete()
    forget_head()
    add(*entries)


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
        first = tree.root(1).hex()
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


@pytest.mark.usefixtures("site")
class TestKeys:
    def test_another_key_than_at_first_is_not_believed(
        self, watchers: list[Watcher], settings: LazySettings
    ) -> None:
        assert watchers[0].look() == FINE
        settings.DICE_LOG_KEY = "B" * 43 + "="
        Head.objects.all().delete()
        forget_head()
        tree.sign_head()
        Cosignature.objects.all().delete()
        assert watchers[0].look() == AWAY
        assert not Cosignature.objects.exists()

    def test_a_key_that_was_given_is_the_one_that_counts(self, watchers: list[Watcher]) -> None:
        other = notes.VerifierKey(
            "x.example", 1, Ed25519PrivateKey.generate().public_key().public_bytes_raw()
        )
        assert watchers[0].look("--key", str(other)) == AWAY
        assert watchers[1].look("--key", notes.public_key()) == FINE
        assert watchers[1].look("--key", str(other)) == AWAY

    def test_one_that_the_site_does_not_know_watches_all_the_same(
        self, watchers: list[Watcher], settings: LazySettings
    ) -> None:
        settings.DICE_WITNESSES = []
        assert watchers[0].look() == FINE
        assert "does not take the signature" in watchers[0].said
        assert watchers[1].look("--no-post") == FINE
        assert "does not take" not in watchers[1].said

    def test_its_key_and_its_state_are_nobody_elses(self, watchers: list[Watcher]) -> None:
        watchers[0].look()
        for file in ("secret.key", "state.json"):
            assert (watchers[0].folder / file).stat().st_mode & 0o777 == 0o600


class TestTheProgram:
    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(ROOT / "static/boatzee_witness.py"), *words],
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
        )

    def test_it_helps(self) -> None:
        done = self.run("--help")
        assert done.returncode == FINE
        assert "boatzee-witness" in done.stdout

    @pytest.mark.parametrize(
        "words",
        [(), ("http://127.0.0.1:1", "--name", "a b"), ("ftp://x", "--name", "w")],
    )
    def test_it_says_what_it_was_not_told(self, words: tuple[str, ...], tmp_path: Path) -> None:
        where = ("--folder", str(tmp_path)) if words else ()
        assert self.run(*words, "--once", *where).returncode == AWAY

    def test_a_site_that_is_down_is_no_alarm(self, tmp_path: Path) -> None:
        done = self.run("http://127.0.0.1:1", "--name", "w", "--folder", str(tmp_path), "--once")
        assert done.returncode == AWAY
        assert "could not be asked" in done.stderr

    @pytest.mark.parametrize(
        "answer",
        [
            b"nonsense\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nbroken off",
            b"HTTP/1.1 500 Oh\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nbroken off",
        ],
    )
    def test_an_answer_that_breaks_off_is_no_answer(self, answer: bytes) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening, ThreadPoolExecutor() as threads:

            def serve() -> None:
                line, _ = listening.accept()
                with line:
                    line.recv(65_536)
                    line.sendall(answer)

            served = threads.submit(serve)
            with pytest.raises(program.Away):
                program.fetch(f"http://127.0.0.1:{listening.getsockname()[1]}/")
            served.result()

    def test_an_answer_without_a_bottom_is_no_answer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(program, "fetch", lambda *_: "[" * 200_000)
        with pytest.raises(program.Away):
            program.Site("http://x").json("key")

    def test_one_at_a_time_in_a_folder(self, tmp_path: Path) -> None:
        with program.alone(tmp_path):
            done = self.run("http://127.0.0.1:1", "--name", "w", "--folder", str(tmp_path), "--once")
        assert done.returncode == AWAY
        assert "another witness" in done.stderr


def test_what_it_keeps_is_whole_whenever_it_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "state.json"
    program.write(place, "before")

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    for step in ("fsync", "replace"):
        monkeypatch.setattr(os, step, killed)
        with pytest.raises(KeyboardInterrupt):
            program.write(place, "after")
        monkeypatch.undo()
        assert place.read_text() == "before"


def test_the_state_is_on_the_disk_before_anything_is_signed(
    watchers: list[Watcher], monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(program.Witness, "_sign", killed)
    assert watchers[0].look() == FINE
    kept = json.loads((watchers[0].folder / "state.json").read_text())
    assert kept["head"] == tree.checkpoint()


def test_the_evidence_is_on_the_disk_before_the_alarm_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(program.Witness, "save", killed)
    with pytest.raises(KeyboardInterrupt):
        program.Witness(tmp_path, "w").cry(program.Alarm("two logs", "one", "two"))
    assert [file.read_text() for file in sorted(tmp_path.glob("evidence-*"))] == ["one", "two"]


@given(st.data())
def test_its_roots_and_proofs_are_those_of_the_plain_definition(data: st.DataObject) -> None:
    new = data.draw(st.integers(1, 200))
    old = data.draw(st.integers(1, new))
    before, after = plain_root(LEAVES[:old]), plain_root(LEAVES[:new])
    proof = plain_proof(old, LEAVES[:new])
    assert program.is_consistent(old, before, new, after, proof)
    frontier = program.Frontier()
    for number in range(new):
        frontier.add(f"entry {number}")
    assert frontier.root() == after
    if old < new:
        assert not program.is_consistent(old, b"x" * 32, new, after, proof)
        assert not program.is_consistent(old, before, new, b"x" * 32, proof)
        assert not program.is_consistent(old, before, new, after, [*proof, b"x" * 32])
        assert not program.is_consistent(old, before, new, after, proof[:-1])
        place = data.draw(st.integers(0, len(proof) - 1))
        spoilt = [*proof[:place], b"x" * 32, *proof[place + 1 :]]
        assert not program.is_consistent(old, before, new, after, spoilt)
