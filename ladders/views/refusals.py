"""What events refuse: the error, its status, and the sentence the player reads."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.lobby import PlayerGone
from games.play import PoolEmpty
from games.views.refusals import DICE_ARE_BEING_ROLLED
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
}
REFUSED = tuple(STATUS)


def page(request: HttpRequest, error: Exception, back: str) -> HttpResponse:
    """A whole page that says what was refused and leads back."""
    status = STATUS[type(error)]
    sentence = DICE_ARE_BEING_ROLLED if isinstance(error, PoolEmpty) else str(error)
    return render(request, f"{status}.html", {"sentence": sentence, "back": back}, status=status)
