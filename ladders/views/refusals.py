"""What events refuse: the error, its status, and the sentence the player reads."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.lobby import PlayerGone
from games.play import PoolEmpty, PoolStopped
from games.views.refusals import sentence_of
from ladders.climbing import MayNot
from ladders.deciding import BadDecision
from ladders.entering import MayNotEnter
from ladders.formats.base import BadField
from ladders.log import NotNow
from ladders.postponing import NothingToPostpone

STATUS: dict[type[Exception], int] = {
    BadDecision: 400,
    BadField: 409,
    MayNot: 409,
    MayNotEnter: 409,
    NothingToPostpone: 409,
    NotNow: 409,
    PlayerGone: 409,
    PoolEmpty: 503,
    PoolStopped: 503,
}
REFUSED = tuple(STATUS)


def page(request: HttpRequest, error: Exception, back: str) -> HttpResponse:
    """A whole page that says what was refused and leads back."""
    status = STATUS[type(error)]
    context = {"sentence": sentence_of(error), "back": back}
    return render(request, f"{status}.html", context, status=status)
