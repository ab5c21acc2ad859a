"""The rules of the games, explained to players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.spoken import kept_by_language
from games.forms.robots import weakest_to_strongest
from games.lessons import of_game
from games.rules import RULES
from games.rules.base import Rules
from games.tables import table_of
from games.views.lesson import Begun


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All games, a line each."""
    games = [(rules, table_of(rules).line(rules)) for rules in RULES.values()]
    return render(request, "games/rules/index.html", {"games": games})


@require_safe
def of(request: HttpRequest, code: str) -> HttpResponse:
    """One game's rules; the code may be written in any case."""
    rules = _game(code)
    if code != code.lower():
        return redirect("games:rules_of", code.lower())
    lessons = [Begun(lesson, 0) for lesson in of_game(rules.code)]
    context = {"rules": rules, "lessons": lessons, **_explained(rules.code)}
    return render(request, f"games/rules/{rules.code.lower()}.html", context)


@kept_by_language()
def _explained(code: str) -> Mapping[str, Any]:
    """What a page of rules says besides the rules: the same for everybody."""
    rules = RULES[code]
    table = table_of(rules)
    return {"line": table.line(rules), "robots": weakest_to_strongest(code), **table.examples(rules)}


@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """An empty score sheet of one game, to print."""
    rules = _game(code)
    if code != code.lower():
        return redirect("games:rules_sheet", code.lower())
    table = table_of(rules)
    context = {
        "rules": rules,
        "line": table.line(rules),
        "pad": table.pad,
        "address": urlsplit(settings.SITE_URL).netloc,
        **table.examples(rules),
        **table.blank(rules),
    }
    return render(request, "games/rules/sheet.html", context)


def _game(code: str) -> Rules[Any]:
    """The game of this code, in whatever case. Raises Http404."""
    rules = RULES.get(code.upper())
    if rules is None:
        raise Http404
    return rules
