"""`manage.py openapi`: write docs/openapi.json anew, unless that would break programs that go by it."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Writes docs/openapi.json; what would break programs takes --break (docs/api.md says when it may)."

    def add_arguments(self, parser: CommandParser) -> None:
        """One flag."""
        parser.add_argument("--break", action="store_true", dest="breaks")

    def handle(self, *, breaks: bool, **options: Any) -> None:
        """Write it."""
        from boatzee_site.api import breaking, openapi  # noqa: PLC0415  (no other command needs the API)
        from boatzee_site.api.operations import api  # noqa: PLC0415

        file, written = openapi.file(), openapi.written(api)
        if file.exists() and not breaks:
            found = breaking.changes(json.loads(file.read_text()), json.loads(written))
            if found:
                raise CommandError("This would break programs: " + "; ".join(found))
        file.write_text(written)
