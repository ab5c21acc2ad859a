"""Comments on a match that is over: their page, the report of one, and who may read them."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.talk import pages
from games.archive import seeing
from games.archive.comments import NotYours, OfMatch, agree, room_of
from games.models import Match


def _of_match(player: User, match_id: int) -> OfMatch:
    try:
        return room_of(*seeing.over(match_id, player))
    except Match.DoesNotExist as missing:
        raise Http404 from missing


comments = pages.page_of(_of_match)
report_comment = pages.report_of(_of_match)


@login_required
@require_POST
def comments_agree(request: HttpRequest, match_id: int) -> HttpResponse:
    """Agree that everybody may read the comments, or take that back."""
    player = cast("User", request.user)
    room, agrees = _of_match(player, match_id), request.POST.get("agree") == "yes"
    try:
        agree(room, player, agrees=agrees)
    except NotYours as error:
        raise Http404 from error
    if agrees:
        messages.success(request, _("You agree that everybody may read the comments on this match."))
    else:
        messages.success(request, _("Only the players of this match may read its comments now."))
    return redirect("games:replay", match_id)
