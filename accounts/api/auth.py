"""Who asks: a personal token, or an application that a player has let in (OpenID Connect). Never a cookie.

Each operation names the one scope that it needs: `auth=needs(PLAY)`. What pages show to everybody is open to
programs without a token, too: `auth=anybody(READ)`; whoever sends one sees what that player may. Bots read
what everybody does, and do what names them: `auth=needs(PLAY, bots=True)` (docs/bots.md).
"""

from __future__ import annotations

from typing import Any, cast

from allauth.idp.oidc.contrib.ninja.security import TokenAuth
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.security.base import AuthBase

from accounts import tokens, visitors
from accounts.api import rates
from accounts.api.problems import Problem
from accounts.models import Bot, User
from accounts.scopes import READ

BEARER = "bearer "


class Bearer(AuthBase):
    """Lets in whoever brings a token with the scope; without one, where that is `optional`, a visitor."""

    openapi_type = "http"
    openapi_scheme = "bearer"

    def __init__(self, scope: str, *, optional: bool = False, bots: bool = False) -> None:
        super().__init__()
        self.scope, self.optional, self.bots = scope, optional, bots or scope == READ

    def __call__(self, request: HttpRequest) -> Any:
        """Say who asks: `request.user` is the player from here on. Raises Problem."""
        header = request.headers.get("Authorization", "")
        if not header and self.optional:
            return self._visitor(request)
        player, scopes, token = self.let_in(request)
        request.user = player
        asks: Any = request
        asks.scopes = scopes
        asks.rate = rates.count("player", str(_whose(player)))
        if token is not None:
            tokens.note_use(token)
        return player

    def let_in(self, request: HttpRequest) -> tuple[User, frozenset[str], Any]:
        """Whose token the request brings, what that may do, and the token where it is a personal one. Nothing
        is counted. Raises Problem.
        """
        header = request.headers.get("Authorization", "")
        if header[: len(BEARER)].lower() != BEARER:
            raise _unknown(_("Send a token: Authorization: Bearer …"), "no-token")
        secret = header[len(BEARER) :].strip()
        player, scopes, token = _own(secret) if secret.startswith(tokens.MARK) else _application(request)
        _must_be_let_in(player)
        if self.scope not in scopes:
            raise _lacks(self.scope)
        if player.is_bot and not self.bots:
            raise Problem(403, "not-for-bots", _("This is for people: bots only play. Nothing was changed."))
        return player, scopes, token

    def _visitor(self, request: HttpRequest) -> Any:
        request.user = AnonymousUser()
        asks: Any = request
        asks.scopes = frozenset()
        asks.rate = rates.count("address", visitors.address_of(request))
        return self


def needs(scope: str, *, bots: bool = False) -> Bearer:
    """For what a player alone may see or do; bots, too, where it says so or is only read."""
    return Bearer(scope, bots=bots)


def anybody(scope: str) -> Bearer:
    """For what pages show to visitors, too."""
    return Bearer(scope, optional=True)


def player_of(request: HttpRequest) -> User:
    """Who asks, where that is a player for certain."""
    return cast("User", request.user)


def _own(secret: str) -> tuple[User, frozenset[str], Any]:
    token = tokens.find(secret)
    if token is None:
        raise _unknown(_("This token is not valid, or no longer valid. Make a new one in your settings."))
    return token.player, frozenset(token.scopes), token


def _application(request: HttpRequest) -> tuple[User, frozenset[str], None]:
    found = TokenAuth([])(request)
    if found is None or found.user is None or not found.user.is_active:
        raise _unknown(_("This token is not valid, or no longer valid. Make a new one in your settings."))
    return found.user, frozenset(found.get_scopes()), None


def _must_be_let_in(player: User) -> None:
    """Refuse whom pages refuse, too. Raises Problem."""
    if player.guest or (player.robot and not player.is_bot):
        raise Problem(403, "no-account", _("Only players with an account have programs of their own."))
    if player.suspended:
        sentence = _("Staff have suspended your account. Sign in on the site to read why, and to appeal.")
        raise Problem(403, "suspended", sentence)


def _whose(player: User) -> int:
    """Among whose programs this one counts: a bot is its owner's. One query for a bot."""
    owner = Bot.objects.filter(account=player).values_list("owner", flat=True) if player.is_bot else ()
    return next(iter(owner), player.pk)


def _unknown(sentence: str, code: str = "bad-token") -> Problem:
    """Not known who asks."""
    error = ', error="invalid_token"' if code == "bad-token" else ""
    return Problem(401, code, sentence, headers={"WWW-Authenticate": f'Bearer realm="api"{error}'})


def _lacks(scope: str) -> Problem:
    sentence = _("This token may not do that: it needs the scope “%(scope)s”.") % {"scope": scope}
    told = f'Bearer realm="api", error="insufficient_scope", scope="{scope}"'
    return Problem(403, "scope-missing", sentence, headers={"WWW-Authenticate": told})
