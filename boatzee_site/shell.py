"""What browsers need to keep the site at hand: the manifest, the service worker, the page without a line."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

SHELL = ("css/tokens.css", "css/base.css", "img/boatzee.svg", "js/offline.js")
"""Kept on the device for the page that says that there is no line."""


@require_safe
@cache_control(max_age=3600, public=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest (W3C)."""
    icons = (("img/icon-192.png", "192x192", "any"), ("img/icon-512.png", "512x512", "any"))
    return JsonResponse(
        {
            "name": settings.SITE_NAME,
            "short_name": settings.SITE_NAME,
            "description": _("Dice games by turns, with dice that anyone can verify."),
            "start_url": "/matches/",
            "scope": "/",
            "id": "/",
            "display": "standalone",
            "background_color": "#f5f2ea",
            "theme_color": "#1f5c48",
            "icons": [
                {"src": static(path), "sizes": size, "type": "image/png", "purpose": purpose}
                for path, size, purpose in (*icons, ("img/icon-maskable.png", "512x512", "maskable"))
            ],
        },
        content_type="application/manifest+json",
    )


@require_safe
@vary_on_headers("Accept-Language", "Cookie")  # it keeps the page without a line in the reader's language
@cache_control(private=True, max_age=0)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, from the root so that it may look after every page."""
    context = {"shell": [static(path) for path in SHELL]}
    return render(request, "sw.js", context, content_type="text/javascript")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown where there is no line; the service worker keeps it."""
    return render(request, "offline.html")
