"""One player in one game: averages, records, how totals are spread, and how it went against who looks."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.feats import numbers
from games.match import careers
from games.rules import RULES
from games.views import spread_chart
from games.views.leaders import viewer_of, words_of


@require_safe
@never_cache
def player_game(request: HttpRequest, name: str, code: str) -> HttpResponse:
    """Show it to anybody; the code may be written in any case. Five queries and those of every page."""
    rules = RULES.get(code.upper())
    if rules is None:
        raise Http404
    shown = get_object_or_404(User, username__iexact=name, is_active=True)
    if code != code.lower():
        return redirect("games:player_game", shown.username, code.lower())
    viewer = viewer_of(request)
    found = numbers.in_game(shown, rules.code)
    context = {
        "shown": shown,
        "own": viewer == shown,
        "rules": rules,
        "found": found,
        "bests": [(words_of(best.what), best.times) for best in found.bests] if found else [],
        "chart": spread_chart.chart(shown.username, found) if found else None,
        "against": careers.against(viewer, shown, rules.code) if viewer and viewer != shown else None,
    }
    return render(request, "games/leaders/player_game.html", context)
