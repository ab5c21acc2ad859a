"""allauth's pages that need something beside what they bring: addresses, keys, and where one is signed in."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.account.views import email as allauth_email
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.views import remove_webauthn as allauth_remove_key
from allauth.usersessions.views import list_usersessions
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

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


def remove_key(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a key away, but not the last of whoever has no password: nobody could come in any more."""
    if request.method != "POST" or not request.user.is_authenticated:
        return cast("HttpResponse", allauth_remove_key(request, pk=pk))
    player = request.user
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=player.pk)  # two keys at once, in two tabs
        keys = Authenticator.objects.filter(user=player, type=Authenticator.Type.WEBAUTHN)
        if player.has_usable_password() or keys.exclude(pk=pk).exists():
            return cast("HttpResponse", allauth_remove_key(request, pk=pk))
    messages.error(request, _("This passkey is your only way in. Set a password first, then take it away."))
    return redirect("mfa_list_webauthn")


sessions = reauthentication_required(list_usersessions, app="allauth.account", allow_get=True)
"""Where one is signed in; to end it takes the password."""
