"""Roll dice into the pool."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from dicepool import guard, keeper, refill, seal, stock


class Command(BaseCommand):
    """`refill_dice` fills up to the high-water mark; `refill_dice --sets N` rolls N more sets."""

    help = "Roll dice into the pool: up to the high-water mark, or N more sets."

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what can be asked for."""
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--sets", type=int, metavar="N", help="roll N more sets, whatever the level")
        how.add_argument("--if-low", action="store_true", help="do nothing above the low-water mark")

    def handle(self, *args: Any, sets: int | None, if_low: bool, **options: Any) -> None:
        """Roll, with a bar to show how far it is."""
        if if_low and stock.level() >= settings.DICE_LOW_WATER:
            return
        if sets is not None and sets < 1:
            raise CommandError("--sets takes a number from 1 up.")
        total = refill.missing() if sets is None else sets
        with tqdm(total=total, unit=" sets", unit_scale=True, disable=options["verbosity"] < 1) as bar:
            try:
                added = self._roll(sets, bar.update)
            except refill.RefillRunning:
                raise CommandError("Another refill is running; nothing was added by this one.") from None
            except (seal.KeyUnfit, guard.Behind, keeper.Silent) as error:
                raise CommandError(f"{error} Nothing was added.") from None
        self.stdout.write(f"Added {added} sets; the pool holds {stock.level()}.")

    def _roll(self, sets: int | None, progress: refill.Progress) -> int:
        if sets is None:
            return refill.top_out("command", progress)
        return refill.add_sets(sets, "command", progress)
