"""Take a backup of the database, or go on taking them by a timetable."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection
from django.utils import timezone

from boatzee_site import alive, heartbeats
from boatzee_site.backups import from_settings, keeping, taking
from boatzee_site.backups.sealing import Spoilt
from boatzee_site.backups.store import Refused, Store
from boatzee_site.local.starting import ServiceFailed

logger = logging.getLogger(__name__)
LOG_EVERY, AFTER_A_FAULT = 15.0, 120.0  # seconds
ON_EVERY, WHOLE_EVERY = timedelta(hours=1), timedelta(days=1)
FAULTS = (Refused, Spoilt, ServiceFailed, OSError, psycopg.Error, DatabaseError)


class Command(BaseCommand):
    """Ends with another status than 0 where nothing was kept."""

    help = (
        "Takes a sealed backup, takes away the log that the server laid aside, and clears away what is old."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """What is to be done."""
        parser.add_argument("--whole", action="store_true", help="build upon no earlier backup")
        parser.add_argument("--log", action="store_true", help="seal the log that waits, and nothing else")
        parser.add_argument(
            "--go-on", action="store_true", help="the log all the time, a backup an hour, a whole one a day"
        )

    def handle(self, *args: Any, whole: bool, log: bool, go_on: bool, **options: Any) -> None:
        """Do it."""
        try:
            kept = from_settings.store()
            if not settings.BACKUP_DATABASE_URL:
                raise Refused("BACKUP_DATABASE_URL is not set: a role that may replicate.")
            if go_on:
                return self._go_on(kept)
            self.stdout.write(f"{seal_log(kept)} files of the log were sealed.")
            if not log:
                back_up(kept, whole=whole)
        except FAULTS as error:
            raise CommandError(f"Nothing was kept: {error}") from None

    def _go_on(self, kept: Store) -> None:
        """Until somebody ends it. The log is sealed beside a backup that takes long."""
        stop = threading.Event()
        for how in (signal.SIGTERM, signal.SIGINT):
            signal.signal(how, lambda *_: stop.set())
        logging_on = threading.Thread(
            target=_again, args=[stop, LOG_EVERY, lambda: _seal_log(kept)], daemon=True
        )
        logging_on.start()
        _again(stop, LOG_EVERY, lambda: _by_timetable(kept))


def seal_log(kept: Store) -> int:
    """Seal what waits in BACKUP_WAL. Raises what taking raises."""
    if not settings.BACKUP_WAL or not Path(settings.BACKUP_WAL).is_dir():
        return 0  # the server makes it when it has something to lay there
    return taking.seal_log(kept, Path(settings.BACKUP_WAL))


def back_up(kept: Store, *, whole: bool) -> None:
    """Take one, and clear away. Raises what taking raises."""
    began = time.monotonic()
    made = taking.take(kept, whole=whole)
    size = sum(place.stat().st_size for place in (kept.folder / made.name).iterdir())
    logger.info("Backup %s: %s bytes in %.1f s.", made.name, f"{size:,}", time.monotonic() - began)
    gone = keeping.keep(kept, timezone.now(), settings.BACKUP_DAYS)
    if gone:
        logger.info("%s backups and files of the log went, which nobody needs any more.", len(gone))


def _seal_log(kept: Store) -> None:
    """The same, with the sign of life that `boatzee_site.alive` looks for."""
    seal_log(kept)
    (kept.folder / ".alive").touch()


def _by_timetable(kept: Store) -> None:
    now = timezone.now()
    # None of a moment to come, when a clock ran ahead: nothing would be taken until then.
    there = [one for one in kept.readable()[0].values() if one.ended_at <= now]
    newest = max((one.ended_at for one in there), default=None)
    last_whole = max((one.ended_at for one in there if not one.parent), default=None)
    whole = last_whole is None or now - last_whole >= WHOLE_EVERY
    if whole or newest is None or now - newest >= ON_EVERY:
        back_up(kept, whole=whole)
    trouble = alive.backup(str(kept.folder), settings.BACKUP_WAL) if settings.BACKUP_WAL else ""
    if trouble:  # backups without their log bring back no moment between them
        logger.error("%s", trouble)
    else:
        heartbeats.note("backup")


def _again(stop: threading.Event, seconds: float, act: Callable[[], object]) -> None:
    """Do it again and again. What goes wrong is logged, and tried again after a while."""
    while not stop.is_set():
        pause = seconds
        try:
            act()
        except FAULTS:
            logger.exception("A backup failed; it is tried again.")
            pause = AFTER_A_FAULT
        finally:
            connection.close()
        stop.wait(pause)
