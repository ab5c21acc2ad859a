"""What events refuse, and the status of each."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from ladders import refusals
from ladders.events.eligibility import MayNotEnter
from ladders.events.log import NotNow
from ladders.events.postponing import NothingToPostpone
from ladders.formats.base import BadField
from ladders.ladder.climbing import MayNot
from ladders.reasons import BadDecision

STATUS: dict[type[Exception], int] = {
    **refusals.STATUS,
    BadDecision: 400,
    BadField: 409,
    MayNot: 409,
    MayNotEnter: 409,
    NothingToPostpone: 409,
    NotNow: 409,
}
REFUSED = tuple(STATUS)


def page(request: HttpRequest, error: Exception, back: str) -> HttpResponse:
    """A whole page that says what was refused and leads back."""
    return refusals.page(request, error, STATUS[type(error)], back)
