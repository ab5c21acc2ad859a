"""Who plays whom in an arena: neighbours in the table, and nobody the same opponent twice running.

A couple that has just met is the last resort: couples are broken up and put together anew to avoid it. In an
odd field the one waits who became free last, so that nobody is left over again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Free:
    """Somebody who can be paired: its line of the table, since when it is free, whom it met `last`.

    `lead` is how many more matches it began than not; `began` whether it began its last.
    """

    id: int
    line: int
    since: datetime
    last: int | None
    lead: int
    began: bool


Couple = tuple[Free, Free]


def pair(free: Sequence[Free]) -> list[Couple]:
    """Couples of all these, the best placed first, but one where they are odd; rematches as few as can be."""
    best: list[Couple] | None = None
    for out in sorted(free, key=lambda one: one.since, reverse=True) if len(free) % 2 else [None]:
        couples = _mended(_neighbours([one for one in free if one != out]))
        if best is None or _rematches(couples) < _rematches(best):
            best = couples
        if not _rematches(best):
            break
    return best or []


def rematch(couple: Couple) -> bool:
    """Whether one of the two would meet its last opponent again."""
    one, other = couple
    return one.last == other.id or other.last == one.id


def seated(couple: Couple) -> tuple[int, int]:
    """The two, who begins first: who began fewer, then who did not last time, then the lower placed."""
    first, second = sorted(couple, key=lambda one: (one.lead, one.began, -one.line))
    return first.id, second.id


def _rematches(couples: Iterable[Couple]) -> int:
    return sum(map(rematch, couples))


def _neighbours(rest: list[Free]) -> list[Couple]:
    """Each with the next below whom it did not meet last; with the next where there is none."""
    couples: list[Couple] = []
    while rest:
        one = rest.pop(0)
        at = next((place for place, other in enumerate(rest) if not rematch((one, other))), 0)
        couples.append((one, rest.pop(at)))
    return couples


def _mended(couples: list[Couple]) -> list[Couple]:
    """Rematches broken up with the nearest couple that allows it."""
    for place, couple in enumerate(couples):
        if not rematch(couple):
            continue
        one, other = couple
        for near in sorted(range(len(couples)), key=lambda index: abs(index - place)):
            a, b = couples[near]
            ways = (((a, one), (b, other)), ((a, other), (b, one)))
            found = next((way for way in ways if near != place and not _rematches(way)), None)
            if found:
                couples[near], couples[place] = found
                break
    return couples
