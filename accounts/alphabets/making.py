"""Makes alphabets.json anew: `python -m accounts.alphabets.making`, with ICU there (Debian's libicu72).

Everything is ICU's own: which letters Unicode recommends for names (UAX 31, UTS 39 §3.1), the scripts that
each is written in (UAX 24), and what each looks like (UTS 39 §4). ICU and its data stand under the Unicode
License V3, https://www.unicode.org/license.txt. Letters that this Python does not know are left out, and so
all Pythons from it on fold and compose the rest alike.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import re
import unicodedata
from collections import defaultdict
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("alphabets.json")
KINDS = ("L", "M", "Nd")
"""Letters, marks and digits, by their categories."""
ROOM = 64
"""More units than any answer of ICU has."""


class Icu:
    """The few calls of ICU that are made here."""

    def __init__(self) -> None:
        """Raises SystemExit where it is not installed."""
        name = ctypes.util.find_library("icui18n")
        if name is None:
            raise SystemExit("ICU is not installed here: apt-get install libicu72.")
        self.libraries = [ctypes.CDLL(name), ctypes.CDLL(name.replace("i18n", "uc"))]
        self.release = re.findall(r"\d+", name)[-1]
        self.checker = ctypes.c_void_p(self.call("uspoof_open", ctypes.c_void_p))
        self.recommended = ctypes.c_void_p(self.call("uspoof_getRecommendedSet", ctypes.c_void_p))

    def function(self, name: str, gives: Any) -> Any:
        """A function by its name, in whichever library it is."""
        for library in self.libraries:
            found = getattr(library, f"{name}_{self.release}", None)
            if found is not None:
                found.restype = gives
                return found
        raise SystemExit(f"This ICU has no {name}.")

    def call(self, name: str, gives: Any, *given: Any) -> Any:
        """What a function gives whose last argument tells whether it has failed."""
        failed = ctypes.c_int(0)
        found = self.function(name, gives)(*given, ctypes.byref(failed))
        if failed.value > 0:
            raise SystemExit(f"{name} fails: {failed.value}.")
        return found

    def recommends(self, letter: str) -> bool:
        """Whether a letter is one for names, and does not go with the text around it."""
        return bool(self.function("uset_contains", ctypes.c_int8)(self.recommended, ord(letter)))

    def scripts(self, letter: str) -> tuple[str, ...]:
        """The scripts that a letter is written in, by their codes; none where it is written in all."""
        codes = (ctypes.c_int * ROOM)()
        count = self.call("uscript_getScriptExtensions", ctypes.c_int32, ord(letter), codes, ROOM)
        short = self.function("uscript_getShortName", ctypes.c_char_p)
        return tuple(sorted({short(code).decode() for code in codes[:count]} - {"Zyyy", "Zinh"}))

    def skeleton(self, letter: str) -> str:
        """What a letter looks like."""
        room = ctypes.create_string_buffer(ROOM)
        text = letter.encode()
        size = self.call(
            "uspoof_getSkeletonUTF8", ctypes.c_int32, self.checker, 0, text, len(text), room, ROOM
        )
        return room.raw[:size].decode()


def spans(letters: list[str]) -> str:
    """Letters in order, as `61-7a b5`."""
    found: list[list[int]] = []
    for code in map(ord, letters):
        if found and code == found[-1][1] + 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return " ".join(f"{first:x}" if first == last else f"{first:x}-{last:x}" for first, last in found)


def made(icu: Icu) -> dict[str, Any]:
    """The letters of names by the scripts that they are written in, and what looks otherwise than it is."""
    written: dict[str, list[str]] = defaultdict(list)
    parts: set[str] = set()
    for letter in map(chr, (*range(0x30, 0xD800), *range(0xE000, 0x110000))):
        named = unicodedata.category(letter).startswith(KINDS) and icu.recommends(letter)
        if named and unicodedata.normalize("NFKC", letter) == letter:
            written[" ".join(icu.scripts(letter))].append(letter)
            parts |= set(unicodedata.normalize("NFD", letter))
    alike = {letter: icu.skeleton(letter) for letter in sorted(parts)}
    return {
        "icu": icu.release,
        "unicode": unicodedata.unidata_version,
        "written": {scripts: spans(letters) for scripts, letters in sorted(written.items())},
        "alike": {letter: looks for letter, looks in alike.items() if looks != letter},
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(made(Icu()), ensure_ascii=True, indent=0) + "\n")
