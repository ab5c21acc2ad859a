"""Hold the dice keys for every other process of this machine."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from dicepool import checks, holding, keeper, keys


class Command(BaseCommand):
    """The only process with DICE_KEYS, where DICE_KEEPER is set: docs/dice.md, For operators."""

    requires_system_checks = ()  # it is started again while players wait, and looks at the keys itself
    help = "Hold the dice keys for the other processes of this machine, at the Unix socket of DICE_KEEPER."

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what can be asked for."""
        parser.add_argument(
            "--group", action="store_true", help="let the group of the socket's folder ask, too"
        )

    def handle(self, *args: Any, group: bool, **options: Any) -> None:
        """Until it is asked to end."""
        if not (settings.DICE_KEEPER and settings.DICE_KEYS):
            raise CommandError(
                "The keeper needs DICE_KEEPER, the path of its socket, and DICE_KEYS, which no other process"
                " has then."
            )
        keeper.hold()
        if checks.at_start():
            keys.insist()
        signal.signal(signal.SIGTERM, _end)
        path = Path(settings.DICE_KEEPER)
        try:
            holding.serve(path, group=group)
        except (OSError, ValueError) as error:
            raise CommandError(f"The keeper cannot listen at {path}: {error}") from None
        except KeyboardInterrupt:
            return


def _end(*_: object) -> NoReturn:
    raise KeyboardInterrupt
