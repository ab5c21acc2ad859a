"""What is remembered of the dice outside the database: in a file, and in Redis.

A database cannot tell that it is an old copy of itself. So the bound up to which serials may be drawn, and
the newest batch, are kept in places that are not restored with it, and always written there first (guard.py).
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import redis
from django.conf import settings
from django.db import connection

logger = logging.getLogger(__name__)
SECONDS = 1.0  # for which a place is waited for


class OutOfReach(Exception):
    """No place took what is to be remembered, or none could be asked. The message says why."""


class Overtaken(Exception):
    """Another database has written there meanwhile: two of them believe that they deal the dice."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What the database was like that dealt last, and how far it may have dealt."""

    system: int
    """The cluster's system identifier: a restored dump has another, a copy of its files the same."""
    timeline: int
    """The cluster's timeline: another after a promotion, and after recovery to a point in time."""
    path: str
    """The file of the cursor below the cluster's folder: another where a dump was restored."""
    mark: int
    """No serial above it was ever issued."""
    committed: int
    """A serial that was handed out, the highest when somebody looked: behind the draws by some seconds."""
    batch: int
    """The number of the newest batch, written down before its commit; 0 before the first."""
    chain: str
    """Its link, in hex."""
    last: int
    """Its last serial."""
    sure: bool
    """Whether its commit was seen."""
    tree: int = 0
    """The number of the tree whose head was signed last, or was about to be; 0 before the first."""
    size: int = 0
    """How many entries that head covers."""
    root: str = ""
    """Its root, in hex."""

    @property
    def age(self) -> tuple[int, int, int, int, int]:
        """What grows with everything that is remembered: of two places the one with more is right."""
        return self.mark, self.committed, self.batch, *self.head

    @property
    def head(self) -> tuple[int, int]:
        """Tree and size of the head that was signed last."""
        return self.tree, self.size

    @property
    def of(self) -> tuple[int, int, str]:
        """Which database it tells of."""
        return self.system, self.timeline, self.path


Change = Callable[[Memory | None], Memory]
"""Makes of what stands in a place what shall stand there; nobody gets between the two."""
UNREADABLE = (OSError, ValueError, redis.RedisError)
"""What the places raise: ValueError for what is there and no memory."""


class File:
    """A file below DICE_MEMORY. Whole at every moment, and on the disk before `write` returns."""

    def __init__(self, name: str) -> None:
        self.path = Path(settings.DICE_MEMORY) / f"{name}.json"

    def __str__(self) -> str:
        return str(self.path)

    def read(self) -> Memory | None:
        """What stands there."""
        try:
            return _parse(self.path.read_bytes())
        except FileNotFoundError:
            return None

    def write(self, change: Change) -> None:
        """Beside the place, and moved there."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        there = None
        with _locked(self.path.with_suffix(".lock")):
            with suppress(ValueError):  # spoilt: it is written anew
                there = self.read()
            text = _text(change(there))
            draft = self.path.with_suffix(".new")
            with draft.open("wb") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.path)
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class Shared:
    """An entry in Redis, which every machine of the site sees."""

    def __init__(self, name: str) -> None:
        self.key = f"dice:{name}"

    def __str__(self) -> str:
        return f"Redis, {self.key}"

    def read(self) -> Memory | None:
        """What stands there."""
        found = _line().get(self.key)
        return None if found is None else _parse(found)

    def write(self, change: Change) -> None:
        """In a transaction that fails where somebody else wrote meanwhile, and is tried again."""

        def act(pipe: redis.client.Pipeline) -> None:
            there, found = None, pipe.get(self.key)
            with suppress(ValueError):  # spoilt: it is written anew
                there = None if found is None else _parse(found)
            text = _text(change(there))
            pipe.multi()
            pipe.set(self.key, text)

        _line().transaction(act, self.key)


@lru_cache(maxsize=2)
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_connect_timeout=SECONDS, socket_timeout=SECONDS, retry=None)


def _line() -> redis.Redis:
    return _client(settings.REDIS_URL)


def _text(memory: Memory) -> bytes:
    return json.dumps(asdict(memory)).encode()


def _parse(text: bytes | str) -> Memory:
    try:
        return Memory(**json.loads(text))
    except TypeError as error:
        raise ValueError(f"not a memory of the dice: {error}") from None


def places() -> tuple[File, Shared]:
    """All there are, for the database of this site, known by its name: a copy may have its address."""
    name = str(connection.settings_dict["NAME"]).replace("/", "_")
    return File(name), Shared(name)


def recall() -> Memory | None:
    """What is remembered, out of the place that knows most; None where no place knows anything.

    Raises OutOfReach where none that could be asked knows anything, and one could not be asked.
    """
    found, silent = [], []
    for place in places():
        try:
            found.append(place.read())
        except UNREADABLE as error:
            logger.warning("The memory of the dice cannot be read: %s: %r", place, error)
            silent.append(str(place))
    known = [memory for memory in found if memory is not None]
    if not known and silent:
        raise OutOfReach(f"The memory of the dice cannot be read: {', '.join(silent)}.")
    return max(known, key=lambda memory: memory.age, default=None)


def remember(memory: Memory, *, knowing: Memory | None) -> None:
    """Write it into every place that can be reached, if what stands there is not newer than `knowing`.

    One place is enough, since what is read is the most that any of them knows; one that is away is written
    again within seconds of its return. Raises OutOfReach, Overtaken.
    """

    def change(there: Memory | None) -> Memory:
        if there is not None and (knowing is None or there.age > knowing.age):
            raise Overtaken("Another database deals the dice of this site: its memory is newer.")
        return memory

    written, failed = 0, []
    for place in places():
        try:
            place.write(change)
            written += 1
        except UNREADABLE as error:
            logger.error("The memory of the dice cannot be written: %s: %r", place, error)
            failed.append(str(place))
    if not written:
        raise OutOfReach(f"The memory of the dice cannot be written: {', '.join(failed)}.")
