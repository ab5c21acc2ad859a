"""How often a password may be guessed. Wrong passwords of strangers slow the strangers, not the owner.

- A browser in which the owner has signed in before (accounts.devices), or is signed in now, is counted by
  itself: nothing that others do elsewhere, not even behind the same router, keeps it from its account.
- Everybody else is counted by address, whatever account it is; by address and account; and, so that a
  thousand addresses have no more than one would, by account. That last count is wide and short: while it is
  full, an owner in an unknown browser waits minutes, and a link by mail opens the account at once.

An account is counted as one, whether it is named by its name or by an address of it. A try that succeeds is
taken off the counts; one that is refused because the account is under attack is not held against whoever
made it. The numbers stand in settings.ACCOUNT_RATE_LIMITS.
"""

from __future__ import annotations

from typing import Any

from allauth.account.utils import filter_users_by_email, filter_users_by_username
from allauth.core.internal import ratelimit
from django.http import HttpRequest

from accounts import devices
from accounts.models import User

APP = "allauth.account"
PROVEN = "proven"
"""Where a session keeps the account whose mail its visitor has just read."""


def owner_of(credentials: dict[str, Any]) -> User | None:
    """Whom the name or address that was typed belongs to."""
    named = credentials.get("username") or ""
    found: User | None = filter_users_by_username(named).first() if named else None
    if found is None and credentials.get("email"):
        found = next(iter(filter_users_by_email(credentials["email"])), None)
    return found


def begin(request: HttpRequest, credentials: dict[str, Any]) -> ratelimit.RateLimitUsage | None:
    """Count a try before it is looked at. Returns what to take back if it succeeds; None to refuse it."""
    owner = owner_of(credentials)
    if owner is not None:
        own = _own_browser(request, owner)
        if own:
            return _count(request, "guess_from_known_device", f"{owner.pk}|{own}")
        account = f"account|{owner.pk}"
    else:
        account = f"typed|{credentials.get('email') or credentials.get('username') or ''}".lower()
    here = _count(request, "guess")
    if here is None:
        return None
    there = _count(request, "guess_account_from_here", f"{account}|{ratelimit.get_ip(request)}")
    if there is None:
        return None
    all_ = _count(request, "guess_account", account)
    if all_ is None:
        here.rollback()
        there.rollback()
        return None
    return ratelimit.RateLimitUsage([*here.usage, *there.usage, *all_.usage])


def _own_browser(request: HttpRequest, owner: User) -> str:
    """Under which name the browser is counted by itself; empty where it is nobody's we know."""
    if request.user.is_authenticated and request.user.pk == owner.pk:
        return "signed-in"
    if request.session.get(PROVEN) == owner.pk:
        return "proven"
    return devices.known(request, owner)


def _count(request: HttpRequest, action: str, key: str | None = None) -> ratelimit.RateLimitUsage | None:
    usage: ratelimit.RateLimitUsage | None = ratelimit.consume(request, app=APP, action=action, key=key)
    return usage


def believe(request: HttpRequest, owner: User) -> None:
    """Whoever has just chosen a password by a link from the owner's mail is no stranger here."""
    if not request.user.is_authenticated:
        request.session[PROVEN] = owner.pk
