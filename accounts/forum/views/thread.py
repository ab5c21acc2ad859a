"""A thread: opening it, reading it, answering in it, following it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import spending
from accounts.forum import following, marking, reading, writing
from accounts.forum.views.boards import viewer_of
from accounts.models import User
from accounts.models.forum import LONGEST_POST, Board, Post, Topic
from accounts.moderation.muting import MayNotWrite
from accounts.once import once
from accounts.talk.words import BadText

READ = ("GET", "HEAD", "POST")
QUOTED = 400
"""How many letters of a post stand in a quotation before one writes."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something was not written: a sentence, the status, and seconds to wait."""

    sentence: str = ""
    status: int = 200
    wait: int = 0


def refusal_of(error: Exception) -> Refusal:
    """What is answered to what was not taken."""
    if isinstance(error, spending.TooOften):
        return Refusal(str(error), 429, error.retry_after)
    return Refusal(str(error), 400 if isinstance(error, BadText) else 403)


@login_required
@require_http_methods(READ)
@never_cache
@once
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a thread."""
    player, board = cast("User", request.user), get_object_or_404(Board, slug=slug)
    title, text, refusal = request.POST.get("title", ""), request.POST.get("text", ""), Refusal()
    if request.method == "POST":
        try:
            return redirect(writing.open_thread(player, board, title, text))
        except (BadText, MayNotWrite, spending.TooOften) as error:
            refusal = refusal_of(error)
    context = {
        "board": board,
        "title": title,
        "text": text,
        "refusal": refusal,
        "longest": LONGEST_POST,
        "longest_title": writing.LONGEST_TITLE,
        "why_not": writing.why_not_write(player, board),
    }
    answer = render(request, "forum/new.html", context, status=refusal.status)
    return spending.told(answer, refusal.wait)


@require_http_methods(READ)
@never_cache
@once
def thread(request: HttpRequest, topic_id: int) -> HttpResponse:
    """Read a thread, or answer in it."""
    viewer = viewer_of(request)
    topic = get_object_or_404(Topic.objects.select_related("board"), pk=topic_id, hidden=False)
    refusal = Refusal()
    if request.method == "POST":
        if viewer is None:
            return redirect_to_login(request.path)
        try:
            answers = reading.key_of(request.POST.dict(), "answers") or None
            return redirect(writing.reply(viewer, topic.pk, request.POST.get("text", ""), answers))
        except Topic.DoesNotExist:
            raise Http404 from None
        except (BadText, MayNotWrite, spending.TooOften) as error:
            refusal = refusal_of(error)
    answer = render(
        request, "forum/thread.html", _shown(request, topic, viewer, refusal), status=refusal.status
    )
    return spending.told(answer, refusal.wait)


def _shown(request: HttpRequest, topic: Topic, viewer: User | None, refusal: Refusal) -> dict[str, Any]:
    page = reading.posts(topic, viewer, request.GET.dict())
    follow = following.of(viewer, topic) if viewer else None
    if follow is not None and page.lines and request.method != "HEAD":
        following.look(follow, page.lines[-1].pk if page.after else topic.last)
    return {
        "topic": topic,
        "page": page,
        "posts": [(post, marking.html(post.text) if post.shown else "") for post in page.lines],
        "follow": follow,
        "refusal": refusal,
        "longest": LONGEST_POST,
        "why_not": writing.why_not_write(viewer, topic.board, topic) if viewer else "",
        "channels": [writing.channel(topic.pk)],
        **_quotation(request, topic, viewer),
    }


def _quotation(request: HttpRequest, topic: Topic, viewer: User | None) -> dict[str, object]:
    """What stands in the form: what was typed, else the post that is to be answered, as a quotation."""
    if request.method == "POST":
        return {"text": request.POST.get("text", ""), "answers": request.POST.get("answers", "")}
    post = (
        writing.quotable(viewer, topic, reading.key_of(request.GET.dict(), "quote") or None)
        if viewer
        else None
    )
    if post is None:
        return {"text": "", "answers": ""}
    name = post.player.get_username() if post.player else _("former player")
    return {"text": marking.quoted(name, post.text, QUOTED), "answers": post.pk}


@login_required
@require_POST
def follow(request: HttpRequest, topic_id: int) -> HttpResponse:
    """Follow a thread, or no longer."""
    player = cast("User", request.user)
    topic = get_object_or_404(Topic, pk=topic_id, hidden=False)
    spending.spend("follow", player)
    if request.POST.get("what") == "leave":
        following.leave(player, topic)
        messages.success(request, _("You no longer follow this thread."))
    else:
        try:
            following.follow(player, topic)
            messages.success(request, _("You hear of what is new in this thread."))
        except following.TooMany as error:
            messages.warning(request, str(error))
    return redirect(topic)


def post_of(post_id: int) -> Post:
    """A post of a thread that can be read. Raises Http404."""
    found = Post.objects.select_related("topic__board", "player")
    return get_object_or_404(found, pk=post_id, topic__hidden=False)
