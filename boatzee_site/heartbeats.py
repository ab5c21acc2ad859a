"""Which parts of the site are at work: each notes the time, and whoever looks sees who is silent.

Beat sends a heartbeat to every queue, whose worker notes it: a note stands for the whole way from
beat over Redis to a worker that takes tasks. The stream notes its own while it hears Redis.
"""

from __future__ import annotations

import logging
import smtplib
import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.mail import mail_admins
from django.db.models import DurationField, ExpressionWrapper, F, QuerySet
from django.db.models.functions import Coalesce, Now

from boatzee_site.models import Heartbeat, Silence
from dicepool import guard, pool

logger = logging.getLogger(__name__)

EVERY = 15.0  # seconds between two heartbeats of the stream; celery.py says the same of the queues
LATE_AFTER = {
    "beat": 60,
    "play": 60,
    "told": 120,
    "heavy": settings.CELERY_TASK_TIME_LIMIT + 60,  # one long task may keep its worker so long
    "stream": 60,
    "dice": 180,  # the pool is topped up every minute
    "backup": 2 * 3600,  # one an hour
}
"""Seconds of silence after which a part is late."""
WHERE_KNOWN = {"backup"}
"""Parts that not every site has: they are watched from the first time on that they are heard of."""
GONE_AFTER = 300  # seconds of being late after which a part is down, and the operators are told
LOOK_EVERY = 60.0  # seconds between two looks out of one process
MEANING = {
    "beat": "Nothing is scheduled: no clocks, no refills, no rounds. Look at the service beat.",
    "play": "Clocks, robots and refills stand still. Look at the service worker.",
    "told": "Mail, pushes and webhooks wait. Look at the service worker-told.",
    "heavy": "Rounds, tables and exports wait. Look at the service worker-heavy.",
    "stream": "Open pages hear of nothing by themselves. Look at the service stream, and at Redis.",
    "dice": "The pool is low, or no dice are dealt, for long. Run `manage.py dice_status`.",
    "backup": "Nothing is being backed up. Look at the log of the service backup.",
}
_last_look = -LOOK_EVERY


@dataclass(frozen=True, slots=True)
class Part:
    """How a part is: `up`, `late` or `down`, and the seconds since it was heard of; None for never."""

    status: str
    age: int | None


def note(*parts: str) -> None:
    """These parts are at work at this moment. If one was late until now, that is remembered: whatever kept it
    from being heard of, and be it that nothing could be written.
    """
    late = [
        Silence(part=row.part, from_at=row.beat_at, until_at=Now())
        for row in rows().filter(part__in=parts)
        if row.beat_at and judge(row).status != "up"
    ]
    if late:
        Silence.objects.bulk_create(late, ignore_conflicts=True)  # two at once note the same
    Heartbeat.objects.bulk_create(
        [Heartbeat(part=part, beat_at=Now(), told_at=None) for part in sorted(parts)],
        update_conflicts=True,
        unique_fields=["part"],
        update_fields=["beat_at", "told_at"],
    )


def note_queue(queue: str) -> None:
    """A heartbeat came through this queue: beat sent it, and a worker took it.

    The one for clocks and dice also notes whether the pool is full enough and dice are dealt.
    """
    parts = {"beat", queue}
    if queue == "play" and pool.level() >= settings.DICE_LOW_WATER and not guard.refusal(guard.look()):
        parts.add("dice")
    note(*parts)


def look() -> dict[str, Part]:
    """How every part is. A part that was never heard of is late from the first look on."""
    found = {row.part: judge(row) for row in rows()}
    unknown = LATE_AFTER.keys() - found.keys() - WHERE_KNOWN
    if unknown:
        Heartbeat.objects.bulk_create([Heartbeat(part=part) for part in unknown], ignore_conflicts=True)
    return {
        part: found.get(part, Part("late", None)) for part in LATE_AFTER if part in found or part in unknown
    }


def rows() -> QuerySet[Heartbeat]:
    """Every part that is watched, and for how long it has been silent, by the clock of the database."""
    silent = ExpressionWrapper(Now() - Coalesce(F("beat_at"), F("known_at")), output_field=DurationField())
    return Heartbeat.objects.filter(part__in=LATE_AFTER).annotate(silent=silent)


def judge(row: Any) -> Part:
    """How a part of `rows` is."""
    heard, seconds = row.beat_at is not None, row.silent.total_seconds()
    late = seconds - (LATE_AFTER[row.part] if heard else 0)
    status = "down" if late >= GONE_AFTER else "late" if late >= 0 else "up"
    return Part(status, int(seconds) if heard else None)


def watch() -> None:
    """At most once a minute out of one process: tell the operators of parts that are newly down."""
    tell_of(claim())


def claim() -> list[str]:
    """The parts that this process is to tell the operators of: whichever notices a part first.

    None within a minute of the last look, and none that they were told of and that has not been back since.
    """
    global _last_look  # noqa: PLW0603  (a process looks by itself; there is nobody to hand a clock in)
    now = time.monotonic()
    if now - _last_look < LOOK_EVERY:
        return []
    _last_look = now
    untold = Heartbeat.objects.filter(told_at=None)
    gone = [part for part, found in look().items() if found.status == "down"]
    return [part for part in gone if untold.filter(part=part).update(told_at=Now())]


def tell_of(parts: list[str]) -> None:
    """Mail the operators of these parts. If that fails, whoever looks next tries again."""
    if not parts:
        return
    names = ", ".join(parts)
    logger.warning("Not heard of for long: %s", names)
    sentences = "\n".join(f"{part}: {MEANING[part]}" for part in parts)
    try:
        mail_admins(
            f"Not heard of for long: {names}",
            f"{sentences}\n\n{settings.SITE_URL}/health/ready tells how every part is. You are told once,\n"
            "and again only when a part was back in between.\n",
        )
    except (OSError, smtplib.SMTPException):
        logger.warning("The operators could not be told.", exc_info=True)
        Heartbeat.objects.filter(part__in=parts).update(told_at=None)
