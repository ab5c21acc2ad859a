"""A finished match, step by step."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import positions
from games.coach import reviews
from games.match import queries, watching
from games.match.played import played
from games.models import Match
from games.rules.base import Kind
from games.tables import table_of
from games.tables.turns import turns
from games.views import kept_beside, totals_chart, watch


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
    position = _position(request.GET.get("step", ""), len(whole.steps))
    rules, table = match.rules, table_of(match.rules)
    view = whole.state(position)
    past = turns(table, rules, whole.acts[:position], view)
    last = {turn.seat: turn for turn in past}
    last |= {turn.seat: turn for turn in past if turn.box}  # the box filled last, also during the next turn
    latest = whole.steps[position - 1] if position else None
    actor = latest.seat if latest else None
    context: dict[str, Any] = {
        "match": match,
        "rules": rules,
        "table": table,
        "seats": seats,
        "roll_off": whole.roll_off,
        "position": position,
        "word": positions.word_of(rules, view) if reviews.may_be_reviewed(match) else "",
        "went_back": seats[latest.seat] if latest and latest.kind is Kind.TAKE_BACK else None,
        "count": len(whole.steps),
        "turn_now": (seats[past[-1].seat], past[-1]) if past else None,
        "jumps": [
            (step, turn, seats[seat].name, step == position) for step, seat, turn, _total in whole.totals
        ],
        "chart": totals_chart.chart(whole, seats),
        "now": totals_chart.now(whole, position) if whole.steps else None,
        **kept_beside.shown(request, match, seats),
        # As everybody saw it then, before the seat that had just acted.
        **table.lay(rules, view, seats, None, actor, last),
    }
    return render(request, "games/replay.html", context)


def _position(asked: str, most: int) -> int:
    return min(int(asked), most) if asked.isdecimal() and len(asked) < 9 else 0
