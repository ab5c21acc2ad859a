"""The log's files: immutable, whole, known by what is in them."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

import pytest
from django.conf import LazySettings

from dicepool import logfiles
from dicepool.logfiles import Lost

KIND = "segments"


@pytest.fixture(autouse=True)
def folder(settings: LazySettings, tmp_path: Path) -> Path:
    settings.DICE_LOG = tmp_path / "log"
    return tmp_path / "log"


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_what_is_kept_is_read_again() -> None:
    known = logfiles.save(KIND, 7, b"one\ntwo\n")
    assert logfiles.load(KIND, 7, known) == b"one\ntwo\n"


def test_the_same_content_is_the_same_file(folder: Path) -> None:
    logfiles.save(KIND, 7, b"one\n")
    [file] = files(folder)
    before = file.read_bytes()
    logfiles.save(KIND, 7, b"one\n")
    assert files(folder) == [file]
    assert file.read_bytes() == before


def test_no_file_is_written_over_by_another_content(folder: Path) -> None:
    """As after an old copy of the database was put back, which knows nothing of the newest files."""
    known = [logfiles.save(KIND, 7, content) for content in (b"one\n", b"two\n")]
    assert len(files(folder)) == 2
    assert [logfiles.load(KIND, 7, one) for one in known] == [b"one\n", b"two\n"]


def test_a_file_that_is_gone_is_lost() -> None:
    with pytest.raises(Lost, match="0000007-"):
        logfiles.load(KIND, 7, bytes(32))


@pytest.mark.parametrize("spoilt", [b"", b"\x1f\x8b", b"nonsense", None])
def test_a_file_that_is_spoilt_is_lost(folder: Path, spoilt: bytes | None) -> None:
    known, other = logfiles.save(KIND, 7, b"one\n" * 100), logfiles.save("other", 7, b"two\n")
    assert other
    [there, mine] = files(folder)
    mine.write_bytes(there.read_bytes() if spoilt is None else spoilt)
    with pytest.raises(Lost):
        logfiles.load(KIND, 7, known)
    cut = logfiles.save(KIND, 7, b"one\n" * 100)
    assert logfiles.load(KIND, 7, cut) == b"one\n" * 100


def test_a_disk_that_is_full_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        logfiles.save(KIND, 7, b"one\n")
    assert files(folder) == []


def test_it_is_on_the_disk_before_it_is_in_its_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []
    real = os.fsync

    def synced(file: int) -> None:
        there = [path for path in files(folder) if not path.name.startswith(".")]
        seen.append((os.fstat(file).st_ino, len(there)))
        real(file)

    monkeypatch.setattr(os, "fsync", synced)
    logfiles.save(KIND, 7, b"one\n")
    [file] = files(folder)
    assert seen[:2] == [(file.stat().st_ino, 0), (file.parent.stat().st_ino, 1)]


def test_two_who_write_the_same_file_at_once_do_not_meet(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, again = os.fsync, iter([True])

    def meanwhile(opened: int) -> None:
        if next(again, False):
            logfiles.save(KIND, 7, b"one\n")
        real(opened)

    monkeypatch.setattr(os, "fsync", meanwhile)
    known = logfiles.save(KIND, 7, b"one\n")
    assert logfiles.load(KIND, 7, known) == b"one\n"
    assert len(files(folder)) == 1


class TestParts:
    PARTS = (b"one" * 1000, b"two" * 1000, b"")

    def test_each_is_read_alone_and_all_together(self) -> None:
        known = logfiles.save_parts("ledger", 3, self.PARTS)
        assert [logfiles.load_part("ledger", 3, known, place) for place in range(3)] == list(self.PARTS)
        assert logfiles.load_parts("ledger", 3, known) == b"".join(self.PARTS)

    def test_the_same_parts_are_the_same_file(self, folder: Path) -> None:
        logfiles.save_parts("ledger", 3, self.PARTS)
        [file] = files(folder)
        before = file.read_bytes()
        logfiles.save_parts("ledger", 3, self.PARTS)
        assert [one.read_bytes() for one in files(folder)] == [before]

    def test_what_is_spoilt_or_gone_is_lost(self, folder: Path) -> None:
        known = logfiles.save_parts("ledger", 3, self.PARTS)
        with pytest.raises(Lost):
            logfiles.load_part("ledger", 3, known, 9)
        [file] = files(folder)
        content = bytearray(file.read_bytes())
        content[35] ^= 1
        file.write_bytes(content)
        with pytest.raises(Lost):
            logfiles.load_part("ledger", 3, known, 0)
        with pytest.raises(Lost):
            logfiles.load_parts("ledger", 3, known)
        file.unlink()
        with pytest.raises(Lost):
            logfiles.load_part("ledger", 3, known, 0)

    def test_a_single_bit_that_is_another_is_noticed_or_harmless(self, folder: Path) -> None:
        known = logfiles.save_parts(KIND, 7, [b"one", b"two"])
        [file] = files(folder)
        whole = file.read_bytes()
        for place in range(8 * len(whole)):
            spoilt = bytearray(whole)
            spoilt[place // 8] ^= 1 << place % 8
            file.write_bytes(spoilt)
            with suppress(Lost):
                assert logfiles.load_parts(KIND, 7, known) == b"onetwo"
            with suppress(Lost):
                logfiles.load_part(KIND, 7, known, 0)
