"""Sentences out of the code into the catalogues, by Django's makemessages and GNU gettext's programs."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path

import polib
from django.conf import settings
from django.core.management import call_command
from django.core.management.commands import makemessages

from boatzee_site.catalogues.files import DOMAINS, FOLDER, ROOT, path, read
from boatzee_site.catalogues.languages import TRANSLATED, Language

NOT_OURS = (".venv", "var", "tests", "locale", "screenshots", "node_modules", "static-root")
EXTENSIONS = {"django": ["html", "txt", "py"], "djangojs": ["js"]}
CHURN = (
    *("POT-Creation-Date", "PO-Revision-Date", "Last-Translator", "Language-Team", "Report-Msgid-Bugs-To"),
    *("X-Generator", "X-Poedit-Basepath", "X-Poedit-SearchPath-0"),
)
"""What of a header would change, or say nothing, without a sentence changing."""


KEYWORDS = (
    *("--keyword=lazy", "--keyword=_t", "--keyword=pgettext_noop:1c,2"),
    *("--keyword=later", "--keyword=counted_later:1,2"),
)
"""What marks a sentence beside Django's own words and `_`."""


@contextmanager
def _looking_in(folder: Path) -> Iterator[None]:
    """Django knows of no other way to say where the catalogues lie."""
    before, settings.LOCALE_PATHS = settings.LOCALE_PATHS, [str(folder)]
    try:
        yield
    finally:
        settings.LOCALE_PATHS = before


class _Taking(makemessages.Command):
    """It takes seconds a language to guess at what a new sentence may resemble, for nothing."""

    xgettext_options = [*makemessages.Command.xgettext_options, *KEYWORDS]
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        """As Django does, but whatever is said goes into the one folder: it would choose the one nearest to
        each file.
        """
        found = super().find_files(root)
        self.locale_paths = [str(folder) for folder in settings.LOCALE_PATHS]
        for file in found:
            file.locale_dir = self.locale_paths[0]
        return found


def take(codes: Collection[str], folder: Path = FOLDER, root: Path = ROOT) -> None:
    """Bring the catalogues of these languages up to date with the code below the root, where files lie beside
    it meanwhile; those that are missing are begun.

    What is no longer said is dropped, and nothing is guessed for what is new: git has what was there before.
    """
    for code in codes:
        path(code, "django", folder).parent.mkdir(parents=True, exist_ok=True)
    for domain in DOMAINS:
        with chdir(root), _looking_in(folder):
            call_command(
                _Taking(),
                locale=list(codes),
                domain=domain,
                extensions=EXTENSIONS[domain],
                ignore_patterns=list(NOT_OURS),
                no_wrap=True,
                no_obsolete=True,
                add_location="file",
                verbosity=0,
            )
        for code in codes:
            tidy(path(code, domain, folder), TRANSLATED[code])


def tidy(file: Path, language: Language) -> None:
    """Write a catalogue so that the same sentences are always the same file, without guesses of msgmerge."""
    if not file.exists():  # of scripts that say nothing there is none
        polib.POFile().save(str(file))
    found = read(file)
    tidied = polib.POFile(wrapwidth=0, encoding="utf-8")
    tidied.metadata = {
        **{key: value for key, value in found.metadata.items() if key not in CHURN},
        "Project-Id-Version": "Boatzee",
        "Language": language.code,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": language.plurals,
    }
    forms = language.plurals.partition("nplurals=")[2][0]
    for entry in found:
        if entry.obsolete:
            continue
        if entry.fuzzy:
            entry.flags.remove("fuzzy")
            entry.msgstr = ""
            entry.msgstr_plural = dict.fromkeys(entry.msgstr_plural, "")
        if entry.msgid_plural:
            entry.msgstr_plural = {form: entry.msgstr_plural.get(form, "") for form in range(int(forms))}
        entry.previous_msgid = entry.previous_msgid_plural = entry.previous_msgctxt = None
        tidied.append(entry)
    rest = file.with_suffix(f".{os.getpid()}")
    tidied.save(str(rest))
    rest.replace(file)
