"""My dice beside everybody's: what fell to me, and whether chance explains it."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from dicepool.charts import charts
from dicepool.days import all_time
from dicepool.statistics import tally_rolls
from games.match import careers


@login_required
@require_safe
@never_cache
def my_dice(request: HttpRequest) -> HttpResponse:
    """Every roll of the player's own, counted as the observatory counts everybody's."""
    mine, everybody = tally_rolls(careers.my_rolls(cast("User", request.user))), all_time()
    context = {
        "mine": mine,
        "everybody": everybody,
        "my_charts": charts(mine),
        "all_charts": charts(everybody),
        "most": careers.MOST_ROLLS,
    }
    return render(request, "games/my_dice.html", context)
