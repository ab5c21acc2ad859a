"""JSON with its whole numbers taken out, for they take less room as numbers than as text."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?[0-9.]+(?:[eE][-+]?[0-9]+)?|#')
"""A text, a number, or what stands for one: outside of texts JSON has no such sign."""
_WHOLE = re.compile(r"-?[1-9][0-9]{0,14}|0")
SIGN = "#"


def bare(text: str) -> tuple[str, list[int]]:
    """The text with a sign in place of each whole number but the longest, and these numbers in order."""
    numbers = []

    def take(found: re.Match[str]) -> str:
        if not _WHOLE.fullmatch(found[0]):
            return found[0]
        numbers.append(int(found[0]))
        return SIGN

    return _TOKEN.sub(take, text), numbers


def count(text: str) -> int:
    """How many numbers were taken out."""
    return sum(found == SIGN for found in _TOKEN.findall(text))


def whole(text: str, numbers: Sequence[int]) -> str:
    """The text with these numbers in it again."""
    left = iter(numbers)
    return _TOKEN.sub(lambda found: str(next(left)) if found[0] == SIGN else found[0], text)
