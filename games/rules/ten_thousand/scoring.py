"""What dice are worth in Dice 10000: the scoring sets and the partition worth most (rules.md, "DK")."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

from games.rules.base import Dice

FACES = (1, 2, 3, 4, 5, 6)
BOXCAR = 750
"""Points of three pairs of different faces."""

Counts = tuple[int, ...]


class Scoring(StrEnum):
    """Which sets count. Values are those of the option and of the record."""

    STANDARD = "standard"
    ALTERNATIVE = "alternative"


def is_three_pairs(dice: Dice) -> bool:
    """Whether the dice are six, in three pairs of different faces: four alike and a pair are not."""
    return sorted(map(dice.count, FACES)) == [0, 0, 0, 2, 2, 2]


def is_six_alike(dice: Dice) -> bool:
    """Whether the dice are six of one face, which wins the match when they come in one roll."""
    return len(dice) == 6 and len(set(dice)) == 1


def worth(dice: Dice, scoring: Scoring) -> int:
    """Points of dice of one roll, by the partition into scoring sets that is worth most.

    0 when they are no dice, or cannot all be put into sets. Six alike win the match before they can
    be set aside; here they count as whatever smaller sets they hold.
    """
    return _best(_counts(dice), scoring) or 0


def keeps(roll: Dice, scoring: Scoring) -> tuple[Dice, ...]:
    """Every distinct choice of dice of the roll that is wholly made of scoring sets, each sorted.

    Fewer dice come first. Empty when nothing in the roll scores.
    """
    return _keeps(tuple(sorted(roll)), scoring)


@cache
def scoring_chance(dice: int, scoring: Scoring) -> Fraction:
    """The exact chance that a roll of 1 to 6 dice holds a scoring set, by counting every outcome."""
    scored = sum(bool(keeps(roll, scoring)) for roll in product(FACES, repeat=dice))
    return Fraction(scored, 6**dice)


def _counts(dice: Dice) -> Counts:
    return tuple(map(dice.count, FACES))


@cache
def _sets(scoring: Scoring, lowest: int) -> tuple[tuple[Counts, int], ...]:
    """The scoring sets whose lowest face is `lowest`, as counts per face, with their points."""
    sets: list[tuple[Dice, int]] = [((1,), 100), ((5,), 50), (FACES, 2000)]
    for face in FACES:
        triple = 1000 if face == 1 else 100 * face
        sets += [((face,) * alike, triple * times) for alike, times in ((3, 1), (4, 2), (5, 4))]
    sets += [(faces * 2, BOXCAR) for faces in combinations(FACES, 3)]
    if scoring is Scoring.ALTERNATIVE:
        sets += [(FACES[:5], 1000), (FACES[1:], 1000)]
        sets += [((three,) * 3 + (two,) * 2, 750) for three, two in permutations(FACES, 2)]
    return tuple((_counts(dice), points) for dice, points in sets if min(dice) == lowest)


@cache
def _best(counts: Counts, scoring: Scoring) -> int | None:
    """The most that dice with these counts score when all are put into sets, None when they cannot be.

    The lowest die has to be in some set: each set it can be in is tried, and the rest is the same
    question again. Six dice make 923 different counts, so the cache stays small.
    """
    lowest = next((face for face, count in zip(FACES, counts, strict=True) if count), None)
    if lowest is None:
        return 0
    best = None
    for needed, points in _sets(scoring, lowest):
        left = tuple(have - need for have, need in zip(counts, needed, strict=True))
        more = None if min(left) < 0 else _best(left, scoring)
        if more is not None:
            best = max(best or 0, points + more)
    return best


@cache
def _keeps(roll: Dice, scoring: Scoring) -> tuple[Dice, ...]:
    choices = {dice for size in range(1, len(roll) + 1) for dice in combinations(roll, size)}
    return tuple(
        sorted((dice for dice in choices if worth(dice, scoring)), key=lambda dice: (len(dice), dice))
    )
