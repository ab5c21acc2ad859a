"""How a match ended, in the words of its table: who won, by how much, what became of ratings, what next."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.figures import figure, written
from games.models import Match, Seat
from games.rating import Rating
from games.rules.base import Kind
from games.tables.base import Made

MEDALS = 3
"""Places that have a medal, where so many play."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player at the end: the place, the points, and the ratings that this page may show."""

    name: str
    total: int
    place: int
    medal: bool
    mine: bool
    ratings: tuple[Rating, Rating] | None

    @property
    def gain(self) -> int:
        """What the match made of the rating as it is shown, in points."""
        return self.ratings[1].number - self.ratings[0].number if self.ratings else 0


@dataclass(frozen=True, slots=True)
class End:
    """What stands above a table that is over."""

    headline: str
    lines: tuple[Line, ...]
    won: bool
    again: int | None
    """The match that was asked for after this one."""
    asked: bool
    """Whether that waits for my yes."""
    picture: str
    """What the browser draws a picture of, as JSON."""


def of(match: Match, seats: Sequence[Seat], viewer: Seat | None, moves: Sequence[Made]) -> End | None:
    """The end of a match as the viewer sees it, `moves` being its last ones; None while it runs. No query."""
    if not match.over:
        return None
    order = sorted(seats, key=lambda seat: (seat.place or len(seats), seat.index))
    finished = match.status == Match.Status.FINISHED
    lines = tuple(_line(seat, len(seats), viewer) for seat in order) if finished else ()
    outcome = viewer.outcome if viewer else None
    return End(
        headline=_headline(match, order, viewer, moves) if finished else "",
        lines=lines,
        won=len(seats) > 1 and any(line.mine and line.place == 1 for line in lines),
        again=outcome.again if outcome and outcome.again_status != Match.Status.DECLINED else None,
        asked=bool(outcome and outcome.again_status == Match.Status.INVITING and not outcome.agreed),
        picture=_picture(match, lines, moves) if finished else "",
    )


def _line(seat: Seat, count: int, viewer: Seat | None) -> Line:
    mine = viewer is not None and seat.index == viewer.index
    place = seat.place or count
    shown = mine or (seat.player is not None and not seat.player.hide_rating)
    return Line(
        name=seat.name,
        total=seat.total,
        place=place,
        medal=place <= min(MEDALS, count - 1),
        mine=mine,
        ratings=seat.outcome.ratings if shown and seat.outcome else None,
    )


def _headline(match: Match, order: Sequence[Seat], viewer: Seat | None, moves: Sequence[Made]) -> str:
    """Who won, as one sentence to the viewer."""
    if len(order) == 1:
        count = order[0].total
        said = ngettext("Finished with %(count)s point.", "Finished with %(count)s points.", count)
        return said % {"count": figure(count)}
    winners = [seat for seat in order if seat.place == 1]
    if len(winners) > 1:
        return _draw(winners, viewer)
    winner = winners[0] if winners else order[0]
    mine = winner is viewer
    names = {"name": winner.name, "other": order[1].name}
    if len(order) == 2 and not match.adjudicated and moves and moves[-1].seat == order[1].index:
        said = _gave_up(moves[-1].kind, mine=mine, other_is_me=order[1] is viewer)
        if said:
            return said % names
    ahead = winner.total - max(seat.total for seat in order if seat is not winner)
    if match.adjudicated or ahead <= 0:
        return (_("You have won.") if mine else _("%(name)s has won.")) % names
    if mine:
        said = ngettext("You have won by %(count)s point.", "You have won by %(count)s points.", ahead)
    else:
        said = ngettext(
            "%(name)s has won by %(count)s point.", "%(name)s has won by %(count)s points.", ahead
        )
    return said % {**names, "count": figure(ahead)}


def _draw(winners: Sequence[Seat], viewer: Seat | None) -> str:
    names = [seat.name for seat in winners if seat is not viewer]
    if len(names) < len(winners):
        names.insert(0, _("you"))
    return _("A draw: %(names)s share first place.") % {"names": get_text_list(names, _("and"))}


def _gave_up(kind: str, *, mine: bool, other_is_me: bool) -> str:
    """How a match for two ended before its time; empty where it did not. The names are still to be put in."""
    if kind == Kind.RESIGN:
        if mine:
            return _("You have won: %(other)s resigned.")
        if other_is_me:
            return _("%(name)s has won: you resigned.")
        return _("%(name)s has won: %(other)s resigned.")
    if kind == Kind.TIMEOUT:
        if mine:
            return _("You have won: %(other)s ran out of time.")
        if other_is_me:
            return _("%(name)s has won: you ran out of time.")
        return _("%(name)s has won: %(other)s ran out of time.")
    return ""


def _picture(match: Match, lines: Sequence[Line], moves: Sequence[Made]) -> str:
    last = next((move.dice for move in reversed(moves) if move.dice), [])
    when = written(localtime(match.ended_at), "j F Y") if match.ended_at else ""
    told = {
        "title": match.rules.name,
        "under": _("Finished on %(date)s") % {"date": when} if when else "",
        "lines": [[line.place, line.name, line.total, line.medal] for line in lines],
        "dice": list(last),
        "address": reverse("games:replay", args=[match.pk]),
        "file": f"boatzee-{match.code.lower()}-{match.pk}.png",
    }
    return json.dumps(told, separators=(",", ":"))
