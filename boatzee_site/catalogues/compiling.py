"""Catalogues as gettext reads them when the site runs: a `.mo` beside each `.po`, which nobody commits.

`python -m boatzee_site.catalogues.compiling` writes those that are missing or older than their source; it
needs neither Django nor the programs of GNU gettext. Whatever starts the site or its servers here does it
first (boatzee_site/local), and the image is built with it.

English has one, too, made of the sentences alone: each is said as it is. Without it Django looks for every
sentence in the catalogues of all apps, one after the other and twice in each, before it says it as it is.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import polib

from boatzee_site.catalogues.files import DOMAINS, FOLDER, existing, path, read
from boatzee_site.catalogues.languages import SOURCE

ENGLISH = "en_GB"
"""The folder where Django looks for the catalogue of `SOURCE`."""


def compile_all(folder: Path = FOLDER) -> int:
    """Compile what is not current. Returns how many files were written."""
    written, found = 0, list(existing(folder))
    for _language, _domain, file in found:
        written += _compile(file, file.with_suffix(".mo"), read)
    said = [file for _language, domain, file in found if domain == DOMAINS[0]]
    for file in said[:1]:  # those of the languages that are offered have the same sentences
        written += _compile(file, path(ENGLISH, DOMAINS[0], folder).with_suffix(".mo"), as_it_is)
    return written


def _compile(file: Path, made: Path, take: Callable[[Path], polib.POFile]) -> bool:
    """Whether it had to be written."""
    if made.exists() and made.stat().st_mtime_ns >= file.stat().st_mtime_ns:
        return False
    made.parent.mkdir(parents=True, exist_ok=True)
    rest = made.with_suffix(f".{os.getpid()}")
    rest.write_bytes(take(file).to_binary())
    rest.replace(made)  # at once, for another process may be reading it
    return True


def as_it_is(file: Path) -> polib.POFile:
    """The catalogue of English: the sentences of another language's, none of them translated."""
    said = read(file)
    said.metadata["Language"], said.metadata["Plural-Forms"] = SOURCE.code, SOURCE.plurals
    for entry in said:
        if entry.msgid_plural:
            entry.msgstr_plural = {0: entry.msgid, 1: entry.msgid_plural}
        else:
            entry.msgstr = entry.msgid
    return said


if __name__ == "__main__":
    compile_all()
