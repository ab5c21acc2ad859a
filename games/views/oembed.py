"""oEmbed (oembed.com): what a site is told that was given the address of a match, to show it in a frame."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve, reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.spoken import for_programs
from games.match import queries
from games.models import Match
from games.views import embedding

SHOWN = ("games:table", "games:replay", "games:embed")
"""The pages of a match that can be shown in a frame, by the names of their views."""
AN_HOUR, A_MINUTE = 60 * 60, 60
XML = "xml"
"""The other format that oEmbed has: 501 says that there is none here. Anything else is no format."""
LEAST = 120
"""A frame narrower or lower than so many pixels shows nothing that could be read."""


@require_safe
@for_programs
def oembed(request: HttpRequest) -> HttpResponse:
    """What oEmbed tells of `?url=`, as JSON; 404 of what a visitor would not see and of any other address."""
    wanted = request.GET.get("format", "json")
    if wanted != "json":
        return _refused(_("This site answers in JSON alone."), 501 if wanted == XML else 400)
    try:
        match, seats = queries.table(_match_of(request, request.GET.get("url", "")))
    except Match.DoesNotExist:
        return _nothing()
    offer = embedding.offered(request, match, seats)
    if offer is None:
        return _nothing()
    width, height = _least(request, "maxwidth", offer.width), _least(request, "maxheight", offer.height)
    told: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": offer.title,
        "provider_name": settings.SITE_NAME,
        "provider_url": request.build_absolute_uri("/"),
        "html": embedding.framed(offer, width, height),
        "width": width,
        "height": height,
        "cache_age": AN_HOUR if match.over else A_MINUTE,
    }
    if match.status == Match.Status.FINISHED:
        told |= _picture(request, match)
    response = _for_all_sites(JsonResponse(told))
    patch_cache_control(response, public=True, max_age=told["cache_age"])
    return response


def _match_of(request: HttpRequest, address: str) -> int:
    """The number of the match whose page this is. Raises Match.DoesNotExist."""
    try:
        parts = urlsplit(address)
        ours = {*settings.SITE_ORIGINS, f"{request.scheme}://{request.get_host()}"}
        found = resolve(parts.path) if f"{parts.scheme}://{parts.netloc}" in ours else None
    except (ValueError, Resolver404) as error:
        raise Match.DoesNotExist from error
    if found is None or found.view_name not in SHOWN:
        raise Match.DoesNotExist
    return int(found.kwargs["match_id"])


def _least(request: HttpRequest, name: str, ours: int) -> int:
    """The size that we would take, or what the other site has room for."""
    asked = request.GET.get(name, "")
    return max(LEAST, min(ours, int(asked))) if asked.isdecimal() and 0 < len(asked) < 9 else ours


def _picture(request: HttpRequest, match: Match) -> dict[str, Any]:
    """The still picture of a match; nothing if it is larger than what was asked for, as oEmbed wants it."""
    from games import still  # noqa: PLC0415  (it loads Pillow, which no other page needs)

    if _least(request, "maxwidth", still.WIDTH) < still.WIDTH:
        return {}
    if _least(request, "maxheight", still.HEIGHT) < still.HEIGHT:
        return {}
    return {
        "thumbnail_url": request.build_absolute_uri(reverse("games:picture", args=[match.pk])),
        "thumbnail_width": still.WIDTH,
        "thumbnail_height": still.HEIGHT,
    }


def _nothing() -> HttpResponse:
    return _refused(_("There is nothing at this address that could be shown on another site."), 404)


def _refused(sentence: str, status: int) -> HttpResponse:
    response = HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
    marked: Any = response
    marked._has_been_logged = True  # nothing is broken here: no operator wants a mail about it
    return _for_all_sites(response)


def _for_all_sites(response: HttpResponse) -> HttpResponse:
    """Let scripts of all sites read it: it knows nobody, and tells what every visitor sees."""
    response["Access-Control-Allow-Origin"] = "*"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
