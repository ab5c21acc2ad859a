"""Moves that nobody waits for a player to make: those of robots, and those of standing orders.

They are made as everybody makes them, under the lock, on dice from the pool.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.analysis.base import Advisor
from games.coach import advice
from games.match import orders, play, sets
from games.match.locked import Locked
from games.models import Match, Seat
from games.rules.base import Move, Rules
from games.tables.robots import Level, choose

MOST_MOVES = 150
"""In one go: a whole triple card, and more than any turn of Dice 10000 takes."""
AT_ONCE = 200
"""Matches of robots, and as many of standing orders, that one call looks at."""
WAITING = {"robots": ~Q(player__level=""), "orders": Q(player__level="") & ~Q(orders={})}
_reached = dict.fromkeys(WAITING, 0)
"""The match that this process looked at last."""


def move_all(match_id: int) -> int:
    """Let robots and standing orders move at a match until somebody else is to. Returns the moves they made.

    Safe to run twice at once: each move is chosen and made under the lock of the match.
    """
    for made in range(MOST_MOVES):
        try:
            moved = _move_once(match_id)
        except sets.Unreserved:
            play.reserve_missing(match_id)
            moved = _move_once(match_id)
        if not moved:
            return made
    return MOST_MOVES


@transaction.atomic
def _move_once(match_id: int) -> bool:
    locked = play.lock(match_id)
    if locked.match.status != Match.Status.RUNNING:
        return False
    for seat, move, ordered in _moves(locked):
        play.act(locked, seat, move, ordered=ordered)
        return True
    return False


def _moves(locked: Locked) -> Iterator[tuple[Seat, Move, bool]]:
    """What is to be done at the table by no hand: the seat, its move, and whether it was ordered."""
    match = locked.match
    for seat in locked.seats:
        if not seat.to_move or seat.player is None:
            continue
        if seat.player.level:
            seed = f"{match.pk} {match.version}"
            level, rules = Level(seat.player.level), match.rules
            yield seat, choose(level, rules, match.table, seat.index, seed, _advisor(rules)), False
        elif (move := orders.move_of(locked, seat)) is not None:
            yield seat, move, True


def _advisor(rules: Rules[Any]) -> Advisor[Any, Any] | None:
    """Who knows the game; None as long as its tables are being made: robots do not let people wait."""
    try:
        return advice.advisor(rules)
    except (advice.NotReady, LookupError):
        return None


def move_waiting() -> None:
    """Let those move that should have by now, for the call may have been lost: so many robots, and so many
    standing orders, of which most may have nothing to say. Each call goes on behind the last one of this
    process, also where a match raised, so that everybody is reached in the end.
    """
    for whose, seats in WAITING.items():
        for match_id in _next(whose, seats):
            _reached[whose] = match_id
            move_all(match_id)


def _next(whose: str, seats: Q) -> list[int]:
    """The matches that come next, in the order of their keys, from the first again after the last."""
    waiting = Seat.objects.filter(seats, player__isnull=False, to_move=True)
    matches = waiting.order_by("match").values_list("match", flat=True).distinct()
    found = list(matches.filter(match__gt=_reached[whose])[:AT_ONCE])
    return found + list(matches.filter(match__lte=_reached[whose])[: AT_ONCE - len(found)])
