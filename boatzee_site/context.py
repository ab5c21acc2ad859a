"""What every template may know of the site."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def site(request: HttpRequest) -> dict[str, str]:
    """`events_url`: where pages hear of changes, on the host by which the visitor came."""
    host, _port = split_domain_port(request.get_host())
    return {"events_url": settings.EVENTS_URL.replace("{host}", host)}
