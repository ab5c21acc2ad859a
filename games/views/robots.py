"""The robots: six levels, how strong each is at each game, and how those were rated who played for it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.forms.robots import ROBOTS, graded
from games.match import careers
from games.rules import RULES


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Show them to anybody, a table for each game. Two queries."""
    rated = careers.of_robots()
    games = [
        (rules, [(one, rated.get((one.level, code))) for one in graded(code)])
        for code, rules in RULES.items()
    ]
    return render(request, "games/robots.html", {"words": ROBOTS.items(), "games": games})
