"""A ladder: the rungs around mine, whom I may challenge, and why not the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import spending
from accounts.leaves import leaf
from accounts.models import User
from accounts.people import finding
from games.rules import RULES
from ladders import refusals
from ladders.ladder import climbing, order, queries
from ladders.ladder import rules as rules_of
from ladders.models import Challenge, Ladder

LINES = 50
HIGHEST = 10_000_000
STATUS: dict[type[Exception], int] = {**refusals.STATUS, climbing.MayNot: 409}


def the_ladder(code: str, slug: str = "") -> Ladder:
    """Everybody's ladder of a game, there from the first visit on, or that of a club. Raises Http404."""
    if code.upper() not in RULES:
        raise Http404
    if slug:
        of_club = Ladder.objects.select_related("club").filter(club__slug=slug.lower())
        return get_object_or_404(of_club, code=code.upper())
    found = Ladder.objects.filter(club=None, code=code.upper()).first()
    return found or Ladder.objects.get_or_create(club=None, code=code.upper())[0]


@require_safe
@never_cache
def show(request: HttpRequest, code: str, slug: str = "") -> HttpResponse:
    """The rungs around the player's own, or from the one that is asked for."""
    ladder = the_ladder(code, slug)
    player = request.user if request.user.is_authenticated else None
    asked = request.GET.get("from", "")
    first = max(1, min(int(asked), HIGHEST)) if asked.isdecimal() and len(asked) < 9 else None
    mine = order.rank(ladder.pk, player.pk) if player is not None else None
    steps = queries.steps(ladder, player, mine, first)
    near = {step.rung.player_id: step.number for step in steps if step.in_reach}
    reasons = {}
    if player is not None and mine is not None and near:
        reasons = climbing.why_not(ladder, player, list(near), {**near, player.pk: mine})
    context = {
        "ladder": ladder,
        "address": ladder.get_absolute_url(),
        "rules": RULES[ladder.code],
        "may_join": player is not None and mine is None and bool(climbing.inside(ladder, [player.pk])),
        "steps": [(step, reasons.get(step.rung.player_id, "")) for step in steps],
        "mine": mine,
        "reach": rules_of.reach(mine) if mine else None,
        "challenges": queries.challenges(ladder, player) if player else [],
        "last": steps[-1].number if steps else 0,
        "first": steps[0].number if steps else 1,
        "above": max(1, steps[0].number - queries.SHOWN) if steps else 1,
        "channels": [climbing.channel(ladder.pk)],
    }
    return render(request, "ladders/ladder.html", context)


@login_required
@require_POST
def act(request: HttpRequest, code: str, slug: str = "") -> HttpResponse:
    """Join, leave, challenge, or give a challenge up."""
    ladder = the_ladder(code, slug)
    player = cast("User", request.user)
    name = request.POST.get("player", "")
    number = request.POST.get("challenge", "")

    def challenge() -> None:
        other = finding.called(name, User.objects.filter(is_active=True))
        if other is None:
            raise Http404
        climbing.challenge(ladder.pk, player, other)

    def cancel() -> None:
        key = int(number) if number.isdecimal() and len(number) < 18 else 0
        found = get_object_or_404(Challenge, pk=key, ladder=ladder)
        climbing.cancel(found.pk, player)

    acts: dict[str, tuple[Callable[[], object], str]] = {
        "join": (lambda: climbing.join(ladder.pk, player), _("You are on the lowest rung. Upward!")),
        "leave": (lambda: climbing.leave(ladder.pk, player), _("You have left the ladder.")),
        "challenge": (challenge, _("Two matches have begun: one starts with you, one with your opponent.")),
        "cancel": (cancel, _("The challenge is given up, and lost.")),
    }
    what = request.POST.get("what", "")
    if what not in acts:
        context = {"sentence": _("Choose what to do."), "back": ladder.get_absolute_url()}
        return render(request, "400.html", context, status=400)
    do, said = acts[what]
    spending.spend("challenge", player)
    try:
        do()
    except tuple(STATUS) as error:
        return refusals.page(request, error, STATUS[type(error)], ladder.get_absolute_url())
    messages.success(request, said)
    return redirect(ladder)


@require_safe
def log(request: HttpRequest, code: str, slug: str = "") -> HttpResponse:
    """All that happened on the ladder."""
    ladder = the_ladder(code, slug)
    page = leaf(ladder.log.select_related("by"), request.GET, LINES)
    return render(request, "ladders/log.html", {"about": ladder, "page": page})
