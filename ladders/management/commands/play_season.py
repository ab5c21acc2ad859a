"""Play a whole season in fast time, and check every table against the records."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ladders.season import Season


class Command(BaseCommand):
    """Every format and every game, with withdrawals and absences; for an empty or a test site."""

    help = "Play a season of every format and game in fast time; check each table against the records."

    def add_arguments(self, parser: CommandParser) -> None:
        """How large, and which chances."""
        parser.add_argument("--scale", type=float, default=1.0, help="multiplies the entrants of each event")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        """Say each event as it ends; fail where a table differs."""
        season = Season(options["seed"], options["scale"])
        for line in season.run():
            self.stdout.write(line)
        if season.faults:
            raise CommandError("\n".join(season.faults))
        self.stdout.write("Every table is what the records make of it.")
