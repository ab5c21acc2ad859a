"""Roll-offs: who is still level, again and again, and what the dice thrown so far have decided.

rules.md, "Organised play": "a roll-off, repeated until it is decided". The first die that differs
decides; those whose dice are all the same roll again, alone. A die once thrown stands: whoever becomes
level with others later, by a corrected result, catches up die by die.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from ladders.formats.base import Entrant, RollOff


def settle(level: Iterable[Entrant], round_: int = 0) -> tuple[dict[int, Fraction], tuple[RollOff, ...]]:
    """What their dice have decided among those who are level in all else, and who has to throw now.

    The dice are those for ties of this round, or for the table where it is 0. The first are a number
    for each entrant, the higher the better: 5, then 3, is 5.3. It leaves out dice that not all who are
    level have thrown, so equal numbers are equal ranks until they have.
    """
    worth: dict[int, Fraction] = defaultdict(Fraction)
    waiting: list[RollOff] = []
    groups = [(tuple(level), 0)]
    while groups:
        here, place = groups.pop(0)
        if len(here) < 2:
            continue
        lacking = tuple(entrant.id for entrant in here if len(entrant.dice(round_)) <= place)
        if lacking:
            waiting.append(RollOff(lacking, round_))
            continue
        by_die: dict[int, list[Entrant]] = defaultdict(list)
        for entrant in here:
            die = entrant.dice(round_)[place]
            worth[entrant.id] += die * Fraction(1, 10) ** place
            by_die[die].append(entrant)
        groups += [(tuple(by_die[die]), place + 1) for die in sorted(by_die, reverse=True)]
    return dict(worth), tuple(waiting)
