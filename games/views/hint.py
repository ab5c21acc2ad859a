"""The coach at the table: what is best now, by how much, and why; and a word before a costly move."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import guests, spending
from accounts.models import User
from games.analysis.review import by_points
from games.coach import hints
from games.coach.advice import NotReady
from games.match import queries
from games.models import Match, Seat
from games.rules.base import Move
from games.views import review_words as words


@guests.welcome
@login_required
@require_safe
@never_cache
def hint(request: HttpRequest, match_id: int) -> HttpResponse:
    """What the coach would do: a page of its own, or, to the table's script, the words alone.

    403 where the coach may not speak, 429 after many hints, 503 while it gets ready.
    """
    player = cast("User", request.user)
    spending.spend("hint", player)
    try:
        match, seats = queries.table(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    if not match.begun:
        raise Http404
    context: dict[str, object] = {"match": match, "seats": seats}
    status = 200
    try:
        context |= in_words(match, seats, player)
    except hints.NoHints as error:
        context["sentence"], status = str(error), 403
    except NotReady:
        context["sentence"] = _("The coach is still getting ready for this game. Ask again soon.")
        status = 503
    bare = "HX-Request" in request.headers
    response = render(request, "games/_hint.html" if bare else "games/hint.html", context, status=status)
    if status == 503:
        response["Retry-After"] = "30"
    return response


def in_words(match: Match, seats: list[Seat], player: User) -> dict[str, object]:
    """What, how much and why, each as whole sentences. Raises hints.NoHints and NotReady."""
    mine = next((seat for seat in seats if seat.player_id == player.pk), None)
    found = hints.hint(match, seats, mine)
    rules = match.rules
    much = _("Any other move is just as good.")
    if found.other is not None:
        told = {
            "move": words.move(rules, found.other.move),
            "points": words.points(found.margin.points),
            "percent": words.percent(found.margin.chance),
        }
        more_points = _("That is worth %(points)s points more on average than the next best: %(move)s.")
        more_wins = _("That wins %(percent)s more matches in 100 than the next best: %(move)s.")
        much = (more_points if found.by_points else more_wins) % told
    return {
        "what": words.move(rules, found.best.move),
        "much": much,
        "expected": _expected(found),
        "why": [words.reason(rules, reason) for reason in found.reasons],
        "exact": found.exact,
    }


def _expected(found: hints.Hint) -> str:
    if found.by_points:
        return _("You end with %(points)s points on average if you play perfectly from here.") % {
            "points": words.points(found.best.points)
        }
    return _("You win %(percent)s matches in 100 if everybody plays perfectly from here.") % {
        "percent": words.percent(found.best.chance)
    }


def warning(match: Match, seats: list[Seat], player: User, move: Move) -> str:
    """What the coach says before a costly move of a player who wants to be warned; else nothing."""
    mine = next((seat for seat in seats if seat.player_id == player.pk), None)
    found = hints.cost(match, seats, mine, move)
    if found is None:
        return ""
    told = {
        "move": words.move(match.rules, move),
        "points": words.points(found.points),
        "percent": words.percent(found.chance),
    }
    if by_points(match.rules, len(seats)):
        said = _("The coach warns you: “%(move)s” costs %(points)s points on average. Nothing is done yet.")
    else:
        said = _(
            "The coach warns you: “%(move)s” costs %(percent)s wins in 100 matches. Nothing is done yet."
        )
    return said % told
