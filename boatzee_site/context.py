"""What every template may know of the site."""

from __future__ import annotations

import os
from operator import add
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.middleware.csrf import CSRF_ALLOWED_CHARS, CSRF_SECRET_LENGTH, get_token
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString

LETTERS = CSRF_ALLOWED_CHARS.encode()
KINDS = len(LETTERS)
EVEN = 256 // KINDS * KINDS
"""Of so many random bytes each letter has as many: those above are dropped."""
LETTER_OF = bytes(LETTERS[number % KINDS] for number in range(256))
NUMBER_OF = bytes(max(LETTERS.find(letter), 0) for letter in range(256))
DROPPED = bytes(range(EVEN, 256))


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
        "csrf_token": SimpleLazyObject(lambda: SafeString(_token(request))),
    }


def _token(request: HttpRequest) -> str:
    """As `get_token`: the secret of the browser's cookie, which is sent anew, masked."""
    secret = request.META.get("CSRF_COOKIE")
    if secret is None:
        return get_token(request)
    request.META["CSRF_COOKIE_NEEDS_UPDATE"] = True
    return masked(secret)


def masked(secret: str) -> str:
    """A secret under a mask that was never used. Django draws each letter by itself, in twelve steps."""
    drawn = b""
    while len(drawn) < CSRF_SECRET_LENGTH:
        drawn = os.urandom(2 * CSRF_SECRET_LENGTH).translate(None, DROPPED)
    mask = drawn[:CSRF_SECRET_LENGTH].translate(LETTER_OF)
    numbers = secret.encode().translate(NUMBER_OF), mask.translate(NUMBER_OF)
    return (mask + bytes(map(add, *numbers)).translate(LETTER_OF)).decode()
