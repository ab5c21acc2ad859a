"""What is done to the sets of a match's seats besides moves, each in a transaction of its own: reserving
those that are missing, and keeping a number with its set where no move was made by it.
"""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from games.match import deals, sets
from games.match.locked import lock
from games.match.sets import Sent
from games.models import Seat


@transaction.atomic
def reserve_missing(match_id: int) -> None:
    """Reserve sets at a match from before they were, that was taken up again, or whose sets were given up.
    Raises PoolEmpty.

    In a transaction of its own: a set is opened only once it is reserved for good.
    """
    locked = lock(match_id)
    locked.must_run()
    if locked.match.deal_id is not None:
        deals.mend(locked.match, locked.restored)
        return
    sets.reserve(locked.match, locked.seats, locked.restored)
    locked.match.save(update_fields=["seed"])
    Seat.objects.bulk_update(locked.seats, ["reserved", "sets"])


def keep_told(match_id: int, player: User, sent: Sent) -> None:
    """Keep the numbers that came with what was refused before anything was asked of the match, or was rolled
    back (sets.keep_told). No query where none came. Raises NotSeated, Match.DoesNotExist.
    """
    if not sent.numbers:
        return
    with transaction.atomic():
        seat = lock(match_id).seat_of(player)
        if sets.keep_told(seat, sent):
            seat.save(update_fields=["reserved"])
