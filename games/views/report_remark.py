"""Reporting what somebody said beside a match, with the words as they were."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from accounts import moderation, spending
from accounts.models import User
from accounts.once import once
from games.models import Remark


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def report_remark(request: HttpRequest, match_id: int, remark_id: int) -> HttpResponse:
    """Ask what is wrong with it, or tell the staff; only those who sit there have heard it."""
    player = cast("User", request.user)
    heard = Remark.objects.select_related("player").filter(match=match_id, match__seats__player=player)
    remark = get_object_or_404(heard.exclude(player=player), pk=remark_id, player__isnull=False)
    about = cast("User", remark.player)
    sentence, status = "", 200
    if request.method == "POST":
        try:
            spending.spend("report", player)
            where = f"match {match_id}, remark {remark.pk}"
            moderation.report(player, about, request.POST.get("why", ""), remark.text, where)
        except moderation.BadDecision as error:
            sentence, status = str(error), 400
        except moderation.TooManyReports as error:
            sentence, status = str(error), 429
        else:
            messages.success(request, "Thank you. Staff will read it; nobody else hears of it.")
            return redirect("games:table", match_id)
    context = {"about": about, "quoted": remark, "sentence": sentence}
    return render(request, "accounts/report.html", context, status=status)
