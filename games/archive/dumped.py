"""Files of months that are laid out: which are whole, and so shown, and what becomes of one that was damaged.

Beside each lies its checksum, with its size and time of then. One that has another size or time, or no
checksum, is shown to nobody: it was cut short, copied over or put back out of a backup. The worker reads such
a file through, and each of the others once in a while: if every byte is as it was, that is noted; else it is
thrown away, which is told to the operator, and made anew (games.archive.dumping).
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from django.conf import settings

logger = logging.getLogger(__name__)
NAME = re.compile(r"matches-(\d{4})-(\d{2})\.ndjson\.gz")
SUM = ".sha256"
LOOKED_THROUGH = 7 * 24 * 60 * 60
"""Seconds after which a file that looks whole is read through again: a disk may spoil it without a word."""


@dataclass(frozen=True, slots=True)
class Dump:
    """A file that is whole: its month by the first day of it, how many bytes, and their SHA-256 in hex."""

    month: date
    size: int
    digest: str

    @property
    def name(self) -> str:
        """Of the file."""
        return name_of(self.month)


@dataclass(frozen=True, slots=True)
class _Noted:
    """What stands beside a file: its SHA-256, its size, in which second it was written; and since when."""

    digest: str
    size: int
    second: int
    at: float

    def fits(self, path: Path) -> bool:
        """Whether the file looks as it did then. Raises OSError."""
        found = path.stat()
        return (found.st_size, int(found.st_mtime)) == (self.size, self.second)


def name_of(month: date) -> str:
    """The file of a month."""
    return f"matches-{month:%Y-%m}.ndjson.gz"


def path_of(name: str) -> Path:
    """Where it lies."""
    return Path(settings.DUMPS_DIR) / name


def beside(path: Path, ending: str) -> Path:
    """What lies with it under a name that ends so."""
    return path.with_name(path.name + ending)


def listed() -> list[Dump]:
    """All files that are whole, the newest month first. No query."""
    return [dump for name in sorted(_names(), reverse=True) if (dump := find(name)) is not None]


def find(name: str) -> Dump | None:
    """The file of this name; None where there is none, or where it is not known to be whole."""
    month = _month_of(name)
    if month is None:
        return None
    path, noted = path_of(name), _noted(path_of(name))
    try:
        return Dump(month, noted.size, noted.digest) if noted and noted.fits(path) else None
    except OSError:
        return None


def note(path: Path, digest: str, lies: Path | None = None) -> None:
    """Note that a file is whole as it is; one that still `lies` elsewhere, before it is called so."""
    found = (lies or path).stat()
    put(beside(path, SUM), f"{digest}  {path.name}\n{found.st_size} {int(found.st_mtime)}\n")


def look_through() -> None:
    """Read those that do not look as they did, or were not read for long, and throw away whatever is damaged.
    Nobody else may be making files meanwhile.
    """
    for name in sorted(_names()):
        path, noted = path_of(name), _noted(path_of(name))
        if noted and find(name) and noted.at > time.time() - LOOKED_THROUGH:
            continue
        if noted and _is_as_noted(path, noted):
            note(path, noted.digest)
            continue
        throw_away(path)
        logger.error("%s was damaged. It is shown to nobody, and will be made anew.", path)


def throw_away(path: Path) -> None:
    """Away with it, and first with its checksum: without one it is shown to nobody."""
    beside(path, SUM).unlink(missing_ok=True)
    path.unlink(missing_ok=True)


def digest_of(path: Path) -> str:
    """Its SHA-256, in hex. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def put(path: Path, text: str) -> None:
    """A small file, whole at every moment."""
    draft = beside(path, ".new")
    with draft.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _names() -> list[str]:
    folder = Path(settings.DUMPS_DIR)
    found = (path.name for path in folder.glob("*.gz")) if folder.is_dir() else ()
    return [name for name in found if _month_of(name)]


def _month_of(name: str) -> date | None:
    found = NAME.fullmatch(name)
    try:
        return date(int(found[1]), int(found[2]), 1) if found else None
    except ValueError:
        return None


def _noted(path: Path) -> _Noted | None:
    """What is noted of a file. None where nothing is, or nothing that can be read."""
    try:
        digest, _name, *more = beside(path, SUM).read_text().split()
        size, second = map(int, more or (-1, -1))
        return _Noted(digest, size, second, beside(path, SUM).stat().st_mtime)
    except (OSError, ValueError):
        return None


def _is_as_noted(path: Path, noted: _Noted) -> bool:
    try:
        return digest_of(path) == noted.digest
    except OSError as error:
        logger.warning("%s cannot be read: %s", path, error)
        return False
