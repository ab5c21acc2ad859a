"""What the keeper of the dice keys answers, and what it looks at before it does: keeper.py asks, over the
socket of holding.py.

What it opens it finds in the database, by connections of its own: a set that was committed as taken
(openings.py), a set that everybody may see, a batch that is used up. What it tells of a set does not go
beyond that set: a false sealed value gives whoever sent it false dice.

The questions that players wait for never wait for long work.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import LifoQueue
from typing import Any

import numpy as np
import psycopg
from django.conf import settings
from django.db import close_old_connections, connection
from django.views.decorators.debug import sensitive_variables
from numpy.typing import NDArray

from dicepool import archive, audit, guard, keeper, keys, openings, refill, retire, seal
from dicepool.models import Batch
from dicepool.stock import taken

logger = logging.getLogger(__name__)
OPENERS, WORKERS = 8, 4  # connections to the database: for what players wait for, and for the rest
NOT_SHOWN = "These sets are not for everybody to see."

QUICK = {"open", "names", "reopen"}
"""What players wait for."""

Asked = dict[str, Any]
Tell = Callable[[dict[str, Any]], None]


class Openers:
    """Connections to the database that are lent to one question each, and kept. They commit by themselves."""

    def __init__(self, most: int) -> None:
        self._free: LifoQueue[psycopg.Connection[Any] | None] = LifoQueue()
        for _ in range(most):
            self._free.put(None)

    @contextmanager
    def lent(self) -> Iterator[psycopg.Connection[Any]]:
        """One of them. It is thrown away where anything fails in it. Raises queue.Empty where all are lent
        for longer than anybody waits for an answer.
        """
        found = self._free.get(timeout=keeper.ANSWER)
        made: psycopg.Connection[Any] | None = None
        try:
            made = found or psycopg.connect(**connection.get_connection_params(), autocommit=True)
            yield made
        except psycopg.Error:
            if made is not None:
                made.close()
            made = None
            raise
        finally:
            self._free.put(made)


class BatchKeys:
    """The keys of the batches that were asked for lately, each known to be the right one."""

    MOST = 256

    def __init__(self) -> None:
        self._known: list[tuple[int, int, bytes]] = []

    @sensitive_variables()
    def known(self, serial: int) -> bytes | None:
        """The key of the batch of this serial, if it was found lately."""
        return next((key for first, last, key in self._known if first <= serial <= last), None)

    @sensitive_variables()
    def find(self, serial: int) -> bytes:
        """The same out of the database. Raises seal.KeyUnfit, openings.Refused."""
        batch = Batch.objects.filter(first__lte=serial, last__gte=serial).first()
        if batch is None:
            raise openings.Refused("No batch has this set.")
        key = keys.batch_key(batch)
        self._known = [(batch.first, batch.last, key), *self._known[: self.MOST - 1]]
        return key


@contextmanager
def _fresh() -> Iterator[None]:
    """A connection to the database of this thread's own, for as long as it lasts: it may not be needed again
    for long.
    """
    close_old_connections()
    try:
        yield
    finally:
        connection.close()


class Seen:
    """How far the cursor was at the most, as keepers here have seen it. It never goes back.

    It stands in a file beside the socket, where nobody else can write, before anything is told: a keeper that
    is started anew knows it. That is not forced onto the disk: who brings down the machine is not who has
    taken over a process of the site.
    """

    WIDTH = 19  # digits of the highest serial that there can be

    def __init__(self, path: Path) -> None:
        """Raises OSError, and ValueError where something else stands in the file."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        self.at = int(os.pread(self._file, self.WIDTH, 0) or 0)
        self._lock = threading.Lock()

    def reach(self, at: int) -> None:
        """It was here."""
        with self._lock:
            if at > self.at:
                os.pwrite(self._file, f"{at:0{self.WIDTH}}".encode(), 0)
                self.at = at

    def look(self, highest: int = 0) -> None:
        """See that it has passed this serial, and was not set back. Raises openings.Refused, SetBack."""
        seen, at = self.at, taken()
        openings.look(at, highest, seen)
        self.reach(at)


