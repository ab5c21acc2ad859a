"""Headers that Django has no setting for."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from boatzee_site import bare

UNUSED = (
    "accelerometer",
    "camera",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "payment",
    "usb",
)
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED)
OF_PAGES = ("Cross-Origin-Opener-Policy", "Permissions-Policy", "Referrer-Policy")
"""What a browser heeds with a page alone: with each script, style, picture and list it would only weigh."""


PAGES = ("text/html", "image/svg+xml")
"""What a browser shows as a page of its own in which scripts may run."""


class Headers:
    """Middleware: no page may use the device's senses, and no other site may embed what we serve.

    What a view calls public is the same for everybody: it carries no cookie and depends on none, so that
    proxies can keep one for all. What was refused is kept by nobody, for it may be there a moment later.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on and add the headers."""
        response = self.get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        shared = "cross-origin" if bare.is_style(request.path) else "same-origin"
        response.setdefault("Cross-Origin-Resource-Policy", shared)
        if not response.get("Content-Type", "").startswith(PAGES):
            for name in OF_PAGES:
                del response[name]
        if response.status_code >= 400 and "no-store" not in response.get("Cache-Control", ""):
            response["Cache-Control"] = "no-store"
        elif "public" in response.get("Cache-Control", "").split(", "):
            _for_everybody(response)
        return response


class Policy:
    """Middleware: what pages may load and run, and who may embed them. Files are served before it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on and add the header."""
        response = self.get_response(request)
        response.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        return response


def _for_everybody(response: HttpResponse) -> None:
    response.cookies.clear()
    varies = [name for name in response.get("Vary", "").split(", ") if name.lower() not in {"", "cookie"}]
    if varies:
        response["Vary"] = ", ".join(varies)
    else:
        del response["Vary"]
