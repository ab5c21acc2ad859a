"""Programs of others that players let in, by allauth's own OpenID Connect provider.

An application asks a player for some of the scopes in scopes.py; the player ticks what it gets, and puts it
out again. What it can do then is what a personal token with these scopes can.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.models import Client, Token
from django.conf import settings
from django.db import transaction
from django.db.models import Max, Min
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import bell, limits, spending
from accounts.models import User
from accounts.scopes import SCOPES

OPENID = ("openid", "profile")
"""By which an application learns who the player is."""
NATIVE = re.compile(r"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+")
"""A scheme of an application's own: a domain backwards, as RFC 8252 asks."""


class Adapter(DefaultOIDCAdapter):  # type: ignore[misc]
    """allauth's own, with the words of the site for scopes, and no mail address for anybody."""

    scope_display = {
        "openid": gettext_lazy("Know that it is you"),
        "profile": gettext_lazy("Know your name"),
        **SCOPES,
    }

    def get_claims(
        self, purpose: Any, user: Any, client: Client, scopes: Sequence[str], **given: Any
    ) -> dict[str, Any]:
        """Who the player is: the number, and with `profile` the name."""
        claims: dict[str, Any] = {"sub": self.get_user_sub(client, user)}
        if "profile" in scopes:
            claims |= {"name": user.username, "preferred_username": user.username}
        return claims

    def populate_server_metadata(self, data: dict[str, Any]) -> None:
        """Name the scopes that there are."""
        data["scopes_supported"] = [*OPENID, *SCOPES]
        data["grant_types_supported"] = [
            Client.GrantType.AUTHORIZATION_CODE.value,
            Client.GrantType.REFRESH_TOKEN.value,
            Client.GrantType.DEVICE_CODE.value,
        ]
        data["response_types_supported"] = [Client.ResponseType.CODE.value]


class TooMany(Exception):
    """The player has registered as many as one may. The sentence can be shown."""


class Closed(Exception):
    """Nobody may register any here. The sentence can be shown."""


@dataclass(frozen=True, slots=True)
class LetIn:
    """An application that a player has let in, since when, and what it may do."""

    client: Client
    since: datetime
    scopes: tuple[str, ...]

    @property
    def may(self) -> list[str]:
        """What it may do, in words."""
        return [str(Adapter.scope_display.get(scope, scope)) for scope in self.scopes]


def fits(address: str) -> bool:
    """Whether a player may be sent on there: https, this machine, or a scheme of the application's own."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return False
    if parts.fragment or "*" in address or not address.isascii() or not address.isprintable():
        return False
    if parts.scheme == "https":
        return bool(host)
    if parts.scheme == "http":
        return host in {"127.0.0.1", "::1"}
    return bool(NATIVE.fullmatch(parts.scheme))


def of(player: User) -> list[Client]:
    """What the player has registered, the latest first."""
    return list(Client.objects.filter(owner=player).order_by("-created_at"))


@transaction.atomic
def register(
    player: User, name: str, addresses: Sequence[str], *, secret: bool, device: bool
) -> tuple[Client, str]:
    """A new application, and its secret, which is shown this once; one that can keep none has none.

    Raises TooMany, Closed, spending.TooOften.
    """
    if not may_register():
        raise Closed(_("No applications can be registered here at the moment."))
    User.objects.select_for_update(no_key=True).get(pk=player.pk)  # two pages at once
    if Client.objects.filter(owner=player).count() >= limits.APPLICATIONS:
        raise TooMany(_("You have registered as many applications as one may. Remove one first."))
    spending.spend("application", player)
    client = Client(name=name, owner=player, type=Client.Type.CONFIDENTIAL if secret else Client.Type.PUBLIC)
    shown = client_secret = Adapter().generate_client_secret()
    client.set_secret(client_secret)
    client.set_redirect_uris(list(addresses))
    client.set_scopes([*OPENID, *SCOPES])
    client.set_default_scopes(["openid"])
    grants = [Client.GrantType.AUTHORIZATION_CODE] if addresses else []
    grants += [Client.GrantType.DEVICE_CODE] if device else []
    client.set_grant_types([*grants, Client.GrantType.REFRESH_TOKEN])
    client.save()
    return client, shown if secret else ""


def may_register() -> bool:
    """Whether players may register any."""
    return bool(settings.APPLICATIONS and settings.IDP_OIDC_PRIVATE_KEY)


def remove(player: User, client_id: str) -> bool:
    """Remove one of the player's own: it is in nowhere any more. Returns whether there was one."""
    return bool(Client.objects.filter(owner=player, pk=client_id).delete()[0])


def let_in(player: User) -> list[LetIn]:
    """The applications that the player has let in. Two queries."""
    held = Token.objects.filter(user=player, client__isnull=False).valid()
    rows = held.values("client").annotate(since=Min("created_at"), newest=Max("pk"))
    found = {row["client"]: row for row in rows}
    newest = Token.objects.select_related("client").filter(pk__in=[row["newest"] for row in found.values()])
    return [
        LetIn(token.client, found[token.client_id]["since"], tuple(token.get_scopes())) for token in newest
    ]


def put_out(player: User, client_id: str) -> bool:
    """Let an application in no longer. Returns whether it was."""
    gone, _of_what = Token.objects.filter(user=player, client=client_id).delete()
    bell.ask_programs(player.pk)
    return bool(gone)
