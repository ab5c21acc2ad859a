"""Time in a hurry: whatever beat asks of the workers every so many seconds is asked much more often."""

from __future__ import annotations

import math
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import redis
from django.conf import settings

from boatzee_site.celery import app

FASTER = 4.0
"""How many times as often as beat."""
OFTEN = 10.0
PAUSES = (0.05, 2.0)
"""Seconds: what beat asks for every OFTEN is asked for after pauses between these, short and long ones alike.

A race between what a player does and what a worker does is won or lost by when they meet: no one rhythm
meets all of them.
"""
LONGEST = 300.0
"""Seconds; what is asked less often than this is the night's work."""
WAITING = 4
"""Tasks that may wait before no more are asked for."""


@dataclass
class Press:
    """Sends the tasks of beat's own schedule, through the real broker to the real workers."""

    sent: int = 0
    _over: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to send."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self, seconds: float = 60.0) -> bool:
        """Send no more, and wait until everything is taken. False when something still waits after all."""
        self._over.set()
        assert self._thread is not None
        self._thread.join()
        limit = time.monotonic() + seconds
        while waiting() and time.monotonic() < limit:
            time.sleep(0.1)
        return not waiting()

    def _run(self) -> None:
        due = {
            name: (entry, float(entry["schedule"]))
            for name, entry in app.conf.beat_schedule.items()
            if isinstance(entry["schedule"], int | float) and entry["schedule"] <= LONGEST
        }
        next_at = dict.fromkeys(due, 0.0)
        while not self._over.wait(0.02):
            now = time.monotonic()
            for name, (entry, every) in due.items():
                if next_at[name] <= now and waiting() < WAITING:
                    next_at[name] = now + (_pause() if every <= OFTEN else every / FASTER)
                    _send(entry)
                    self.sent += 1


def _pause() -> float:
    short, long = map(math.log, PAUSES)
    return math.exp(random.uniform(short, long))


def _send(entry: dict[str, Any]) -> None:
    options = entry.get("options", {})
    app.send_task(entry["task"], entry.get("args", ()), entry.get("kwargs", {}), **options)


def waiting() -> int:
    """How many tasks wait in all queues together."""
    queues = {queue.name for queue in app.amqp.queues.values()} | {app.conf.task_default_queue}
    with redis.Redis.from_url(settings.REDIS_URL) as line:
        return sum(int(line.llen(name)) for name in queues)
