"""Throw away every set that is left: after the database was restored from a backup."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from dicepool import refill
from dicepool.stock import level


class Command(BaseCommand):
    """A backup does not know what was handed out after it; those serials must not be issued again."""

    help = "Throw away every set that is left, and roll new ones. For use after restoring a backup."

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what can be asked for."""
        parser.add_argument("--yes", action="store_true", help="do it")

    def handle(self, *args: Any, yes: bool, **options: Any) -> None:
        """Move the cursor past everything there is, then fill up."""
        if not yes:
            raise CommandError(f"This throws away {level():,} sets for good. Add --yes to do it.")
        lost = refill.discard()
        added = refill.fill("after a backup")
        self.stdout.write(f"Threw away {lost:,} sets and rolled {added:,}.")
