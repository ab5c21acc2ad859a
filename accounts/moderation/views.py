"""Reports by players, and decisions about them."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import appeals, moderation, spending
from accounts.models import User
from accounts.once import once


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def report(request: HttpRequest, name: str) -> HttpResponse:
    """Report a player."""
    about = get_object_or_404(User, username__iexact=name)
    return take_report(request, about, reverse("games:player", args=[about.get_username()]))


def take_report(
    request: HttpRequest, about: User, back: str, quote: str = "", where: str = ""
) -> HttpResponse:
    """Ask what is wrong with somebody, or with what they wrote `where`, or tell the staff and go `back`."""
    player = cast("User", request.user)
    sentence, status = "", 200
    if request.method == "POST":
        try:
            moderation.tell_staff(player, about, request.POST.get("why", ""), quote, where)
        except moderation.BadDecision as error:
            sentence, status = str(error), 400
        except moderation.TooManyReports as error:
            sentence, status = str(error), 429
        else:
            messages.success(
                request, _("Thank you. The staff will read it, and nobody else will hear of it.")
            )
            return redirect(back)
    context = {"about": about, "quote": quote, "sentence": sentence, "why": request.POST.get("why", "")}
    return render(request, "accounts/report.html", context, status=status)


@login_required
@require_safe
@never_cache
def sanctions(request: HttpRequest) -> HttpResponse:
    """What staff decided about the player."""
    return render(request, "accounts/sanctions.html", {"decisions": appeals.of(cast("User", request.user))})


@login_required
@require_POST
def appeal(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """One message against a decision."""
    spending.spend("appeal", cast("User", request.user))
    try:
        moderation.appeal(cast("User", request.user), sanction_id, request.POST.get("text", ""))
    except (moderation.BadDecision, moderation.NoAppeal) as error:
        status = 400 if isinstance(error, moderation.BadDecision) else 409
        context = {"sentence": str(error), "back": reverse("sanctions")}
        return render(request, f"{status}.html", context, status=status)
    messages.success(request, _("The staff will read it, and tell you what they decide."))
    return redirect("sanctions")
