"""Words of a match's record that most records do not have, to look for it by. Pure.

Of the names in a record nothing is taken: players are looked for by their accounts, which may be closed, and
events by their own names, which may change. Nor are the moves: every record of a game has the same boxes, and
no two the same dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.rules.base import Kind, Options, Pace, Rules

UNUSUAL = (Kind.RESIGN, Kind.TIMEOUT, Kind.TAKE_BACK, Kind.PICK_UP)
"""What may be done at a table, and mostly is not."""
OF_DICE_ALIKE = ("boatzee", "boat")
"""The boxes for all dice alike."""
LONGEST = 300
"""Letters of a reason that are looked through."""


def words_of(
    rules: Rules[Any], options: Options, pace: Pace, moves: Iterable[tuple[str, bool]], final: Any
) -> Iterator[str]:
    """The words of a match, as its record writes them (docs/record.md), without those of its end.

    `moves` are each one's kind and whether it was made by standing orders; `final` is the last state.
    """
    if pace is not Pace.TURNS:
        yield pace.value
    usual = rules.clean_options({})
    for name, value in options.items():
        if value != usual.get(name):
            yield f"{name} {_written(value)}"
    kinds = set(moves)
    yield from (kind.value for kind in UNUSUAL if any(kind.value == one for one, _ordered in kinds))
    if any(ordered for _kind, ordered in kinds):
        yield "order"
    yield from _boxes(rules, final)


def _written(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _boxes(rules: Rules[Any], final: Any) -> Iterator[str]:
    """The boxes for all dice alike in which somebody has points."""
    boxes = getattr(rules, "box_ids", {})
    for stem in OF_DICE_ALIKE:
        places = [place for box, place in boxes.items() if box.partition("-")[0] == stem]
        if any(card.columns[column][row] for card in getattr(final, "cards", ()) for column, row in places):
            yield stem
