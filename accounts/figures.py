"""Numbers and dates as the language of the moment writes them: 1,234.5 is 1.234,5 in German, and 5 March is
5. März.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from types import MappingProxyType

from django.conf import settings
from django.utils import formats
from django.utils.translation import get_language

SMALL = (("M", "b"),)
"""Months are written small, and Django's M has a capital in every language."""
OF = (("j F", r"j \d\e F"), ("F Y", r"F \d\e Y"), ("M", "b"))
SHAPES: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "nl": SMALL,
        "de": (("j F", "j. F"), ("j M", "j. M")),
        "fr": SMALL,
        "es": OF,
        "pt": OF,
        "it": SMALL,
        "pl": (("j F", "j E"), ("M", "b")),
        "he": (("j F", "j בF"), ("j M", "j בM")),
    }
)
"""What becomes of a date’s form, by the language: the forms in the code are those of English, as Django's
`date` reads them.
"""

CAPITALS = frozenset({"pt", "it", "pl"})
"""Where Django's names of days and months begin with a capital, and the language's own do not."""
NAMED = frozenset("DFMN")
"""What in a form stands for such a name."""
NAMES = re.compile(r"[^\W\d_]+")
GROUP = 1000


def figure(number: float, places: int = 0) -> str:
    """A number in groups of three, with so many places behind the point."""
    if type(number) is int and -GROUP < number < GROUP and not places:
        return str(number)  # most are, and so in every language
    return f"{number:,.{places}f}".translate(_signs(get_language() or settings.LANGUAGE_CODE))


@lru_cache(64)
def _signs(language: str) -> Mapping[int, str]:
    groups, point = (
        str(formats.get_format(name, language)) for name in ("THOUSAND_SEPARATOR", "DECIMAL_SEPARATOR")
    )
    return str.maketrans({",": groups, ".": point})


def written(day: date, form: str) -> str:
    """A day, or a moment in its own time zone, in a form such as “j F Y, H:i”."""
    language = get_language()
    return small(str(formats.date_format(day, shaped(form, language))), language)


@lru_cache(4096)
def small(said: str, language: str | None) -> str:
    """A date whose names are written small where the language has them so; a time zone stays: UTC."""
    if language not in CAPITALS:
        return said
    return NAMES.sub(lambda name: name[0] if name[0].isupper() else name[0].lower(), said)


@lru_cache(256)
def shaped(form: str, language: str | None) -> str:
    """The form of a date, as this language has it. One that Django knows by a name, such as DATETIME_FORMAT
    in the admin, is each language's own already.
    """
    if form in formats.FORMAT_SETTINGS:
        return form
    for english, theirs in SHAPES.get(language or "", ()):
        form = form.replace(english, theirs)
    return form
