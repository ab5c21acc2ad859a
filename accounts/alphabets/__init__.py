"""What a name may be written in, and which names look alike: UTS 39 of Unicode, by ICU's data (making.py).

A name has letters and digits of one script, of those that Unicode recommends (UAX 31), or of Latin and one of
the ways to write Chinese, Japanese or Korean: the profile “highly restrictive” of UTS 39 §5.2. No letter of
it is invisible or turns the direction of what follows. Two names look alike if their skeletons are the same
(UTS 39 §4), in whatever case each is written. Pure.
"""

from __future__ import annotations

import json
import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from pathlib import Path

BETWEEN = "-_"
"""What stands between letters, in every script."""
TOGETHER = {"Hira": {"Jpan"}, "Kana": {"Jpan"}, "Hang": {"Kore"}, "Bopo": {"Hanb"}}
"""Ways to write in several scripts, by the scripts that belong to one (UTS 39 §5.1)."""
WAYS = {"Jpan", "Kore", "Hanb"}
"""All of them: Han belongs to each, and Latin may stand beside each."""
MARKS_IN_A_ROW = 4
"""As UTS 39 §5.4 has it: more are a tower over the line."""
UNSEEN = re.compile("[\u0307\u0335-\u0338]")
"""A dot that an i has already, and strokes through what is a letter of its own: marks that are in a tidy name
only where no letter has them (İ, ż and ł are letters)."""


def tidy(name: str) -> str:
    """A name as it is kept: composed, and wide, narrow and other forms of a letter as that letter (NFKC)."""
    return unicodedata.normalize("NFKC", name)


@lru_cache(1)
def _data() -> tuple[list[tuple[str, str, frozenset[str]]], dict[int, str]]:
    """The spans of letters with the ways they are written, none where in all; and what some look like."""
    found = json.loads(Path(__file__).with_name("alphabets.json").read_text())
    spans = []
    for scripts, letters in found["written"].items():
        own = set(scripts.split())
        ways = own.union(*(TOGETHER.get(one, set()) for one in own), WAYS if "Hani" in own else set())
        for span in letters.split():
            first, _to, last = span.partition("-")
            spans.append((chr(int(first, 16)), chr(int(last or first, 16)), frozenset(ways)))
    spans.sort(key=itemgetter(0))
    return spans, {ord(letter): looks for letter, looks in found["alike"].items()}


def _ways(letter: str) -> frozenset[str] | None:
    """How a letter is written; None of one that is in no name."""
    spans, _alike = _data()
    at = bisect_right(spans, letter, key=itemgetter(0)) - 1
    return spans[at][2] if at >= 0 and letter <= spans[at][1] else None


def known(name: str) -> bool:
    """Whether each letter of a tidy name is one that may be in names, and the first a letter or digit."""
    if not all(letter in BETWEEN or _ways(letter) is not None for letter in name) or UNSEEN.search(name):
        return False
    if any(one in BETWEEN and unicodedata.category(next_)[0] == "M" for one, next_ in pairwise(name)):
        return False  # nobody sees a mark on a hyphen
    return unicodedata.category(name[:1] or "-")[0] in "LN"


def one_hand(name: str) -> bool:
    """Whether a name of known letters is in one script, or in Latin and one that it is used with; whether
    its digits are of one kind, and its marks few.
    """
    written = [found for letter in name if (found := _ways(letter))]
    others = [found for found in written if found != {"Latn"}]
    alone = not written or bool(frozenset.intersection(*written))
    beside = bool(others) and bool(frozenset.intersection(*others) & WAYS)
    zeros = {ord(digit) - int(digit) for digit in name if unicodedata.category(digit) == "Nd"}
    return (alone or beside) and len(zeros) < 2 and not _towers(name)


def _towers(name: str) -> bool:
    """Whether more marks stand on a letter than are written, or the same twice."""
    kinds = "".join("m" if unicodedata.category(one) == "Mn" else "." for one in _apart(name))
    twice = any(one == next_ and unicodedata.category(one) == "Mn" for one, next_ in pairwise(_apart(name)))
    return twice or re.search("m" * (MARKS_IN_A_ROW + 1), kinds) is not None


def _apart(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def _folded(text: str) -> str:
    """In any case, and each mark by itself (Unicode §3.13, D146); idempotent."""
    apart = unicodedata.normalize("NFKD", text).casefold()
    return unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", apart).casefold())


@lru_cache(1)
def _in_any_case() -> dict[int, str]:
    """What each folded letter looks like: its capital, where that looks like another; else the letter itself.

    A small ν looks like v, but Ν like N: only one of the two can be, or nobody were called Ivan beside Inna.
    """
    _spans, alike = _data()
    found = {}
    for letter in {one for code in alike for one in _folded(chr(code))}:
        capital = letter.upper()
        looks = (alike.get(ord(capital)) if len(capital) == 1 else None) or alike.get(ord(letter), letter)
        if _folded(looks) != letter:
            found[ord(letter)] = _folded(looks)
    return found


def skeleton(name: str) -> str:
    """What a name looks like: the same for any two that one could take for each other in some case of both
    (ΤΟΜ, Tom; ALICE, alice, aIice, a1ice), and of a skeleton, itself.
    """
    found = _folded(tidy(name))
    while (next_ := _folded(found.translate(_in_any_case()))) != found:
        found = next_
    return found


def looks(name: str) -> tuple[str, str]:
    """All that a name is taken for, as skeletons: first in any case, then as it is written (νιρ: vip)."""
    _spans, alike = _data()
    return skeleton(name), skeleton(_apart(tidy(name)).translate(alike))


def in_any_case(name: str) -> str:
    """By what names are the same that differ in nothing but their case and how they are composed."""
    return tidy(_folded(tidy(name)))


def in_order(name: str) -> tuple[str, str]:
    """What names and titles are sorted by: their letters in any case, and only between equals the accents.

    It is close to what Unicode has for all languages at once (UTS 10): after Z comes no É.
    """
    letters = _apart(tidy(name)).casefold()
    return "".join(one for one in letters if not unicodedata.combining(one)), name


def isolated(name: str) -> str:
    """A name in a text without elements: marks of direction (UAX 9) keep it apart from what is around it."""
    return f"\u2068{name}\u2069" if turns(name) else name


def turns(text: str) -> bool:
    """Whether a text has letters that are written from right to left."""
    return not text.isascii() and any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in text)
