"""The rules of the games, explained to players."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.rules import RULES
from games.rules.dice10000_turn import FIRST_BANK
from games.rules.scorecard import Scorecard
from games.views import rule_examples

LINES = {
    "BZ": "One card of thirteen boxes, thirteen turns: the game as everybody knows it.",
    "BD": "Two columns, the second counts double.",
    "BT": "Three columns, counting once, double and triple.",
    "DG": "Three columns again, but it is the column's total that is multiplied.",
    "BX": "One card, with a hundred points for every five alike after the first. League rules.",
    "BO": "Three dice and eleven rows: quick, and meaner than it looks.",
    "DK": "Six dice, no card: press your luck to ten thousand.",
}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All games, a line each."""
    games = [(rules, LINES[code]) for code, rules in RULES.items()]
    return render(request, "games/rules/index.html", {"games": games})


@require_safe
def of(request: HttpRequest, code: str) -> HttpResponse:
    """One game's rules; the code may be written in any case."""
    rules = RULES.get(code.upper())
    if rules is None:
        raise Http404
    if code != code.lower():
        return redirect("games:rules_of", code.lower())
    context: dict[str, Any] = {"rules": rules, "line": LINES[rules.code], "codes": RULES.values()}
    context |= {"five_fours": (4,) * 5, "two_threes": (3, 3), "one_four": (1, 4)}
    if isinstance(rules, Scorecard):
        context["top"], context["bottom"] = rule_examples.boxes(rules)
    else:
        context["sets"], context["more_sets"] = rule_examples.sets()
        context["first_bank"] = FIRST_BANK
    return render(request, f"games/rules/{rules.code.lower()}.html", context)
