"""Personal tokens: made and shown once, found by what is sent, taken back (docs/api.md)."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import bell, limits, spending
from accounts.models import Token, User
from accounts.scopes import OF_BOTS, SCOPES
from statements import Columns, Statement

MARK = "bzt_"
"""How a token begins, so that whoever finds one knows what it is."""
BYTES = 32
USED = timedelta(minutes=5)
"""How fine `used_at` is: so often at most it is written."""
TOKEN, OWNER = Columns(Token), Columns(User)


def _read(values: Sequence[Any]) -> Token:
    token, rest = TOKEN.split(values)
    token.player = OWNER.make(rest)
    return token


FIND = Statement(
    "a token and whose it is",
    f"""
    SELECT {TOKEN.of("token")}, {OWNER.of("owner")}
    FROM accounts_token token JOIN accounts_user owner ON owner.id = token.player_id
    WHERE token.digest = $1 AND (token.expires_at IS NULL OR token.expires_at > $2) AND owner.is_active
    """,  # noqa: S608  (names of columns are all that is put in)
    _read,
    reads=True,
)


class TooMany(Exception):
    """The player has as many tokens as one may have. The sentence can be shown."""


def of(player: User) -> QuerySet[Token]:
    """The player's tokens, the latest first."""
    return Token.objects.filter(player=player).order_by("-pk")


@transaction.atomic
def make(player: User, name: str, scopes: Collection[str], days: int | None) -> tuple[Token, str]:
    """A new token, which lasts so many days or for good, and the secret that is shown this once.

    A bot's may do only what bots do. Raises TooMany, spending.TooOften.
    """
    User.objects.select_for_update(no_key=True).get(pk=player.pk)  # two pages at once
    if Token.objects.filter(player=player).count() >= limits.TOKENS:
        raise TooMany(_("You have as many tokens as one may have. Take one back first."))
    spending.spend("token", player)
    secret = MARK + secrets.token_urlsafe(BYTES)
    token = Token.objects.create(
        player=player,
        name=name,
        prefix=secret[: len(MARK) + 6],
        digest=digest_of(secret),
        scopes=[scope for scope in (OF_BOTS if player.is_bot else SCOPES) if scope in scopes],
        expires_at=None if days is None else timezone.now() + timedelta(days=days),
    )
    return token, secret


def revoke(player: User, token_id: int) -> bool:
    """Take one of the player's own back, from now on. Returns whether there was one."""
    gone, _of_what = Token.objects.filter(player=player, pk=token_id).delete()
    bell.ask_programs(player.pk)
    return bool(gone)


def revoke_all(player: User) -> None:
    """Take all of them back."""
    Token.objects.filter(player=player).delete()
    bell.ask_programs(player.pk)


def digest_of(secret: str) -> bytes:
    """What is kept of a token. Its 32 random bytes need no slow hash."""
    return hashlib.sha256(secret.encode()).digest()


def find(secret: str) -> Token | None:
    """The token with its player, if it still holds and the account is open. One query."""
    return FIND.row(digest_of(secret), timezone.now())


def note_use(token: Token) -> None:
    """Write down that it was used. One query every few minutes."""
    now = timezone.now()
    if token.used_at is None or token.used_at < now - USED:
        stale = Q(used_at=None) | Q(used_at__lt=now - USED)
        Token.objects.filter(stale, pk=token.pk).update(used_at=now)
