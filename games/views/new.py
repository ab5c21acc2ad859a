"""A new match: choose the game, name the others, and ask them."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts import spending
from accounts.models import User
from accounts.once import once
from games import lobby, waiting
from games.forms import NewMatchForm
from games.rules import RULES
from games.rules.base import Pace
from games.views import refusals


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def new(request: HttpRequest) -> HttpResponse:
    """Show the form, or make the match it describes."""
    player = cast("User", request.user)
    if request.method != "POST":
        chosen = {
            "code": request.GET.get("game", "BZ"),
            "opponents": request.GET.get("against", ""),
            "whom": request.GET.get("whom", "named"),
        }
        return render(request, "games/new.html", {"form": NewMatchForm(player=player, initial=chosen)})
    form = NewMatchForm(request.POST, player=player)
    if form.is_valid():
        given = form.cleaned_data
        game = (given["code"], form.options(), Pace(given["pace"]), given["clock"])
        try:
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
            rated = given["rated_robot"] if given["whom"] == "robot" else given["rated"]
            match = lobby.invite(player, form.named, *game, rated=rated)
        except refusals.REFUSED as error:
            form.add_error(None, refusals.sentence_of(error))
            return render(request, "games/new.html", {"form": form}, status=refusals.status_of(error))
        except spending.TooOften as error:
            form.add_error(None, str(error))
            return spending.told(
                render(request, "games/new.html", {"form": form}, status=429), error.retry_after
            )
        if match.status == match.Status.INVITING:
            names = " and ".join(user.get_username() for user in form.named)
            messages.success(request, f"{RULES[match.code].name}: {names} can now accept.")
        return redirect("games:table", match.pk)
    return render(request, "games/new.html", {"form": form}, status=400)
