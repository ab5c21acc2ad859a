"""What is said in a club, the reports of it, and what is taken down."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import spending
from accounts.models import User
from accounts.talk import pages
from ladders.clubs import rooms
from ladders.clubs.views import refusals
from ladders.clubs.views.club import the_club
from ladders.clubs.views.lead import led_club
from ladders.models import ClubRemark


def _of(player: User, slug: str) -> rooms.OfClub:
    return rooms.OfClub(the_club(slug))


show = pages.page_of(_of)
report = pages.report_of(_of)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def down(request: HttpRequest, slug: str, remark_id: int) -> HttpResponse:
    """Take down what somebody said, once it was read again."""
    club = led_club(request, slug)
    player = cast("User", request.user)
    if request.method == "POST":
        spending.spend("club lead", player)
    remark = get_object_or_404(
        ClubRemark.objects.select_related("player"), pk=remark_id, club=club, down_at=None
    )
    room = rooms.OfClub(club)
    if request.method == "POST":
        try:
            rooms.take_down(club.pk, remark.pk, player)
        except refusals.REFUSED as error:
            return refusals.page(request, error, room.address)
        messages.success(request, _("It is taken down."))
        return redirect(room.address)
    return render(request, "ladders/clubs/down.html", {"club": club, "remark": remark, "room": room})
