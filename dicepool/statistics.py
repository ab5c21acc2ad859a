"""Counting dice and asking whether chance explains the counts. Pure: numpy only.

A `Tally` holds counts and can be added to; `checks` turns it into chi-square tests (Pearson 1900).
Dice come as whole sets (an array of shape (n, 5)) or as rolls of 1 to 6 dice (`tally_rolls`, for
"my dice").
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from dicepool.arrays import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Counts = NDArray[np.int64]


def _(text: str) -> str:
    """Mark words for translation, and leave them as they are: pages say them in the reader's language."""
    return text


BAND = 2.5758293035489004
"""Standard deviations on either side of what is expected that hold 99 of 100 counts of fair dice."""
UNUSUAL = 0.05
"""What fair dice do less often than this is called unusual, in words for those who know no chi-square."""
RAREST = 1_000_000
"""Beyond once in so many times it is no use to count."""
LEAST_EXPECTED = 5.0
"""Cells expected less often are counted together with their neighbours (Cochran's rule)."""

FACES = 6
KINDS = (_("five alike"), _("large straight"), _("small straight"), _("anything else"))
LOWEST_SUM = 5


def _zeros(*sizes: int) -> Counts:
    return np.zeros(sizes, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Counts of dice. `sets` counts the rolls; the others are arrays indexed by face minus one."""

    sets: Counts = field(default_factory=lambda: _zeros(1))
    positions: Counts = field(default_factory=lambda: _zeros(6, FACES))
    """By place in the roll, from the first die on, and face."""
    within: Counts = field(default_factory=lambda: _zeros(FACES, FACES))
    """Neighbours in one roll: first and second die, third and fourth, fifth and sixth."""
    between: Counts = field(default_factory=lambda: _zeros(FACES, FACES))
    """The last die of a set and the first die of the next one handed out."""
    kinds: Counts = field(default_factory=lambda: _zeros(len(KINDS)))
    """Rolls of five by the first of KINDS that they are."""
    sums: Counts = field(default_factory=lambda: _zeros(26))
    """Rolls of five by their sum, from 5 to 30."""

    def __add__(self, other: Tally) -> Tally:
        """Both tallies together."""
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    @property
    def rolls(self) -> int:
        """How many rolls were counted."""
        return int(self.sets[0])

    @property
    def dice(self) -> int:
        """How many dice were counted."""
        return int(self.positions.sum())

    def dump(self) -> dict[str, Any]:
        """The tally as JSON values."""
        return {f.name: getattr(self, f.name).tolist() for f in fields(self)}


def load(stored: Mapping[str, Any]) -> Tally:
    """The tally that `dump` stored."""
    return Tally(*(np.array(stored[f.name], dtype=np.int64) for f in fields(Tally)))


def tally(dice: NDArray[np.uint8], before: int | None = None) -> Tally:
    """Count sets handed out one after the other, shape (n, 5); `before` is the last die before them."""
    counted = _count(dice)
    if len(dice):
        tails = dice[:-1, 4] if before is None else np.concatenate(([before], dice[:-1, 4]))
        heads = dice[1:, 0] if before is None else dice[:, 0]
        counted.between[:] = _pairs(tails, heads)
    return counted


def tally_rolls(rolls: Iterable[Sequence[int]]) -> Tally:
    """Count rolls of 1 to 6 dice each, in any order; they are not taken for neighbours."""
    by_length: dict[int, list[Sequence[int]]] = defaultdict(list)
    for roll in rolls:
        by_length[len(roll)].append(roll)
    total = Tally()
    for alike in by_length.values():
        total += _count(np.array(alike, dtype=np.uint8))
    return total


def _count(dice: NDArray[np.uint8]) -> Tally:
    counted = Tally()
    counted.sets[0] = len(dice)
    for place in range(dice.shape[1]):
        counted.positions[place] = np.bincount(dice[:, place] - 1, minlength=FACES)
    for left in range(0, dice.shape[1] - 1, 2):
        counted.within[:] += _pairs(dice[:, left], dice[:, left + 1])
    if dice.shape[1] == 5:
        weights = np.array([1296, 216, 36, 6, 1], dtype=np.int64)
        kinds, sums = _kinds_and_sums()
        drawn = np.bincount((dice - 1) @ weights, minlength=len(kinds))
        counted.kinds[:] = np.bincount(kinds, weights=drawn, minlength=len(KINDS))
        counted.sums[:] = np.bincount(sums, weights=drawn, minlength=26)
    return counted


def _pairs(left: NDArray[Any], right: NDArray[Any]) -> Counts:
    flat = (left.astype(np.int64) - 1) * FACES + (right.astype(np.int64) - 1)
    return np.bincount(flat, minlength=FACES * FACES).reshape(FACES, FACES).astype(np.int64)


def _kind(dice: Sequence[int]) -> int:
    faces = set(dice)
    if len(faces) == 1:
        return 0
    if len(faces) == 5 and max(faces) - min(faces) == 4:
        return 1
    return 2 if any({low, low + 1, low + 2, low + 3} <= faces for low in (1, 2, 3)) else 3


@cache
def _kinds_and_sums() -> tuple[Counts, Counts]:
    """Of all sets in their order: the kind of each, and its sum beyond the lowest."""
    every = list(product(range(1, FACES + 1), repeat=5))
    return np.array([_kind(dice) for dice in every]), np.array([sum(dice) - LOWEST_SUM for dice in every])


@dataclass(frozen=True, slots=True)
class Cell:
    """One count: what was counted (the first and the last of several that were counted together), how often,
    how often fair dice give it on average, and how far that is apart in standard deviations.
    """

    names: tuple[str, ...]
    observed: int
    expected: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Check:
    """One chi-square test. `p` is the chance that fair dice give counts at least as uneven as these."""

    name: str
    title: str
    cells: tuple[Cell, ...]
    chi_square: float
    df: int
    p: float

    @property
    def outside(self) -> int:
        """How many of the cells lie outside the band of chance."""
        return sum(abs(cell.deviation) > BAND for cell in self.cells)

    @property
    def once_in(self) -> int:
        """Fair dice do this about once in so many times, RAREST at most; 0 where it is nothing unusual."""
        return 0 if self.p >= UNUSUAL else round(1 / max(self.p, 1 / RAREST))


def checks(counted: Tally) -> list[Check]:
    """Every test that there are dice enough for."""
    faces = [str(face) for face in range(1, FACES + 1)]
    pairs = [f"{left}-{right}" for left in faces for right in faces]
    even = np.full(FACES, 1 / FACES)
    kinds, sums = _chances()
    places = [place for place in range(6) if counted.positions[place].sum()]
    found = [
        _check("faces", _("Faces"), faces, [counted.positions.sum(axis=0)], even),
        _check(
            "positions",
            _("Faces by position"),
            [f"{place + 1}: {face}" for place in places for face in faces],
            [counted.positions[place] for place in places],
            even,
        ),
        _check("within", _("Neighbours within a set"), pairs, [counted.within.ravel()], np.full(36, 1 / 36)),
        _check(
            "between", _("Neighbours between sets"), pairs, [counted.between.ravel()], np.full(36, 1 / 36)
        ),
        _check("kinds", _("Five alike and straights"), list(KINDS), [counted.kinds], kinds),
        _check("sums", _("Sums of five"), [str(n) for n in range(5, 31)], [counted.sums], sums),
    ]
    return [check for check in found if check]


def _chances() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of each kind, and of each sum."""
    kinds, sums = _kinds_and_sums()
    return np.bincount(kinds, minlength=len(KINDS)) / len(kinds), np.bincount(sums, minlength=26) / len(sums)


def _check(
    name: str, title: str, labels: Sequence[str], rows: Sequence[Counts], chances: NDArray[np.float64]
) -> Check | None:
    """The test of one or more independent rows of counts that share their chances."""
    cells: list[Cell] = []
    statistic, df = 0.0, 0
    for number, row in enumerate(rows):
        total = int(row.sum())
        names = labels[number * len(row) : (number + 1) * len(row)]
        observed, expected, merged = _merge(row, total * chances, names)
        if len(observed) < 2:
            continue
        statistic += float(((observed - expected) ** 2 / expected).sum())
        df += len(observed) - 1
        spread = np.sqrt(expected * (1 - expected / total))
        for together, seen, mean, sd in zip(merged, observed, expected, spread, strict=True):
            cells.append(Cell(together, int(seen), float(mean), float((seen - mean) / sd)))
    if not cells:
        return None
    return Check(name, title, tuple(cells), statistic, df, tail(statistic, df))


def tail(chi_square: float, df: int) -> float:
    """The chance that a chi-square variable with `df` degrees of freedom is at least so large.

    In closed form: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.4.4 for an odd `df`,
    26.4.5 for an even one. Raises ValueError unless 0 <= chi_square < inf and df >= 1.
    """
    if not 0 <= chi_square < math.inf or df < 1:
        raise ValueError(f"There is no chi-square of {chi_square} with {df} degrees of freedom.")
    half = chi_square / 2
    if not half:
        return 1.0
    # No term is negative, so none takes digits from another; and as logarithms they do not overflow.
    terms = [math.erfc(math.sqrt(half))] if df % 2 else []
    for twice in range(df % 2, df, 2):  # twice the power of `half`: 1/2, 3/2, 5/2 … or 0, 1, 2 …
        power = twice / 2
        terms.append(math.exp(power * math.log(half) - half - math.lgamma(power + 1)))
    return min(1.0, math.fsum(terms))


def _merge(
    row: Counts, expected: NDArray[np.float64], names: Sequence[str]
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[tuple[str, ...]]]:
    """Join cells that are expected too seldom with the next one, and the last with the one before."""
    seen: list[float] = []
    means: list[float] = []
    labels: list[list[str]] = []
    for count, mean, name in zip(row, expected, names, strict=True):
        if means and means[-1] < LEAST_EXPECTED:
            seen[-1] += float(count)
            means[-1] += float(mean)
            labels[-1].append(name)
        else:
            seen.append(float(count))
            means.append(float(mean))
            labels.append([name])
    if len(means) > 1 and means[-1] < LEAST_EXPECTED:
        last_seen, last_mean, last_names = seen.pop(), means.pop(), labels.pop()
        seen[-1] += last_seen
        means[-1] += last_mean
        labels[-1] += last_names
    joined = [tuple(dict.fromkeys((names[0], names[-1]))) for names in labels]
    return np.array(seen), np.array(means), joined
