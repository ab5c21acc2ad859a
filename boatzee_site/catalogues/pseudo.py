"""A language that nobody speaks, for tests and for whoever works on pages: English with marks on its letters,
in brackets and longer by two fifths. What is shown without them was not marked for translation; what does not
fit will not fit in German either.

It is made of each sentence when it is said: there is no catalogue of it.
"""

from __future__ import annotations

import gettext
import re
from functools import lru_cache
from typing import Any

from django.utils.translation import trans_real

from boatzee_site.catalogues.checking import HOLE, TAG
from boatzee_site.catalogues.languages import PSEUDO

PLAIN = "abcdefghijklmnoprstuwyzABCDEFGHIJKLMNOPRSTUWYZ"
MARKED = "áƀçďéƒĝħïĵķľɱñóþřšţüŵýžÅßÇĎÉƑĜĦÏĴĶĽṀÑÓÞŘŠŢÜŴÝŽ"
LETTERS = str.maketrans(PLAIN, MARKED)
KEPT = re.compile(f"{HOLE.pattern}|{TAG.pattern}")
LONGER, WORD = 0.4, 7
"""By how much it is longer, and the letters of a word of that: a line must find where to break."""
CONTEXT = "\x04"
"""What gettext puts between a context and a sentence."""


@lru_cache(maxsize=16384)
def pseudo(text: str) -> str:
    """A sentence so; values, tags and the blanks around it stay."""
    text = text.rpartition(CONTEXT)[2]
    inside = text.strip()
    if not any(map(str.isalpha, KEPT.sub("", inside))):
        return text
    before, after = text[: text.index(inside)], text[text.index(inside) + len(inside) :]
    said, at = "", 0
    for hole in KEPT.finditer(inside):
        said += inside[at : hole.start()].translate(LETTERS) + hole[0]
        at = hole.end()
    said += inside[at:].translate(LETTERS)
    more = max(1, round(LONGER * len(KEPT.sub("", inside))))
    words = ["~" * min(WORD, more - begun) for begun in range(0, more, WORD)]
    return f"{before}[{said} {' '.join(words)}]{after}"


class Pseudo(gettext.NullTranslations):
    """Where Django keeps the catalogue of a language."""

    def gettext(self, message: str) -> str:
        """Of any sentence, Django's own and allauth's too."""
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """It counts as English does."""
        return pseudo(msgid1 if n == 1 else msgid2)

    def language(self) -> str:
        """Its code, as Django asks for it."""
        return PSEUDO.code

    def to_language(self) -> str:
        """The same."""
        return PSEUDO.code


def install() -> None:
    """Let Django speak it where it is one of settings.LANGUAGES."""
    kept: dict[str, Any] = trans_real._translations  # type: ignore[attr-defined]
    kept[PSEUDO.code] = Pseudo()
