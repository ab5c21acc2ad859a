"""The rules of the games, explained to players."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rules import RULES


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All games, a line each."""
    return render(request, "games/rules/index.html", {"games": RULES.values()})


@require_safe
def of(request: HttpRequest, code: str) -> HttpResponse:
    """One game's rules; the code may be written in any case."""
    if code.upper() not in RULES:
        raise Http404
    return render(request, f"games/rules/{code.lower()}.html", {"rules": RULES[code.upper()]})
