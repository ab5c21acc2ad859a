"""How the table looks and acts for this player."""

from __future__ import annotations

from dataclasses import asdict
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import guests
from accounts.forms import BoardForm, SoundsForm
from accounts.models import User


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def board(request: HttpRequest) -> HttpResponse:
    """Show the choices beside a table that follows them, or keep them."""
    player = cast("User", request.user)
    form = BoardForm(request.POST if request.method == "POST" else None, initial=asdict(player.looks))
    if request.method == "POST" and form.is_valid():
        player.board = form.cleaned_data
        player.save(update_fields=["board"])
        messages.success(request, _("This is your table from now on."))
        return redirect("board")
    status = 400 if form.errors else 200
    return render(request, "accounts/board.html", {"form": form, "faces": (6, 5, 3, 2, 1)}, status=status)


@guests.welcome
@login_required
@require_POST
def sounds(request: HttpRequest) -> HttpResponse:
    """Keep the answer to whether dice shall be heard; a script asks once, at the table."""
    player = cast("User", request.user)
    form = SoundsForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=400)
    player.board = {**player.board, "sounds": form.cleaned_data["sounds"] == "on"}
    player.save(update_fields=["board"])
    return HttpResponse()
