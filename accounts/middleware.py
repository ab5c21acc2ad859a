"""Every page in the player's own time zone."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


class TimeZone:
    """Middleware: activates the player's time zone; pages of visitors are in UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the player's time zone. Costs no query that the page would not make for its head."""
        zone = request.user.zone if request.user.is_authenticated else ZoneInfo("UTC")
        with timezone.override(zone):
            return self.get_response(request)
