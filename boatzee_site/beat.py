"""The scheduler that `celery beat` runs: Celery's own, in a folder it makes itself, with a sign of life.

The default one dies at its start where the folder of its schedule does not exist, as on the empty
/tmp of a container; and nobody can tell from outside whether its loop still turns.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from celery.beat import PersistentScheduler
from django.conf import settings

TICK = 10  # seconds that the loop sleeps at most


def sign() -> Path:
    """The file that is touched whenever the loop turns; `boatzee_site.alive` looks how old it is."""
    return Path(f"{settings.CELERY_BEAT_SCHEDULE_FILENAME}.alive")


class Scheduler(PersistentScheduler):
    """Celery's scheduler. Its loop also turns while Redis is away: to start it anew would not help."""

    max_interval = TICK

    def setup_schedule(self) -> None:
        """Open the schedule, in a folder that is there."""
        file = self.schedule_filename  # type: ignore[attr-defined]  # the stubs do not know it
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        super().setup_schedule()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due. Returns the seconds until something else is."""
        sign().touch()
        return float(super().tick(*args, **kwargs))
