"""What lies in BACKUP_DIR: backups in their chains, the log beside them, and who may work on it now."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path

from boatzee_site.backups import sealing
from boatzee_site.backups.sealing import Keys, Spoilt

ABOUT, BASE, MANIFEST = "about.sealed", "base.tar.gz.sealed", "manifest.sealed"
SEALED = ".gz.sealed"
SEGMENT = re.compile(r"[0-9A-F]{24}")
LOGGED = re.compile(r"[0-9A-F]{24}(\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history")
BLOCK = 1 << 20


class Refused(Exception):
    """What was asked for cannot be done, and nothing was changed. The message says why."""


@dataclass(frozen=True)
class Backup:
    """One backup. `parent` is the one it builds upon, "" of a whole one. Times are aware.

    `timeline` and `start`, an address in the log, say from where on the log is needed; `books` is how many
    rows the tables of the dice that only grow had before it began; `digests` are those of its sealed files.
    """

    name: str
    parent: str
    began_at: datetime
    ended_at: datetime
    system: int
    timeline: int
    start: int
    end: int
    segment_bytes: int
    books: dict[str, int] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)

    @property
    def first_segment(self) -> int:
        """The number of the first segment of the log that it needs."""
        return self.start // self.segment_bytes


def at(lsn: str) -> int:
    """An address in the log as a number: of "0/2000028"."""
    high, low = lsn.split("/")
    return (int(high, 16) << 32) + int(low, 16)


def number_of(segment: str, segment_bytes: int) -> int:
    """The number of a segment of the log by its name, whatever its timeline."""
    return int(segment[8:16], 16) * ((1 << 32) // segment_bytes) + int(segment[16:24], 16)


@dataclass(frozen=True)
class Store:
    """The folder, and the keys of what lies in it."""

    folder: Path
    keys: Keys

    @property
    def log(self) -> Path:
        """The folder of the segments."""
        return self.folder / "wal"

    def make(self) -> None:
        """Make the folders, which nobody else may enter."""
        for place in (self.folder, self.log):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)

    def alone(self, what: str) -> AbstractContextManager[None]:
        """Nobody else does the same meanwhile. Raises Refused, at once, where somebody does."""
        return locked(self.folder / f".{what}.lock")

    def clear_up(self) -> None:
        """Remove what a killed run left half done. For whoever is alone."""
        for left in [*self.folder.glob(".*.part"), *self.folder.glob(".*.old")]:
            shutil.rmtree(left)

    def names(self) -> list[str]:
        """The backups that lie there, by their names, which are the moments of their beginnings."""
        return sorted(place.parent.name for place in self.folder.glob(f"[0-9]*/{ABOUT}"))

    def read(self, name: str) -> Backup:
        """What a backup says of itself. Raises Spoilt."""
        with sealing.opened(self.folder / name / ABOUT, self.keys, f"{name}/{ABOUT}") as file:
            found = json.loads(file.read())
        for moment in ("began_at", "ended_at"):
            found[moment] = datetime.fromisoformat(found[moment])
        return Backup(**found)

    def write(self, backup: Backup, folder: Path) -> None:
        """Say in `folder`, which is not in its place yet, what it is."""
        text = json.dumps(asdict(backup), default=datetime.isoformat).encode()
        with sealing.sealed(folder / ABOUT, self.keys, f"{backup.name}/{ABOUT}") as file:
            file.write(text)

    def readable(self) -> tuple[dict[str, Backup], dict[str, str]]:
        """The backups that can be read, oldest first, and a sentence for each that cannot, by their names."""
        found: dict[str, Backup] = {}
        wrong: dict[str, str] = {}
        for name in self.names():
            try:
                found[name] = self.read(name)
            except Spoilt as error:
                wrong[name] = f"Backup {name}: {error}"
        return found, wrong

    def chain(self, backup: Backup, among: dict[str, Backup]) -> list[Backup]:
        """What a backup builds upon, the whole one first, and itself. Raises Spoilt where one is missing."""
        chain = [backup]
        while chain[0].parent:
            parent = among.get(chain[0].parent)
            if parent is None:
                raise Spoilt(f"Backup {chain[0].parent}, on which {chain[0].name} builds, cannot be read.")
            chain.insert(0, parent)
        return chain

    def check(self, backup: Backup) -> None:
        """Read every sealed file of it. Raises Spoilt where one is not what was written."""
        for name, digest in backup.digests.items():
            try:
                found = digest_of(self.folder / backup.name / name)
            except OSError as error:
                raise Spoilt(f"{backup.name}/{name} cannot be read: {error.strerror}.") from None
            if found != digest:
                raise Spoilt(f"{backup.name}/{name} is not what was written.")

    def segments(self) -> list[str]:
        """The names of all that was kept of the log: segments, and the histories of timelines."""
        return sorted(place.name.removesuffix(SEALED) for place in self.log.glob(f"[0-9A-F]*{SEALED}"))


@contextmanager
def locked(place: Path) -> Iterator[None]:
    """Hold a lock that goes with this process. Raises Refused, at once, where somebody else has it."""
    lock = os.open(place, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused("Another one is at work just now: nothing was done.") from None
        yield
    finally:
        os.close(lock)


def digest_of(place: Path) -> str:
    """SHA-256 of a file, in hex."""
    with place.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
