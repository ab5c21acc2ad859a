"""Take the last choice back, where somebody practises."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import guests
from accounts.models import User
from games.forms import VersionForm
from games.match import play, practising
from games.models import Match
from games.views import refusals
from games.views.table import match_address, show, swaps


@guests.welcome
@login_required
@require_POST
@never_cache
def take_back(request: HttpRequest, match_id: int) -> HttpResponse:
    """Go back to before the player's last choice, then show the table; a refusal says why."""
    form = VersionForm(request.POST)
    if not form.is_valid():
        return show(request, match_id, _("That form cannot be read. Nothing was changed."), 400)
    try:
        practising.take_back(match_id, cast("User", request.user), form.cleaned_data["version"])
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    except play.NotSeated as error:
        return refusals.page(request, error, match_address(match_id))
    except refusals.REFUSED as error:
        return show(request, match_id, refusals.sentence_of(error), refusals.status_of(error))
    return show(request, match_id) if swaps(request) else redirect("games:table", match_id)
