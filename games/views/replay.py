"""A finished match, step by step."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import queries
from games.models import Match, Seat
from games.record import Step, opening
from games.record import replay as play_through
from games.rules.dice10000 import Dice10000
from games.views.table import lay
from games.views.totals_chart import chart
from games.views.turns import Turn, turns


@require_safe
def replay(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the table after `?step=` moves, 0 being the start; a match that still runs has no replay."""
    try:
        match, seats = queries.table(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    if match.state is None:
        raise Http404
    if not match.over:
        return redirect("games:table", match_id)
    moves = queries.all_moves(match)
    stored = queries.as_record(match, seats, moves)
    steps = play_through(stored)
    position = _position(request.GET.get("step", ""), len(steps))
    state = steps[position - 1].after if position else opening(stored)
    acted = [move for move in moves if move.kind != move.ROLL_OFF]
    past = turns(acted[:position], aside=isinstance(match.rules, Dice10000))
    context: dict[str, Any] = {
        "match": match,
        "rules": match.rules,
        "seats": seats,
        "roll_off": [move for move in moves if move.kind == move.ROLL_OFF],
        "position": position,
        "count": len(steps),
        "turn_now": (seats[past[-1].seat], past[-1]) if past else None,
        "jumps": _jumps(steps, seats),
        "chart": chart(match.rules, steps, seats, position),
        **_lay(match, seats, steps, state, position, past),
    }
    return render(request, "games/replay.html", context)


def _position(asked: str, most: int) -> int:
    return min(int(asked), most) if asked.isdecimal() and len(asked) < 9 else 0


def _lay(
    match: Match, seats: list[Seat], steps: list[Step], state: Any, position: int, past: list[Turn]
) -> dict[str, Any]:
    """The table as everybody saw it then, before the seat that had just acted."""
    actor = steps[position - 1].entry.seat if position else None
    boxes = {turn.seat: turn.box for turn in past if turn.box}
    return lay(match.rules, state, seats, None, actor, boxes)


def _jumps(steps: list[Step], seats: list[Seat]) -> list[tuple[int, int, Seat]]:
    """Where each turn ends: the step, the number of the turn, and whose it was."""
    found: dict[tuple[int, int], int] = {}
    for number, step in enumerate(steps, 1):
        found[step.entry.seat, step.turn] = number
    return [(step, turn, seats[seat]) for (seat, turn), step in found.items()]
