"""Who had to sign in on the way comes back to the page of ours that was acted on."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import resolve_url

from accounts.whence import page_of

SAFE = ("GET", "HEAD")


@cache
def _found(name: str) -> str:
    """The address by this name; every move leads on, and would look through all addresses for it."""
    return resolve_url(name)


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
        if target.path != _found(settings.LOGIN_URL):
            return response
        if QueryDict(target.query).get(REDIRECT_FIELD_NAME) == request.path:
            back = page_of(request)
            asked = f"?{urlencode({REDIRECT_FIELD_NAME: back})}" if back else ""
            response["Location"] = target.path + asked
        return response
