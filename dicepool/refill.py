"""Rolling new batches: roll, seal, commit to them, and load them, one transaction a batch."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models.functions import Now
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from dicepool import guard, keeper, keys, locks, merkle, routine, seal, tree
from dicepool.arrays import np
from dicepool.models import Batch, Epoch, Refill
from dicepool.stock import CURSOR, level, taken

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOCK = 0x626F6174  # the advisory lock of whoever makes or retires batches
VERSION = 2  # of the links of new batches
CHUNK = 4096  # sets sent to the server while the next are being hashed
ROW = [("fields", ">i2"), ("s_len", ">i4"), ("serial", ">i8"), ("v_len", ">i4"), ("value", ">i2")]
COPY_HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
COPY_END = b"\xff\xff"


class RefillRunning(Exception):
    """Another process is rolling dice at this moment; nothing was added."""


RAISING: keeper.Raising = {one.__name__: one for one in (RefillRunning, guard.Behind)}
Progress = Callable[[int], object]


def missing() -> int:
    """How many sets the pool lacks to its high-water mark."""
    return max(0, int(settings.DICE_HIGH_WATER) - level())


def top_up() -> int:
    """Roll up to the high-water mark if the level is below the low one. Returns the sets added.

    Safe to run twice at once: the second finds the lock taken, or the level high enough.
    """
    return fill(Refill.LOW_WATER) if level() < settings.DICE_LOW_WATER else 0


def fill(reason: str, progress: Progress | None = None) -> int:
    """Roll up to the high-water mark, whatever the level. Returns the sets added, 0 where another
    process is at it.
    """
    try:
        return top_out(reason, progress)
    except RefillRunning:
        return 0


def top_out(reason: str, progress: Progress | None = None) -> int:
    """Roll what is missing to the high-water mark when it begins. Returns the sets added.

    Raises RefillRunning, seal.KeyUnfit, guard.Behind and keeper.Silent.

    What is drawn meanwhile is for the next time: to make it good at once would make ever smaller batches.
    """
    if keeper.away():
        return keeper.refill(None, reason, progress, RAISING)
    return add(missing, reason, progress)


def add_sets(sets: int, reason: str, progress: Progress | None = None) -> int:
    """Roll `sets` more sets, whatever the level. Raises RefillRunning. Returns the sets added."""
    if keeper.away():
        return keeper.refill(sets, reason, progress, RAISING)
    return add(lambda: sets, reason, progress)


def add(needed: Callable[[], int], reason: str, progress: Progress | None = None) -> int:
    """Make batches of as many sets as are `needed()` when the first is made; log the run. Returns the sets.

    Raises RefillRunning, seal.KeyUnfit and guard.Behind.
    """
    run = Refill.objects.create(reason=reason)
    added = 0
    goal: int | None = None

    def wanted() -> int:
        nonlocal goal
        if goal is None:
            goal = needed()
        return max(0, goal - added)

    try:
        while True:
            made = add_batch(wanted)
            if made == 0:
                break
            added += made
            if progress:
                progress(made)
    except RefillRunning:
        run.delete()
        raise
    except Exception as error:
        run.failure = type(error).__name__
        raise
    finally:
        if run.pk:
            with suppress(DatabaseError):  # the server may be what failed
                Refill.objects.filter(pk=run.pk).update(ended_at=Now(), sets=added, failure=run.failure)
    return added


@sensitive_variables()
def add_batch(wanted: Callable[[], int]) -> int:
    """Make one batch of what is wanted, at most DICE_BATCH, in one transaction. Returns its size.

    Killed anywhere, it leaves nothing; committed, the batch, its root and its sets are there at once.
    Draws go on meanwhile: the only lock it takes on the pool is one that they do not feel. Raises
    RefillRunning, guard.Behind, and KeyUnfit where a key is not the one that batches were sealed with.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        if not locks.try_for(LOCK):
            raise RefillRunning
        sets: int = min(wanted(), settings.DICE_BATCH)
        if sets == 0:
            return 0
        if not guard.is_admitted():
            guard.aside(guard.admit)
        number, first, previous = _next(cursor)
        last = first + sets - 1
        key_id, nonce = keys.newest(), os.urandom(seal.NONCE_BYTES)
        key = seal.parse_keys(settings.DICE_KEYS).batch_key(key_id, nonce)
        rows = seal.stream(key, first, sets)
        dice = seal.roll(sets, os.urandom)
        leaves = _load(cursor, first, last, dice, rows)
        with ThreadPoolExecutor(max_workers=1) as server:  # it indexes while the tree is hashed here
            attached = server.submit(_attach, cursor, first, last)
            kept = merkle.groups(leaves)
            attached.result()
        batch = Batch(
            number=number,
            first=first,
            last=last,
            key_id=key_id,
            nonce=nonce,
            key_check=seal.check_value(key, first, last),
            root=merkle.root_of(kept),
            groups=b"".join(kept),
            made_at=timezone.now().replace(microsecond=0),
            version=VERSION,
        )
        batch.chain = batch.link(previous, bytes(batch.root))
        guard.aside(partial(guard.reserve, number, bytes(batch.chain), last))
        batch.save(force_insert=True)
        tree.append_batches()
        _open_to_draws(cursor)
    return sets


