"""Where catalogues lie, and how their files are read and written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polib

from boatzee_site.catalogues.languages import TRANSLATED, Language

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "locale"
DOMAINS = ("django", "djangojs")
"""What is said by the site's processes, and by scripts in the browser: so Django calls the two."""


def path(code: str, domain: str, folder: Path = FOLDER) -> Path:
    """The file of a language's catalogue."""
    return folder / code / "LC_MESSAGES" / f"{domain}.po"


def existing(folder: Path = FOLDER) -> Iterator[tuple[Language, str, Path]]:
    """The catalogues that are there: the language, the domain and the file of each."""
    for language in TRANSLATED.values():
        for domain in DOMAINS:
            file = path(language.code, domain, folder)
            if file.exists():
                yield language, domain, file


def read(file: Path) -> polib.POFile:
    """A catalogue. Raises OSError with the line where it is not written as one."""
    return polib.pofile(str(file), wrapwidth=0)


def same(code: str, folder: Path = FOLDER) -> set[str]:
    """The sentences that are said in this language as in English, from the file that lists them.

    One a line, a line break in it as `\\n`; lines that begin with `# ` say why.
    """
    file = folder / code / "same.txt"
    if not file.exists():
        return set()
    lines = file.read_text(encoding="utf-8").splitlines()
    return {line.replace("\\n", "\n") for line in lines if line and not line.startswith("# ")}
