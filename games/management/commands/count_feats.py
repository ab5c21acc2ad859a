"""Count records, achievements and lists of the best anew from the matches, and compare."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from accounts.models import User
from games.feats import checking
from games.standings import keeping


class Command(BaseCommand):
    """Exit with status 1 when something is counted otherwise than the matches have it, and was not mended."""

    help = (
        "Counts records, achievements and lists of the best anew from the records of matches, and compares."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Whose: everybody's, or those of players by name; and whether what differs is mended."""
        parser.add_argument("player", nargs="*", help="Names of players; all when none is given.")
        parser.add_argument("--mend", action="store_true", help="Put right what differs.")

    def handle(self, *args: Any, **options: Any) -> None:
        """See to one player after the other, then to the boards that count all of them."""
        names, mends = options["player"], options["mend"]
        players = User.objects.filter(username__in=names) if names else checking.players()
        bad = 0
        for player in tqdm(players, unit="player"):
            found = [*checking.differences(player), *keeping.differences(player)]
            for complaint in found:
                self.stderr.write(complaint)
            if found and mends:
                checking.mend(player)
                keeping.refresh(player.pk)
            bad += len(found)
        if not names:
            for board in checking.mend_boards(write=mends):
                bad += 1
                self.stderr.write(f"the board {board} is miscounted")
        if bad and not mends:
            raise SystemExit(1)
        self.stdout.write(self.style.SUCCESS(f"{bad} differences mended." if bad else "All of it agrees."))
