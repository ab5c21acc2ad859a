"""Leafing through a list that grows without end: by the keys of its lines, so that nobody counts them.

A page with a number makes the database count all there are, and read all that come before it. A leaf begins
after a line that the visitor has seen, wherever that stands by now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet

Line = TypeVar("Line", bound=Model)
HIGHEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Leaf(Generic[Line]):
    """Some lines of a list, newest first, and what the neighbouring leaves are asked for with; 0 for none."""

    lines: list[Line]
    newer_than: int
    older_than: int

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)


def leaf(rows: QuerySet[Line], asked: Mapping[str, str], size: int) -> Leaf[Line]:
    """The lines older or newer than the key that is `asked` for, else the newest. One query, or two.

    `rows` are those of the whole list, whatever their order; what is asked for and is no key is not minded.
    """
    newer, older = key_of(asked.get("newer", "")), key_of(asked.get("older", ""))
    if newer:
        found = list(rows.filter(pk__gt=newer).order_by("pk")[: size + 1])
        if len(found) > size:  # else it is the first leaf, and that is to be a whole one
            lines = found[size - 1 :: -1]
            return Leaf(lines, lines[0].pk, lines[-1].pk)
    if older:
        rows = rows.filter(pk__lt=older)
    found = list(rows.order_by("-pk")[: size + 1])
    lines = found[:size]
    return Leaf(lines, lines[0].pk if lines and older else 0, lines[-1].pk if len(found) > size else 0)


def key_of(text: str) -> int:
    """The key that an address or a form names, a large one at most; 0 for none."""
    return min(int(text), HIGHEST) if text.isascii() and text.isdecimal() and len(text) < 20 else 0
