"""Write the files of the log whole again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dicepool import leaning, logfiles


class Command(BaseCommand):
    """Undoes what the worker makes lean, for a release that knows no lean files."""

    help = "Writes the pledges into the files of the log again; with FOLD_AFTER_DAYS=0 they stay there."

    def handle(self, *args: Any, **options: Any) -> None:
        """Fill one after the other."""
        try:
            done = leaning.make_whole()
        except (OSError, logfiles.Lost) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(self.style.SUCCESS(f"{done} segments are whole again."))
