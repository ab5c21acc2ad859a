"""Closing one's account."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import leaving
from accounts.forum import writing as forum
from accounts.models import User


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(app="allauth.account", allow_get=True)  # type: ignore[untyped-decorator]
def close(request: HttpRequest) -> HttpResponse:
    """Say what closing means, or do it for who has just said who it is: by password, passkey or code."""
    sentence = ""
    if request.method == "POST":
        try:
            with transaction.atomic():
                if request.POST.get("words"):
                    forum.erase(cast("User", request.user))
                leaving.close(cast("User", request.user))
        except leaving.LastAdmin as error:
            sentence = str(error)
        else:
            logout(request)
            messages.success(request, _("Your account is closed. Thank you for playing."))
            return redirect("/")
    return render(request, "accounts/close.html", {"sentence": sentence}, status=409 if sentence else 200)
