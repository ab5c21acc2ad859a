"""The turns that wait for a player, as a program is told them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from games.match.lists import AS_THEY_WAIT
from games.models import Match
from games.rules.base import APART
from statements import Statement

MOST = 300


class Turn(NamedTuple):
    """A match in which the player is to move `since` so many moves; `version` is what a move has to name."""

    match: int
    since: int
    version: int
    deadline: datetime | None


def _turn(values: Sequence[Any]) -> Turn:
    return Turn(*values)


TURNS = Statement(
    "the turns that wait for a player",
    f"""
SELECT s.match_id, s.since, CASE WHEN m.pace = ANY($2::text[]) THEN s.moves ELSE m.version END, s.deadline
FROM games_seat AS s JOIN games_match AS m ON m.id = s.match_id
WHERE s.player_id = $1::bigint AND s.to_move AND m.status = '{Match.Status.RUNNING}'
ORDER BY {AS_THEY_WAIT}
LIMIT {MOST}
""",  # noqa: S608  (constants)
    _turn,
    reads=True,
)


def of(player_id: int) -> list[Turn]:
    """Those of this player, in the order in which they wait. One query."""
    return TURNS.rows(player_id, [pace.value for pace in APART])
