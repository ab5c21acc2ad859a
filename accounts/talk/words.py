"""What may be written, to one player as to many: one length, and no letters that do harm."""

from __future__ import annotations

import re
import unicodedata

from django.utils.translation import gettext as _

from accounts.figures import figure
from accounts.models.talk import LONGEST

BREAKS = re.compile("\r\n|[\r\x85\u2028\u2029]")
"""What ends a line beside the line feed: browsers send two letters for one that was typed."""
EMPTY_LINES = re.compile("\n[^\\S\n]*\n\\s*\n")
KEPT = "\n\t"
NO_TEXT = {"Cc", "Cs"}
"""Control characters and halves of characters."""
UNSEEN = {"Cc", "Cf", "Zl", "Zp", "Zs"}
"""Letters that show nothing."""


class BadText(ValueError):
    """Nothing was written, or too much. The sentence says which."""


def clean(text: str, longest: int = LONGEST) -> str:
    """What was written, without what is no text, blanks around it and many empty lines. Raises BadText.

    Lines are kept. A line break counts as one letter.
    """
    text = BREAKS.sub("\n", text)
    text = "".join(one for one in text if one in KEPT or unicodedata.category(one) not in NO_TEXT)
    text = EMPTY_LINES.sub("\n\n", text).strip()
    if all(unicodedata.category(one) in UNSEEN for one in text):
        raise BadText(_("Write something first."))
    if len(text) > longest:
        sentence = _("That is %(length)s characters; %(most)s is the most.")
        raise BadText(sentence % {"length": figure(len(text)), "most": figure(longest)})
    return text
