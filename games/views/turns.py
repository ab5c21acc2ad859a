"""The move log in the words of the table: turns, with their rolls, the dice kept, and how they ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.models import Move
from games.rules.base import Dice, Kind

ENDS = {Kind.SCORE, Kind.BANK, Kind.RESIGN, Kind.TIMEOUT}


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll: the dice as they lay after it, how many of them had been kept, the sets they came from."""

    dice: Dice
    kept: int
    serials: tuple[int, ...]
    numbers: tuple[str, ...] = ()
    """For each set the player's own number that turned it, or nothing; none at all in matches of old."""
    set_aside: Dice = ()
    """Dice 10000: what was set aside before this roll; those dice lie on the table no more."""
    picked_up: bool = False

    @property
    def unturned(self) -> bool:
        """Whether a set fell as it lay, without a number of the player's."""
        return not all(self.numbers)


@dataclass(slots=True)
class Turn:
    """What a seat did until play passed on. `end` is empty while the turn goes on, or after a bust."""

    seat: int
    number: int
    rolls: list[Roll] = field(default_factory=list)
    end: str = ""
    box: str = ""
    keep: Dice = ()

    @property
    def done(self) -> bool:
        """Whether the turn was ended by a choice of the player's."""
        return bool(self.end)


def turns(moves: Iterable[Move], *, aside: bool) -> list[Turn]:
    """Group moves, oldest first, into turns. `aside`: kept dice leave the table, as in Dice 10000.

    The first turn may lack its beginning when the log was cut. Turns of several seats may run side by
    side, as in a split match; a roll-off is no turn.
    """
    found: list[Turn] = []
    running: dict[int, Turn] = {}
    for move in moves:
        if move.kind == Move.ROLL_OFF:
            continue
        turn = running.get(move.seat)
        # A bust leaves no move of its own: a roll that sets nothing aside begins a turn.
        fresh_hand = aside and not move.keep and move.kind in {Kind.ROLL, Kind.PICK_UP}
        if turn is None or fresh_hand:
            turn = running[move.seat] = Turn(move.seat, len(found) + 1)
            found.append(turn)
        if move.kind in {Kind.ROLL, Kind.PICK_UP}:
            kept = () if aside else tuple(move.keep)
            turn.rolls.append(
                Roll(
                    (*kept, *move.dice),
                    len(kept),
                    tuple(move.serials),
                    tuple(move.numbers),
                    tuple(move.keep) if aside else (),
                    move.kind == Kind.PICK_UP,
                )
            )
        if move.kind in ENDS:
            turn.end, turn.box, turn.keep = move.kind, move.box, tuple(move.keep)
            del running[move.seat]
    return found


def last_turns(moves: Iterable[Move], *, aside: bool) -> dict[int, Turn]:
    """The latest turn of each seat that has begun to roll or has ended one."""
    return {turn.seat: turn for turn in turns(moves, aside=aside)}
