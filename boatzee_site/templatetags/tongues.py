"""What the head of a page says of languages: the catalogue for scripts, and where the page is in each."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Any

from django import template
from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts import spoken
from boatzee_site import scripted
from boatzee_site.sitemap import CLOSED

register = template.Library()
NOT_FOUND = tuple(path for path in CLOSED if "*" not in path)
"""Pages that nobody is to find: no other language of them is named."""


@register.simple_tag
def words() -> str:
    """The script with what scripts say, before any that says it; none where that is English."""
    address = scripted.address(get_language() or "")
    return SafeString(f'<script src="{address}" type="module"></script>') if address else ""


@register.simple_tag(takes_context=True)
def alternates(context: dict[str, Any]) -> str:
    """The one address of a public page, and the same in each language, for programs that index."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if request is None or user is None or user.is_authenticated or request.method == "POST":
        return ""
    codes = spoken.codes()
    if len(codes) == 1 or request.path.startswith(NOT_FOUND) or set(request.GET) - {spoken.ASKED}:
        return ""
    asked = spoken.known(request.GET.get(spoken.ASKED, ""))
    return _links(escape(f"{settings.SITE_URL}{request.path}"), asked, codes)


@lru_cache(128)
def _links(page: str, asked: str, codes: tuple[str, ...]) -> SafeString:
    links = [f'<link rel="canonical" href="{_in(page, asked)}">']
    links += [
        f'<link rel="alternate" hreflang="{spoken.short(code)}" href="{_in(page, code)}">' for code in codes
    ]
    links.append(f'<link rel="alternate" hreflang="x-default" href="{page}">')
    return SafeString("\n    ".join(links))


def _in(page: str, code: str) -> str:
    return f"{page}?{spoken.ASKED}={spoken.short(code)}" if code else page
