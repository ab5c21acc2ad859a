"""`manage.py messages`: catalogues of all languages, or of some, brought up to date, checked, compiled."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from boatzee_site.catalogues import checking, compiling, files, taking
from boatzee_site.catalogues.languages import OFFERED, TRANSLATED


class Command(BaseCommand):
    """Take the sentences out of the code, say what is wrong with their translations, and compile them."""

    help = __doc__
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Which languages, and whether to look only."""
        parser.add_argument(
            "languages", nargs="*", help="Codes of languages; all that are there without any."
        )
        parser.add_argument("--check", action="store_true", help="Take nothing, write nothing: look.")
        parser.add_argument("--whole", action="store_true", help="Fail where a sentence is not translated.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fail where anything is wrong."""
        codes = options["languages"] or sorted({language.code for language, _, _ in files.existing()})
        if unknown := set(codes) - set(TRANSLATED):
            raise CommandError(f"Not in boatzee_site/catalogues/languages.py: {', '.join(sorted(unknown))}")
        if not options["check"]:
            taking.take(codes)
        faults = sum(self._look(code, whole=options["whole"] or code in OFFERED) for code in codes)
        if not options["check"]:
            compiling.compile_all()
        if faults:
            raise CommandError(f"{faults} to be put right.")

    def _look(self, code: str, *, whole: bool) -> int:
        """How many faults a language has; each is said."""
        faults, missing, there = 0, 0, 0
        for domain in files.DOMAINS:
            file = files.path(code, domain)
            if not file.exists():
                continue
            catalogue = files.read(file)
            missing += len(catalogue.untranslated_entries())
            there += len(catalogue)
            plurals, same = TRANSLATED[code].plurals, files.same(code)
            for fault in checking.wrong(catalogue, plurals, same, whole=whole):
                self.stderr.write(f"{file.relative_to(files.ROOT)}: {fault}")
                faults += 1
        self.stdout.write(f"{code}: {there - missing} of {there} sentences are translated.")
        return faults
