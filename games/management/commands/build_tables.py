"""Build the tables of perfect play."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games.coach import building

ASIDE = 10
"""How much nicer than others (nice(1)) it is that builds beside a running site."""


def give_way() -> None:
    """Let all else on this machine go before this process.

    Linux shares its cores among sessions first, where it has a desktop in mind, and only within each asks how
    nice its processes are: so a session that this process leads gives way as a whole.
    """
    os.nice(ASIDE)
    if os.getsid(0) == os.getpid():
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(ASIDE))


class Command(BaseCommand):
    """Builds what is missing; a second one that runs at the same time waits for the first."""

    help = "Builds the tables of perfect play that are missing on this machine."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether to look into those that are there."""
        parser.add_argument(
            "--verify",
            action="store_true",
            help="read those that are there, too, and build damaged ones anew",
        )
        parser.add_argument(
            "--aside",
            action="store_true",
            help="give way to all else on this machine, and leave it to another who builds already",
        )

    def handle(self, *args: Any, verify: bool, aside: bool, **options: Any) -> None:
        """Build, with a bar to show how far it is."""
        if aside:
            give_way()
        with tqdm(
            total=1.0,
            bar_format="{desc}{percentage:3.0f} % |{bar}| {elapsed}",
            disable=options["verbosity"] < 1,
        ) as bar:

            def told(name: str, done: float) -> None:
                bar.set_description_str(f"{name}: ", refresh=False)
                bar.update(done - bar.n)

            try:
                built = building.build(settings.ANALYSIS_DIR, told, again=verify, wait=not aside)
            except building.Busy:
                return
            except OSError as error:
                raise CommandError(f"No table was left half-built, but one is missing: {error}") from None
            bar.update(1.0 - bar.n)
        self.stdout.write(f"Built {built} tables; all are in {settings.ANALYSIS_DIR}.")
