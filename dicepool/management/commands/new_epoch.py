"""Begin dealing anew beyond everything that was ever issued: after the database was restored."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from dicepool import epochs, guard, keeper, memory, refill, seal


class Command(BaseCommand):
    """A backup does not know what was handed out after it; those serials must not be issued again."""

    help = "Give up every set that is left, and begin beyond all that was ever issued: after a restore."

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what can be asked for."""
        parser.add_argument("--yes", action="store_true", help="do it")
        parser.add_argument(
            "--after",
            type=int,
            metavar="SERIAL",
            help="give up all serials up to this one; needed where nothing outside the database remembers",
        )

        parser.add_argument(
            "--tree",
            type=int,
            default=0,
            metavar="NUMBER",
            help="the newest tree of the public log that anybody has seen, where it may be forgotten here",
        )

    def handle(self, *args: Any, yes: bool, after: int | None, tree: int, **options: Any) -> None:
        """Begin anew, then fill up."""
        try:
            if not yes:
                bound = epochs.bound(after)
                raise CommandError(
                    f"This gives up every serial up to {bound:,} for good. Add --yes to do it."
                )
            epoch = epochs.begin(after, tree)
            added = refill.fill("new epoch")
        except epochs.Forgotten:
            raise CommandError(
                "Nothing outside the database remembers how far was dealt. Say it with --after: the last"
                " serial of the newest batch that anybody has ever seen, or any number beyond it."
            ) from None
        except (guard.Behind, memory.OutOfReach, seal.KeyUnfit, keeper.Silent) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Dealing goes on after serial {epoch.after:,}; {added:,} sets were rolled.")
