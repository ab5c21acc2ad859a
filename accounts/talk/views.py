"""Messages on the page."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import spending, talk
from accounts.models import User
from accounts.talk import pages


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


def _two(player: User, name: str) -> talk.Two:
    return talk.Two(player, get_object_or_404(User, username__iexact=name))


thread = pages.page_of(_two)
report = pages.report_of(_two)


@login_required
@require_POST
def delete(request: HttpRequest, name: str) -> HttpResponse:
    """Delete the thread on the player's side."""
    player = cast("User", request.user)
    found = talk.thread_of(player, get_object_or_404(User, username__iexact=name))
    if found is not None:
        talk.delete(player, found)
    return redirect("messages")
