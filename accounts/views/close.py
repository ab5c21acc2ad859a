"""Closing the own account."""

from __future__ import annotations

from typing import cast

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import leaving
from accounts.forms import CloseForm
from accounts.models import User


@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest) -> HttpResponse:
    """Say what closing means and ask for the password, or do it."""
    player = cast("User", request.user)
    form = CloseForm(request.POST or None, player=player)
    if request.method == "POST":
        # A password is guessed here as well as at the door.
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="reauthenticate")
        if refused:
            return refused
        if form.is_valid():
            try:
                leaving.close(player)
            except leaving.LastAdmin as error:
                form.add_error(None, str(error))
            else:
                logout(request)
                messages.success(request, "Your account is closed. Thank you for playing.")
                return redirect("/")
    return render(request, "accounts/close.html", {"form": form}, status=400 if form.errors else 200)
