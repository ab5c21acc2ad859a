"""Personal tokens: what one's own programs may do, made and taken back."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import devices, letters
from accounts import tokens as personal
from accounts.forms_tokens import BotTokenForm, TokenForm
from accounts.models import User
from accounts.said import later


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def tokens(request: HttpRequest, bot: str = "") -> HttpResponse:
    """List them, and make a new one, which is shown by this answer and never again. It takes the password.

    One's own, or those of the bot of one's own that is named.
    """
    player = _whose(request, bot)
    kind = BotTokenForm if bot else TokenForm
    form, made, status = kind(request.POST or None), None, 200
    if request.method == "POST":
        if form.is_valid():
            given = form.cleaned_data
            try:
                _token, made = personal.make(player, given["name"], given["scopes"], given["days"])
                _tell(request, given["name"], player)
                form = kind()
            except personal.TooMany as error:
                form.add_error(None, str(error))
                status = 409
        else:
            status = 400
    context = {"form": form, "made": made, "tokens": personal.of(player), "bot": player if bot else None}
    return render(request, "accounts/tokens.html", context, status=status)


def _whose(request: HttpRequest, bot: str) -> User:
    """Who asks, or the bot of that name, if it is one of theirs. Raises Http404."""
    owner = cast("User", request.user)
    return get_object_or_404(User, as_bot__owner=owner, username__iexact=bot) if bot else owner


def _tell(request: HttpRequest, name: str, player: User) -> None:
    """Let the address of who asks hear of it, as of everything that opens the account, or a bot's."""
    said = later("A token was made by which a program can act for you. It is called “%(name)s”.")
    if player.is_bot:
        said = later(
            "A token was made by which a program plays as your bot %(bot)s. It is called “%(name)s”."
        )
    values = {"name": name, "bot": player.get_username()}
    browser, network = devices.browser_of(request), devices.network_of(request)
    asks = cast("User", request.user)
    letters.warn(asks, later("A new token for programs"), said % values, browser, network)


@login_required
@require_POST
def revoke(request: HttpRequest, token_id: int, bot: str = "") -> HttpResponse:
    """Take one back. It takes no password: whoever fears for it shall not have to look for that."""
    if not personal.revoke(_whose(request, bot), token_id):
        raise Http404
    messages.success(request, _("The token is taken back. Programs that used it can no longer do anything."))
    return redirect("bot_tokens", bot) if bot else redirect("tokens")
