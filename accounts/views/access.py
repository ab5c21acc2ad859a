"""allauth's pages that need something beside what they bring: the addresses, and where one is signed in."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.account.views import email as allauth_email
from allauth.usersessions.views import list_usersessions
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse

from accounts.models import User


@login_required
def email(request: HttpRequest) -> HttpResponse:
    """The addresses. The one the account had from the start is primary, so that it hears of changes."""
    player = cast("User", request.user)
    if player.email and not EmailAddress.objects.filter(user=player, primary=True).exists():
        EmailAddress.objects.update_or_create(
            user=player, email=player.email.lower(), defaults={"primary": True}
        )
    response: HttpResponse = allauth_email(request)
    return response


sessions = reauthentication_required(list_usersessions, app="allauth.account", allow_get=True)
"""Where one is signed in; to end it takes the password."""
