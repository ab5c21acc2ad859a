"""What to do about an opponent whose time is up."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from games.forms import VersionForm
from games.match import clocks, play
from games.models import Match
from games.views import refusals
from games.views.table import match_address, show


@login_required
@require_POST
def claim(request: HttpRequest, match_id: int) -> HttpResponse:
    """Take the win, or give the opponent another day; to wait needs nothing."""
    form = VersionForm(request.POST)
    choices = {"claim": clocks.claim, "grant": clocks.grant}
    chosen = choices.get(request.POST.get("answer", ""))
    if not form.is_valid() or chosen is None:
        return show(request, match_id, _("That form cannot be read. Nothing was changed."), 400)
    try:
        chosen(match_id, cast("User", request.user), form.cleaned_data["version"])
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    except play.NotSeated as error:
        return refusals.page(request, error, match_address(match_id))
    except refusals.REFUSED as error:
        return show(request, match_id, refusals.sentence_of(error), refusals.status_of(error))
    return redirect("games:table", match_id)