def reopen(sets: int = 1) -> bool:
    """Write the drawing routine anew for the batches that are next, and that hold so many sets at least.

    False where a refill is running, which does it itself. Raises KeyUnfit, and keeper.Silent.
    """
    if keeper.away():
        return keeper.reopen(sets)
    with transaction.atomic(), connection.cursor() as cursor:
        if not locks.try_for(LOCK):
            return False
        _open_to_draws(cursor, sets)
    return True


def _open_to_draws(cursor: CursorWrapper, sets: int = 1) -> None:
    """Write the drawing routine for the next batches, as many as hold `sets`. Raises KeyUnfit."""
    at = taken()
    live = Batch.objects.filter(last__gt=at).order_by("last").defer("groups")
    sources: list[routine.Source] = []
    more = False
    for batch in live[: routine.WINDOW + sets]:  # each holds one at least
        if len(sources) >= routine.WINDOW and _held(sources, at) >= sets:
            more = True
            break
        sources.append(_source(batch))
    if sources:
        routine.replace(cursor, sources, more=more)


def _held(sources: Sequence[routine.Source], at: int) -> int:
    """How many sets beyond serial `at` these batches hold, gaps between them not counted."""
    return sum(source.last - max(source.first - 1, at) for source in sources)


def _source(batch: Batch) -> routine.Source:
    """The batch as something to draw from, once its key is known to be right. Raises KeyUnfit."""
    keys.batch_key(batch)
    name = seal.parse_keys(settings.DICE_KEYS).name(batch.key_id)
    return routine.Source(batch.first, batch.last, batch.key_id, bytes(batch.nonce), name)


def newest() -> tuple[int, bytes]:
    """Number and link of the newest batch: one that is lost, where an epoch remembers it (epochs.py)."""
    here = Batch.objects.order_by("-number").values_list("number", "chain").first()
    number, chain = here or (0, merkle.GENESIS)
    lost = Epoch.objects.filter(batch__gt=number).order_by("-batch").first()
    if lost is not None:
        number, chain = lost.batch, lost.chain
    return number, bytes(chain)


def _next(cursor: CursorWrapper) -> tuple[int, int, bytes]:
    """Number, first serial and previous link of the next batch.

    It begins after every serial that was ever taken, and after every partition that is there. After the
    loss of batches that were published already, it follows the newest that is remembered (epochs.py).
    """
    cursor.execute(
        f"SELECT greatest({CURSOR}, (SELECT max(last) FROM dicepool_batch),"  # noqa: S608  (constants)
        " (SELECT max(split_part(inhrelid::regclass::text, '_', 4)::bigint) FROM pg_inherits"
        " WHERE inhparent = 'dicepool_diceset'::regclass)) + 1"
    )
    first = cursor.fetchone()[0]
    number, chain = newest()
    return number + 1, first, chain


def _load(
    cursor: CursorWrapper, first: int, last: int, dice: NDArray[np.uint8], rows: NDArray[np.uint8]
) -> list[bytes]:
    """Send the sealed sets into a partition of their own; hash the leaves while the server works."""
    table = f"dicepool_set_{first}_{last}"
    # Made beside the parent and attached: that takes no lock that a draw would wait for. Frozen rows
    # of a table that never changes need no vacuum.
    cursor.execute(f"CREATE TABLE {table} (LIKE dicepool_diceset) WITH (autovacuum_enabled = off)")
    packed = np.empty(len(dice), dtype=ROW)
    packed["fields"], packed["s_len"], packed["v_len"] = 2, 8, 2
    packed["serial"] = np.arange(first, last + 1)
    packed["value"] = seal.seal(seal.index_of(dice), rows)
    salts = seal.salts(rows)
    leaves: list[bytes] = []
    with cursor.copy(f"COPY {table} (serial, value) FROM STDIN (FORMAT binary, FREEZE)") as copy:
        copy.write(COPY_HEADER)
        for at in range(0, len(dice), CHUNK):
            copy.write(packed[at : at + CHUNK].tobytes())
            leaves += merkle.leaves(first + at, dice[at : at + CHUNK], salts[at : at + CHUNK])
        copy.write(COPY_END)
    return leaves


def _attach(cursor: CursorWrapper, first: int, last: int) -> None:
    """Make the loaded table a part of the pool."""
    table = f"dicepool_set_{first}_{last}"
    cursor.execute(f"ALTER TABLE {table} ADD PRIMARY KEY (serial) WITH (fillfactor = 100)")
    cursor.execute(
        f"ALTER TABLE dicepool_diceset ATTACH PARTITION {table} FOR VALUES FROM (%s) TO (%s)",
        [first, last + 1],
    )
