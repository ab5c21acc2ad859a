"""An old copy of the database cannot deal: no serial is ever issued twice, whatever was restored.

Three things hold it, none of which costs a draw a round trip:

 - The mark. No serial above it is issued (routine.py), and it goes up by thousands at a time: first in the
   memory outside the database (memory.py), then in the database. So whatever the database has forgotten, the
   memory bounds what it issued.
 - The place. The routine compares where it runs (this start of the server, this file of the cursor) with
   where draws were admitted. Neither is in a backup: after every restart, promotion and restoration nothing
   can be drawn before the memory was asked.
 - The judgement, then. A server that was started again, or a standby that was promoted, goes on by itself,
   but beyond the mark: it cannot know what was drawn in its last seconds, and DICE_AHEAD sets are a small
   price. What lacks a serial or a batch that is remembered, or lies elsewhere than the database that dealt
   last, is an old copy: it deals nothing until `new_epoch` (epochs.py).

Mark and place are sequences, for what is set in them stands at once, for everybody, and whether or not the
transaction is rolled back that found them too low. A crash may take both back, and then only too far.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from django.conf import settings
from django.db import connection, transaction

from dicepool import leaves, locks, logbook, memory
from dicepool.memory import Memory
from dicepool.models import Batch, Handout, Head, Passed
from dicepool.routine import PLACE, SLACK

T = TypeVar("T")
LOCK = 0x626F6178  # of whoever writes the memory


class Behind(Exception):
    """Nothing may be drawn or rolled before an operator has looked. The message says why."""


@dataclass(frozen=True, slots=True)
class Here:
    """What this database says of itself. `mark` is None before the very first admission."""

    system: int
    timeline: int
    path: str
    taken: int
    mark: int | None
    admitted: bool

    @property
    def of(self) -> tuple[int, int, str]:
        """Which database it is, as a memory has it."""
        return self.system, self.timeline, self.path


def look() -> Here:
    """Read it. The timeline is that of the log being written: the control file's may be the one before."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT system_identifier FROM pg_control_system()),"  # noqa: S608  (a constant)
            " ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int,"
            " pg_relation_filepath('dicepool_serial'),"
            " coalesce(pg_sequence_last_value('dicepool_serial'), 0),"
            " pg_sequence_last_value('dicepool_mark'),"
            f" coalesce(pg_sequence_last_value('dicepool_place') = {PLACE}, false)"
        )
        return Here(*cursor.fetchone())


def admit(sets: int = 1) -> None:
    """Let at least so many sets be drawn from here, if this is the database that dealt last, or follows it.

    Raises Behind. Not inside a transaction that may be long: `aside` runs it in one of its own.
    """
    with alone():
        here = look()
        if here.admitted and here.mark is not None and here.taken + sets + SLACK <= here.mark:
            return  # somebody else was quicker
        kept = _recall()
        after = here.taken if here.admitted else _judge(here, kept)
        _refuse_two(here, kept)
        advance(here, kept, after, sets)


def is_admitted() -> bool:
    """Whether draws are admitted here and now."""
    return look().admitted


def _refuse_two(here: Here, kept: Memory | None) -> None:
    """A server that still runs beside the one that was promoted in its stead does not raise its mark."""
    if here.admitted and kept is not None and kept.of != here.of:
        raise Behind("Another database deals the dice of this site now; this one has stopped.")


def _judge(here: Here, kept: Memory | None) -> int:
    """The serial beyond which draws may go on in a database that is not admitted. Raises Behind."""
    if kept is None:
        if here.mark is None:
            return here.taken  # a new site, or one of a release without a memory
        raise Behind("Nothing outside the database remembers which serials were issued.")
    if (kept.system, kept.path) != (here.system, here.path):
        raise Behind(
            "This is not the database that dealt last: it was restored, or made anew, from elsewhere."
        )
    if here.timeline < kept.timeline:
        raise Behind("Another server was promoted and dealt since; this one is of before.")
    if here.mark is None or here.mark > kept.mark:
        raise Behind("The memory outside the database is older than the database, and cannot be relied on.")
    if here.taken < kept.committed:
        raise Behind(f"Serial {kept.committed:,} was handed out, and this database does not know of it.")
    missing = kept.batch and not has(kept)
    if missing and (kept.sure or here.timeline != kept.timeline):
        raise Behind(f"Batch {kept.batch:,} was published, and this database does not know of it.")
    if not grew_from(kept):
        raise Behind(f"A log of {kept.size:,} entries was signed, and this database has another.")
    return kept.mark


def verdict(here: Here, kept: Memory | None) -> str:
    """Why a database that is not admitted would deal nothing until `new_epoch`; "" where it would go on."""
    try:
        _judge(here, kept)
    except Behind as error:
        return str(error)
    return ""


def refusal(here: Here) -> str:
    """Why nothing is dealt here until `new_epoch`; "" where dice are dealt, or will be by themselves."""
    if here.admitted:
        return ""
    try:
        return verdict(here, memory.recall())
    except memory.OutOfReach as error:
        return str(error)


