"""A position that somebody shared by its link, and on request what perfect play makes of it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import spending
from accounts.models import User
from games.coach.advice import NotReady
from games.positions import BadPosition, Position, decode
from games.puzzles import asking
from games.views import laid
from games.views import review_words as words

MOST = 8
"""Moves that are listed."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def position(request: HttpRequest, word: str) -> HttpResponse:
    """The position that the word stands for; a POST by somebody who has signed in asks what is best."""
    try:
        found = decode(word)
    except BadPosition as error:
        raise Http404 from error
    context: dict[str, Any] = {"word": word, "turn_words": laid.rolls_left(found)}
    status = 200
    if request.method == "POST":
        if not isinstance(request.user, User):
            return redirect_to_login(request.path)
        spending.spend("position", request.user)
        try:
            context |= _told(found, asking.think(found, request.user))
        except asking.NotTold as error:
            context |= {"sentence": str(error), "puzzle": error.puzzle}
            status = 403
        except (NotReady, LookupError):
            context["sentence"] = _("The coach is still getting ready for this game. Ask again soon.")
            status = 503
    context |= laid.context(found, mine=False)
    response = render(request, "games/position.html", context, status=status)
    if status == 503:
        response["Retry-After"] = "30"
    return response


def _told(found: Position, thought: asking.Thought) -> dict[str, Any]:
    """Every move with what it brings, the best first, and why that is best."""
    best = thought.choices[0]
    moves = []
    for choice in thought.choices[:MOST]:
        brings = words.points(choice.points) if thought.by_points else words.percent(choice.chance)
        less = best.points - choice.points if thought.by_points else (best.chance - choice.chance) * 100
        moves.append((laid.named(found, choice.move), brings, words.points(less)))
    seats = laid.chairs(found)
    chances = [
        (seat.name, words.percent(chance)) for seat, chance in zip(seats, thought.chances, strict=False)
    ]
    return {
        "moves": moves,
        "more": len(thought.choices) - len(moves),
        "by_points": thought.by_points,
        "chances": chances,
        "why": [words.reason(found.rules, reason) for reason in thought.reasons],
        "near": found.rules.columns > 1,
    }
