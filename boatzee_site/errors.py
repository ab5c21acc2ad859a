"""What people see when something is refused or broken, in one place.

What a game refuses is told by games/views/refusals.py; here are the errors of the site itself.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader
from django.utils.cache import add_never_cache_headers
from django.utils.functional import LazyObject, empty
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from psycopg.errors import ForeignKeyViolation, ReadOnlySqlTransaction

from accounts.models import User
from accounts.spending import TooOften as SpentTooOften
from accounts.spending import told
from accounts.whence import page_of
from boatzee_site import whence
from games.packed import Damaged

logger = logging.getLogger(__name__)
UNREACHABLE = (OperationalError, InterfaceError)
GONE = ("08", "57P", "53300", "25006")
"""How Postgres's codes begin where no server is there, or the one that is takes nobody, or writes nothing."""
RETRY_AFTER = "10"  # seconds
A_MINUTE = 60  # seconds
SENTENCES = {
    400: gettext_lazy("Your browser sent something that cannot be read. Nothing was changed."),
    403: gettext_lazy("This is not yours to see or to do. Nothing was changed."),
    404: gettext_lazy("There is nothing at this address."),
    500: gettext_lazy("Something broke on our side. It has been reported; what was saved before is safe."),
    503: gettext_lazy("We cannot reach our books at the moment. Nothing was changed: try again in a moment."),
}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, also for a request to a host that is not ours: so it must not ask for the host."""
    return _plain_page(400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return _page(request, 403, SENTENCES[403])


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return _page(request, 404, SENTENCES[404])


def broken(request: HttpRequest) -> HttpResponse:
    """500; 503 where what broke is the line to the database, in the middle of a middleware."""
    error = sys.exc_info()[1]
    return unreachable(request, error) if is_unreachable(error) else _plain_page(500, request)


def old_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without a valid CSRF token: most often one that stayed open across a sign-in."""
    sentence = _(
        "This form is from an earlier visit, or cookies are switched off. Nothing was changed: "
        "go back, load the page again and send it once more."
    )
    return _page(request, 403, sentence)


class BooksUnreachable:
    """Middleware: a view that cannot reach the database is answered with 503 and one sentence."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for the view, unless the exception is of another kind."""
        if not is_unreachable(exception):
            return None
        logger.error("The database cannot be reached: %s", exception, extra={"request": request})
        return unreachable(request, exception)


def unreachable(request: HttpRequest, error: BaseException | None = None) -> HttpResponse:
    """503, and when to try again. `lost` is noted on it where the line or the server is gone, and not only a
    query that took too long, or waited for somebody.
    """
    response: Any = _plain_page(503, request)
    code = getattr(getattr(error, "__cause__", None), "sqlstate", None) or ""
    response.lost = not code or code.startswith(GONE)
    answer: HttpResponse = response
    return answer


def is_unreachable(error: BaseException | None) -> bool:
    """A server that only follows cannot write: who came to it came at the moment of a change."""
    return isinstance(error, UNREACHABLE) or isinstance(
        getattr(error, "__cause__", None), ReadOnlySqlTransaction
    )


class Overtaken:
    """Middleware: whoever wrote of somebody, or something, that went at the same moment is told so, with 409.

    A foreign key says it at the commit, and all of it is taken back.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for the view, unless the exception is of another kind."""
        if not isinstance(exception.__cause__, ForeignKeyViolation):
            return None
        logger.warning("%s was overtaken: %s", request.path, exception)
        return _page(request, 409, _("This has just been removed. Nothing was changed."))


class CannotBeRead:
    """Middleware: where what is kept of a match was damaged, its page says so, with 500 and one sentence."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for the view, unless the exception is of another kind."""
        if not isinstance(exception, Damaged):
            return None
        logger.error("%s cannot be shown: %s", request.path, exception, extra={"request": request})
        sentence = _("What is kept of this match was damaged and cannot be read. It has been reported.")
        return _page(request, 500, sentence)


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
    response = _page(request, 429, str(error) if error else "")
    return told(response, error.retry_after if error else A_MINUTE)


def _page(request: HttpRequest, status: int, sentence: Any) -> HttpResponse:
    """A page of the site with its whole head, which leads back to where the visitor came from."""
    back = page_of(request)
    context = {"sentence": sentence, "back": "" if back == request.path else back}
    response = render(request, f"{status}.html", context, status=status)
    add_never_cache_headers(response)
    return response


def _plain_page(status: int, request: HttpRequest | None = None) -> HttpResponse:
    """A page for when nothing can be relied on: it asks neither session nor database, and never raises.

    Of the request it takes only what is known already: who is signed in, where that was found out before
    things broke, and the way back.
    """
    context: dict[str, Any] = {**_plainly(), "sentence": SENTENCES[status]}
    if request is not None:
        try:
            context |= {"user": _known_user(request), **_way_back(request)}
        except Exception:
            logger.exception("The way back from an error is not known.")
    response = HttpResponse(_render_plain(status, context), status=status)
    add_never_cache_headers(response)
    if status == 503:
        response["Retry-After"] = RETRY_AFTER
    return response


def _plainly() -> dict[str, Any]:
    return {"plain": True, "site_name": settings.SITE_NAME}


def _render_plain(status: int, context: dict[str, Any]) -> str:
    """The page; without the player where the player is what breaks it."""
    template = loader.get_template(f"{status}.html")
    try:
        return template.render(context)
    except Exception:
        logger.exception("An error page cannot be shown with all it has.")
        return template.render({**_plainly(), "sentence": context["sentence"]})


def _known_user(request: HttpRequest) -> User | None:
    """Who is signed in, if that was asked before; it is not asked now."""
    user: Any = request.__dict__.get("user")
    if isinstance(user, LazyObject) and user.__dict__.get("_wrapped") is empty:
        return None
    return user if user is not None and user.is_authenticated else None


def _way_back(request: HttpRequest) -> dict[str, str]:
    """The page to try again, or the one that was acted on."""
    if request.method in whence.SAFE:
        return {"again": request.get_full_path()}
    return {"back": page_of(request)}
