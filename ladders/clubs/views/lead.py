"""The officers' page of a club: who waits at its door, who is what in it, what it says of itself, its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import spending
from accounts.leaves import key_of
from accounts.models import User
from accounts.once import once
from accounts.single_line import flatten
from games.rules import choices
from ladders import belonging
from ladders.clubs import founding, ladders, membership, queries, roles
from ladders.clubs.forms import AboutForm, WhoForm
from ladders.clubs.views import refusals
from ladders.clubs.views.club import the_club
from ladders.models import Club
from ladders.reasons import BadDecision


def led_club(request: HttpRequest, slug: str) -> Club:
    """The club of an address that the visitor decides about, for staff also a closed one.

    Raises Http404, PermissionDenied.
    """
    club = the_club(slug)
    player = cast("User", request.user)
    if belonging.is_staff(player):
        return club
    if club.closed_at is not None:
        raise Http404
    if not belonging.may_lead(player, club):
        raise PermissionDenied
    return club


@login_required
@require_safe
@never_cache
def lead(request: HttpRequest, slug: str) -> HttpResponse:
    """What there is to decide."""
    club = led_club(request, slug)
    power = belonging.power(cast("User", request.user), club.pk)
    door, open_now = queries.at_the_door(club), queries.ladders_of(club)
    taken = {ladder.code for ladder in open_now}
    context = {
        "club": club,
        "asking": [one for one in door if not one.invited],
        "invited": [one for one in door if one.invited],
        "leaders": queries.leaders(club),
        "staff": power >= belonging.STAFF,
        "founds": power >= belonging.Role.FOUNDER,
        "most": membership.MOST,
        "ladders": open_now,
        "games": [one for one in choices() if one[0] not in taken] if len(open_now) < ladders.MOST else [],
        "most_ladders": ladders.MOST,
    }
    return render(request, "ladders/clubs/lead.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """What the club says of itself, and who may join."""
    club = led_club(request, slug)
    form = AboutForm(request.POST or None, initial={"about": club.about, "way": club.way})
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            spending.spend("club lead", cast("User", request.user))
            try:
                founding.change(club.pk, cast("User", request.user), **form.cleaned_data)
            except refusals.REFUSED as error:
                return refusals.page(request, error, club.get_absolute_url())
            messages.success(request, _("It is changed."))
            return redirect(club)
    return render(request, "ladders/clubs/change.html", {"form": form, "club": club}, status=status)


@login_required
@require_POST
def decide(request: HttpRequest, slug: str) -> HttpResponse:
    """Let in or not, invite, put out, make officers, open and close ladders, hand on, close."""
    club = led_club(request, slug)
    by = cast("User", request.user)
    back = request.path.removesuffix("decide/")
    what = request.POST.get("what", "")
    spending.spend("club lead", by)
    try:
        said = _decide(request, club, by, what)
    except refusals.REFUSED as error:
        return refusals.page(request, error, back)
    if not said:
        context = {"sentence": _("Choose what to do."), "back": back}
        return render(request, "400.html", context, status=400)
    messages.success(request, said)
    if what == "rename":  # its address is another now
        club.refresh_from_db()
        return redirect(club)
    return redirect(club) if what == "close" else redirect(back)


def _decide(request: HttpRequest, club: Club, by: User, what: str) -> str:
    """Do it, and say so; an empty sentence where nobody knows what. Raises what `refusals` knows."""
    if what in {"accept", "refuse"}:
        key = key_of(request.POST.get("asking", ""))
        (membership.accept if what == "accept" else membership.refuse)(club.pk, key, by)
        return _("It is answered.")
    if what == "rename":
        why = _reason(flatten(request.POST.get("why", ""))[:500])
        try:
            founding.rename(club.pk, by, request.POST.get("name", "").strip(), why)
        except ValidationError as wrong:
            raise BadDecision(" ".join(wrong.messages)) from wrong
        return _("The club has another name.")
    if what == "close":
        founding.close(club.pk, by, _reason(flatten(request.POST.get("why", ""))[:500]))
        return _("The club is closed.")
    if what in {"open-ladder", "close-ladder"}:
        return _ladder(request, club, by, what)
    about: dict[str, Callable[[User, str], object]] = {
        "invite": lambda player, why: membership.invite(club.pk, player, by),
        "expel": lambda player, why: membership.expel(club.pk, player, by, _reason(why)),
        "promote": lambda player, why: roles.promote(club.pk, player, by),
        "demote": lambda player, why: roles.demote(club.pk, player, by),
        "hand-on": lambda player, why: roles.hand_on(club.pk, player, by),
    }
    if what not in about:
        return ""
    form = WhoForm(request.POST)
    if not form.is_valid() or form.user is None:
        raise BadDecision(" ".join(str(one) for errors in form.errors.values() for one in errors))
    if what == "invite":
        spending.spend("invite", by)
    about[what](form.user, form.cleaned_data["why"])
    return _("It is done.")


def _ladder(request: HttpRequest, club: Club, by: User, what: str) -> str:
    """Open a ladder of a game for the members, or close it. Raises what `refusals` knows."""
    code = request.POST.get("code", "")
    if what == "open-ladder":
        ladders.open_one(club.pk, code, by)
        return _("The ladder is open: members can join it.")
    ladders.close(club.pk, code, by, _reason(flatten(request.POST.get("why", ""))[:500]))
    return _("The ladder is closed.")


def _reason(why: str) -> str:
    """Why it is decided. Raises BadDecision where nothing is said."""
    if not why.strip():
        raise BadDecision(_("Say why: the player, the members and the staff can read it."))
    return why.strip()
