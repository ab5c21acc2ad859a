"""Unfold matches: their moves lie in their table again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.match import folding


class Command(BaseCommand):
    """Undoes fold_matches. Exits with status 1 where a fold cannot be read: it is left as it is."""

    help = "Unfolds folded matches, all or those named; with FOLD_AFTER_DAYS=0 they stay so."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which matches: all that are folded, or those named."""
        parser.add_argument("match", nargs="*", type=int, help="Numbers of matches; all when none is given.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Unfold one after the other, each in a transaction of its own."""
        run = folding.unfold_all(options["match"] or None)
        self.stdout.write(self.style.SUCCESS(f"{run.done} matches are unfolded."))
        if run.left:
            self.stderr.write(f"These cannot be read and stay folded: {', '.join(map(str, run.left))}")
            raise SystemExit(1)
