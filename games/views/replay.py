"""A finished match, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import positions
from games.coach import reviews
from games.match import queries, watching
from games.match.played import Played, played
from games.models import Match, Seat
from games.rules.base import Kind, Rules
from games.tables import table_of
from games.tables.turns import turns
from games.views import embedding, kept_beside, totals_chart, watch


@require_safe
def replay(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the table after `?step=` moves, 0 being the start; a match that still runs has no replay."""
    try:
        match, seats = queries.table(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    if not match.begun:
        raise Http404
    if not match.over:
        return redirect("games:table", match_id)
    try:
        watching.must_be_watched(match, seats, request.user)
    except watching.NotWatched as error:
        return watch.refused(request, error)
    whole = played(match, seats)
    position = position_of(request.GET.get("step", ""), len(whole.steps), 0)
    context: dict[str, Any] = {
        "match": match,
        "embed": embedding.offered(request, match, seats),
        "word": positions.word_of(match.rules, whole.state(position))
        if reviews.may_be_reviewed(match)
        else "",
        **kept_beside.shown(request, match, seats),
        **along(whole, seats, position),
        **laid(match.rules, seats, whole, position),
    }
    return render(request, "games/replay.html", context)


def position_of(asked: str, most: int, otherwise: int) -> int:
    """The step that was asked for, or the nearest; another where nothing sensible was."""
    return min(int(asked), most) if asked.isdecimal() and len(asked) < 9 else otherwise


def along(whole: Played, seats: Sequence[Seat], position: int) -> dict[str, Any]:
    """What leads through a whole match: its turns, and the line of its totals."""
    return {
        "jumps": [
            (step, turn, seats[seat].name, step == position) for step, seat, turn, _total in whole.totals
        ],
        "chart": totals_chart.chart(whole, seats),
        "now": totals_chart.now(whole, position) if whole.steps else None,
    }


def laid(rules: Rules[Any], seats: Sequence[Seat], whole: Played, position: int) -> dict[str, Any]:
    """The table after so many steps, as everybody saw it then, and the turn that led there. No query."""
    table, view = table_of(rules), whole.state(position)
    past = turns(table, rules, whole.acts[:position], view, latest=True)
    last = {turn.seat: turn for turn in past}
    last |= {turn.seat: turn for turn in past if turn.box}  # the box filled last, also during the next turn
    latest = whole.steps[position - 1] if position else None
    return {
        "rules": rules,
        "table": table,
        "seats": seats,
        "roll_off": whole.roll_off,
        "position": position,
        "count": len(whole.steps),
        "went_back": seats[latest.seat] if latest and latest.kind is Kind.TAKE_BACK else None,
        "turn_now": (seats[past[-1].seat], past[-1]) if past else None,
        # Before the seat that had just acted.
        **table.lay(rules, view, seats, None, latest.seat if latest else None, last),
    }
