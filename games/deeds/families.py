"""What records take of a match, by the family of its game. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from games.deeds import cards
from games.deeds.seen import Seen
from games.deeds.sums import What
from games.rules.base import Rules

BARS = 40
"""How many bars a distribution of totals has at most; the last has all that is above."""
USUAL_BARS = 20


def _none(_seen: Seen) -> None:
    return None


def _target(rules: Rules[Any]) -> int:
    return int(rules.clean_options({})["target"])


@dataclass(frozen=True, slots=True)
class Family:
    """`whole` says whether a seat's total is that of a whole match, to be set beside others; `column` is its
    best column and `alike` the number of turns with all dice alike; `highest` is about the highest total of a
    match with the usual options.
    """

    whole: Callable[[Seen], bool]
    column: Callable[[Seen], int | None]
    alike: Callable[[Seen], int | None]
    highest: Callable[[Any], int]


def _raced(seen: Seen) -> bool:
    return seen.played_out and seen.usual


_RACE = Family(_raced, _none, _none, _target)
FAMILIES: Mapping[str, Family] = {
    "cards": Family(cards.whole, cards.best_column, cards.all_alike, cards.highest),
    "ten_thousand": _RACE,
    "pig": _RACE,
}


def bar_width(rules: Rules[Any]) -> int:
    """How many points one bar of the distribution of totals stands for: a round number."""
    wanted = FAMILIES[rules.family].highest(rules) / USUAL_BARS
    step = 10 if wanted > 10 else 5
    return step * ceil(wanted / step)


def bar_of(rules: Rules[Any], total: int) -> int:
    """In which bar a total lies, from 0."""
    return min(max(total, 0) // bar_width(rules), BARS - 1)


def kept_of(rules: Rules[Any]) -> tuple[What, ...]:
    """What there are records of in a game."""
    found = [What.TOTAL, What.WINS, What.DAYS]
    if FAMILIES[rules.family].alike is not _none:
        found.insert(1, What.ALIKE)
        if rules.columns > 1:
            found.insert(1, What.COLUMN)
    return tuple(found)
