"""Sentences that are put into words when it is known who reads them: what one player does is told to others,
each in a language of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext

from accounts.models import User
from accounts.spoken import speaking

Reader = TypeVar("Reader", bound=User)


class Said:
    """A sentence, with what is filled in; `str` says it in the language of the moment."""

    __slots__ = ("say",)

    def __init__(self, say: Callable[[], str]) -> None:
        self.say = say

    def __str__(self) -> str:
        return self.say()

    def __mod__(self, values: Mapping[str, object]) -> Said:
        """Fill it in. Values may be such sentences themselves, or rows that know what they are called."""
        return Said(lambda: self.say() % values)


Words = str | Promise | Said
"""What is told: words that are the same in every language, such as somebody's own, or a sentence."""


def later(sentence: str) -> Said:
    """A sentence marked for translation, as `gettext`."""
    return Said(lambda: gettext(sentence))


def counted_later(one: str, many: str, count: int) -> Said:
    """One of two by a count, as `ngettext`."""
    return Said(lambda: ngettext(one, many, count))


def by_language(players: Iterable[Reader]) -> Iterator[list[Reader]]:
    """Those who read the same language together, while it is spoken."""
    found: dict[str, list[Reader]] = {}
    for player in players:
        found.setdefault(player.reads, []).append(player)
    for code, some in found.items():
        with speaking(code):
            yield some
