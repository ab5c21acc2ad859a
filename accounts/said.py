"""Sentences that are put into words when it is known who reads them: what one player does is told to others,
each in a language of their own. How they are kept in a row, and said again, is in accounts/retold.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Protocol, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext

from accounts import figures
from accounts.spoken import speaking


class Reads(Protocol):
    """Whoever is told something."""

    @property
    def reads(self) -> str:
        """The code of their language."""


Reader = TypeVar("Reader", bound=Reads)


class Said:
    """A sentence, with what is filled in; `str` says it in the language of the moment.

    `source` tells which it is, as JSON has it: what a row keeps of it. None where that cannot be told.
    """

    __slots__ = ("say", "source")

    def __init__(self, say: Callable[[], str], source: Mapping[str, Any] | None = None) -> None:
        self.say, self.source = say, source

    def __str__(self) -> str:
        return self.say()

    def __mod__(self, values: Mapping[str, object]) -> Said:
        """Fill it in. Values may be such sentences themselves, or rows that know what they are called."""
        source = None if self.source is None else {**self.source, "with": values}
        return Said(lambda: self.say() % values, source)


Words = str | Promise | Said
"""What is told: words that are the same in every language, such as somebody's own, or a sentence."""


def later(sentence: str) -> Said:
    """A sentence marked for translation, as `gettext`."""
    return Said(lambda: gettext(sentence), {"say": sentence})


def later_in(context: str, sentence: str) -> Said:
    """A sentence marked with what it means here, as `pgettext`."""
    return Said(lambda: pgettext(context, sentence), {"say": sentence, "in": context})


def counted_later(one: str, many: str, count: int) -> Said:
    """One of two by a count, as `ngettext`."""
    return Said(lambda: ngettext(one, many, count), {"say": one, "many": many, "count": count})


def on_day(day: date) -> Said:
    """A day, as one says it."""
    return Said(lambda: figures.written(day, "j F Y"), {"day": day.isoformat()})


def listed(parts: Sequence[Words]) -> Said:
    """One after another, with commas between."""
    return Said(lambda: ", ".join(map(str, parts)), {"each": parts})


def by_language(players: Iterable[Reader]) -> Iterator[list[Reader]]:
    """Those who read the same language together, while it is spoken."""
    found: dict[str, list[Reader]] = {}
    for player in players:
        found.setdefault(player.reads, []).append(player)
    for code, some in found.items():
        with speaking(code):
            yield some
