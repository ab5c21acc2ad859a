"""Robots at real tables: they move as everybody does, under the lock, on dice from the pool."""

from __future__ import annotations

from django.db import transaction

from games import play, sets
from games.models import Match, Seat
from games.robots import Level, choose

MOST_MOVES = 150
"""In one go: a whole triple card, and more than any turn of Dice 10000 takes."""
AT_ONCE = 200


def move_all(match_id: int) -> int:
    """Let the robots of a match move until somebody else is to. Returns the moves they made.

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
    match, seats = play.lock(match_id)
    seat = next((seat for seat in seats if seat.to_move and seat.player and seat.player.robot), None)
    if match.status != Match.Status.RUNNING or seat is None or seat.player is None:
        return False
    seed = f"{match.pk} {match.version}"
    play.act(match, seats, seat, choose(Level(seat.player.robot), match.rules, match.table, seat.index, seed))
    return True


def move_waiting() -> None:
    """Let every robot move that should have by now: its call may have been lost."""
    waiting = Seat.objects.filter(to_move=True).exclude(player__robot="").exclude(player=None)
    for match_id in list(waiting.values_list("match", flat=True).distinct()[:AT_ONCE]):
        move_all(match_id)
