"""Make puzzles: look through reviewed matches, and let robots play for what is missing."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.coach.advice import NotReady
from games.puzzles import making, mining, stock
from games.rules import RULES


class Command(BaseCommand):
    """Fill the stock of puzzles now, not when the worker comes to it."""

    help = "Makes puzzles of reviewed matches, and of games that robots play with arranged dice."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which games, and how many."""
        parser.add_argument("--game", choices=list(RULES), action="append", help="a game; all without it")
        parser.add_argument(
            "--count", type=int, default=stock.STOCK, help=f"puzzles of each game, {making.MOST} at most"
        )
        parser.add_argument("--seed", type=int, help="play the same games as with the same number before")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say of each game what there is now."""
        if not 0 <= options["count"] <= making.MOST:
            raise CommandError(f"--count is from 0 to {making.MOST}.")
        try:
            self.stdout.write(f"{mining.look_through()} from matches")
            for code in options["game"] or RULES:
                made = stock.top_up(code, options["count"], options["seed"])
                self.stdout.write(f"{code}: {made} new, {making.counts().get(code, 0)} in all")
        except NotReady as error:
            raise CommandError(f"Run manage.py build_tables first: {error}") from error
