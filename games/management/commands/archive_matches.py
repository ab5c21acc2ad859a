"""Look whether the archive holds every finished match as it was played."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from games.archive import keeping
from games.models import Match
from games.packed import Damaged

AT_ONCE = 1_000


class Command(BaseCommand):
    """Exit with status 1 where something is kept otherwise than the matches have it, and was not mended."""

    help = "Compares the archive with the matches; with --mend makes anew what differs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether what differs is mended, and the match to begin with, where it was stopped before."""
        parser.add_argument("--mend", action="store_true", help="Put right what differs.")
        parser.add_argument("--after", type=int, default=0, help="The match after which to begin.")

    def handle(self, *args: Any, **options: Any) -> None:
        """See to one match after the other, in the order of their numbers."""
        after, bad = options["after"], 0
        with tqdm(unit="match") as progress:
            while keys := list(
                Match.objects.filter(pk__gt=after, started_at__isnull=False)
                .order_by("pk")
                .values_list("pk", flat=True)[:AT_ONCE]
            ):
                for match_id in keys:
                    complaint = self._complaint(match_id, mends=options["mend"])
                    if complaint:
                        bad += 1
                        self.stderr.write(complaint)
                after = keys[-1]
                progress.update(len(keys))
        if bad:
            raise SystemExit(1)
        self.stdout.write(self.style.SUCCESS("All of it agrees."))

    @staticmethod
    def _complaint(match_id: int, *, mends: bool) -> str:
        try:
            complaint = keeping.difference(match_id)
            if complaint and mends:
                keeping.keep(match_id)
                return ""
        except Damaged as error:
            return f"match {match_id} cannot be read: {error}"
        return complaint
