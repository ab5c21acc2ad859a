"""Closing an account: what the player began is ended, then the player is gone."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from accounts.models import User


class LastAdmin(Exception):
    """The account is the last that can run the site."""


@transaction.atomic
def close(player: User) -> None:
    """End what the player takes part in (settings.ACCOUNT_CLOSERS), then delete the account.

    Finished matches stay, under "former player". All of it happens or none. Raises LastAdmin.
    """
    # Everybody who could be the last one is locked, so two who leave at once cannot both be let go.
    admins = User.objects.select_for_update().filter(is_superuser=True, is_active=True)
    if player.is_superuser and {admin.pk for admin in admins} <= {player.pk}:
        raise LastAdmin("You are the last one who can run this site. Name another administrator first.")
    for closer in settings.ACCOUNT_CLOSERS:
        import_string(closer)(player)
    player.delete()
