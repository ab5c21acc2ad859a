"""Guests: visitors who practise before they have an account.

A guest is a row of its own that nobody can sign in as or find, known by the visitor's session alone, and
only where a view says that guests are welcome.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts.models import User

KEY = "guest"
"""Where a session names its guest."""

V = TypeVar("V", bound=Callable[..., HttpResponseBase])


def welcome(view: V) -> V:
    """Mark a view as open to guests: there, `request.user` is the visitor's guest, if there is one."""
    view.guests_welcome = True  # type: ignore[attr-defined]
    return view


def of(request: HttpRequest) -> User | None:
    """The guest of this session, if any. One query, and none where no guest was made."""
    key = request.session.get(KEY)
    return User.objects.filter(pk=key, guest=True).first() if key else None


def make(request: HttpRequest) -> User:
    """A guest for this session."""
    guest = User(username=f"guest-{secrets.token_hex(6)}", guest=True, is_active=False)
    guest.set_unusable_password()
    guest.spend_holiday = False
    guest.last_seen = timezone.now()
    guest.save()
    request.session[KEY] = guest.pk
    return guest


def old() -> Any:
    """Guests whom nobody has seen for long."""
    return User.objects.filter(guest=True, last_seen__lt=timezone.now() - settings.KEPT["guests"])
