"""What is refused, in one place: the error, its status, and the one sentence the player reads."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.daily.trying import NoDaily
from games.match.clocks import TimeLeft
from games.match.orders import NoOrders
from games.match.play import (
    MatchOver,
    NotSeated,
    NotYourTurn,
    PoolEmpty,
    PoolStopped,
    Stale,
    StillHidden,
    WrongNumber,
)
from games.match.practising import NoTakeBack, NothingToTakeBack
from games.match.ranking import TooSoon
from games.rules.base import BadOptions, IllegalMove
from games.seats.automatch import NoWish
from games.seats.lobby import AlreadyAnswered, KeptApart, PlayerGone, TooManyMatches
from games.seats.waiting import NotForYou, SeekGone

STATUS: dict[type[Exception], int] = {
    IllegalMove: 400,
    BadOptions: 400,
    WrongNumber: 400,
    NotSeated: 403,
    StillHidden: 403,
    KeptApart: 403,
    NotForYou: 403,
    NoOrders: 403,
    NoTakeBack: 403,
    Stale: 409,
    NotYourTurn: 409,
    MatchOver: 409,
    NothingToTakeBack: 409,
    TimeLeft: 409,
    AlreadyAnswered: 409,
    SeekGone: 409,
    PlayerGone: 409,
    TooManyMatches: 409,
    NoWish: 409,
    NoDaily: 409,
    TooSoon: 409,
    PoolEmpty: 503,
    PoolStopped: 503,
}
REFUSED = tuple(STATUS)
DICE_ARE_BEING_ROLLED = "The dice are being rolled. Nothing was changed: try again in a moment."


def status_of(error: Exception) -> int:
    """The HTTP status that tells of this refusal."""
    return STATUS[type(error)]


def sentence_of(error: Exception) -> str:
    """What the player is told."""
    return DICE_ARE_BEING_ROLLED if type(error) is PoolEmpty else str(error)


def page(request: HttpRequest, error: Exception, back: str) -> HttpResponse:
    """A whole page that says what was refused and leads back."""
    status = status_of(error)
    context = {"sentence": sentence_of(error), "back": back}
    response = render(request, f"{status}.html", context, status=status)
    if status == 503:
        response["Retry-After"] = "5"
    return response
