"""A club's page, what happened in it, and what its visitors do there."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import spending
from accounts.leaves import leaf
from accounts.models import User
from accounts.moderation.views import take_report
from accounts.once import once
from ladders import belonging
from ladders.clubs import membership, queries
from ladders.clubs.forms import ComeForm
from ladders.clubs.views import refusals
from ladders.models import Club

LINES = 50


def the_club(slug: str) -> Club:
    """The club of an address, also one that is closed. Raises Http404."""
    return get_object_or_404(Club, slug=slug.lower())


@require_safe
@never_cache
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """What it is, who belongs to it, and what one can do about that."""
    club = the_club(slug)
    player = request.user if request.user.is_authenticated else None
    context = {
        "club": club,
        "member": belonging.of(player, club.pk) if player else None,
        "asking": club.askings.filter(player=player).first() if player else None,
        "leads": player is not None and belonging.may_lead(player, club),
        "staff": player is not None and belonging.is_staff(player),
        "ladders": queries.ladders_of(club),
        "events": queries.events_of(club),
        "matches": queries.matches_of(club),
        "leaders": queries.leaders(club),
        "page": leaf(queries.plain(club), request.GET, LINES),
    }
    return render(request, "ladders/clubs/club.html", context)


@login_required
@require_POST
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Join, ask, take that back, say no, or leave."""
    club = the_club(slug)
    player = cast("User", request.user)

    def come() -> str:
        form = ComeForm(request.POST)
        text = form.cleaned_data["text"] if form.is_valid() else ""
        if membership.come(club.pk, player, text):
            return _("You are in %(club)s.") % {"club": club}
        return _("You have asked: an officer of the club will answer.")

    def withdraw() -> str:
        membership.withdraw(club.pk, player)
        return _("You are not waiting at this club any longer.")

    def leave() -> str:
        membership.leave(club.pk, player)
        return _("You have left %(club)s.") % {"club": club}

    acts: dict[str, Callable[[], str]] = {"come": come, "withdraw": withdraw, "leave": leave}
    do = acts.get(request.POST.get("what", ""))
    if do is None:
        context = {"sentence": _("Choose what to do."), "back": club.get_absolute_url()}
        return render(request, "400.html", context, status=400)
    spending.spend("club act", player)
    try:
        messages.success(request, do())
    except refusals.REFUSED as error:
        return refusals.page(request, error, club.get_absolute_url())
    return redirect(club)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """Report what the club says of itself: its founder answers for it."""
    club = the_club(slug)
    member = club.members.select_related("player").filter(role=belonging.Role.FOUNDER).first()
    if member is None or member.player == request.user:
        raise Http404
    said = f"{club}\n{club.about}".strip()
    return take_report(request, member.player, club.get_absolute_url(), said, f"club {club.pk}")


@login_required
@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """All that happened in the club, for its members and the staff."""
    club = the_club(slug)
    if not belonging.power(cast("User", request.user), club.pk):
        raise Http404
    page = leaf(club.lines.select_related("by"), request.GET, LINES)
    return render(request, "ladders/log.html", {"about": club, "page": page})
