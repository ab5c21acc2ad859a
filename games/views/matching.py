"""Find me a match: ask for opponents, and stop asking."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import spending
from accounts.models import User
from games.forms import WishForm
from games.models import Wish
from games.seats import automatch
from games.views import refusals


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def find(request: HttpRequest) -> HttpResponse:
    """Show what the player asked for, or take the wish."""
    player = cast("User", request.user)
    wish = Wish.objects.filter(player=player).first()
    if request.method != "POST":
        chosen = {"codes": wish.codes, "clock": wish.clock, "wanted": wish.wanted} if wish else None
        return render(request, "games/find.html", {"form": WishForm(initial=chosen), "wish": wish})
    form = WishForm(request.POST)
    status = 400
    if form.is_valid():
        given = form.cleaned_data
        spending.spend("seek", player)
        try:
            automatch.wish(player, given["codes"], given["clock"], given["wanted"])
        except refusals.REFUSED as error:
            form.add_error(None, refusals.sentence_of(error))
            status = refusals.status_of(error)
        else:
            messages.success(request, _("You are waiting for an opponent. The match will begin by itself."))
            return redirect("games:find")
    return render(request, "games/find.html", {"form": form, "wish": wish}, status=status)


@login_required
@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """Stop looking."""
    try:
        automatch.forget(cast("User", request.user))
    except refusals.REFUSED as error:
        return refusals.page(request, error, reverse("games:mine"))
    messages.info(request, _("You are no longer waiting for an opponent."))
    return redirect("games:find")
