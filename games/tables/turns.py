"""The move log in the words of the table: turns, with their rolls, the dice kept, and how they ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from games.rules.base import Kind, Rules
from games.tables.base import Made, Roll, Table, Turn
from games.taken_back import not_taken_back

ROLLS = {Kind.ROLL.value, Kind.PICK_UP.value}
"""The kinds of moves by which dice are rolled."""
PLAYED = {*ROLLS, Kind.SCORE.value, Kind.BANK.value, Kind.RESIGN.value, Kind.TIMEOUT.value}


def turns(
    table: Table[Any, Any],
    rules: Rules[Any],
    moves: Iterable[Made],
    view: Any = None,
    *,
    latest: bool = False,
) -> list[Turn]:
    """Group moves, oldest first, into turns; only each seat's `latest`, and the latest that filled a box.

    The first turn may lack its beginning when the log was cut. Turns of several seats may run side by
    side, as in a split match; a roll-off is no turn, and what was taken back is not told. With the state
    after these moves, as it may be seen, the latest turn of each seat says what it brought.
    """
    numbered = enumerate(_by_turn(table, moves), 1)
    return _told(table, rules, _latest(table, numbered) if latest else numbered, view)


def last_turns(
    table: Table[Any, Any],
    rules: Rules[Any],
    moves: Iterable[Made],
    view: Any = None,
    banks: Mapping[int, int] = MappingProxyType({}),
) -> dict[int, Turn]:
    """The latest turn of each seat that has begun to roll or has ended one, as `turns` tells it.

    `banks` are the points of seats whose last move banked them, for banks whose dice do not tell.
    """
    latest = {those[0].seat: (number, those) for number, those in enumerate(_by_turn(table, moves), 1)}
    return {turn.seat: turn for turn in _told(table, rules, latest.values(), view, banks)}


def _latest(
    table: Table[Any, Any], numbered: Iterable[tuple[int, list[Made]]]
) -> list[tuple[int, list[Made]]]:
    """Of turns by their numbers the latest of each seat, and its latest that filled a box, in order."""
    found: dict[tuple[int, bool], int] = {}
    given = dict(numbered)
    for number, moves in given.items():
        last = moves[-1]
        found[last.seat, False] = number
        if last.box and table.ends_turn(last):
            found[last.seat, True] = number
    return [(number, given[number]) for number in sorted({*found.values()})]


def _by_turn(table: Table[Any, Any], moves: Iterable[Made]) -> list[list[Made]]:
    """The moves of each turn, in the order in which the turns began."""
    found: list[list[Made]] = []
    running: dict[int, list[Made]] = {}
    for move in not_taken_back(moves, lambda move: move):
        if move.kind not in PLAYED:
            continue
        turn = running.get(move.seat)
        if turn is None or table.begins_turn(move):
            turn = running[move.seat] = []
            found.append(turn)
        turn.append(move)
        if table.ends_turn(move):
            del running[move.seat]
    return found


def _told(
    table: Table[Any, Any],
    rules: Rules[Any],
    numbered: Iterable[tuple[int, Sequence[Made]]],
    view: Any,
    banks: Mapping[int, int] = MappingProxyType({}),
) -> list[Turn]:
    """What these turns were, each given by its number and its moves."""
    found = [_turn(table, rules, number, moves) for number, moves in numbered]
    if view is not None:
        for turn in {turn.seat: turn for turn in found}.values():
            turn.points = table.gained(rules, view, turn)
            if turn.points is None and turn.end == Kind.BANK:
                turn.points = banks.get(turn.seat)
    for turn in found:
        turn.words = table.end_words(turn)
    return found


def _turn(table: Table[Any, Any], rules: Rules[Any], number: int, moves: Sequence[Made]) -> Turn:
    last = moves[-1]
    turn = Turn(last.seat, number, tuple(_roll(table, move) for move in moves if move.kind in ROLLS))
    if table.ends_turn(last):
        turn.end, turn.box, turn.keep, turn.ordered = last.kind, last.box, tuple(last.keep), last.ordered
        turn.box_label = table.box_label(rules, last.box) if last.box else ""
    return turn


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
