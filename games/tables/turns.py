"""The move log in the words of the table: turns, with their rolls, the dice kept, and how they ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.rules.base import Kind, Rules
from games.tables.base import Made, Roll, Table, Turn

ROLLS = {Kind.ROLL.value, Kind.PICK_UP.value}
PLAYED = {*ROLLS, Kind.SCORE.value, Kind.BANK.value, Kind.RESIGN.value, Kind.TIMEOUT.value}


def turns(table: Table[Any, Any], rules: Rules[Any], moves: Iterable[Made], view: Any = None) -> list[Turn]:
    """Group moves, oldest first, into turns.

    The first turn may lack its beginning when the log was cut. Turns of several seats may run side by
    side, as in a split match; a roll-off is no turn. With the state after these moves, as it may be seen,
    the latest turn of each seat says what it brought.
    """
    found: list[Turn] = []
    running: dict[int, Turn] = {}
    for move in moves:
        if move.kind not in PLAYED:
            continue
        turn = running.get(move.seat)
        if turn is None or table.begins_turn(move):
            turn = running[move.seat] = Turn(move.seat, len(found) + 1)
            found.append(turn)
        if move.kind in ROLLS:
            turn.rolls.append(_roll(table, move))
        if table.ends_turn(move):
            turn.end, turn.box, turn.keep = move.kind, move.box, tuple(move.keep)
            turn.ordered = move.ordered
            turn.box_label = table.box_label(rules, move.box) if move.box else ""
            del running[move.seat]
    if view is not None:
        for turn in {turn.seat: turn for turn in found}.values():
            turn.points = table.gained(rules, view, turn)
    for turn in found:
        turn.words = table.end_words(turn)
    return found


def _roll(table: Table[Any, Any], move: Made) -> Roll:
    keep = tuple(move.keep)
    kept, aside = (keep, ()) if table.keeps_dice else ((), keep)
    return Roll(
        dice=(*kept, *move.dice),
        kept=len(kept),
        serials=tuple(move.serials),
        numbers=tuple(move.numbers),
        set_aside=aside,
        picked_up=move.kind == Kind.PICK_UP,
        ordered=move.ordered,
    )


def last_turns(
    table: Table[Any, Any], rules: Rules[Any], moves: Iterable[Made], view: Any = None
) -> dict[int, Turn]:
    """The latest turn of each seat that has begun to roll or has ended one, as `turns` tells it."""
    return {turn.seat: turn for turn in turns(table, rules, moves, view)}
