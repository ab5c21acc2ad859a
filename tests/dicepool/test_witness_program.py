"""static/boatzee_witness.py as a program: its keys, its words, and what it keeps on the disk."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import LazySettings
from hypothesis import given
from hypothesis import strategies as st

from boatzee_site.local import ROOT
from dicepool import notes, tree
from dicepool.models import Cosignature, Head
from static import boatzee_witness as program
from tests.dicepool.emptied import forget_head
from tests.dicepool.plain_tree import LEAVES, plain_proof, plain_root
from tests.dicepool.watching import AWAY, FINE, Watcher


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
