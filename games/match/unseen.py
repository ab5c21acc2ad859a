"""What is played on hidden cards: a viewer who may not see it learns nothing of it in any other way either.

The sets of hidden rolls have no proof, for anybody, until the match is over and the table shows them; and
word of a hidden move goes to those only who may see it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from dicepool import fates
from dicepool.fates import Shown
from games.match import move_log
from games.models import Match, Seat
from games.rules.base import Rules

AT_ONCE = 1000
SIZE = 8


def owner(match_id: int) -> bytes:
    """By which the pool finds again what a match took: its key, 8 bytes, big-endian."""
    return match_id.to_bytes(SIZE, "big")


def seen_by(rules: Rules[Any], state: Any, mover: int, seats: Sequence[Seat]) -> list[Seat] | None:
    """The seats that see what this one has just played; None where strangers may, and so everybody."""
    if mover not in rules.hidden(state, None):
        return None
    return [seat for seat in seats if mover not in rules.hidden(state, seat.index)]


def open_proofs(*matches: int) -> None:
    """Let everybody see all rolls of matches, in the transaction that ends them. Two queries."""
    fates.show(list(_rolled(matches)))


def open_forgotten() -> int:
    """Say what becomes of sets that matches took which are over or gone, whatever ended them: those that a
    move used are shown, the others are thrown away. Returns of how many matches.

    Every ending does that itself; this finds what came past, so that nothing waits for ever.
    """
    settled: set[int] = set()
    for found in fates.owners():
        sets = {int.from_bytes(who, "big"): serials for who, serials in found.items() if len(who) == SIZE}
        matches = sorted(sets)
        for at in range(0, len(matches), AT_ONCE):
            settled |= _settle_over({match_id: sets[match_id] for match_id in matches[at : at + AT_ONCE]})
    return len(settled)


def _settle_over(sets: Mapping[int, Sequence[int]]) -> set[int]:
    # Looked at after the sets: a match that had taken some by then was there, unless it has been deleted.
    running = Match.objects.filter(pk__in=sets, status=Match.Status.RUNNING)
    over = set(sets) - set(running.values_list("pk", flat=True))
    waiting = {serial for match_id in over for serial in sets[match_id]}
    used = [one for one in _rolled(over) if one.serial in waiting]
    fates.show(used)
    fates.throw_away(waiting - {one.serial for one in used})
    return over


def _rolled(matches: Collection[int]) -> Iterator[Shown]:
    """All sets that the moves of these matches have used, with the numbers that turned them."""
    return (Shown(serial, bytes.fromhex(number)) for serial, number in move_log.used_sets(matches))
