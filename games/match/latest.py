"""What a seat did last, noted beside it for lists: they show a line of many matches, and read no table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from games.models import Move, Seat
from games.replay import Step
from games.rules.base import Kind, Rules
from games.tables import table_of
from games.tables.base import Made
from games.tables.turns import ROLLS


def note(seat: Seat, move: Made, rules: Rules[Any], before: Any, after: Any, now: datetime) -> None:
    """Note that the seat made this move, which led from one state to the other; the caller saves the seat.

    Where it ended the turn, also how: the box and its points as they stand on the card, else what the seat's
    total has gained, which is less than nothing where all that was banked is lost.
    """
    seat.acted_at = now
    if move.kind in ROLLS and seat.index in rules.to_act(after) and not table_of(rules).ends_turn(move):
        seat.latest = {"kind": move.kind}
        return
    if move.kind == Kind.SCORE:
        points = rules.preview(before, seat.index)[move.box]
    else:
        points = rules.totals(after)[seat.index] - rules.totals(before)[seat.index]
    seat.latest = {"kind": move.kind, "box": move.box, "points": points}
    if move.kind != Kind.RESIGN:
        seat.turns += 1


def note_all(seats: Sequence[Seat], steps: Iterable[Step], rules: Rules[Any], now: datetime) -> None:
    """Note what these steps, all of a match that stand, have left at its seats, and how many turns; when they
    moved is left as it is.
    """
    for one in seats:
        one.turns, one.latest = 0, {}
    for step in steps:
        entry, acted = step.entry, seats[step.entry.seat]
        move = Move(seat=entry.seat, kind=entry.move.kind.value, box=entry.move.box, dice=list(entry.dice))
        note(acted, move, rules, step.before, step.after, acted.acted_at or now)


def banks(seats: Iterable[Seat]) -> dict[int, int]:
    """The points that seats banked by the last move they made, by their index."""
    return {
        seat.index: seat.latest["points"]
        for seat in seats
        if seat.latest.get("kind") == Kind.BANK and "points" in seat.latest
    }
