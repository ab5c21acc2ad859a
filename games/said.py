"""What pure modules say to people: in English, and in the reader's language once somebody has lent them one.

They know no Django: games/apps.py hands Django's functions in as the site starts. Each is called like the one
of Django of the same name, and as there nothing that is stored, compared or typed may go through them.
"""

from __future__ import annotations

from collections.abc import Callable


class _Tongue:
    """By whom it is said; by nobody in the beginning, and so in English."""

    def __init__(self) -> None:
        self.say: Callable[[str], str] = lambda text: text
        self.say_in: Callable[[str, str], str] = lambda _context, text: text
        self.count: Callable[[str, str, int], str] = lambda one, many, number: one if number == 1 else many
        self.language: Callable[[], str | None] = lambda: None
        self.write: Callable[[float, int], str] = lambda number, places: f"{number:,.{places}f}"


_tongue = _Tongue()


def lend(
    say: Callable[[str], str],
    say_in: Callable[[str, str], str],
    count: Callable[[str, str, int], str],
    write: Callable[[float, int], str],
    language: Callable[[], str | None],
) -> None:
    """From now on everything is said by these: Django's gettext, pgettext, ngettext, figures of ours; and
    Django's code of the language that it is said in.
    """
    _tongue.say, _tongue.say_in, _tongue.count, _tongue.write = say, say_in, count, write
    _tongue.language = language


def gettext(text: str) -> str:
    """A sentence, or the part of one that stands alone, in the reader's language."""
    return _tongue.say(text)


def pgettext(context: str, text: str) -> str:
    """The same of a word that means several things; the context says which."""
    return _tongue.say_in(context, text)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The same of a sentence that goes by a number."""
    return _tongue.count(singular, plural, number)


def figure(number: float, places: int = 0) -> str:
    """A number in groups of three, with so many places behind the point, as the reader writes it."""
    return _tongue.write(number, places)


def language() -> str | None:
    """In which language it is said now: what is kept of words is kept by it."""
    return _tongue.language()


def gettext_noop(text: str) -> str:
    """It, as it is: marked here, and said where it is shown."""
    return text


def pgettext_noop(_context: str, text: str) -> str:
    """The same of a word that means several things."""
    return text
