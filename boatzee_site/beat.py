"""`python -m boatzee_site.beat`: Celery's beat without the site, its scheduler with a sign of life.

Beat sends tasks by their names and runs none, so it loads neither them nor the apps and models behind them,
nor Celery's other commands, as `celery beat` would.

The default scheduler dies at its start where the folder of its schedule does not exist, as on the empty
/tmp of a container; and nobody can tell from outside whether its loop still turns.

There may be several, on as many machines: one at a time sends, the one that holds the lease in Redis. The
others look every few seconds whether it is still held. Whoever begins to send learns in Redis when each task
was sent last: one that stood by for a week would else send all that it saw others send.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from celery.apps import beat
from celery.beat import PersistentScheduler
from django.conf import settings
from django.utils.log import configure_logging

from boatzee_site.celery import app

if TYPE_CHECKING:
    from boatzee_site.lease import Lease

TICK = 10  # seconds that the loop sleeps at most
NAME = "boatzee:beat"  # of the lease in Redis
LEASE = 3 * TICK  # seconds without a sign after which another sends


def sign() -> Path:
    """The file that is touched whenever the loop turns; `boatzee_site.alive` looks how old it is."""
    return Path(f"{settings.CELERY_BEAT_SCHEDULE_FILENAME}.alive")


class Scheduler(PersistentScheduler):
    """Celery's scheduler. Its loop also turns while Redis is away: to start it anew would not help."""

    max_interval = TICK
    lease: Lease | None = None
    sends = False

    def setup_schedule(self) -> None:
        """Open the schedule, in a folder that is there."""
        file = self.schedule_filename  # type: ignore[attr-defined]  # the stubs do not know it
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        super().setup_schedule()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due, if it is this one that sends. Returns the seconds until something else is."""
        sign().touch()
        sent, self.sends = self.sends, self.holds()
        if not self.sends:
            return TICK
        if not sent:
            self._take_up()
        return float(super().tick(*args, **kwargs))

    def reserve(self, entry: Any) -> Any:
        """Note for those who stand by that it is sent now. Returns it as it stands in the schedule after."""
        after: Any = super().reserve(entry)
        if self.lease is not None:
            self.lease.note(entry.name, after.last_run_at.isoformat())
        return after

    def _take_up(self) -> None:
        """Go on where whoever sent before left off."""
        assert self.lease is not None
        now = self.app.now()
        for name, moment in self.lease.notes().items():
            entry = self.schedule.get(name)
            if entry is not None:
                sent = datetime.fromisoformat(moment)
                # What this one sent itself, a Redis that was put back may have forgotten.
                if entry.total_run_count and entry.last_run_at:
                    sent = max(sent, entry.last_run_at)
                entry.last_run_at = min(sent, now)  # not in the future, by a clock that ran ahead
        self._heap = None  # in whose order they are due: it is made anew

    def holds(self) -> bool:
        """Whether this is the one that sends. False while Redis is away, when nothing could be sent."""
        if self.lease is None:
            from boatzee_site.lease import Lease  # noqa: PLC0415  (Redis's client comes with the first look)

            self.lease = Lease(NAME, LEASE)
        return self.lease.held()

    def close(self) -> None:
        """Let another send at once."""
        if self.lease is not None:
            self.lease.release()
        super().close()


class Beat(beat.Beat):
    """Celery's program, which at its start loads nothing but how faults are told."""

    def init_loader(self) -> None:
        """Take what the site logs, and mails to ADMINS, from the settings; leave its tasks alone."""
        configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
        app.finalize()


if __name__ == "__main__":
    Beat(app=app, loglevel="INFO").run()
