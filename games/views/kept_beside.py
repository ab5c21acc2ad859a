"""What stands beside a replay: comments that may be read, and what who looks keeps of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from games.archive import comments
from games.archive.beside import beside
from games.archive.comments import OfMatch
from games.models import Match, Seat
from games.views.leaders import viewer_of


def shown(request: HttpRequest, match: Match, seats: Sequence[Seat]) -> dict[str, Any]:
    """For the template _beside.html. One query, and three more where there are comments to be read."""
    viewer = viewer_of(request)
    found = beside(match, viewer)
    room = OfMatch(match, seats, found.agreed)
    said = comments.latest(room, viewer) if found.commented else []
    return {
        "comments": [(one, room.report_address(one)) for one in said],
        "comments_room": room,
        "comments_mine": room.plays(viewer),
        "agrees": viewer is not None and viewer.pk in room.agreed,
        "keeps": viewer is not None,
        "note": found.note,
        "collections": [one for one in found.collections if not one.holds],
        "held_in": [one for one in found.collections if one.holds],
    }
