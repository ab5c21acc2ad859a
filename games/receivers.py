"""What games do when somebody signs in: practice, dailies and puzzles without an account go over."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from games.daily import handing
from games.puzzles import solving
from games.seats import practice


@receiver(user_logged_in, dispatch_uid="games")
def bring_practice(sender: type[User], request: HttpRequest | None, user: User, **_: Any) -> None:
    """Give the guest's matches, and what the guest solved, to whoever the guest turns out to be."""
    if request is not None and hasattr(request, "session"):
        solving.take_over(request, user)  # before the guest is gone
        handing.take_over(request, user)
        practice.take_over(request, user)
