"""What players do with a match of their own that changes nothing at its table: they pin it, or put it off.

Neither takes the match's lock: a seat's own columns are changed, which no move writes.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import live
from accounts.models import User
from games.match import channels
from games.match.locked import NotSeated
from games.models import Seat


def pin(match_id: int, player: User, *, pinned: bool) -> None:
    """Keep a match on top of the player's list, or no more. Raises NotSeated."""
    _note(match_id, player, pinned=pinned)


def put_off(match_id: int, player: User) -> None:
    """Let all others that wait for the player come before this one, until the player moves there.

    Raises NotSeated.
    """
    _note(match_id, player, later=timezone.now())


@transaction.atomic
def _note(match_id: int, player: User, **changed: Any) -> None:
    if not Seat.objects.filter(match=match_id, player=player).update(**changed):
        raise NotSeated(_("You are not playing in this match."))
    live.publish_on_commit(channels.of_list(player.pk))
