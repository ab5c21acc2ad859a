"""Many matches under their locks at once, for what the clock does by itself: read, changed and written back
in as many statements as one.

What may become of a match is decided in the same functions as for one alone; here is only how it is stored.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from accounts import live
from games.match import deadlines, deals, notices, ranking, sets, unseen
from games.match.locked import Locked, announce, as_read, changed_of, hides, to_note, told, wake_robots
from games.match.rows import Save
from games.match.statements import LOCK_DUE, SAVE_SEATS, SEATS
from games.models import Match, Move, Seat

SAVE = Save(
    "save matches",
    Match,
    ("status", "state", "version", "deadline", "due", "reason", "said", "ended_at"),
)
"""What the clock changes of a match; of its seats it may be all that changes at all."""


@dataclass(eq=False, slots=True)
class Change:
    """A locked match, the moves made at it, and what is to be told besides what every change tells."""

    locked: Locked
    moves: list[Move] = field(default_factory=list)
    notes: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    hidden_from_strangers: bool = False
    seen_by: dict[int, Seat] = field(default_factory=dict)

    def see(self, seats: Sequence[Seat] | None) -> None:
        """Note who sees a move; None where everybody does, and so hears of the whole change."""
        self.hidden_from_strangers = seats is not None and (self.hidden_from_strangers or not self.moves)
        self.seen_by |= {seat.index: seat for seat in seats or ()}


def lock_due(now: datetime, most: int) -> list[Locked]:
    """Lock the matches that have been due longest, with their seats: those that nobody else is holding, who
    will see to it. Two queries.
    """
    found = LOCK_DUE.rows(now, most)
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in SEATS.rows([one.match.pk for one in found]) if found else ():
        seats[seat.match_id].append(seat)
    return [as_read(one, seats[one.match.pk]) for one in found]


def write(changes: Sequence[Change], now: datetime) -> None:
    """Store what changed of these matches, as `locked.write` does for one. Where nothing of a kind happened
    nothing is asked; else it takes a query for all of it.
    """
    over = [one.locked for one in changes if one.locked.match.over]
    sets.throw_away([seat for locked in over for seat in locked.seats])
    finished = [one for one in over if one.match.status == Match.Status.FINISHED]
    Move.objects.bulk_create(move for one in changes for move in one.moves)
    ranking.settle_all([(one.match, one.seats) for one in finished], now)
    for one in changes:
        one.locked.match.due = deadlines.due(one.locked.match, one.locked.seats)
    SAVE.run([one.locked.match for one in changes])
    changed = [(one, changed_of(one.locked)) for one in changes]
    SAVE_SEATS.run([seat for _one, seats in changed for seat, _before in seats])
    notes = [
        (one.locked.match, *note)
        for one, seats in changed
        for note in (*to_note(one.locked, seats, None), *one.notes)
    ]
    notices.note_all(notes)
    for locked in over:
        announce(locked.match)
    deals.settle(locked.match for locked in over)
    hidden = [locked.match.pk for locked in over if locked.match.deal_id is None and hides(locked)]
    if hidden:
        unseen.open_proofs(*hidden)
    names = dict.fromkeys(name for one, seats in changed for name in told(one.locked, seats, _seen_by(one)))
    live.publish_on_commit(*names)
    for one in changes:
        wake_robots(one.locked)


def _seen_by(change: Change) -> list[Seat] | None:
    return list(change.seen_by.values()) if change.hidden_from_strangers else None
