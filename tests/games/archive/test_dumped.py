"""Files of months that were damaged, and two processes that make or throw away at once."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from dicepool import refill
from games.archive import dumped, dumping
from games.tasks import dump_matches
from tests.at_once import PATIENCE, at_once
from tests.games.archive.test_dumping import MONTH, some

NAME = dumped.name_of(MONTH)
MINUTES = 60


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.DUMPS_DIR = tmp_path / "dumps"
    return tmp_path / "dumps"


@pytest.fixture
def whole(folder: Path, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A month's file as it was made."""
    refill.add_sets(4000, "tests")
    monkeypatch.setattr(dumping, "months", lambda: iter([MONTH]))
    some(alice, bob)
    dumping.make(MONTH)
    return (folder / NAME).read_bytes()


def spoil(path: Path, content: bytes, *, seen: bool) -> None:
    """Other bytes, of another time or, as where the disk spoils them, of the same."""
    before = path.stat()
    path.write_bytes(content)
    at = before.st_mtime_ns + (0 if not seen else 60 * 10**9)
    os.utime(path, ns=(at, at))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "how", ["cut short", "longer", "other bytes", "no checksum", "half a checksum", "empty"]
)
def test_one_that_was_damaged_is_shown_to_nobody_made_anew_and_told(
    client: Client, folder: Path, whole: bytes, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    path, beside = folder / NAME, folder / f"{NAME}.sha256"
    if how == "cut short":
        spoil(path, whole[:-1], seen=False)
    elif how == "longer":
        spoil(path, whole + b"x", seen=False)
    elif how == "other bytes":
        spoil(path, b"x" * len(whole), seen=True)
    elif how == "no checksum":
        beside.unlink()
    else:
        beside.write_text("" if how == "empty" else beside.read_text()[:30])
    assert dumped.listed() == []
    for address in (NAME, f"{NAME}.sha256"):
        assert client.get(f"/archive/dumps/{address}").status_code == 404
    assert client.get("/api/v1/archive/dumps").json() == {"items": []}
    dump_matches()
    assert path.read_bytes() == whole
    assert len(dumped.listed()) == 1
    assert f"{NAME} was damaged" in caplog.text


@pytest.mark.django_db
def test_what_a_disk_spoils_without_a_word_is_found_when_it_is_read_again(
    folder: Path, whole: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    spoil(folder / NAME, b"x" * len(whole), seen=False)
    dump_matches()
    assert (folder / NAME).read_bytes() != whole, "it looks as it did, and was read a moment ago"
    old = (folder / f"{NAME}.sha256").stat().st_mtime - dumped.LOOKED_THROUGH - MINUTES
    os.utime(folder / f"{NAME}.sha256", (old, old))
    dump_matches()
    assert (folder / NAME).read_bytes() == whole
    assert f"{NAME} was damaged" in caplog.text


@pytest.mark.django_db
@pytest.mark.parametrize("how", ["copied back", "noted by a release before", "not read for long"])
def test_one_of_which_every_byte_is_there_is_shown_again_and_not_made_anew(
    folder: Path, whole: bytes, how: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    beside = folder / f"{NAME}.sha256"
    if how == "copied back":
        spoil(folder / NAME, whole, seen=True)
    elif how == "noted by a release before":
        beside.write_text(beside.read_text().splitlines(keepends=True)[0])
    else:
        os.utime(beside, (0, 0))
    assert bool(dumped.listed()) is (how == "not read for long")
    monkeypatch.setattr(dumping, "_make", None)
    dump_matches()
    assert len(dumped.listed()) == 1
    assert beside.stat().st_mtime > 0
    assert "damaged" not in caplog.text


@pytest.mark.django_db
def test_a_backup_without_the_file_has_it_made_anew(folder: Path, whole: bytes) -> None:
    for path in list(folder.iterdir()):
        path.unlink()
    folder.rmdir()
    dump_matches()
    assert (folder / NAME).read_bytes() == whole


@pytest.mark.django_db
def test_one_that_goes_while_it_is_asked_for_is_not_there(
    client: Client, folder: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = dumped.find(NAME)
    (folder / NAME).unlink()
    monkeypatch.setattr(dumped, "find", lambda name: found)
    assert client.get(f"/archive/dumps/{NAME}").status_code == 404


@pytest.mark.django_db
def test_one_that_cannot_be_read_is_damaged(
    folder: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    os.utime(folder / f"{NAME}.sha256", (0, 0))
    read, tries = dumped.digest_of, []

    def fails(path: Path) -> str:
        tries.append(path)
        if len(tries) == 1:
            raise OSError(5, "Input/output error")
        return read(path)

    monkeypatch.setattr(dumped, "digest_of", fails)
    dump_matches()
    assert f"{NAME} was damaged" in caplog.text
    assert len(dumped.listed()) == 1


@pytest.fixture
def other() -> Iterator[Any]:
    """A line to the database of another worker's, on another machine."""
    line: Any = connection.copy()
    with line.cursor() as cursor:
        yield cursor
    line.close()


@pytest.mark.django_db
def test_who_finds_another_at_it_does_nothing(folder: Path, whole: bytes, other: Any) -> None:
    spoil(folder / NAME, whole[:-1], seen=False)
    other.execute("SELECT pg_advisory_lock(%s)", [dumping.LOCK])
    assert not dumping.make(MONTH, anew=True)
    assert dumping.make_missing() is None
    dump_matches()
    assert (folder / NAME).read_bytes() == whole[:-1], "nothing was thrown away, and nothing made"
    other.execute("SELECT pg_advisory_unlock(%s)", [dumping.LOCK])
    assert dumping.make_missing() == MONTH


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_alone_writes(folder: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    writes, writing, answered = dumping._write, [], threading.Event()

    def slow(month: date, part: Path, state: Path) -> None:
        writing.append(month)
        assert answered.wait(PATIENCE), "the other does not wait"
        writes(month, part, state)

    def make() -> bool:
        made = dumping.make(MONTH, anew=True)
        answered.set()
        return made

    monkeypatch.setattr(dumping, "_write", slow)
    assert sorted(at_once(make, make)) == [False, True]
    assert writing == [MONTH]
    assert (folder / NAME).read_bytes() == whole
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s", [dumping.LOCK]
        )
        assert cursor.fetchone()[0] == 0, "it is let go of"
