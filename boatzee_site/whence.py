"""Where a visitor came from: the page of ours that was acted on, as a path that is safe to lead back to."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

SAFE = ("GET", "HEAD")


def page_of(request: HttpRequest) -> str:
    """Path and query of the page of this site from which the request was made; empty where that is unknown.

    Scripts say it in a header of their own. Nothing of another host is ever given back.
    """
    said = request.headers.get("HX-Current-URL") or request.headers.get("Referer") or ""
    ours = {request.get_host()}
    if not url_has_allowed_host_and_scheme(said, allowed_hosts=ours, require_https=request.is_secure()):
        return ""
    parts = urlsplit(said)
    if not parts.path.startswith("/") or parts.path.startswith(("//", "/\\")):
        return ""
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


class ComeBack:
    """Middleware: who must sign in after sending a form comes back to the page the form stood on.

    The address the form was sent to takes no visits, so it would be a dead end after the sign-in.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, the way back mended."""
        response = self.get_response(request)
        if request.method in SAFE or response.status_code != 302:
            return response
        target = urlsplit(response["Location"])
        query = QueryDict(target.query)
        if target.path == resolve_url(settings.LOGIN_URL) and query.get(REDIRECT_FIELD_NAME) == request.path:
            back = page_of(request)
            asked = f"?{urlencode({REDIRECT_FIELD_NAME: back})}" if back else ""
            response["Location"] = target.path + asked
        return response
