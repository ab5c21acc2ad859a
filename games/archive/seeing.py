"""Who sees which finished match: what the replay shows (games.match.watching), as a question to the database.

A match is open to everybody once it is over, whoever played it and however they wanted to be watched before;
but while others still play its dice, only its own players see it.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.match import queries, watching
from games.models import Match, Seat

SEEN = """
m.started_at IS NOT NULL AND (
  m.deal_id IS NULL
  OR (SELECT opened_at FROM games_deal AS deal WHERE deal.id = m.deal_id) IS NOT NULL
  OR (SELECT id FROM games_seat AS own WHERE own.match_id = m.id AND own.player_id = %(viewer)s) IS NOT NULL
)
"""
"""Whether `viewer`, a player's key or none, sees the match `m`, which is over.

Asked of each match by itself: of an EXISTS Postgres might read all deals first.
"""


def over(match_id: int, viewer: User | None) -> tuple[Match, Sequence[Seat]]:
    """A match that is over and that the viewer may see, with its seats. Two queries, or three with a deal.

    Raises Match.DoesNotExist for any other.
    """
    match, seats = queries.table(match_id)
    if not (match.begun and match.over):
        raise Match.DoesNotExist
    if not watching.may_watch(match, seats, viewer or AnonymousUser()):
        raise Match.DoesNotExist
    return match, seats
