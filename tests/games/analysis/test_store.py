"""A table is in its file whole, or not at all; and what is not what was written is not used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from games.analysis import store
from games.analysis.store import Progress, Tables, Unusable


@dataclass(frozen=True)
class Small:
    """A table that is quickly built."""

    name: str = "small"
    version: str = "1.1"

    def build(self, progress: Progress) -> Tables:
        progress(1.0)
        return {
            "mean": np.arange(6, dtype=np.float32).reshape(2, 3),
            "flags": np.array([True, False, True]),
            "one": np.array(7, dtype=np.int64),
        }


SMALL = Small()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    store.write(tmp_path, SMALL, SMALL.build(lambda done: None))
    return tmp_path


def test_what_is_read_is_what_was_written(home: Path) -> None:
    found = store.read(home, SMALL)
    for name, array in SMALL.build(lambda done: None).items():
        assert found[name].dtype == array.dtype
        assert found[name].shape == array.shape
        np.testing.assert_array_equal(found[name], array)
    store.verify(home, SMALL)
    assert [one.name for one in home.iterdir()] == ["small.table"]


def test_what_is_read_cannot_be_changed(home: Path) -> None:
    with pytest.raises(ValueError, match="read-only"):
        store.read(home, SMALL)["mean"][0, 0] = 1


def cut(data: bytes) -> bytes:
    return data[:-1]


def longer(data: bytes) -> bytes:
    return data + b"\0"


def changed(data: bytes) -> bytes:
    return data[:-70] + b"?" + data[-69:]


def empty(data: bytes) -> bytes:
    return b""


def words(data: bytes) -> bytes:
    return b"[1, 2]\n"


def without(data: bytes) -> bytes:
    return data.replace(b'"bytes"', b'"bites"')


@pytest.mark.parametrize("spoil", [cut, longer, empty, words, without])
def test_a_spoilt_file_is_not_read(home: Path, spoil: Callable[[bytes], bytes]) -> None:
    file = store.file_of(home, SMALL)
    file.write_bytes(spoil(file.read_bytes()))
    with pytest.raises(Unusable):
        store.read(home, SMALL)
    with pytest.raises(Unusable):
        store.verify(home, SMALL)


def test_a_changed_byte_is_found_by_verifying(home: Path) -> None:
    file = store.file_of(home, SMALL)
    file.write_bytes(changed(file.read_bytes()))
    store.read(home, SMALL)
    with pytest.raises(Unusable, match="not what was written"):
        store.verify(home, SMALL)


def test_another_version_is_not_read(home: Path) -> None:
    with pytest.raises(Unusable, match="another version"):
        store.read(home, Small(version="2.1"))


def test_another_format_is_not_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "FORMAT", 2)
    with pytest.raises(Unusable, match="another format"):
        store.read(home, SMALL)


def test_a_file_under_another_name_is_not_read(home: Path) -> None:
    store.file_of(home, SMALL).rename(home / "other.table")
    with pytest.raises(Unusable, match="another name"):
        store.read(home, Small(name="other"))
    with pytest.raises(Unusable, match="No such file"):
        store.read(home, SMALL)


def test_a_disk_that_is_full_leaves_the_table_that_was_there(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        store.write(home, SMALL, {"mean": np.zeros(3)})
    assert [one.name for one in home.iterdir()] == ["small.table"]
    store.verify(home, SMALL)
    assert store.read(home, SMALL)["mean"].shape == (2, 3)
