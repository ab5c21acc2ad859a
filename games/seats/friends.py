"""Bring a friend: the mail that invites one, and the seat that waits when the friend has signed up."""

from __future__ import annotations

import logging

from django.db import transaction
from django.http import HttpRequest

from accounts.models import User
from games.match import notices, play
from games.models import Seek
from games.rules.base import Pace
from games.seats import lobby, queries, waiting

logger = logging.getLogger(__name__)
LINK = "link"
"""Where a visitor's session keeps the private link by which it came."""


@transaction.atomic
def invite(player: User, email: str, code: str, clock: str) -> Seek:
    """Open a private match for two and mail its link. Raises what `waiting.seek` raises."""
    seek = waiting.seek(player, 2, code, {}, Pace.TURNS, clock, private=True)
    notices.ask_friend(player, email, code, seek.token)
    return seek


def seat(request: HttpRequest, player: User) -> None:
    """Join the match by whose private link a new player came, if it waits (settings.ACCOUNT_OPENERS)."""
    token = request.session.pop(LINK, "")
    seek = queries.seek_by_link(token)
    if seek is None:
        return
    try:
        waiting.join(seek.pk, player, token)
    except (
        waiting.SeekGone,
        waiting.NotForYou,
        lobby.TooManyMatches,
        lobby.AlreadyAnswered,
        lobby.PlayerGone,
        play.PoolEmpty,
    ) as reason:
        logger.info("player %s came by a link and was not seated: %s", player.pk, type(reason).__name__)
