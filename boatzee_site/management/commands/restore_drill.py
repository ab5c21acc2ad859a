"""Try out whether the backups can be restored, or restore them for real."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from boatzee_site.backups import from_settings
from boatzee_site.backups.drill import drill
from boatzee_site.backups.sealing import Spoilt
from boatzee_site.backups.store import Refused
from boatzee_site.local.starting import ServiceFailed


class Command(BaseCommand):
    """Ends with another status than 0 on any fault."""

    help = (
        "Restores the newest backup, or to a moment, into a scratch server, looks at all of it and reports."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """To when, and whether it is kept."""
        parser.add_argument(
            "--to", help="a moment in ISO 8601, such as 2026-05-01T12:30:00+00:00; UTC without zone"
        )
        parser.add_argument(
            "--keep", type=Path, help="leave what was restored in this folder, which must not exist"
        )

    def handle(self, *args: Any, to: str | None, keep: Path | None, **options: Any) -> None:
        """Do it."""
        try:
            report = drill(from_settings.store(), _moment(to), keep)
        except (Refused, Spoilt, ServiceFailed, FileNotFoundError) as error:
            raise CommandError(str(error)) from None
        for line in report.lines():
            self.stdout.write(line)
        if report.faults:
            raise CommandError("\n".join(report.faults))
        self.stdout.write(self.style.SUCCESS("All that was restored is as it was."))


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError(f"{text} is no moment: write it such as 2026-05-01T12:30:00+00:00.") from None
    return found if timezone.is_aware(found) else timezone.make_aware(found, timezone.get_default_timezone())
