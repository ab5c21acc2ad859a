"""What is played on hidden cards: a viewer who may not see it learns nothing of it in any other way either.

The sets of hidden rolls are drawn under the match's label, which closes their proofs to everybody until the
match is over and the table shows them; and word of a hidden move goes to those only who may see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicepool import closed
from games.models import Match, Seat
from games.rules.base import Rules

AT_ONCE = 1000
SIZE = 8


def label(match_id: int) -> bytes:
    """Under which the pool closes a match's hidden rolls: its key, 8 bytes, big-endian."""
    return match_id.to_bytes(SIZE, "big")


def seen_by(rules: Rules[Any], state: Any, mover: int, seats: Sequence[Seat]) -> list[Seat] | None:
    """The seats that see what this one has just played; None where strangers may, and so everybody."""
    if mover not in rules.hidden(state, None):
        return None
    return [seat for seat in seats if mover not in rules.hidden(state, seat.index)]


def open_proofs(match_id: int) -> None:
    """Open the proofs of all rolls of a match that is over, in the transaction that ended it. One query."""
    closed.open_label(label(match_id))


def open_forgotten() -> int:
    """Open what is still closed of matches that are over or gone, whatever ended them. Returns how many.

    Every ending opens its own proofs; this finds what came past, so that nothing stays closed for ever.
    """
    matches = [int.from_bytes(found, "big") for found in closed.labels() if len(found) == SIZE]
    return sum(_open_over(matches[at : at + AT_ONCE]) for at in range(0, len(matches), AT_ONCE))


def _open_over(matches: Sequence[int]) -> int:
    # Looked at after the labels: a match that had drawn by then was there, unless it has been deleted.
    running = Match.objects.filter(pk__in=matches, status=Match.Status.RUNNING)
    over = sorted(set(matches) - set(running.values_list("pk", flat=True)))
    for match_id in over:
        open_proofs(match_id)
    return len(over)
