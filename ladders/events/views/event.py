"""Events: the list, one event's page by its format, and what players do there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import spending
from accounts.leaves import leaf
from accounts.models import User
from games.rules import choices
from ladders import table
from ladders.events import (
    agreeing,
    arranging,
    brackets,
    champions,
    co_leading,
    eligibility,
    engine,
    entries,
    leaders,
    listing,
    offences,
    postponing,
    progress,
    queries,
    rooms,
    substituting,
    teams,
    terms,
)
from ladders.events.log import channel
from ladders.events.views import refusals
from ladders.ladder import queries as ladders
from ladders.models import Entry, Event

LINES = 50


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """Events open to me, mine, and past ones; and the ladders."""
    player = request.user if request.user.is_authenticated else None
    context = {
        **queries.lists(player),
        "codes": choices(),
        "of_clubs": ladders.of_clubs(player) if player is not None else [],
        "organises": player is not None and leaders.may_organise(player),
    }
    return render(request, "ladders/index.html", context)


def shown_event(event_id: int) -> Event:
    """An event that is not a draft. Raises Http404."""
    return get_object_or_404(listing.public(), pk=event_id)


@require_safe
@never_cache
def show(request: HttpRequest, event_id: int) -> HttpResponse:
    """One event: how it stands, what was played, and what the visitor may do."""
    event = shown_event(event_id)
    player = request.user if request.user.is_authenticated else None
    form = table.form_of(event)
    mine = entries.of(event, player) if player else None
    listed = event.entries.select_related("player", "team").order_by("status", "seed", "pk")
    count = sum(entry.status == Entry.Status.IN for entry in listed)
    shown, drawn, directors = queries.sections(event), brackets.of(event), leaders.shown(event)
    coming = arranging.next_round(event)
    context: dict[str, Any] = {
        "event": event,
        "form": form,
        "mine": mine,
        "why_not": eligibility.why_not(event, player) if player and not form.TEAMS else "",
        "entries": listed,
        "count": count,
        "sections": shown,
        "speaks": mine is not None and player is not None and entries.speaks_for(mine, player),
        "waits": engine.waiting_of(event),
        "to_end": agreeing.to_end(event, mine) if mine else None,
        "agreement": postponing.agreement(event, mine) if mine else None,
        "terms": terms.terms(event, count),
        "free": max(0, (event.most or 0) - count),
        "brackets": drawn,
        "open_matches": progress.mine(shown, mine, player),
        "time": progress.time_of(event, shown, mine),
        "now": timezone.now(),
        "takes_late": (mine is None or mine.withdrawn_at is None) and eligibility.takes_late(event),
        "decided": progress.decided(shown),
        "directors": directors,
        "by_hand": arranging.said(arranging.set_for(event, coming)),
        "coming": coming,
        "asked_to_lead": any(one.player == player and not one.accepted for one in directors),
        "log": event.log.select_related("by")[:5],
        "medals": event.medals.select_related("player").order_by("place"),
    }
    if player is not None:
        context |= _for_player(event, player)
    if event.status == Event.Status.RUNNING:
        context["refresh"] = channel(event.pk)
        context["channels"] = [channel(event.pk), *context.get("channels", ())]
        context["progress"] = progress.sentences(event, shown, drawn)
    if event.format == "round-robin":
        context["crosses"] = [(one.section, queries.cross_table(one)) for one in shown]
    if form.TEAMS:
        context["teams"] = event.teams.prefetch_related("members__player")
    return render(request, "ladders/event.html", context)


def _for_player(event: Event, player: User) -> dict[str, Any]:
    """What the page holds beyond that for whoever is logged in."""
    found: dict[str, Any] = {"leads": leaders.may_lead(player, event)}
    room = rooms.OfEvent(event)
    if not room.why_not_read(player):
        found |= {"room": room, "channels": [room.channel]}
    found["seat"] = substituting.asked(event, player) if event.status == Event.Status.RUNNING else None
    return found


def _number(request: HttpRequest) -> int:
    """What was sent as a number; 0 for anything else, which is refused."""
    given = request.POST.get("number", "")
    return int(given) if given.isdecimal() and len(given) < 5 else 0


@login_required
@require_POST
def act(request: HttpRequest, event_id: int) -> HttpResponse:
    """Enter, confirm, decline, rest, withdraw, take a seat over or not, agree to postpone, or appeal."""
    event = shown_event(event_id)
    player = cast("User", request.user)
    acts: dict[str, tuple[Callable[[], object], str]] = {
        "enter": (lambda: entries.enter(event.pk, player), _("You are in.")),
        "confirm": (lambda: entries.confirm(event.pk, player), _("Thank you: you are expected.")),
        "decline": (lambda: champions.decline(event.pk, player), _("A pity. Somebody else is asked.")),
        "withdraw": (lambda: champions.leave(event.pk, player), _("You have left the event.")),
        "rest": (
            lambda: entries.rest(event.pk, player, resting=True),
            _("You are resting: you get no match until you come back."),
        ),
        "return": (
            lambda: entries.rest(event.pk, player, resting=False),
            _("Welcome back: you play as soon as somebody is free."),
        ),
        "leave team": (lambda: teams.leave_mine(event.pk, player), _("You have left the team.")),
        "appeal": (
            lambda: offences.appeal(event.pk, player, request.POST.get("text", "")),
            _("Your appeal is with those who decide."),
        ),
        "take": (lambda: substituting.accept(event.pk, player), _("The seat is yours.")),
        "refuse": (lambda: substituting.decline(event.pk, player), _("A pity. Somebody else is asked.")),
        "end": (
            lambda: agreeing.say(event.pk, player, ends=True),
            _("Your vote is counted: it ends when everybody who is in agrees."),
        ),
        "not end": (lambda: agreeing.say(event.pk, player, ends=False), _("Your vote is taken back.")),
        "matches": (
            lambda: champions.want(event.pk, player, _number(request)),
            _("The others can see it now."),
        ),
        "lead": (lambda: co_leading.accept(event.pk, player), _("You lead this event, too.")),
        "not lead": (lambda: co_leading.decline(event.pk, player), _("The organiser has been told.")),
        "postpone": (lambda: postponing.agree(event.pk, player), _("Your voice is counted.")),
    }
    what = request.POST.get("what", "")
    if what not in acts:
        context = {"sentence": _("Choose what to do."), "back": event.get_absolute_url()}
        return render(request, "400.html", context, status=400)
    do, said = acts[what]
    spending.spend("event act", player)
    try:
        do()
    except refusals.REFUSED as error:
        return refusals.page(request, error, event.get_absolute_url())
    messages.success(request, said)
    return redirect(event)


@require_safe
def log(request: HttpRequest, event_id: int) -> HttpResponse:
    """Every decision, by whom and why."""
    event = shown_event(event_id)
    page = leaf(event.log.select_related("by"), request.GET, LINES)
    return render(request, "ladders/log.html", {"about": event, "page": page})
