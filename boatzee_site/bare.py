"""What other sites show in a frame, or ask for: nobody's cookies are looked at there, and none is set."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PLACES = ("/embed/", "/oembed")
STYLE = "css/embed."


class Bare:
    """Middleware, before sessions: to these addresses everybody comes as a visitor, whoever they are.

    So what a frame on another site shows hangs on nobody, and nobody can be known by it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer."""
        bare = request.path.startswith(PLACES)
        if bare:
            request.META.pop("HTTP_COOKIE", None)
            request.COOKIES.clear()
        response = self.get_response(request)
        if bare:
            response.cookies.clear()
        return response


def is_style(path: str) -> bool:
    """Whether this is the style of what is shown in a frame: it is loaded there, whatever rights are left."""
    return STYLE in path
