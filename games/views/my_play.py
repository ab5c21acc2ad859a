"""My play over time: luck and skill of my latest matches of a game, and what I write in each box."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.figures import written
from accounts.models import User
from games.coach import playing
from games.coach.playing import Play
from games.rules import RULES
from games.tables import table_of
from games.views import review_chart
from games.views import review_words as words

LATEST = 20
"""Matches that are listed."""


@login_required
@require_safe
@never_cache
def my_play(request: HttpRequest) -> HttpResponse:
    """The player's own numbers for one game: `?game=` or the one with most reviews. Two queries."""
    player = cast("User", request.user)
    games = playing.games_of(player)
    codes = [code for code, _count in games]
    asked = request.GET.get("game", "")
    code = asked if asked in codes else codes[0] if codes else ""
    context: dict[str, Any] = {"games": games, "code": code}
    if code:
        context |= _shown(playing.play_of(player, code))
    return render(request, "games/my_play.html", context)


def _shown(play: Play) -> dict[str, Any]:
    shown = words.points if play.by_points else words.percent
    rules = RULES[play.code]
    label = table_of(rules).box_label
    return {
        "play": play,
        "accuracy": "" if play.accuracy is None else f"{play.accuracy:.0f}",
        "skill": shown(play.skill),
        "luck": words.signed(play.luck if play.by_points else play.luck * 100),
        "lost": [(words.loss(rules, loss), shown(amount)) for loss, amount in play.lost],
        "boxes": [
            (
                label(rules, one.box),
                words.points(one.mine),
                "" if one.perfect is None else words.points(one.perfect),
                words.points(one.cost),
            )
            for one in play.boxes
        ],
        "charts": _charts(play),
        "latest": [
            (one, shown(_skill(play, one)), words.signed(_luck(play, one)))
            for one in reversed(play.matches[-LATEST:])
        ],
        "meaning": words.accuracy_meaning(by_points=play.by_points),
    }


def _skill(play: Play, one: playing.One) -> float:
    return one.sums.skill.by(points=play.by_points)


def _luck(play: Play, one: playing.One) -> float:
    return one.sums.luck.points if play.by_points else one.sums.luck.chance * 100


def _charts(play: Play) -> list[review_chart.Chart]:
    if len(play.matches) < 2:
        return []
    first, last = (written(localtime(one.ended_at), "j M Y") for one in (play.matches[0], play.matches[-1]))
    known = [one.accuracy for one in play.matches if one.accuracy is not None]
    luck = list(accumulate(_luck(play, one) for one in play.matches))
    charts: list[tuple[str, Sequence[float]]] = [
        (_("Accuracy, match by match"), known),
        (_("Luck with the dice, added up"), luck),
    ]
    return [review_chart.over_time(title, values, first, last) for title, values in charts if len(values) > 1]
