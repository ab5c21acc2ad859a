"""The chat beside a match: a page of its own, and a part of the table where scripts run."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers
from django_htmx.middleware import HtmxDetails

from accounts import spending, talk
from accounts.models import User
from accounts.once import once
from games import chat as table_chat
from games import play
from games.models import Match
from games.views import refusals


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@vary_on_headers("HX-Request")
@once
def chat(request: HttpRequest, match_id: int) -> HttpResponse:
    """Hear what was said, or say something."""
    player = cast("User", request.user)
    sentence, status, text = "", 200, ""
    wait = 0
    try:
        if request.method == "POST":
            text = request.POST.get("text", "")
            try:
                spending.spend("message", player)
                table_chat.say(match_id, player, text, request.headers.get("X-Once", ""))
                text = ""
            except talk.BadText as error:
                sentence, status = str(error), 400
            except talk.MayNotWrite as error:
                sentence, status = str(error), 403
            except spending.TooOften as error:
                sentence, status, wait = str(error), 429, error.retry_after
        heard = table_chat.heard(match_id, player)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    except play.NotSeated as error:
        return refusals.page(request, error, reverse("games:table", args=[match_id]))
    swapped = bool(cast("HtmxDetails", request.htmx))  # type: ignore[attr-defined]
    if request.method == "POST" and not sentence and not swapped:
        return redirect("games:chat", match_id)
    context = {"heard": heard, "sentence": sentence, "text": text, "match_id": match_id}
    template = "games/_chat.html" if swapped else "games/chat.html"
    return spending.told(render(request, template, context, status=status), wait)
