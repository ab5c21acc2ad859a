"""The boards of duplicate teams, and of two clubs, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ladders import table
from ladders.formats import club_match, duplicate
from ladders.models import Event


def said(event: Event) -> str:
    """How many there are, and what a difference on one of them brings."""
    boards = ngettext(
        "%(count)d match of %(boards)d boards: the next member of every team plays, with the same dice.",
        "%(count)d matches of %(boards)d boards: the next member of every team plays, with the same dice.",
        event.matches,
    ) % {"count": event.matches, "boards": duplicate.BOARDS}
    scale = _(
        "On each board a team gets match points of every team that it beats: a difference of %(one)d brings"
        " 1, of %(two)d brings 2, of %(three)d brings 3, and so on to %(most)d."
    )
    unit = table.settings_of(event).unit
    one, two, three = (duplicate.least_for(points, unit) for points in (1, 2, 3))
    return f"{boards} " + scale % {"one": one, "two": two, "three": three, "most": duplicate.MOST_POINTS}


def said_of_clubs(event: Event) -> str:
    """How many there are, and what each brings."""
    said = ngettext(
        "%(count)d board, a match of two. Winning it brings %(won)d points, a level one %(level)d to each.",
        "%(count)d boards, each a match of two. Winning one brings %(won)d points, a level one %(level)d"
        " to each.",
        event.matches,
    )
    return said % {"count": event.matches, "won": club_match.WON, "level": club_match.LEVEL}
