"""`manage.py openapi`: write docs/openapi.json anew, unless that would break programs of a release."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = (
        "Writes docs/openapi.json. With --promise what it says is what programs go by from now on, as with"
        " each release; what would break what they go by takes --break (docs/api.md says when it may)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Two flags."""
        parser.add_argument("--promise", action="store_true", dest="promises")
        parser.add_argument("--break", action="store_true", dest="breaks")

    def handle(self, *, promises: bool, breaks: bool, **options: Any) -> None:
        """Write it."""
        from boatzee_site.api import breaking, openapi  # noqa: PLC0415  (no other command needs the API)
        from boatzee_site.api.operations import api  # noqa: PLC0415

        promised, told = openapi.file(openapi.PROMISED), api.get_openapi_schema()
        if promised.exists() and not breaks:
            found = breaking.changes(openapi.promised_of(promised.read_text()), told)
            if found:
                raise CommandError("This would break programs: " + "; ".join(found))
        openapi.file().write_text(openapi.written(api))
        if promises:
            promised.write_text(openapi.promised(told))
