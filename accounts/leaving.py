"""Closing an account: what the player began is ended, then the player is gone."""

from __future__ import annotations

from contextlib import suppress

from allauth.account import app_settings
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts import admins, bell
from accounts.admins import LastAdmin
from accounts.models import User
from accounts.moderation import remembered

__all__ = ["LastAdmin", "close", "forget_unconfirmed"]
TRIES = 3
AT_ONCE = 1_000


def close(player: User) -> None:
    """End what the player takes part in (settings.ACCOUNT_CLOSERS), then delete the account.

    Finished matches stay, under "former player", and a decision of the staff that still holds stays with
    the address. All of it happens or none. Raises LastAdmin.
    """
    for _ in range(TRIES):
        with suppress(IntegrityError):  # somebody has just seated the player: that is ended, too
            _close(player)
            return
    _close(player)


@transaction.atomic
def _close(player: User) -> None:
    for bot in User.objects.filter(as_bot__owner=player).order_by("pk"):
        _close(bot)  # one that is made meanwhile protects its owner's account, and is found by the next try
    for closer in settings.ACCOUNT_CLOSERS:
        import_string(closer)(player)
    if player.is_superuser:
        admins.must_leave_another(player)
    remembered.keep(player)
    bell.ask_programs(player.pk)
    User.objects.filter(pk=player.pk).delete()  # another tab may have closed it meanwhile


def forget_unconfirmed() -> int:
    """Close accounts whose address nobody has confirmed in time, where nobody comes in without.

    Those that a stranger began with somebody else's address are among them. Returns how many.
    """
    if app_settings.EMAIL_VERIFICATION != "mandatory":
        return 0
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    waiting = User.objects.filter(
        *(~Exists(addresses.filter(verified=True)), Exists(addresses) | Q(email="")),
        last_login=None,
        guest=False,
        robot="",
        is_staff=False,
        is_superuser=False,
        date_joined__lt=timezone.now() - settings.KEPT["unconfirmed"],
    )
    found = list(waiting[:AT_ONCE])
    for player in found:
        close(player)
    return len(found)
