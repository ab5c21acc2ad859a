"""Lay out all public matches of a month for downloading, or of all months that are over."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.archive import dumped, dumping


class Command(BaseCommand):
    """What is missing is made by the worker, too; this makes a month anew, or does not wait for it."""

    help = "Makes the files of public matches by months that are missing; with --anew also one that is there."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which month, as 2026-10; without one all that are missing."""
        parser.add_argument("month", nargs="?", help="Of this month alone: 2026-10.")
        parser.add_argument("--anew", action="store_true", help="Make it anew where it is there.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them, one after the other."""
        if options["month"] is None:
            if options["anew"]:
                raise CommandError("Say which month shall be made anew.")
            while month := dumping.make_missing():
                self.stdout.write(dumped.name_of(month))
            return
        try:
            month = date.fromisoformat(f"{options['month']}-01")
        except ValueError as error:
            raise CommandError("A month is written as 2026-10.") from error
        if month not in set(dumping.months()):
            raise CommandError("That month is not over for good, or before all matches.")
        if not dumping.make(month, anew=options["anew"]):
            raise CommandError("Another process is making a file just now.")
        self.stdout.write(dumped.name_of(month))
