"""Text that stays in its line: names and titles, which come to stand in mail headers, lists and feeds."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

TURNING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""Marks that turn the direction of what follows (Unicode UAX 9): with them a name can look like another."""
NOT_IN_LINE = {"Cc", "Zl", "Zp", "Cs"}
"""Control characters, separators of lines and paragraphs, halves of characters."""
_TURNING = re.compile(f"[{TURNING}]")


def single_line(text: str) -> None:
    """Refuse line breaks, other control characters and marks of direction. Raises ValidationError."""
    if any(_out_of_line(letter) for letter in text):
        raise ValidationError(
            _("Write this on one line, without control characters or marks that turn the direction of text."),
            code="single_line",
        )


def flatten(text: str) -> str:
    """The same in one line: whatever `single_line` refuses becomes a space, several spaces one."""
    return " ".join("".join(" " if _out_of_line(letter) else letter for letter in text).split())


def _out_of_line(letter: str) -> bool:
    return unicodedata.category(letter) in NOT_IN_LINE or _TURNING.match(letter) is not None
