"""What is done with a match in one's list: pin it, or put it off."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.models import User
from games.match import mine, play, queries
from games.views import refusals


@login_required
@require_POST
def pin(request: HttpRequest, match_id: int) -> HttpResponse:
    """Keep a match on top of the list, or, where the form says so, no more."""
    try:
        mine.pin(match_id, cast("User", request.user), pinned=request.POST.get("pinned") != "no")
    except play.NotSeated as error:
        return refusals.page(request, error, reverse("games:mine"))
    return redirect(f"{reverse('games:mine')}#match-{match_id}")


@login_required
@require_POST
def later(request: HttpRequest, match_id: int) -> HttpResponse:
    """Put a match off, and go on to the next that waits, or to the list."""
    player = cast("User", request.user)
    try:
        mine.put_off(match_id, player)
    except play.NotSeated as error:
        return refusals.page(request, error, reverse("games:mine"))
    waiting = [other for other in queries.waiting_for(player) if other != match_id]
    return redirect("games:table", waiting[0]) if waiting else redirect("games:mine")
