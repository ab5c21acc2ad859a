"""What earns an achievement in Dice 10000 and Pig. Pure; the states are those of `games.rules`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from games.deeds.seen import Seen
from games.replay import Step
from games.rules.base import Kind
from games.rules.pig.game import TARGET
from games.rules.pig.turn import End as PigEnd
from games.rules.ten_thousand.turn import End

LARGE, PICKED_UP, FIFTY = 3000, 2000, 50
FEWEST_TURNS = 5
"""Turns of Dice 10000 without a bust from which on it is more than luck."""
QUICK = 3


def turns(seen: Seen) -> Iterator[list[Step]]:
    """The seat's turns, each with its moves."""
    for _turn, steps in groupby(seen.mine, key=lambda step: step.turn):
        yield list(steps)


def banked(seen: Seen, turn: list[Step]) -> int:
    """The points that a turn has banked; 0 where it ended otherwise."""
    last = turn[-1]
    if last.kind is not Kind.BANK:
        return 0
    return int(last.after.banked[seen.seat] - last.before.banked[seen.seat])


def large_sweep(seen: Seen) -> bool:
    """In one turn of Dice 10000 all six dice set aside, and 3,000 points or more banked."""
    return any(banked(seen, turn) >= LARGE and any(map(_sweeps, turn)) for turn in turns(seen))


def _sweeps(step: Step) -> bool:
    return bool(step.entry.move.keep) and len(step.entry.move.keep) == len(step.before.roll)


def six_alike(seen: Seen) -> bool:
    """Won by six alike."""
    return bool(seen.final.six_alike == seen.seat)


def no_bust(seen: Seen) -> bool:
    """Won a usual match of Dice 10000 without a bust."""
    mine = list(turns(seen))
    busts = any(_ended(seen, step) is End.BUST for step in seen.mine)
    return seen.won and seen.played_out and seen.usual and len(mine) >= FEWEST_TURNS and not busts


def picked_up(seen: Seen) -> bool:
    """Picked up what another had left, and banked 2,000 or more."""
    return any(
        turn[0].kind is Kind.PICK_UP and banked(seen, turn) >= PICKED_UP for turn in turns(seen) if turn
    )


def last_round(seen: Seen) -> bool:
    """Somebody else opened the last round, and was passed in it."""
    opener = seen.final.opener
    alike = seen.final.six_alike is not None
    return seen.won and seen.played_out and not alike and opener is not None and opener != seen.seat


def far_behind(seen: Seen) -> bool:
    """Behind by half of the target, and won."""
    if not (seen.won and seen.played_out):
        return False
    return any(2 * seen.lead(step.after) <= -step.after.target for step in seen.steps)


def fifty(seen: Seen) -> bool:
    """Fifty points banked in one turn of Pig with one die."""
    return seen.final.dice == 1 and any(banked(seen, turn) >= FIFTY for turn in turns(seen))


def no_one(seen: Seen) -> bool:
    """Won Pig to the usual target or beyond, in three turns or more, without a 1."""
    ones = any(_ended(seen, step) in (PigEnd.ONE, PigEnd.DOUBLE_ONE) for step in seen.mine)
    enough = sum(1 for _turn in turns(seen)) >= QUICK
    return seen.won and seen.played_out and seen.final.target >= TARGET and enough and not ones


def quick(seen: Seen) -> bool:
    """Won Pig to the usual target or beyond within three turns."""
    count = sum(1 for _turn in turns(seen))
    return seen.won and seen.played_out and seen.final.target >= TARGET and count <= QUICK


def _ended(seen: Seen, step: Step) -> object:
    """How the step ended the seat's turn, None where it did not."""
    last = step.after.last
    ended = last is not None and last is not step.before.last and last.seat == seen.seat
    return last.end if ended else None
