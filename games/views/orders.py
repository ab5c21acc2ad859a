"""Standing orders for one match: give them, change them, take them back."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.forms.orders import OrdersForm
from games.match import orders as standing
from games.match import play, queries
from games.match.seen import plays_on
from games.models import Match
from games.views import refusals
from games.views.table import match_address, seat_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def orders(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show what is ordered, or keep what the player wants from now on."""
    back = match_address(match_id)
    try:
        match, seats = queries.table(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    mine = seat_of(request, seats)
    if mine is None:
        return refusals.page(request, play.NotSeated(_("You are not playing in this match.")), back)
    if match.status != Match.Status.RUNNING or not plays_on(match.rules, match.table, mine.index):
        return redirect(back)
    form = OrdersForm(match, mine, request.POST if request.method == "POST" else None)
    why = standing.why_none(match, seats)
    if request.method == "POST" and form.is_valid():
        wanted = form.orders()
        try:
            standing.give(match_id, cast("User", request.user), wanted)
        except refusals.REFUSED as error:
            return refusals.page(request, error, back)
        said = (
            _("Your standing orders are in force from now on.")
            if wanted
            else _("You have no standing orders here now.")
        )
        messages.success(request, said)
        return redirect(back)
    context = {"match": match, "seats": seats, "mine": mine, "form": form, "why": why}
    return render(request, "games/orders.html", context, status=400 if form.errors else 200)
