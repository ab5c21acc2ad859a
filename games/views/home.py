"""The front door."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts import guests
from games.rules import RULES
from games.seats import practice


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, for a visitor; a player goes straight to their matches."""
    if request.user.is_authenticated:
        return redirect("games:mine")
    guest = guests.of(request)
    context = {
        "games": tuple(RULES.values()),
        "faces": (6, 5, 4, 3, 1),
        "practice": practice.running(guest) if guest else None,
    }
    return render(request, "games/home.html", context)
