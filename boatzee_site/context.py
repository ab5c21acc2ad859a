"""What every template may know of the site."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.middleware.csrf import get_token
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString


def site(request: HttpRequest) -> dict[str, Any]:
    """`site_name`: what the site calls itself.

    `supported`: whether there is a place where the site is supported.

    `stream_url`: where pages hear of changes, on the host by which the visitor came.

    `csrf_token`: as Django gives it, all letters and digits, but masked once for all forms of a page. Django
    masks it anew for each.

    `mending`: while pages come from a copy of the database that cannot be written to (boatzee_site/copies).
    """
    host, _port = split_domain_port(request.get_host())
    return {
        "site_name": settings.SITE_NAME,
        "supported": bool(settings.SUPPORT_URL),
        "stream_url": settings.EVENTS_URL.replace("{host}", host),
        "mending": getattr(request, "mending", None),
        "csrf_token": SimpleLazyObject(lambda: SafeString(get_token(request))),
    }
