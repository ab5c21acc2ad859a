"""All clubs: the list, the search by name, and founding another."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import spending, visitors
from accounts.leaves import leaf
from accounts.models import User
from accounts.once import once
from ladders.clubs import founding, ladders, matches, membership, numbers, queries, roles
from ladders.clubs.forms import FoundForm
from ladders.clubs.log import MayNot
from ladders.formats import club_match

LINES = 30


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """My clubs, those whose names hold what is looked for, and the newest."""
    player = request.user if request.user.is_authenticated else None
    words = request.GET.get("q", "")
    context: dict[str, Any] = {
        "mine": queries.mine(player) if player else [],
        "askings": queries.asked_in(player) if player else [],
        "q": words,
        "page": leaf(queries.there(), request.GET, LINES),
    }
    status, wait = 200, 0
    if words.strip():
        try:
            spending.spend("search", visitors.of(request).name)
            context["found"] = queries.search(words)
        except spending.TooOften as error:
            context["refused"], status, wait = str(error), 429, error.retry_after
    return spending.told(render(request, "ladders/clubs/index.html", context, status=status), wait)


@require_safe
@never_cache
def ranking(request: HttpRequest) -> HttpResponse:
    """The clubs by their ratings, which come from matches against each other."""
    return render(request, "ladders/clubs/ranking.html", {"clubs": queries.ranking()})


@require_safe
def how(request: HttpRequest) -> HttpResponse:
    """How clubs work."""
    topic = {"title": _("Clubs"), "line": _("Players who belong together, under a name of their own.")}
    context = {
        "topic": topic,
        "finished": founding.FINISHED,
        "founds": founding.FOUNDS,
        "belongs": founding.BELONGS,
        "members": membership.MOST,
        "officers": roles.OFFICERS,
        "ladders": ladders.MOST,
        "known": numbers.KNOWN,
        "rest": numbers.REST.days,
        "counting": numbers.BOARDS,
        "answer": matches.ANSWER.days,
        "naming": matches.NAMING.days,
        "won": club_match.WON,
        "level": club_match.LEVEL,
        "least": club_match.BOARDS[0],
        "most": club_match.BOARDS[-1],
    }
    return render(request, "ladders/clubs/how.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def new(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    player = cast("User", request.user)
    form = FoundForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                spending.spend("club new", player)
                club = founding.found(player, **form.cleaned_data)
            except ValidationError as wrong:
                form.add_error("name", wrong)
            except MayNot as error:
                form.add_error(None, str(error))
                status = 409
            else:
                messages.success(request, _("The club is founded: invite others."))
                return redirect(club)
    context = {"form": form, "why_not": founding.why_not_found(player)}
    return render(request, "ladders/clubs/new.html", context, status=status)
