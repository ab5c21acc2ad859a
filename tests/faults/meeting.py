"""Two services that meet: one is stopped after a lock, the other runs against it, then both go on."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

from django.db import connection

from accounts.models import Post, Topic
from accounts.moderation.muting import MayNotWrite
from games.views import refusals
from ladders.clubs.views import refusals as club_refusals
from ladders.events.views import refusals as event_refusals

LOCKS = re.compile(
    r"FOR (NO KEY )?UPDATE|FOR (KEY )?SHARE|advisory_xact_lock|ON CONFLICT|^\s*(UPDATE|DELETE)"
)
"""Whoever inserts what may be there waits for whoever is inserting the same."""
TABLE = re.compile(r'"?\b((?:games|accounts|ladders)_\w+)"?')
REFUSED: tuple[type[Exception], ...] = (
    *refusals.REFUSED,
    *event_refusals.REFUSED,
    *club_refusals.REFUSED,
    *(MayNotWrite, Topic.DoesNotExist, Post.DoesNotExist),
)


class Hand(threading.Thread):
    """Does what it is given, one thing after the other, on a connection of its own: a new one for each of
    them, with all that it has to learn of the tables, would take more time than what it is for.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.given: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self.start()

    def run(self) -> None:
        while act := self.given.get():
            act()
        connection.close()


@dataclass
class Actor:
    """A service in another's hand, that can be stopped after a lock."""

    hand: Hand
    act: Callable[[], object]
    stop_after: int | None = None
    pid: int = 0
    locks: int = 0
    wrong: str = ""
    started: threading.Event = field(default_factory=threading.Event)
    stopped: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)
    through: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.hand.given.put(self._run)

    def _run(self) -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                self.pid = cursor.fetchone()[0]
            self.started.set()
            with connection.execute_wrapper(self._watch):
                self.act()
        except REFUSED:
            pass
        except Exception as error:  # noqa: BLE001  (whatever it is, the test tells of it)
            self.wrong = f"{type(error).__name__}: {error}"
            connection.close()
        finally:
            self.stopped.set()
            self.through.set()

    def _watch(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        answer = execute(sql, params, many, context)
        if LOCKS.search(sql):
            self.locks += 1
            if self.locks == self.stop_after:
                self.stopped.set()
                self.go_on.wait(20)
        return answer

    def waits(self) -> bool:
        """Whether it waits for somebody's lock."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [self.pid])
            return bool(cursor.fetchone()[0])

    @property
    def over(self) -> bool:
        """Whether it is through."""
        return self.through.is_set()


def meet(
    first: Callable[[], object], second: Callable[[], object], after: int, hands: list[Hand]
) -> list[Actor]:
    """The first stopped after so many locks, the second through or waiting, then both to the end.

    A hand that hangs is replaced by a new one.
    """
    one = Actor(hands[0], first, after)
    assert one.stopped.wait(20)
    other = Actor(hands[1], second)
    assert other.started.wait(20)
    until = time.monotonic() + 20
    while not other.through.wait(0.01) and not other.waits() and time.monotonic() < until:
        pass  # asking oftener takes the time that the two need
    one.go_on.set()
    for place, actor in enumerate((one, other)):
        if not actor.through.wait(20):
            hands[place] = Hand()
    return [one, other]


def locked(act: Callable[[], object]) -> list[frozenset[str]]:
    """The tables of the locks that a service takes when nobody is in its way, in their order."""
    found = list[frozenset[str]]()

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if LOCKS.search(sql):
            found.append(frozenset(TABLE.findall(sql)) or frozenset({"advisory"}))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        act()
    return found


def stops(mine: list[frozenset[str]], theirs: list[frozenset[str]]) -> list[int]:
    """After which of my locks they could come to wait for me: the first of each table that they want.

    At the commit everybody may want accounts: foreign keys are checked there. Where there are many, the one
    with the least in hand and one in the middle; with EVERY_STOP=1 all of them.
    """
    wanted = frozenset[str]({"accounts_user"}).union(*theirs)
    first = {tables & wanted: at for at, tables in reversed(list(enumerate(mine, 1))) if tables & wanted}
    found = sorted(first.values())
    few = {found[0], found[len(found) // 2]} if found else set()
    return found if os.environ.get("EVERY_STOP") == "1" else sorted(few)
