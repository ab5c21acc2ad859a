"""What clubs refuse, and the status of each."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from accounts.moderation.muting import MayNotWrite
from ladders import refusals
from ladders.clubs.log import MayNot
from ladders.formats.base import BadField
from ladders.reasons import BadDecision

STATUS: dict[type[Exception], int] = {
    **refusals.STATUS,
    BadDecision: 400,
    BadField: 409,
    MayNot: 409,
    MayNotWrite: 403,
}
REFUSED = tuple(STATUS)


def page(request: HttpRequest, error: Exception, back: str) -> HttpResponse:
    """A whole page that says what was refused and leads back."""
    return refusals.page(request, error, STATUS[type(error)], back)