def has(kept: Memory) -> bool:
    """Whether the newest batch that is remembered is here."""
    return Batch.objects.filter(number=kept.batch, chain=bytes.fromhex(kept.chain)).exists()


def grew_from(kept: Memory) -> bool:
    """Whether the public log here begins with what was signed of it, or a new epoch has begun a new one."""
    if leaves.newest_tree() > kept.tree:
        return True
    try:
        return leaves.root(kept.tree, kept.size).hex() == kept.root
    except leaves.NotThere:
        return False


def advance(here: Here, kept: Memory | None, after: int, sets: int, reason: str = logbook.RESTART) -> None:
    """Move the mark ahead, outside first; then the cursor beyond `after`, and admit draws. Raises Behind.

    What is passed over by that is written down, and why, before it is: the log tells of every serial.
    """
    base = max(after, here.taken)
    ahead = max(step(), sets) + SLACK
    _remember(_now(here, kept, max(base + ahead, kept.mark if kept else 0)), kept)
    if base > here.taken:
        aside(partial(Passed.objects.create, first=here.taken + 1, last=base, reason=reason))
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('dicepool_mark', %s)", [base + ahead])
        if base > here.taken:
            cursor.execute("SELECT setval('dicepool_serial', %s)", [base])
        cursor.execute(f"SELECT setval('dicepool_place', {PLACE})")


def step() -> int:
    """By how many sets the mark goes up: no more than a batch, for so many are passed over at a restart."""
    return min(int(settings.DICE_AHEAD), int(settings.DICE_BATCH))


def reserve(number: int, chain: bytes, last: int) -> None:
    """Remember a batch before its commit, which publishes it. Raises Behind."""
    with alone():
        here, kept = look(), _recall()
        _refuse_two(here, kept)
        if not here.admitted:
            raise Behind("The server was started anew while dice were rolled.")
        now = _now(here, kept, max(here.mark or 0, kept.mark if kept else 0))
        _remember(replace(now, batch=number, chain=chain.hex(), last=last, sure=False), kept)


def remember_head(tree: int, size: int, root: bytes) -> None:
    """Remember a head of the public log before it is signed. By whoever is `alone`. Raises Behind."""
    here, kept = look(), _recall()
    _refuse_two(here, kept)
    if not here.admitted:
        raise Behind("The server was started anew and has not been looked at yet.")
    if kept is not None and (kept.head > (tree, size) or not grew_from(kept)):
        raise Behind(f"A log of {kept.size:,} entries was signed, and this database has another.")
    now = _now(here, kept, max(here.mark or 0, kept.mark if kept else 0))
    _remember(replace(now, tree=tree, size=size, root=root.hex()), kept)


def keep_up() -> None:
    """Write down what was committed since the last time, and raise the mark in good time. Raises Behind.

    It also finds an old state that was put in place of the rows while the server ran.
    """
    with alone():
        here, kept = look(), _recall()
        if here.admitted and kept is not None and kept.of == here.of:
            lost = (kept.batch and kept.sure and not has(kept)) or not grew_from(kept)
            if here.taken < kept.committed or lost:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT setval('dicepool_place', 0)")
    admit(step() // 2)
    with alone():
        here, kept = look(), _recall()
        _refuse_two(here, kept)
        now = _now(here, kept, max(here.mark or 0, kept.mark if kept else 0))
        if now != kept:
            _remember(now, kept)


def _now(here: Here, kept: Memory | None, mark: int) -> Memory:
    """What is to be remembered of this database, with its newest batch and the newest head of its log."""
    newest = Batch.objects.order_by("-number").values_list("number", "chain", "last").first()
    number, chain, last = newest or (0, b"", 0)
    top = Handout.objects.order_by("-serial").values_list("serial", flat=True).first() or 0
    now = Memory(*here.of, mark, top, number, bytes(chain).hex(), last, sure=True)
    signed = Head.objects.order_by("-tree", "-size").values_list("tree", "size", "root").first()
    if kept is not None and (signed is None or kept.head >= signed[:2]):
        return replace(now, tree=kept.tree, size=kept.size, root=kept.root)
    if signed is None:
        return now
    return replace(now, tree=signed[0], size=signed[1], root=bytes(signed[2]).hex())


def _recall() -> Memory | None:
    try:
        return memory.recall()
    except memory.OutOfReach as error:
        raise Behind(str(error)) from None


def _remember(now: Memory, kept: Memory | None) -> None:
    try:
        memory.remember(now, knowing=kept)
    except (memory.OutOfReach, memory.Overtaken) as error:
        raise Behind(str(error)) from None


@contextmanager
def alone() -> Iterator[None]:
    """A short transaction that nobody else has at the same time: what is recalled stays true in it."""
    with transaction.atomic():
        locks.wait_for(LOCK)
        yield


def aside(act: Callable[[], T]) -> T:
    """Run it in a thread with a connection of its own, and wait: outside the caller's transaction, so that
    others see at once what it does, and wait for no lock longer than that takes. Raises what it raises.
    """
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(act())
        except BaseException as error:  # noqa: BLE001  (raised below)
            failed.append(error)
        finally:
            connection.close()  # this thread's own

    thread = threading.Thread(target=run, name="aside from a draw")
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return done[0]
