"""The boards, one board, and what a search finds."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import spending, visitors
from accounts.forum import following, reading, writing
from accounts.models import User
from accounts.models.forum import Board


def viewer_of(request: HttpRequest) -> User | None:
    """Who looks, if that is known."""
    return request.user if request.user.is_authenticated else None


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """All boards."""
    return render(request, "forum/index.html", {"boards": reading.boards()})


@require_safe
@never_cache
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """The threads of one board, the latest first."""
    found, viewer = get_object_or_404(Board, slug=slug), viewer_of(request)
    context = {
        "board": found,
        "threads": reading.threads(found, viewer, request.GET.dict()),
        "why_not": writing.why_not_write(viewer, found) if viewer else "",
    }
    return render(request, "forum/board.html", context)


@require_safe
@never_cache
def search(request: HttpRequest) -> HttpResponse:
    """Threads and posts that hold some words."""
    words = request.GET.get("q", "")[:100]
    if words:
        spending.spend("search", visitors.of(request).name)
    topics, posts = reading.search(words, viewer_of(request))
    return render(request, "forum/search.html", {"words": words, "topics": topics, "posts": posts})


@login_required
@require_safe
@never_cache
def followed(request: HttpRequest) -> HttpResponse:
    """What the player follows, and what of it is new."""
    viewer = viewer_of(request)
    assert viewer is not None
    return render(request, "forum/followed.html", {"followed": following.followed(viewer)})
