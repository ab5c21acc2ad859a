"""My matches: a working list, what waits for the player first."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.forms import listing
from games.match import channels, lists, subjects


@login_required
@require_safe
@never_cache
def mine(request: HttpRequest) -> HttpResponse:
    """List the player's matches by what they ask of the player, in the order that was asked for."""
    player = cast("User", request.user)
    unfinished, finished = lists.unfinished(player), lists.finished(player)
    running = [*unfinished.my_turn, *unfinished.others_turn]
    names = subjects.of([*running, *finished])
    choice = listing.choice_of(request)
    shown = choice.arranged(unfinished.my_turn, names), choice.arranged(unfinished.others_turn, names)
    heard = [channels.of_list(player.pk)]
    context = {
        "channels": heard,
        "refresh": heard,
        "waiting": len(unfinished.my_turn),
        "next": unfinished.next,
        "asked": unfinished.asked,
        "made": unfinished.made,
        "my_turn": shown[0],
        "others_turn": shown[1],
        "left_out": len(running) - len(shown[0]) - len(shown[1]),
        "finished": finished,
        "subjects": names,
        "choice": choice,
        "sortable": len(running) > 1 or choice.narrow,
    }
    response = render(request, "games/mine.html", context)
    if "sort" in request.GET:
        listing.keep(response, choice, secure=settings.SESSION_COOKIE_SECURE)
    return response
