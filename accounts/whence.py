"""Where a visitor came from: the page of ours that was acted on, as a path that is safe to lead back to."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


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
