"""A player's page: the person, the ratings, the matches, and the record against whoever looks."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import bots
from accounts.models import User
from accounts.people import finding, relations
from games.archive import collecting, notes
from games.deeds.register import FEATS
from games.feats import achievements, numbers
from games.forms.robots import ROBOTS
from games.match import careers, lists, ranking, subjects
from games.rules import RULES
from games.tables.robots import Level
from games.views import rating_charts, refusals


@require_safe
@never_cache
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player to anybody; what the player hides is not in the page."""
    known = User.objects.select_related("profile")
    shown = get_object_or_404(known, username__iexact=name, is_active=True)
    profile = finding.profile_of(shown)
    viewer = request.user if request.user.is_authenticated else None
    own = viewer == shown
    rated = careers.shown_ratings(shown, viewer) or []
    history = lists.finished(shown)
    context = {
        "shown": shown,
        "owner": bots.owner_of(shown),
        "robot": ROBOTS[Level(shown.level)] if shown.level else None,
        "profile": profile,
        "own": own,
        "hushed": shown.muted and not own,
        "picture": finding.has_picture(shown) and (own or not shown.muted),
        "seen": shown.last_seen if profile.show_last_seen else None,
        "here": shown.last_seen and shown.last_seen > timezone.now() - finding.HERE,
        "relation": relations.of(viewer, shown) if viewer and not own else "",
        "ratings": rated,
        "charts": rating_charts.charts(careers.rating_points(shown) if rated else []),
        "favourites": careers.favourites(shown),
        "history": history,
        "subjects": subjects.of(history),
        "numbers": numbers.games_of(shown),
        "feats": achievements.of_player(shown),
        "all_feats": len(FEATS),
        "collections": collecting.of(shown, viewer),
        "note": notes.on_player(viewer, shown) if viewer and not own else None,
        "against": careers.against(viewer, shown) if viewer and not own else None,
    }
    return render(request, "games/player.html", context)


@login_required
@require_POST
def restart(request: HttpRequest) -> HttpResponse:
    """Start my rating afresh in one game."""
    code = request.POST.get("code", "")
    me = cast("User", request.user)
    back = redirect("games:player", me.get_username())
    if code not in RULES:
        return render(request, "400.html", {"sentence": _("Choose a game."), "back": back.url}, status=400)
    try:
        ranking.restart(me, code)
    except refusals.REFUSED as error:
        return refusals.page(request, error, back.url)
    messages.success(request, _("You start afresh in %(name)s.") % {"name": RULES[code].name})
    return back
