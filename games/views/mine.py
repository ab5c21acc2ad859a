"""My matches: those that wait for me first, by deadline."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games import queries, subjects
from games.models import Match, Seat


@login_required
@require_safe
@never_cache
def mine(request: HttpRequest) -> HttpResponse:
    """List the player's matches by what they ask of the player."""
    player = cast("User", request.user)
    waiting = queries.my_turn(player)
    asked: list[Match] = []
    made: list[Match] = []
    for match in queries.invitations(player):
        seat = own_seat(match, player)
        (made if seat.accepted else asked).append(match)
    others, finished = queries.waiting_for_others(player), queries.finished(player)
    context = {
        "my_turn": waiting,
        "waiting": len(waiting),
        "asked": asked,
        "made": made,
        "others_turn": others,
        "finished": finished,
        "subjects": subjects.of([*waiting, *others, *finished]),
    }
    return render(request, "games/mine.html", context)


def own_seat(match: Match, player: User) -> Seat:
    """The player's seat at a match of theirs, its seats being loaded."""
    return next(seat for seat in match.seats.all() if seat.player_id == player.pk)
