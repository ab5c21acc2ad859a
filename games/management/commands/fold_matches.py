"""Fold matches that are over into one row each."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.match import folding


class Command(BaseCommand):
    """Exit with status 1 where a match cannot be packed: it is left as it is."""

    help = "Folds matches that have been over for long (FOLD_AFTER_DAYS), or those named that are over."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which matches: those that are ripe, or those named."""
        parser.add_argument(
            "match", nargs="*", type=int, help="Numbers of matches; all ripe ones when none is given."
        )
        parser.add_argument(
            "--again", action="store_true", help="Pack anew what a former release has folded, in less room."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Fold them in short transactions, beside whatever else is going on."""
        numbers = options["match"]
        if options["again"]:
            run = folding.fold_again()
        else:
            run = folding.fold(numbers) if numbers else folding.fold_ripe(most=None)
        self.stdout.write(self.style.SUCCESS(f"{run.done} matches are folded."))
        if run.left:
            self.stderr.write(f"These cannot be packed: {', '.join(map(str, run.left))}")
            raise SystemExit(1)
