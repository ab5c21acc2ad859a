"""Accept or decline an invitation, or take one's own back."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from games.match import play
from games.models import Match
from games.seats import lobby
from games.views import refusals


@login_required
@require_POST
def answer(request: HttpRequest, match_id: int) -> HttpResponse:
    """Answer an invitation. A stranger is told nothing of it."""
    player = cast("User", request.user)
    accept = request.POST.get("answer") == "accept"
    try:
        match = lobby.answer(match_id, player, accept=accept)
    except (Match.DoesNotExist, play.NotSeated) as missing:
        raise Http404 from missing
    except refusals.REFUSED as error:
        return refusals.page(request, error, reverse("games:mine"))
    if accept:
        return redirect("games:table", match.pk)
    messages.info(request, _("The match will not be played."))
    return redirect("games:mine")
