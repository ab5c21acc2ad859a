"""All achievements there are, and which of them whoever looks has earned."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.feats import achievements
from games.feats.words import WORDS
from games.views.leaders import viewer_of


@require_safe
@never_cache
def feats(request: HttpRequest) -> HttpResponse:
    """Show them to anybody. One query for who has signed in."""
    viewer = viewer_of(request)
    mine = {feat.key: feat.by for feat in achievements.of_player(viewer)} if viewer else {}
    context = {"feats": [(words, mine.get(key)) for key, words in WORDS.items()], "count": len(mine)}
    return render(request, "games/leaders/feats.html", context)
