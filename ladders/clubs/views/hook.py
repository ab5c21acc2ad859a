"""The webhook of a club: set, tried, switched on again by those who lead it."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import spending
from accounts.models import Hook, User
from accounts.notices import trying
from accounts.notices.views import show_tried
from ladders.clubs import announcing
from ladders.clubs.forms import ClubHookForm
from ladders.clubs.views.lead import led_club
from ladders.models import Club


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Where it posts to, and what came of the last posts; set, change or take it away."""
    club = _there(request, slug)
    row = announcing.of(club)
    hook = row.hook if row is not None else None
    initial = {"hook": hook.url, "shape": hook.shape} if hook is not None else {}
    form = ClubHookForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        player = cast("User", request.user)
        spending.spend("club lead", player)
        if not announcing.choose(club.pk, player, form.cleaned_data["hook"], form.cleaned_data["shape"]):
            raise Http404
        messages.success(request, _("It is changed."))
        return redirect("ladders:club_hook", club.slug)
    context = {"club": club, "form": form, "hook": hook, "posts": trying.posts_of(hook)}
    return render(request, "ladders/clubs/hook.html", context, status=400 if form.errors else 200)


def _there(request: HttpRequest, slug: str) -> Club:
    """A club that is there and that the visitor leads. Raises Http404, PermissionDenied."""
    club = led_club(request, slug)
    if club.closed_at is not None:
        raise Http404
    return club


@login_required
@require_POST
def on(request: HttpRequest, slug: str) -> HttpResponse:
    """Switch it on again after it failed too often."""
    club = _there(request, slug)
    trying.switch_on(_hook(club))
    messages.success(request, _("The webhook is on again."))
    return redirect("ladders:club_hook", club.slug)


@login_required
@require_POST
def test(request: HttpRequest, slug: str) -> HttpResponse:
    """Post a test to it now, and say what came of it."""
    club = _there(request, slug)
    show_tried(request, trying.try_now(_hook(club), cast("User", request.user)))
    return redirect("ladders:club_hook", club.slug)


def _hook(club: Club) -> Hook:
    """The club's webhook. Raises Http404."""
    return get_object_or_404(Hook, of_club__club=club)
