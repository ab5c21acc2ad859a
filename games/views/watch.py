"""Watching: the tables at which something happens, for everybody to look at."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.match import channels, subjects, watching
from games.rules import RULES

EVENTS = "events"
"""`?of=` this lists tables of events alone."""


@require_safe
@never_cache
def tables(request: HttpRequest) -> HttpResponse:
    """List them, the best players first; `?game=` of one game, `?of=events` of events alone."""
    code, of = request.GET.get("game", ""), request.GET.get("of", "")
    code = code if code in RULES else ""
    lines = watching.lately(code, events=of == EVENTS)
    over = [] if lines else watching.just_over(code, events=of == EVENTS)
    context = {
        "games": RULES.values(),
        "code": code,
        "of": of,
        "subjects": subjects.of([*lines, *over]),
        "over": over,
        **listed(lines),
    }
    return render(request, "games/watch.html", context)


def refused(request: HttpRequest, error: watching.NotWatched) -> HttpResponse:
    """A plain page that tells nothing of the match but that nobody is to watch it."""
    context = {"sentence": str(error), "back": reverse("games:watch")}
    return render(request, "games/unwatched.html", context, status=403)


def listed(lines: list[watching.Line]) -> dict[str, object]:
    """What a page of tables shows, and where it hears that something happened there."""
    heard = [channels.of_match(line.pk) for line in lines if not line.hides]
    here, away = [line for line in lines if line.here], [line for line in lines if not line.here]
    groups = [
        ("here", _("At the table now"), here),
        ("away", _("Between moves") if here else _("Under way"), away),
    ]
    return {
        "groups": [group for group in groups if group[2]],
        "channels": heard,
        "heard": heard,
    }
