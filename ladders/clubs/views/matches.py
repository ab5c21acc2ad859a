"""A match between two clubs: challenging, answering, line-ups, and how it ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import spending
from accounts.alphabets import in_any_case
from accounts.models import User
from accounts.once import once
from ladders import belonging
from ladders.clubs import matches, queries
from ladders.clubs.forms import ChallengeForm, OrderForm
from ladders.clubs.log import MayNot
from ladders.clubs.views import refusals
from ladders.clubs.views.lead import led_club
from ladders.models import Club, ClubMatch

TERMS = ("code", "pace", "clock", "boards", "days")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Challenge another club in the name of one's own."""
    club = led_club(request, slug)
    player = cast("User", request.user)
    form = ChallengeForm(request.POST or None, initial={"away": request.GET.get("away", "")})
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid() and form.club is not None:
            terms = {name: form.cleaned_data[name] for name in TERMS}
            try:
                spending.spend("club challenge", player)
                made = matches.challenge(club.pk, form.club.pk, player, terms)
            except refusals.REFUSED as error:
                form.add_error(None, str(error))
                status = refusals.STATUS[type(error)]
            else:
                messages.success(request, _("The other club is asked."))
                return redirect(made)
    return render(request, "ladders/clubs/challenge.html", {"form": form, "club": club}, status=status)


def _the_match(match_id: int) -> ClubMatch:
    found = queries.the_match(match_id)
    if found is None:
        raise Http404
    return found


@require_safe
@never_cache
def show(request: HttpRequest, match_id: int) -> HttpResponse:
    """What is agreed, how far it is, and what the visitor can do about it."""
    match = _the_match(match_id)
    player = request.user if request.user.is_authenticated else None
    context = {
        "match": match,
        "sides": [_side(match, club, player) for club in (match.home, match.away)] if player else [],
        "most": match.boards,
    }
    return render(request, "ladders/clubs/match.html", context)


def _side(match: ClubMatch, club: Club, player: User) -> dict[str, Any]:
    """What a member of the club sees of its side; nothing of the other's line-up. Three queries at most."""
    power = belonging.power(player, club.pk)
    naming = match.status == ClubMatch.Status.NAMING
    seats = queries.said_yes(match, club) if power and naming else []
    return {
        "club": club,
        "inside": power > 0,
        "member": 0 < power < belonging.STAFF or belonging.of(player, club.pk) is not None,
        "leads": belonging.may_lead(player, club),
        "ready": match.home_ready if club == match.home else match.away_ready,
        "seats": seats,
        "mine": any(seat.player_id == player.pk for seat in seats),
    }


@login_required
@require_POST
def act(request: HttpRequest, match_id: int) -> HttpResponse:
    """Answer the challenge, say that one will play or not, put the line-up in order, let it stand."""
    match = _the_match(match_id)
    player = cast("User", request.user)
    slug = request.POST.get("club", "")
    club = match.away if slug == match.away.slug else match.home
    acts: dict[str, tuple[Callable[[], object], str]] = {
        "accept": (
            lambda: matches.accept(match.pk, player),
            _("The match is on: all members of both clubs are asked."),
        ),
        "decline": (lambda: matches.decline(match.pk, player), _("The match does not take place.")),
        "yes": (lambda: matches.say_yes(match.pk, club.pk, player), _("Your club counts on you.")),
        "no": (lambda: matches.say_no(match.pk, player), _("You will not play.")),
        "order": (lambda: _arrange(request, match, club, player), _("The order is kept.")),
        "ready": (lambda: matches.close(match.pk, club.pk, player), _("Your line-up stands.")),
    }
    what = request.POST.get("what", "")
    if what not in acts:
        context = {"sentence": _("Choose what to do."), "back": match.get_absolute_url()}
        return render(request, "400.html", context, status=400)
    do, said = acts[what]
    spending.spend("club act", player)
    try:
        do()
    except refusals.REFUSED as error:
        return refusals.page(request, error, match.get_absolute_url())
    messages.success(request, said)
    return redirect(match)


def _arrange(request: HttpRequest, match: ClubMatch, club: Club, player: User) -> None:
    """Put the named players on the boards in their order. Raises MayNot."""
    form = OrderForm(request.POST)
    known = {in_any_case(seat.player.username): seat.player_id for seat in queries.said_yes(match, club)}
    if not form.is_valid() or not set(form.names()) <= known.keys():
        raise MayNot(_("Name only players who have said that they will play, each once."))
    matches.arrange(match.pk, club.pk, [known[name] for name in form.names()], player)
