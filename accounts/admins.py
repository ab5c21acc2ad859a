"""Who can run the site, and that there is always somebody."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User


class LastAdmin(Exception):
    """The account is the last that can run the site."""


def able() -> QuerySet[User]:
    """Administrators who can come in now."""
    let_in = Q(suspended_until=None) | Q(suspended_until__lte=timezone.now())
    return User.objects.filter(let_in, is_superuser=True, is_staff=True, is_active=True)


def must_leave_another(player: User) -> None:
    """Raise LastAdmin where nobody else could run the site. Call it in the transaction that takes a right.

    Everybody who could be the last one is locked, so two who take each other's rights at once cannot both
    have their way: the second waits, and then finds the first to be the last.
    """
    admins = able().select_for_update(no_key=True).order_by("pk")
    if {admin.pk for admin in admins} <= {player.pk}:
        raise LastAdmin(_("You are the last one who can run this site. Name another administrator first."))
