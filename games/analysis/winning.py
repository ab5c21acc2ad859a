"""The chance to end with the highest total, from what is expected of every seat.

A total is the sum of many boxes, and taken as normal. Near the end it is not: a last box is full or empty. So
an outlook is a mixture: what the next turn may bring, each with its chance, and normal from there on; with
one box left it is exact. Equal totals share the win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
LEAST = 1e-6
"""Points²: below this variance a total is certain."""
SAME = 1e-3
"""Points: certain totals that differ by less are equal; tables are exact to far less."""
REACH = 6.0
"""Standard deviations beyond which nothing is expected to happen."""
STEP = 0.5
"""Points between the totals for which it is reckoned whether several rivals are passed."""
NODES = 24


@dataclass(frozen=True)
class Outlook:
    """What a seat's total may be: normal ones, each with its weight, mean and variance [parts]."""

    weights: Array
    means: Array
    variances: Array


def plain(mean: float, variance: float) -> Outlook:
    """The outlook of one normal total."""
    return Outlook(np.ones(1), np.array([mean]), np.array([variance]))


def below(deviations: Array) -> Array:
    """The normal distribution function, to 10⁻⁷ (Abramowitz and Stegun, 26.2.17)."""
    size = np.abs(deviations)
    t = 1 / (1 + 0.2316419 * size)
    series = t * 1.330274429
    for factor in (-1.821255978, 1.781477937, -0.356563782, 0.319381530):
        series += factor
        series *= t
    series *= np.exp(-0.5 * size * size)
    series *= 0.3989422804014327
    return np.where(deviations > 0, 1 - series, series)


def passed(by: Array, variance: Array) -> Array:
    """The chance that a normal difference is above 0, and half of that it is 0."""
    sure = variance < LEAST
    if not sure.any():
        return below(by / np.sqrt(variance))
    found = below(by / np.sqrt(np.where(sure, 1.0, variance)))
    return np.where(sure, np.where(np.abs(by) < SAME, 0.5, by > 0), found)


class Rivals:
    """Those whom a seat has to pass: says how likely a total of its own is the highest."""

    def __init__(self, outlooks: Sequence[Outlook]) -> None:
        self._outlooks = tuple(outlooks)
        self._grid: tuple[Array, Array] | None = None if len(self._outlooks) < 2 else self._beaten()

    def _beaten(self) -> tuple[Array, Array]:
        """Totals step by step, and the chance of each to be the highest."""
        spread = [REACH * np.sqrt(one.variances) + 1 for one in self._outlooks]
        low = min((one.means - wide).min() for one, wide in zip(self._outlooks, spread, strict=True))
        high = max((one.means + wide).max() for one, wide in zip(self._outlooks, spread, strict=True))
        totals = np.arange(np.floor(low), np.ceil(high) + STEP, STEP)
        chances = np.ones(len(totals))
        for one in self._outlooks:
            chances *= _against(one, totals, np.zeros(len(totals)))
        return totals, chances

    def chances(self, means: Array, variances: Array) -> Array:
        """The chance to win with normal totals of these means and variances."""
        if not self._outlooks:
            return np.ones(len(means))
        if self._grid is None:
            return _against(self._outlooks[0], means, variances)
        at, weights = _nodes()
        totals = means[:, None] + np.sqrt(variances)[:, None] * at
        found: Array = np.interp(totals, *self._grid) @ weights
        return found

    def chance(self, outlook: Outlook) -> float:
        """The chance of a seat to win."""
        return float(outlook.weights @ self.chances(outlook.means, outlook.variances))


def _against(rival: Outlook, means: Array, variances: Array) -> Array:
    if len(rival.weights) == 1:
        return passed(means - rival.means, variances + rival.variances)
    by = means[:, None] - rival.means
    found: Array = passed(by, variances[:, None] + rival.variances) @ rival.weights
    return found


@cache
def _nodes() -> tuple[Array, Array]:
    """Where, in standard deviations, and how much a normal total counts (Gauss and Hermite)."""
    at, weights = np.polynomial.hermite_e.hermegauss(NODES)
    return at, weights / weights.sum()


def chances(outlooks: Sequence[Outlook | None]) -> tuple[float, ...]:
    """Every seat's chance to have the highest total; None is a seat that can no longer win. They add up to
    1."""
    found = [
        0.0 if own is None else Rivals([*_known(outlooks[:seat]), *_known(outlooks[seat + 1 :])]).chance(own)
        for seat, own in enumerate(outlooks)
    ]
    whole = sum(found)
    return tuple(one / whole for one in found)


def _known(outlooks: Sequence[Outlook | None]) -> list[Outlook]:
    return [one for one in outlooks if one is not None]