class Keeper:
    """What can be asked: the answers to keeper.py."""

    def __init__(self, seen: Path) -> None:
        """`seen` is the file that remembers how far the cursor was. Raises OSError, ValueError."""
        self.openers = Openers(OPENERS)
        self.workers = threading.BoundedSemaphore(WORKERS)
        self.publishing = threading.Lock()
        self.keys = BatchKeys()
        self.seen = Seen(seen)

    def answer(self, asked: Asked, tell: Tell) -> dict[str, Any]:
        """The answer to one question, which may be that it failed; nothing is raised."""
        try:
            do = asked.pop("do", None)
            if do in QUICK:
                return self._quick(do, asked)
            with self.workers, _fresh():
                return self._work(do, asked, tell)
        except openings.OpenedOtherwise as error:
            numbers = [number.hex() for number in error.numbers]
            return {"error": "OpenedOtherwise", "numbers": numbers}
        except (seal.KeyUnfit, openings.Refused, guard.Behind, refill.RefillRunning) as error:
            return {"error": type(error).__name__, "text": str(error)}
        except Exception as error:
            logger.exception("A question to the keeper of the dice keys failed.")
            return {"error": type(error).__name__}

    def _quick(self, do: object, asked: Asked) -> dict[str, Any]:
        match do:
            case "open":
                return self.open(asked["sets"])
            case "reopen":
                with _fresh():
                    return {"written": refill.reopen(int(asked["sets"]))}
        return {"names": seal.names(settings.DICE_KEYS).hex()}

    def _work(self, do: object, asked: Asked, tell: Tell) -> dict[str, Any]:
        match do:
            case "unfit":
                return {"wrong": [[type(error).__name__, str(error)] for error in keys.unfit()]}
            case "shown":
                return {"dice": self.shown(asked["serials"]).tobytes().hex()}
            case "prove":
                return {"proofs": self.prove(asked["serials"])}
            case "holds":
                return {"holds": audit.holds(Batch.objects.get(pk=asked["batch"]))}
            case "refill":
                return {"added": self.refill(asked["sets"], asked["reason"], tell)}
            case "publish":
                return {"published": self.publish(tell)}
        raise openings.Refused("The keeper does not know this question.")

    @sensitive_variables()
    def open(self, sets: list[tuple[int, int, str]]) -> dict[str, Any]:
        """The dice of sets that are taken and in play, recorded before they are told."""
        if not 1 <= len(sets) <= keeper.SETS:
            raise openings.Refused(f"From 1 to {keeper.SETS} sets are opened at once.")
        wanted = [(int(serial), int(sealed), bytes.fromhex(number)) for serial, sealed, number in sets]
        batch_keys = [self._key(serial) for serial, _, _ in wanted]  # before anything is recorded
        self._record([(serial, number) for serial, _, number in wanted])
        pairs = zip(batch_keys, wanted, strict=True)
        return {"dice": [seal.open_one(key, serial, sealed) for key, (serial, sealed, _) in pairs]}

    def _record(self, sets: list[tuple[int, bytes]]) -> None:
        """Twice where the line to the database had died since the last question, for it does no harm."""
        try:
            self._record_once(sets)
        except psycopg.OperationalError:
            self._record_once(sets)

    def _record_once(self, sets: list[tuple[int, bytes]]) -> None:
        with self.openers.lent() as to:
            self.seen.reach(openings.record(to, sets, self.seen.at))

    def _key(self, serial: int) -> bytes:
        key = self.keys.known(serial)
        if key is None:
            with _fresh():
                key = self.keys.find(serial)
        return key

    @sensitive_variables()
    def shown(self, serials: list[int]) -> NDArray[np.uint8]:
        """The dice of sets that everybody may see."""
        if not 1 <= len(serials) <= keeper.AT_ONCE:
            raise openings.Refused(f"From 1 to {keeper.AT_ONCE:,} sets are told at once.")
        self.seen.look(max(serials))
        try:
            found = archive.dice_of_shown(serials)
        except archive.NotShown:
            raise openings.Refused(NOT_SHOWN) from None
        openings.record_shown(serials)
        return found

    def prove(self, serials: list[int]) -> list[dict[str, Any]]:
        """The bare proofs of sets that everybody may see."""
        self.seen.look(max(serials, default=0))
        try:
            found, _ = archive.bare_proofs(serials)
        except (archive.NotShown, ValueError):
            raise openings.Refused(NOT_SHOWN) from None
        openings.record_shown(serials)
        return found

    def publish(self, tell: Tell) -> list[int]:
        """Lay open what is used up, and tell after each batch. Nothing where it is being done already."""
        if not self.publishing.acquire(blocking=False):
            return []

        def told(batch: Batch) -> None:
            self.seen.reach(batch.last)
            tell({"made": 1})

        try:
            self.seen.look()
            return retire.publish_ripe(told)
        finally:
            self.publishing.release()

    def refill(self, sets: int | None, reason: str, tell: Tell) -> int:
        """Roll, and tell after each batch how many were made."""
        if sets is None:
            return refill.top_out(str(reason), lambda made: tell({"made": made}))
        return refill.add_sets(int(sets), str(reason), lambda made: tell({"made": made}))
