"""The table of a match in a frame, for pages of other sites: what every visitor may see, and nothing to do.

It knows nobody: cookies are taken from the request before anything looks at them (boatzee_site/bare.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.daily import queries as daily
from games.match import queries, watching
from games.match.played import played
from games.models import Match, Seat
from games.tables import table_of
from games.views import ending, heading
from games.views.kept import for_everybody
from games.views.replay import laid, position_of
from games.views.table import table_context

AN_HOUR, SECONDS = 60 * 60, 10
"""How long a match that is over, and one that runs, may be kept as it was."""
POLICY = "; ".join(
    [
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors *",
    ]
)
"""No script, no form; and pages of every site may show it."""
FRAME = "games/embed/table.html"


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, match_id: int) -> HttpResponse:
    """A match as a visitor sees it: its last position, or that after `?step=` moves where it is over."""
    response = _answer(request, match_id)
    response["Content-Security-Policy"] = POLICY
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    response["X-Robots-Tag"] = "noindex"
    return response


def _answer(request: HttpRequest, match_id: int) -> HttpResponse:
    try:
        match, seats = queries.table(match_id)
        if not match.begun:
            raise Match.DoesNotExist
        watching.must_be_watched(match, seats, AnonymousUser())
    except Match.DoesNotExist:
        return _refused(request, _("There is no match here that could be shown."), 404)
    except watching.NotWatched as error:
        return _refused(request, str(error), 403)
    if match.over:
        look = static("css/embed.css")  # another one with each release that changes how it looks
        return for_everybody(
            request, match, seats, lambda: _over(request, match, seats), also=[look], seconds=AN_HOUR
        )
    context = table_context(match, seats, None)
    response = _shown(request, context)
    patch_cache_control(response, public=True, max_age=SECONDS)
    return response


def _over(request: HttpRequest, match: Match, seats: list[Seat]) -> HttpResponse:
    whole = played(match, seats)
    count = len(whole.steps)
    position = position_of(request.GET.get("step", ""), count, count)
    context = {
        "match": match,
        "names": tuple(seat.name for seat in seats),
        "option_words": heading.words(match, daily.day_of(match)),
        "end": ending.of(match, seats, None, _last(whole.acts)),
        "steps": count,
        **laid(match.rules, seats, whole, position),
    }
    return _shown(request, context)


def _last(acts: Sequence[Any]) -> Sequence[Any]:
    return acts[-queries.RECENT_MOVES :]


def _shown(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    match: Match = context["match"]
    page = reverse("games:replay" if match.over else "games:table", args=[match.pk])
    family = table_of(match.rules).family
    return render(request, f"games/tables/{family}.html", {**context, "frame": FRAME, "page": page})


def _refused(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    return render(request, "games/embed/refused.html", {"sentence": sentence}, status=status)
