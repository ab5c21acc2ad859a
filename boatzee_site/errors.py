"""What people see when something is refused or broken, in one place.

What a game refuses is told by games/views/refusals.py; here are the errors of the site itself.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader

from accounts.spending import TooOften as SpentTooOften
from accounts.spending import told

logger = logging.getLogger(__name__)
UNREACHABLE = (OperationalError, InterfaceError)
RETRY_AFTER = "10"  # seconds
A_MINUTE = 60  # seconds
SENTENCES = {
    400: "Your browser sent something that cannot be read. Nothing was changed.",
    403: "This is not yours to see or to do. Nothing was changed.",
    404: "There is nothing at this address.",
    500: "Something broke on our side. It has been reported; what was saved before is safe.",
    503: "We cannot reach our books at the moment. Nothing was changed: try again in a moment.",
}
OLD_FORM = (
    "This form is from an earlier visit, or cookies are switched off. Nothing was changed: "
    "go back, load the page again and send it once more."
)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, also for a request to a host that is not ours: so it must not ask for the host."""
    return _plain_page(400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return render(request, "403.html", {"sentence": SENTENCES[403]}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return render(request, "404.html", {"sentence": SENTENCES[404]}, status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """500; 503 where what broke is the line to the database, in the middle of a middleware."""
    return _plain_page(503 if isinstance(sys.exc_info()[1], UNREACHABLE) else 500)


def old_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without a valid CSRF token: most often one that stayed open across a sign-in."""
    return render(request, "403.html", {"sentence": OLD_FORM}, status=403)


class BooksUnreachable:
    """Middleware: a view that cannot reach the database is answered with 503 and one sentence."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for the view, unless the exception is of another kind."""
        if not isinstance(exception, UNREACHABLE):
            return None
        logger.error("The database cannot be reached: %s", exception, extra={"request": request})
        return _plain_page(503)


class TooOften:
    """Middleware: what was done too often is answered with 429, one sentence, and when again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for the view, unless the exception is of another kind."""
        return too_often(request, exception) if isinstance(exception, SpentTooOften) else None


def too_often(request: HttpRequest, error: SpentTooOften | None = None) -> HttpResponse:
    """429, for what the site counts; without an error for what allauth counts, which tells no time."""
    response = render(request, "429.html", {"sentence": str(error) if error else ""}, status=429)
    return told(response, error.retry_after if error else A_MINUTE)


def _plain_page(status: int) -> HttpResponse:
    """A page made without the request: no session, no user, nothing that would need the database."""
    page = loader.get_template(f"{status}.html").render({"sentence": SENTENCES[status]})
    response = HttpResponse(page, status=status)
    if status == 503:
        response["Retry-After"] = RETRY_AFTER
    return response
