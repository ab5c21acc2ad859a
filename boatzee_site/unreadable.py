"""What the database or the admin cannot read: it came from a visitor, so it is no fault of ours."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.db import DataError
from django.http import HttpRequest, HttpResponse

from boatzee_site import errors

NUL = "NUL (0x00)"
"""How psycopg calls the one character that Postgres takes in no text."""
NUMBER = re.compile("[0-9]+")


class Unreadable:
    """Middleware: 400 where a view asked the database for, or with, a text that has a NUL in it.

    Forms refuse it by themselves; this is for addresses, parameters and fields that no form reads, among
    them the ticks in the admin's lists, which Django looks up as they come, numbers or not.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for the view, unless the exception is of another kind."""
        nul = isinstance(exception, DataError) and NUL in str(exception)
        unreadable = nul or (isinstance(exception, ValueError) and _ticks_no_number(request))
        return errors.bad_request(request, exception) if unreadable else None


def _ticks_no_number(request: HttpRequest) -> bool:
    """Whether lines of a list in the admin are chosen by what is no key."""
    found = request.resolver_match
    ticked = request.POST.getlist("_selected_action")
    return found is not None and found.app_name == "admin" and not all(map(NUMBER.fullmatch, ticked))
