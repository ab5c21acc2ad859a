"""Questions for which nobody waits long: a thread of its own asks, whatever hangs there.

Of what may hang (a name that is not resolved, a line that is not taken or not answered, somebody's lock) some
can be bounded where it is waited for, and some cannot. Here the waiting itself is bounded.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from django.db import connections

from boatzee_site import lines

logger = logging.getLogger(__name__)
T = TypeVar("T")
PATIENCE = 1.5
"""Seconds for which an answer is waited for."""


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """It is being asked. Whoever comes meanwhile waits for the same answer, until the same moment."""

    process: int
    until: float
    found: Future[T] = field(default_factory=Future)
    over: threading.Event = field(default_factory=threading.Event)

    def answer(self) -> T | None:
        """What was found out; none where that takes too long. Raises what asking raised."""
        try:
            return self.found.result(max(self.until - time.monotonic(), 0))
        except TimeoutError:
            return None


class Question(Generic[T]):
    """What `ask` finds out, by a line of its own to the database `alias`, which lasts for the next time.

    `then` is called by the same line with what was found out; nobody waits for that.
    """

    def __init__(
        self, ask: Callable[[], T], alias: str = "", then: Callable[[T], None] | None = None
    ) -> None:
        self._ask, self._alias, self._then = ask, alias, then
        self._lock = threading.Lock()
        self._asked: Asked[T] | None = None
        self._kept: tuple[int, Any] = (0, None)

    def begin(self) -> Asked[T]:
        """Have it asked, unless somebody is at it: a thread that hangs is the only one that does."""
        here = os.getpid()
        with self._lock:
            asked = self._asked
            if asked is None or asked.over.is_set() or asked.process != here:
                asked = self._asked = Asked(here, time.monotonic() + PATIENCE)
                words = [asked, self._line()] if self._alias else [asked]
                threading.Thread(target=self._find_out, args=words, name="question", daemon=True).start()
        return asked

    def _line(self) -> Any:
        """A process that was forked has another."""
        if self._kept[0] != os.getpid():
            self._kept = os.getpid(), connections.create_connection(self._alias)
            self._kept[1].inc_thread_sharing()  # by one after the other
        return self._kept[1]

    def _find_out(self, asked: Asked[T], line: Any = None) -> None:
        try:
            with lines.at_most(asked.until - time.monotonic(), *([line] if line else [])):
                if line:
                    connections[self._alias] = line
                    line.close_if_unusable_or_obsolete()
                found = self._ask()
                asked.found.set_result(found)
                if self._then:
                    self._then(found)
        except BaseException as error:
            if asked.found.done():
                logger.warning("What follows a question failed.", exc_info=True)
            else:
                asked.found.set_exception(error)
        finally:
            asked.over.set()
