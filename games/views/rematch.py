"""Play again."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.models import User
from games.models import Match
from games.seats import lobby
from games.views import refusals


@login_required
@require_POST
def rematch(request: HttpRequest, match_id: int) -> HttpResponse:
    """Ask the others of a match that is over for another, or say yes to whoever asked first."""
    try:
        again = lobby.rematch(match_id, cast("User", request.user))
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    except refusals.REFUSED as error:
        return refusals.page(request, error, reverse("games:table", args=[match_id]))
    return redirect("games:table", again.pk)
