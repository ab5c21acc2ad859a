"""A new match: whom to play, then the game, with all else as it usually is; or against a robot at one tap."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts import spending
from accounts.models import User
from accounts.once import once
from games.clock import DEFAULT_PRESET, PRESETS
from games.forms import NewMatchForm
from games.forms.new import WHOM
from games.forms.robots import ROBOTS, USUAL, makes
from games.rules import RULES
from games.rules.base import Pace
from games.seats import lobby, waiting
from games.tables.robots import FORMER, Level
from games.views import refusals

COOKIE = "new-match"
"""Keeps what was chosen last, with points between: the game, the robot and the clock."""
YEAR = 365 * 86_400  # seconds


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def new(request: HttpRequest) -> HttpResponse:
    """Ask whom to play; then show the form for it, or make the match it describes."""
    player = cast("User", request.user)
    if request.method == "POST":
        return _made(request, NewMatchForm(request.POST, player=player))
    chosen = {**_usual(request), "opponents": request.GET.get("against", "")}
    if request.GET.get("game") in RULES:
        chosen["code"] = request.GET["game"]
    if request.GET.get("robot") in ROBOTS:
        chosen["robot"] = request.GET["robot"]
    if "whom" not in request.GET and not chosen["opponents"]:
        level = Level(chosen["robot"])
        robot = {"level": level.value, "words": ROBOTS[level], "makes": makes(chosen["code"], level)}
        return render(request, "games/new.html", {"rules": RULES[chosen["code"]], **robot})
    chosen["whom"] = request.GET.get("whom", "named")
    if chosen["whom"] == "alone" and RULES[chosen["code"]].min_players > 1:
        chosen["code"] = "BZ"
    return _form(request, NewMatchForm(player=player, initial=chosen))


@login_required
@require_POST
@once
def robot(request: HttpRequest) -> HttpResponse:
    """Play a robot at once: the game, options and robot that are asked for, all else as last or usual."""
    usual = _usual(request)
    asked = {name: request.POST.get(name, usual[name]) for name in ("code", "robot")}
    options = [f"{asked['code']}_{one.name}" for one in getattr(RULES.get(asked["code"]), "options", ())]
    asked |= {name: request.POST[name] for name in options if name in request.POST}
    whole = {**asked, "whom": "robot", "pace": Pace.TURNS.value, "clock": usual["clock"]}
    return _made(request, NewMatchForm(whole, player=cast("User", request.user)))


def _usual(request: HttpRequest) -> dict[str, str]:
    """What was chosen last as far as it can still be had, else what suits most."""
    offered: dict[str, tuple[Collection[str], str]] = {
        "code": (RULES, "BZ"),
        "robot": (ROBOTS, USUAL.value),
        "clock": (PRESETS, DEFAULT_PRESET),
    }
    kept = dict(zip(offered, request.COOKIES.get(COOKIE, "").split("."), strict=False))
    kept["robot"] = FORMER.get(kept.get("robot", ""), kept.get("robot", ""))
    return {name: kept[name] if kept.get(name) in all_ else first for name, (all_, first) in offered.items()}


def _form(request: HttpRequest, form: NewMatchForm, status: int = 200) -> HttpResponse:
    whom = form["whom"].value()
    whom = whom if whom in WHOM else "named"
    context = {"form": form, "whom": whom, "against": WHOM[whom]}
    return render(request, "games/new_match.html", context, status=status)


def _made(request: HttpRequest, form: NewMatchForm) -> HttpResponse:
    """The match that the form describes, or the form once more with what is the matter."""
    if not form.is_valid():
        return _form(request, form, 400)
    try:
        response = _make(request, cast("User", request.user), form)
    except refusals.REFUSED as error:
        form.add_error(None, refusals.sentence_of(error))
        return _form(request, form, refusals.status_of(error))
    except spending.TooOften as error:
        form.add_error(None, str(error))
        return spending.told(_form(request, form, 429), error.retry_after)
    given = form.cleaned_data
    chosen = {**_usual(request), "code": given["code"], "clock": given["clock"]}
    if given["whom"] == "robot":
        chosen["robot"] = given["robot"] or chosen["robot"]
    words = ".".join(chosen.values())
    response.set_cookie(COOKIE, words, YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax")
    return response


def _make(request: HttpRequest, player: User, form: NewMatchForm) -> HttpResponse:
    """Open the match to others, or invite whom the form names. Raises what refuses it."""
    given: dict[str, Any] = form.cleaned_data
    game = (given["code"], form.options(), Pace(given["pace"]), given["clock"])
    if given["whom"] in {"anybody", "link"}:
        spending.spend("seek", player)
        made = waiting.seek(
            player,
            given["players"],
            *game,
            private=given["whom"] == "link",
            rated=given["rated"],
            whom=waiting.Whom(given["lowest"], given["highest"], given["buddies_only"]),
        )
        return redirect("games:link", made.token) if made.token else redirect("games:waiting")
    match = lobby.invite(player, form.named, *game, rated=form.rates())
    if match.status == match.Status.INVITING:
        names = [user.get_username() for user in form.named]
        said = ngettext(
            "%(name)s: %(names)s can now accept.", "%(name)s: %(names)s can now accept.", len(names)
        )
        told = {"name": RULES[match.code].name, "names": get_text_list(names, _("and"))}
        messages.success(request, said % told)
    return redirect("games:table", match.pk)
