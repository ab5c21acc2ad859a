"""Messages on the page."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import spending, talk
from accounts.models import User
from accounts.once import once


@login_required
@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """All threads, or what a search finds."""
    player = cast("User", request.user)
    words = request.GET.get("q", "")[:100]
    if words:
        spending.spend("search", player)
    threads = [(one, one.other(player), one.unread(player)) for one in talk.threads(player)]
    found = [(one, one.thread.other(player)) for one in talk.search(player, words)] if words else None
    return render(request, "accounts/messages.html", {"threads": threads, "words": words, "found": found})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once
def thread(request: HttpRequest, name: str) -> HttpResponse:
    """What two have written, and a place to write more."""
    player = cast("User", request.user)
    other = get_object_or_404(User, username__iexact=name)
    text, sentence, status = "", "", 200
    wait = 0
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            talk.clean(text)
            spending.spend("message", player)
            talk.write(player, other, text)
            return redirect("talk", other.get_username())
        except talk.BadText as error:
            sentence, status = str(error), 400
        except talk.MayNotWrite as error:
            sentence, status = str(error), 403
        except spending.TooOften as error:
            sentence, status, wait = str(error), 429, error.retry_after
    found = talk.thread_of(player, other)
    said, earlier = talk.read(player, found, _before(request)) if found else ([], None)
    context = {
        "other": other,
        "thread": found,
        "said": said,
        "earlier": earlier,
        "latest": _before(request) is None,
        "why_not": talk.why_not(player, other) if player != other else "That is you.",
        "text": text,
        "sentence": sentence,
    }
    return spending.told(render(request, "accounts/talk.html", context, status=status), wait)


def _before(request: HttpRequest) -> int | None:
    """The message before which a page of earlier ones ends."""
    number = request.GET.get("before", "")
    return int(number) if number.isdecimal() and number.isascii() and len(number) <= 18 else None


@login_required
@require_POST
def delete(request: HttpRequest, name: str) -> HttpResponse:
    """Delete the thread on the player's side."""
    player = cast("User", request.user)
    found = talk.thread_of(player, get_object_or_404(User, username__iexact=name))
    if found is not None:
        talk.delete(player, found)
    return redirect("messages")
