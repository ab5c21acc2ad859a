"""The way in to the API: one view, which loads all of it with the first request.

What describes and checks operations (pydantic, django-ninja) weighs as much as a fifth of the site, and no
page needs it: a process that serves pages alone is spared it. Cookies open nothing here, so no page of
another site can act for who is signed in, and programs of all sites may read the answers (CORS).
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt

from accounts.spoken import for_programs

READ_BY_ALL = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-ID,"
    " Idempotency-Replayed, Deprecation, Sunset",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
ASKED_BEFORE = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-None-Match,"
    " Last-Event-ID",
    "Access-Control-Max-Age": "86400",
}


@csrf_exempt
@for_programs
def entry(request: HttpRequest, rest: str) -> HttpResponse:
    """Answer a request to the API, whatever becomes of it, and whatever language is asked for."""
    request.user = AnonymousUser()
    asks: Any = request
    asks.by_token = True
    response = HttpResponse(status=204, headers=ASKED_BEFORE) if _asks_before(request) else _answer(request)
    if "Cache-Control" not in response:
        response["Cache-Control"] = "no-cache, private"
    rate = getattr(request, "rate", None)
    for name, value in {**READ_BY_ALL, **(rate.headers() if rate else {})}.items():
        response.headers.setdefault(name, value)
    patch_vary_headers(response, ["Authorization"])
    return response


def _asks_before(request: HttpRequest) -> bool:
    """Whether a browser asks if a program of another site may ask."""
    return request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers


def _answer(request: HttpRequest) -> HttpResponse:
    from boatzee_site.api import answering  # noqa: PLC0415  (with the first request)

    return answering.answer(request)
