"""What no text in the database can hold: it came from a visitor, so it is no fault of ours."""

from __future__ import annotations

from collections.abc import Callable

from django.db import DataError
from django.http import HttpRequest, HttpResponse

from boatzee_site import errors

NUL = "NUL (0x00)"
"""How psycopg calls the one character that Postgres takes in no text."""


class Unreadable:
    """Middleware: 400 where a view asked the database for, or with, a text that has a NUL in it.

    Forms refuse it by themselves; this is for addresses, parameters and fields that no form reads.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for the view, unless the exception is of another kind."""
        unreadable = isinstance(exception, DataError) and NUL in str(exception)
        return errors.bad_request(request, exception) if unreadable else None
