"""Give a match up, after being asked once."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.forms import VersionForm
from games.match import play, queries
from games.models import Match
from games.views import refusals
from games.views.table import match_address, seat_of, show


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def resign(request: HttpRequest, match_id: int) -> HttpResponse:
    """Ask whether the player means it, or do it."""
    try:
        match, seats = queries.table(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    mine = seat_of(request, seats)
    if mine is None:
        return refusals.page(request, play.NotSeated(_("Only a player can resign.")), match_address(match_id))
    if match.status != Match.Status.RUNNING:
        return redirect("games:table", match_id)
    if request.method != "POST":
        context = {"match": match, "seats": seats, "mine": mine, "version": play.version_for(match, mine)}
        return render(request, "games/resign.html", context)
    form = VersionForm(request.POST)
    if not form.is_valid():
        return show(request, match_id, _("That form cannot be read. Nothing was changed."), 400)
    try:
        play.resign(match_id, cast("User", request.user), form.cleaned_data["version"])
    except refusals.REFUSED as error:
        return show(request, match_id, refusals.sentence_of(error), refusals.status_of(error))
    return redirect("games:table", match_id)
