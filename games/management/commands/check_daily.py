"""Count the daily again from the records of its matches, and compare."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from games.daily import checking
from games.models import Daily


class Command(BaseCommand):
    """Exit with status 1 when something is stored otherwise than its matches make it, and was not mended."""

    help = "Counts days of the daily again from the records of their matches, and compares."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which days, and whether to mend."""
        parser.add_argument(
            "day", nargs="*", type=date.fromisoformat, help="Such as 2026-11-24; all if none."
        )
        parser.add_argument("--mend", action="store_true", help="Store what the matches make.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check one day after the other."""
        days = Daily.objects.filter(day__in=options["day"]) if options["day"] else Daily.objects.all()
        bad = 0
        for day in tqdm(list(days.order_by("day").values_list("day", flat=True)), unit="day"):
            for complaint in checking.differences(day, mend=options["mend"]):
                bad += 1
                self.stderr.write(f"{day}: {complaint}")
        if bad and not options["mend"]:
            raise SystemExit(1)
        said = f"{bad} mended." if bad else "Every day agrees with its matches."
        self.stdout.write(self.style.SUCCESS(said))
