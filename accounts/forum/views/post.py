"""A post: changing it, deleting it, reporting it."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import spending
from accounts.forum import writing
from accounts.forum.views.thread import READ, Refusal, post_of, refusal_of
from accounts.models import User
from accounts.models.forum import LONGEST_POST
from accounts.moderation.muting import MayNotWrite
from accounts.moderation.views import take_report
from accounts.once import once
from accounts.talk.words import BadText


@login_required
@require_http_methods(READ)
@never_cache
def change(request: HttpRequest, post_id: int) -> HttpResponse:
    """Write one's own post anew."""
    player, post = cast("User", request.user), post_of(post_id)
    if post.player_id != player.pk:
        raise Http404
    text, refusal = post.text, Refusal()
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            return redirect(writing.change(player, post_id, text))
        except (BadText, MayNotWrite, spending.TooOften) as error:
            refusal = refusal_of(error)
    why_not = writing.why_not_change(player, post)
    context = {"post": post, "text": text, "refusal": refusal, "why_not": why_not, "longest": LONGEST_POST}
    answer = render(request, "forum/change.html", context, status=refusal.status)
    return spending.told(answer, refusal.wait)


@login_required
@require_http_methods(READ)
@never_cache
def delete(request: HttpRequest, post_id: int) -> HttpResponse:
    """Ask whether one's own words shall go, or take them away."""
    player, post = cast("User", request.user), post_of(post_id)
    if post.player_id != player.pk:
        raise Http404
    if request.method != "POST":
        return render(request, "forum/delete.html", {"post": post})
    spending.spend("follow", player)
    gone = writing.delete(player, post_id)
    messages.success(request, _("Your words are gone."))
    return redirect(gone.topic.board if gone.topic.hidden else gone.topic)


@login_required
@require_http_methods(READ)
@once
def report(request: HttpRequest, post_id: int) -> HttpResponse:
    """Report somebody's words to the staff, as they are now."""
    post = post_of(post_id)
    if post.player is None or not post.shown or post.player_id == request.user.pk:
        raise Http404
    where = f"forum, “{post.topic.title}”, post {post.pk}"
    return take_report(request, post.player, post.get_absolute_url(), post.text, where[:200])
