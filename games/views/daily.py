"""The daily: today's game with its ranking, those of past days, and the way to their tables."""

from __future__ import annotations

from datetime import date
from itertools import groupby
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import guests, spending, visitors
from accounts.models import User
from games.daily import counting, queries, schedule, sharing, trying
from games.daily.perfect import Played
from games.daily.queries import Mine
from games.daily.ranking import Standing
from games.match import deals
from games.models import Daily, Match
from games.rules import RULES
from games.tables import table_of
from games.views import refusals

LATEST = 7
"""Past days that today's page leads to."""


@guests.welcome
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def daily(request: HttpRequest) -> HttpResponse:
    """The daily of today; POST begins it or goes on with it."""
    today = schedule.today()
    if request.method == "POST":
        return _play(request, today)
    return _page(request, today, queries.find(today))


@guests.welcome
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def daily_of(request: HttpRequest, day: str) -> HttpResponse:
    """The daily of a day; POST plays it, once it is over for nothing."""
    when = _day(day)
    if when is None:
        raise Http404
    found = queries.find(when)
    if found is None:
        raise Http404
    return _play(request, when) if request.method == "POST" else _page(request, when, found)


@guests.welcome
@require_safe
@never_cache
def daily_days(request: HttpRequest) -> HttpResponse:
    """The days that are over; `?until=` a day, else the last."""
    until = _day(request.GET.get("until", "")) or schedule.today()
    days = queries.archive(_player(request), until, queries.PAGE + 1)
    older = days[queries.PAGE].day if len(days) > queries.PAGE else None
    return render(request, "games/daily/days.html", {"days": days[: queries.PAGE], "older": older})


def _day(said: str) -> date | None:
    """A day as 2026-11-24, and in no other way."""
    try:
        found = date.fromisoformat(said)
    except ValueError:
        return None
    return found if found.isoformat() == said else None


def _player(request: HttpRequest) -> User | None:
    """Who looks: a player, or the guest of the session."""
    return request.user if isinstance(request.user, User) else None


def _play(request: HttpRequest, day: date) -> HttpResponse:
    try:
        match = _begun(request, day)
    except refusals.REFUSED as error:
        return refusals.page(request, error, reverse("games:daily_of", args=[day.isoformat()]))
    return redirect("games:table", match.pk)


@transaction.atomic
def _begun(request: HttpRequest, day: date) -> Match:
    """The visitor's match of a day; whoever has no account becomes a guest, who is not there without it."""
    player = _player(request)
    if player is None:
        spending.spend("practice", visitors.address_of(request))
        player = guests.make(request)
    if day >= schedule.today():
        return trying.begin(player, day)
    spending.spend("daily again", player)
    return trying.practise(player, day)


def _page(request: HttpRequest, day: date, found: Daily | None) -> HttpResponse:
    """A day: ten queries at most, whoever looks and however many have played."""
    today, player = schedule.today(), _player(request)
    code = found.code if found else schedule.game_of(day)
    context: dict[str, Any] = {
        "day": day,
        "today": day == today,
        "found": found,
        "game": RULES[code].name,
        "code": code,
        "ends": schedule.ends(day),
        "streak": queries.streak(player),
        "channels": [] if found is not None and found.ended_at else [counting.channel(day)],
    }
    if found is not None:
        counted = queries.standing(day)
        mine = queries.mine(player, day, counted)
        context |= {
            "standing": counted,
            "mine": mine,
            "best": queries.best(found, counted, player),
            "shared": _shared(request, found, mine),
            **(_laid_open(found, counted) if found.ended_at else {}),
        }
    if day == today:
        context["past"] = queries.archive(player, day, LATEST)
    else:
        context["before"], context["after"] = queries.neighbours(day)
    return render(request, "games/daily/day.html", context)


def _shared(request: HttpRequest, found: Daily, mine: Mine | None) -> str:
    """What the player may send to others: no spoilers. Empty before there is a result."""
    if mine is None or mine.running or mine.void:
        return ""
    address = request.build_absolute_uri(reverse("games:daily_of", args=[found.day.isoformat()]))
    game, over = RULES[found.code].name, found.ended_at is not None
    return sharing.text(game, found.day, mine.total, mine.better, mine.marks, address, over=over)


def _laid_open(found: Daily, counted: Standing) -> dict[str, Any]:
    """What everybody sees of a day that is over: its dice, and what perfect play made of them. No query."""
    rules = RULES[found.code]
    played = Played.load(found.perfect) if found.perfect else None
    label = table_of(rules).box_label
    laid = list(deals.laid_open(found.deal))
    turns = [list(sets) for _turn, sets in groupby(laid, key=lambda one: one.turn)]
    return {
        "sets": [(sets[0].turn, [(one.serial, one.dice[: rules.dice]) for one in sets]) for sets in turns],
        "perfect": played,
        "perfect_place": counted.place(played.total) if played else None,
        "perfect_turns": [
            (number, turn.rolls[-1], label(rules, turn.box), turn.points)
            for number, turn in enumerate(played.turns, start=1)
        ]
        if played
        else [],
    }
