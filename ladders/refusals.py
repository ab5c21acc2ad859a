"""What events and ladders refuse: the errors that both have, and the page with the sentence that is read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.match.play import PoolEmpty, PoolStopped
from games.refusals import sentence_of
from games.seats.lobby import PlayerGone

STATUS: dict[type[Exception], int] = {PlayerGone: 409, PoolEmpty: 503, PoolStopped: 503}


def page(request: HttpRequest, error: Exception, status: int, back: str) -> HttpResponse:
    """A whole page that says what was refused and leads back."""
    context = {"sentence": sentence_of(error), "back": back}
    return render(request, f"{status}.html", context, status=status)
