"""What tests of packed logs share."""

from __future__ import annotations

from pathlib import Path

from games import record
from games.packed import Contents, Logged
from tests.games import own_numbers

RECORDS = Path(__file__).parents[1] / "records"
SECOND = 1_000_000


def chain(secret: int, links: int) -> list[str]:
    """So many numbers as a browser makes them, of which this is the last."""
    return [number.hex() for number in own_numbers.chain(secret.to_bytes(16), links)]


FIRST = Contents(
    (
        Logged(0, "roll-off", (), "", (4,), (1001,), (), 1_763_800_000_000_000),
        Logged(1, "roll-off", (), "", (2,), (1002,), (), 1_763_800_000_000_025),
        Logged(0, "roll", (), "", (1, 3, 3, 5, 6), (1003,), ("00ff" * 8,), 1_763_800_007_654_321),
        Logged(0, "roll", (3, 3), "", (2, 3, 6), (1005,), ("",), 1_763_800_011_000_000),
        Logged(0, "score", (), "threes", (), (), (), 1_763_800_011_000_000),
        Logged(1, "timeout", (), "", (), (), (), 1_763_900_011_000_000),
    ),
    {"cards": [{"columns": [[None, 9]], "extras": 0}], "turn": 1, "pace": "turns"},
)
CHAINED = Contents(
    (
        FIRST.moves[2]._replace(
            dice=(1, 3, 3, 5, 6, 2), serials=(1003, 1004), numbers=(chain(7, 4)[0], "00ff" * 8)
        ),
        FIRST.moves[3]._replace(numbers=(chain(7, 4)[1],)),
        FIRST.moves[3]._replace(ordered=True),
        FIRST.moves[3]._replace(seat=1, numbers=(chain(7, 4)[2],)),
        FIRST.moves[3]._replace(numbers=(chain(7, 4)[3],)),
        FIRST.moves[3]._replace(numbers=(chain(7, 4)[2],)),
    ),
    {"turn": 1},
)


def log_of(match: record.Match) -> tuple[Logged, ...]:
    """The moves of a record as the database would keep them, one a second."""
    moves = [
        Logged(throw.seat, "roll-off", (), "", (throw.die,), (throw.serial,), (), 0)
        for throws in match.roll_off
        for throw in throws
    ]
    for entry in match.entries:
        move = entry.move
        moves.append(
            Logged(
                *(entry.seat, move.kind.value, move.keep, move.box, entry.dice, entry.serials, entry.numbers),
                at=0,
            )
        )
    return tuple(move._replace(at=number * SECOND) for number, move in enumerate(moves))
