"""The still picture of a finished match."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts.figures import figure, written
from games.match import queries
from games.models import Match, Seat
from games.views.kept import for_everybody


@require_safe
def picture(request: HttpRequest, match_id: int) -> HttpResponse:
    """A PNG with the names and totals of a match that is over and open; any other has none."""
    try:
        match, seats = queries.table(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    if match.status != Match.Status.FINISHED or match.closed:
        raise Http404
    return for_everybody(request, match, seats, lambda: _painted(match, seats))


def _painted(match: Match, seats: list[Seat]) -> HttpResponse:
    from games import still  # noqa: PLC0415  (Pillow is for those who ask for one)

    order = sorted(seats, key=lambda seat: (seat.place or len(seats), seat.index))
    last = next((move.dice for move in reversed(queries.recent_moves(match, ())) if move.dice), [])
    when = written(localtime(match.ended_at), "j F Y") if match.ended_at else ""
    lines = tuple((_name(seat), figure(seat.total), seat.place == 1 and len(seats) > 1) for seat in order)
    left = len(lines) - still.MOST
    more = ngettext("and %(count)s more", "and %(count)s more", left) % {"count": left} if left > 0 else ""
    return HttpResponse(
        still.paint(
            match.rules.name,
            _("Finished on %(date)s") % {"date": when} if when else "",
            lines,
            more,
            tuple(last),
        ),
        content_type="image/png",
    )


def _name(seat: Seat) -> str:
    """The player's name, or the number of the seat where the font has not all of its letters."""
    from games import still  # noqa: PLC0415

    return seat.name if still.can_write(seat.name) else _("Player %(number)d") % {"number": seat.index + 1}
