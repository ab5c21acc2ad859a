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
    _keep_primary(player)
    response: HttpResponse = allauth_email(request)
    return response


def _keep_primary(player: User) -> None:
    """Three queries at the first visit of an account that was made by hand, one ever after."""
    known = EmailAddress.objects.filter(user=player)
    if not player.email or known.filter(primary=True).exists():
        return
    address = player.email.lower()
    if not known.filter(email=address).update(primary=True):
        first = EmailAddress(user=player, email=address, primary=True)
        EmailAddress.objects.bulk_create([first], ignore_conflicts=True)  # two pages at once


sessions = reauthentication_required(list_usersessions, app="allauth.account", allow_get=True)
"""Where one is signed in; to end it takes the password."""
