"""Bots: those that take challenges, and which challenges mine take (docs/bots.md)."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Bot, User
from games.forms.bots import ChallengesForm
from games.rules import RULES
from games.seats import bots as at_tables

USUAL = "BZ"


@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    """Show those of one game to anybody, the best rated first. Three queries."""
    code = request.GET.get("game", USUAL)
    code = code if code in RULES else USUAL
    context = {"rules": RULES[code], "games": RULES.values(), "opponents": at_tables.opponents(code)}
    return render(request, "games/bots.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bot_challenges(request: HttpRequest, name: str) -> HttpResponse:
    """Show or change which challenges one of my bots takes."""
    known = Bot.objects.select_related("account")
    bot = get_object_or_404(known, owner=cast("User", request.user), account__username__iexact=name)
    now = {"games": bot.games, "people": bot.people}
    form = ChallengesForm(request.POST if request.method == "POST" else None, initial=now, label_suffix="")
    if request.method == "POST" and form.is_valid():
        at_tables.take(bot, form.cleaned_data["games"], people=form.cleaned_data["people"])
        messages.success(
            request, _("Saved: %(bot)s takes these challenges from now on.") % {"bot": bot.account}
        )
        return redirect("my_bots")
    status = 400 if form.errors else 200
    return render(request, "games/bot_challenges.html", {"form": form, "bot": bot.account}, status=status)
