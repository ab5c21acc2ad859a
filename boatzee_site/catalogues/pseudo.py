"""A language that nobody speaks, for tests and for whoever works on pages: English with marks on its letters,
in brackets and longer by two fifths. What is shown without them was not marked for translation; what does not
fit will not fit in German either.

A second one is English read from the right, as Hebrew and Arabic are: where a page stands on its head in it,
it would in theirs.

They are made of each sentence when it is said: there is no catalogue of them.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.utils.translation import trans_real

from boatzee_site.catalogues.checking import HOLE, TAG
from boatzee_site.catalogues.languages import PSEUDO, TURNED

PLAIN = "abcdefghijklmnoprstuwyzABCDEFGHIJKLMNOPRSTUWYZ"
MARKED = "áƀçďéƒĝħïĵķľɱñóþřšţüŵýžÅßÇĎÉƑĜĦÏĴĶĽṀÑÓÞŘŠŢÜŴÝŽ"
LETTERS = str.maketrans(PLAIN, MARKED)
KEPT = re.compile(f"{HOLE.pattern}|{TAG.pattern}")
LONGER, WORD = 0.4, 7
"""By how much it is longer, and the letters of a word of that: a line must find where to break."""
LETTERED = re.compile(r"[^\W\d_](?:[\w’'-]*\w)?")
TURN = "\u200f\u202e\\g<0>\u202c\u200f"
"""A word that is turned as CLDR does it: by marks of direction (UAX 9), so that it can still be read."""
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


@lru_cache(maxsize=16384)
def turned(text: str) -> str:
    """A sentence whose words are read from the right, and stand so; values and tags stay as they are."""
    text = text.rpartition(CONTEXT)[2]
    said, at = "", 0
    for hole in KEPT.finditer(text):
        said += LETTERED.sub(TURN, text[at : hole.start()]) + hole[0]
        at = hole.end()
    return said + LETTERED.sub(TURN, text[at:])


class Pseudo(gettext.NullTranslations):
    """Where Django keeps the catalogue of a language."""

    def __init__(self, code: str, say: Callable[[str], str]) -> None:
        """The language of this code, and how it says a sentence."""
        super().__init__()
        self.code, self.say = code, say

    def gettext(self, message: str) -> str:
        """Of any sentence, Django's own and allauth's too."""
        return self.say(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """It counts as English does."""
        return self.say(msgid1 if n == 1 else msgid2)

    def language(self) -> str:
        """Its code, as Django asks for it."""
        return self.code

    def to_language(self) -> str:
        """The same."""
        return self.code


def install() -> None:
    """Let Django speak them where they are among settings.LANGUAGES."""
    kept: dict[str, Any] = trans_real._translations  # type: ignore[attr-defined]
    kept[PSEUDO.code] = Pseudo(PSEUDO.code, pseudo)
    kept[TURNED.code] = Pseudo(TURNED.code, turned)
