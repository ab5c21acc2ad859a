"""Who may not write for a while, and whose words are not shown to others until then."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.figures import written
from accounts.models import User


class MayNotWrite(Exception):
    """The player may not write there. The sentence says why."""


def must_not_be_muted(player: User) -> None:
    """Raise MayNotWrite while staff have muted the player."""
    if player.muted_until and player.muted_until > timezone.now():
        until = timezone.localtime(player.muted_until)
        raise MayNotWrite(_("You may not write until %(when)s.") % {"when": written(until, "j F Y, H:i")})


def hushed(player: User) -> Q:
    """Which words of others are not shown to the player now: those of who is muted; one sees one's own."""
    return Q(player__muted_until__gt=timezone.now()) & ~Q(player=player)
