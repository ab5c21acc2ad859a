"""A player's page: the person, the ratings, the matches, and the record against whoever looks."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import people, relations
from accounts.models import User
from games import queries, ranking
from games.rules import RULES
from games.views import rating_charts, refusals


@require_safe
@never_cache
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player to anybody; what the player hides is not in the page."""
    known = User.objects.select_related("profile")
    shown = get_object_or_404(known, username__iexact=name, is_active=True)
    profile = people.profile_of(shown)
    viewer = request.user if request.user.is_authenticated else None
    own = viewer == shown
    rated = [] if shown.hide_rating and not own else queries.ratings(shown)
    context = {
        "shown": shown,
        "profile": profile,
        "own": own,
        "hushed": shown.muted and not own,
        "picture": people.has_picture(shown) and (own or not shown.muted),
        "seen": shown.last_seen if profile.show_last_seen else None,
        "here": shown.last_seen and shown.last_seen > timezone.now() - people.HERE,
        "relation": relations.of(viewer, shown) if viewer and not own else "",
        "ratings": rated,
        "charts": rating_charts.charts(queries.rating_points(shown) if rated else []),
        "favourites": queries.favourites(shown),
        "history": queries.finished(shown),
        "against": queries.against(viewer, shown) if viewer and not own else None,
    }
    return render(request, "games/player.html", context)


@login_required
@require_POST
def restart(request: HttpRequest) -> HttpResponse:
    """Begin again as provisional in one game."""
    code = request.POST.get("code", "")
    me = cast("User", request.user)
    back = redirect("games:player", me.get_username())
    if code not in RULES:
        return render(request, "400.html", {"sentence": "Choose a game.", "back": back.url}, status=400)
    try:
        ranking.restart(me, code)
    except refusals.REFUSED as error:
        return refusals.page(request, error, back.url)
    messages.success(request, f"You begin again in {RULES[code].name}.")
    return back
