"""Closing an account: what the player began is ended, then the player is gone."""

from __future__ import annotations

from contextlib import suppress

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.module_loading import import_string

from accounts.models import User

TRIES = 3


class LastAdmin(Exception):
    """The account is the last that can run the site."""


def close(player: User) -> None:
    """End what the player takes part in (settings.ACCOUNT_CLOSERS), then delete the account.

    Finished matches stay, under "former player". All of it happens or none. Raises LastAdmin.
    """
    for _ in range(TRIES):
        with suppress(IntegrityError):  # somebody has just seated the player: that is ended, too
            _close(player)
            return
    _close(player)


@transaction.atomic
def _close(player: User) -> None:
    for closer in settings.ACCOUNT_CLOSERS:
        import_string(closer)(player)
    if player.is_superuser:
        # Everybody who could be the last one is locked, so two who leave at once cannot both be let go.
        admins = User.objects.select_for_update(no_key=True).filter(is_superuser=True, is_active=True)
        if {admin.pk for admin in admins.order_by("pk")} <= {player.pk}:
            raise LastAdmin("You are the last one who can run this site. Name another administrator first.")
    User.objects.get(pk=player.pk).delete()
