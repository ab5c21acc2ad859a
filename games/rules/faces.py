"""What dice show: counting faces, runs, and choosing some dice out of a roll."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product

from games.rules.base import Dice, IllegalMove
from games.said import gettext as _

FACES = range(1, 7)


def counts(dice: Iterable[int]) -> tuple[int, ...]:
    """How many of the dice show 1, 2, 3, 4, 5 and 6: six numbers."""
    shown = [0] * 6
    for face in dice:
        shown[face - 1] += 1
    return tuple(shown)


def most_alike(dice: Iterable[int]) -> int:
    """How many dice show the commonest face; 0 without dice."""
    return max(counts(dice))


def longest_run(dice: Iterable[int]) -> int:
    """The length of the longest run of consecutive faces: 4 for 2-3-4-5-5, 1 for 6-6-6."""
    longest = run = 0
    for count in counts(dice):
        run = run + 1 if count else 0
        longest = max(longest, run)
    return longest


def are_faces(dice: Iterable[object]) -> bool:
    """Whether each is a whole number from 1 to 6: 2.0 and True are none."""
    return all(type(face) is int and face in FACES for face in dice)


def check_dice(dice: Iterable[int], wanted: int) -> None:
    """Raise IllegalMove unless there are as many dice as wanted, each a whole number from 1 to 6."""
    rolled = tuple(dice)
    if len(rolled) != wanted or not are_faces(rolled):
        raise IllegalMove(_("This move takes %(wanted)s dice, each a face from 1 to 6.") % {"wanted": wanted})


def holds(dice: Iterable[int], wanted: Iterable[int]) -> bool:
    """Whether the wanted faces can all be taken out of the dice, each die used once."""
    left = list(dice)
    for face in wanted:
        if face not in left:
            return False
        left.remove(face)
    return True


@cache
def selections(dice: Dice) -> tuple[Dice, ...]:
    """Every different choice of faces out of the dice, sorted, from none to all of them.

    Pass the dice sorted: there are then only 252 rolls of five to remember.
    """
    some_of_each = (range(count + 1) for count in counts(dice))
    return tuple(
        tuple(face for face, count in zip(FACES, taken, strict=True) for _ in range(count))
        for taken in product(*some_of_each)
    )


def take(dice: Dice, wanted: Dice) -> Dice:
    """The wanted faces in the order in which they lie among the dice, which must hold them."""
    left = list(wanted)
    taken = []
    for face in dice:
        if face in left:
            left.remove(face)
            taken.append(face)
    return tuple(taken)
