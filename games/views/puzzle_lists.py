"""Lists of puzzles: those of past days, and what a player has tried."""

from __future__ import annotations

from datetime import date
from typing import cast

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import guests
from accounts.models import User
from games.puzzles import choosing, history
from games.views.puzzle import player_of


@guests.welcome
@require_safe
@never_cache
def puzzle_days(request: HttpRequest) -> HttpResponse:
    """The puzzle of today, and those of days before; `?until=` a day, else today."""
    now = choosing.today()
    choosing.of_day(now)
    until = min(_day(request.GET.get("until", "")) or now, now)
    days = history.days(player_of(request), until, history.PAGE + 1)
    context = {
        "today": now,
        "days": days[: history.PAGE],
        "older": days[history.PAGE].day if len(days) > history.PAGE else None,
        "ends": choosing.ends(now),
    }
    return render(request, "games/puzzles/days.html", context)


def _day(said: str) -> date | None:
    try:
        return date.fromisoformat(said)
    except ValueError:
        return None


@guests.welcome
@login_required
@require_safe
@never_cache
def my_puzzles(request: HttpRequest) -> HttpResponse:
    """What the player has tried, `?failed` only what was never right; the number, and the days in a row."""
    player = cast("User", request.user)
    failed = "failed" in request.GET
    pages = Paginator(history.tries(player, failed=failed), history.PAGE)
    context = {
        "failed": failed,
        "page": pages.get_page(request.GET.get("page", "")),
        "streak": history.streak(player),
        "strength": None if player.guest else choosing.strength(player),
    }
    return render(request, "games/puzzles/mine.html", context)
