"""A seat that changes hands while the match runs: in events only, where a substitute has agreed to it."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import holding
from accounts.models import User
from games.match import seating
from games.match.locked import lock
from games.models import Match
from games.seats.lobby import PlayerGone


@transaction.atomic
def take_over(match_id: int, leaver: int, player: User) -> bool:
    """Seat the player in the leaver's place: card, clock and all (rules.md, "Organised play").

    The match is unrated from then on. Returns False where there is nothing to take over: it is over, the
    leaver does not sit there, or the player does already. Raises PlayerGone, Match.DoesNotExist.
    """
    locked = lock(match_id)
    seat = next((seat for seat in locked.seats if seat.player_id == leaver), None)
    seated = any(seat.player_id == player.pk for seat in locked.seats)
    if locked.match.status != Match.Status.RUNNING or seat is None or seated:
        return False
    if not holding.hold([player.pk]):
        raise PlayerGone(_("The player has just closed the account."))
    seating.hand_on(locked, seat, player)
    return True
