"""A result as text to share: it says how well somebody played, and nothing of the dice.

Below the points stands one mark for every box, the best first, not in the order of the card: how many boxes
went well shows the play, which of them did would tell what the dice allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.figures import figure, written
from games.rules.cards.card import Card, Layout

WELL = 0.6
"""The share of the most that a box brings from which on it went well: three of five dice in the top."""
MARKS = "■◧□"
"""Boxes that went well, that brought something, and that brought nothing or are open."""


def marks(rules: Layout, card: Card) -> str:
    """One mark for each box of a card, the best first. Extras and bonuses have none."""
    levels = sorted(
        _level(points, box.most * rules.shown_weight(column))
        for column, boxes in enumerate(card.columns)
        for points, box in zip(boxes, rules.boxes, strict=True)
    )
    return "".join(MARKS[level] for level in levels)


def _level(points: int | None, most: int) -> int:
    """Which of the marks."""
    if not points:
        return 2
    return 0 if points >= WELL * most else 1


def text(game: str, day: date, total: int, better: int | None, row: str, address: str, *, over: bool) -> str:
    """The result in four lines at most: what was played, the points and how many did worse, marks, the link.

    `better` is of a hundred others how many have less, None where there are none; `over` whether that stands.
    """
    lines = [
        _("Boatzee daily, %(day)s: %(game)s") % {"day": written(day, "j F Y"), "game": game},
        _points(total, better, over=over),
        *_rows(row),
        address,
    ]
    return "\n".join(lines)


def _points(total: int, better: int | None, *, over: bool) -> str:
    facts = {"count": figure(total), "better": better}
    if not better:  # nobody says of themselves that they were better than none
        return ngettext("%(count)s point", "%(count)s points", total) % facts
    if over:
        said = ngettext(
            "%(count)s point, better than %(better)s %% of the others",
            "%(count)s points, better than %(better)s %% of the others",
            total,
        )
    else:
        said = ngettext(
            "%(count)s point, better than %(better)s %% of the others so far",
            "%(count)s points, better than %(better)s %% of the others so far",
            total,
        )
    return said % facts


def _rows(row: str) -> Sequence[str]:
    """The marks, thirteen a line: three columns of a card would not fit into one."""
    return [row[at : at + WIDE] for at in range(0, len(row), WIDE)]


WIDE = 13
