"""What the database says when all is over, in the words of the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from accounts.models.talk import Message
from games.models import Move, Remark, Seat
from tests.soak.book import Act
from tests.soak.verdict import Logged, Seated


def log_since(began: datetime) -> list[Logged]:
    """The move log of all that was played since then."""
    return [line for at, line in _log() if at >= began]


def _log() -> Iterator[tuple[datetime, Logged]]:
    names = {
        (match, index): name
        for match, index, name in Seat.objects.values_list("match", "index", "player__username")
    }
    own: Counter[tuple[int, int]] = Counter()
    for move in Move.objects.select_related("match").defer("match__state").order_by("match", "number"):
        seat = (move.match_id, move.seat)
        line = Logged(
            move.match_id,
            move.number,
            names.get(seat) or "",
            own[seat],
            Act(move.kind, tuple(sorted(move.keep)), move.box),
            move.match.pace == "split",
        )
        own[seat] += move.kind != Move.ROLL_OFF
        yield move.at, line


def seats() -> dict[tuple[str, int], Seated]:
    """Who sits at which match, and how it stands."""
    found = Seat.objects.values_list(
        "player__username", "match", "accepted", "match__status", "match__ended_at"
    )
    return {
        (name, match): Seated(accepted, status, ended.timestamp() if ended else None)
        for name, match, accepted, status, ended in found
        if name
    }


def texts() -> list[str]:
    """Everything that was said beside tables and in messages."""
    return [*Remark.objects.values_list("text", flat=True), *Message.objects.values_list("text", flat=True)]
