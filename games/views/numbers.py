"""Take a player's pledges for the first rolls of matches to come; the browser sends them by itself."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import guests, spending
from accounts.models import User
from games.forms import PledgesForm
from games.match import numbers


@guests.welcome
@login_required
@require_POST
@never_cache
def stock(request: HttpRequest) -> JsonResponse:
    """Keep the pledges that are sent. Answers how many there are now."""
    player = cast("User", request.user)
    form = PledgesForm(request.POST)
    if not form.is_valid() or not form.cleaned_data["pledges"]:
        said = _("These are not pledges for dice. Nothing was changed.")
        return JsonResponse({"error": said}, status=400)
    spending.spend("numbers", player)
    return JsonResponse({"stock": numbers.stock(player, form.cleaned_data["pledges"])})
