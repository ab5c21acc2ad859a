"""The chance to end with the highest total, from what is expected of every seat.

A total is the sum of many boxes, and taken as normal; where a seat has finished, its total is certain. Equal
totals share the win: between two normal ones the shares of a tie are those of its two sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import erfc, inf, sqrt

import numpy as np
from numpy.typing import NDArray

from games.analysis.base import Worth

Array = NDArray[np.float64]
LEAST = 1e-9
"""Points²: below this variance a total is certain."""
REACH = 6.0
"""Standard deviations beyond which nothing is expected to happen."""
NODES = 24


def below(deviations: Array) -> Array:
    """The normal distribution function, to 10⁻⁷ (Abramowitz and Stegun, 26.2.17)."""
    size = np.abs(deviations)
    t = 1 / (1 + 0.2316419 * size)
    series = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    tail = np.exp(-0.5 * size * size) * series * 0.3989422804014327
    return np.where(deviations > 0, 1 - tail, tail)


def ahead(mean: float, variance: float) -> float:
    """The chance that a normal difference is above 0, and half of that it is 0."""
    if variance < LEAST:
        return 0.5 if abs(mean) < LEAST else float(mean > 0)
    return 0.5 * erfc(-mean / sqrt(2 * variance))


class Rivals:
    """Those whom a seat has to pass: says how likely a total of its own is the highest."""

    def __init__(self, worths: Sequence[Worth]) -> None:
        self._worths = tuple(worths)
        self._grid: tuple[Array, Array] | None = None if len(self._worths) < 2 else self._beaten()

    def _beaten(self) -> tuple[Array, Array]:
        """Totals in steps of half a point, and the chance of each to be the highest."""
        spread = [REACH * sqrt(one.variance) + 1 for one in self._worths]
        low = min(one.mean - wide for one, wide in zip(self._worths, spread, strict=True))
        high = max(one.mean + wide for one, wide in zip(self._worths, spread, strict=True))
        totals = np.arange(np.floor(low), np.ceil(high) + 0.5, 0.5)
        chances = np.ones(len(totals))
        for one in self._worths:
            chances *= _passed(totals - one.mean, np.full(len(totals), one.variance))
        return totals, chances

    def chances(self, mean: Array, variance: Array) -> Array:
        """The chance to win with totals of these means and variances."""
        if not self._worths:
            return np.ones(len(mean))
        if self._grid is None:
            (one,) = self._worths
            return _passed(mean - one.mean, variance + one.variance)
        at, weights = _nodes()
        totals = mean[:, None] + np.sqrt(variance)[:, None] * at
        return np.interp(totals, *self._grid) @ weights


def _passed(mean: Array, variance: Array) -> Array:
    sure = variance < LEAST
    found = below(mean / np.sqrt(np.where(sure, 1.0, variance)))
    return np.where(sure, np.where(np.abs(mean) < LEAST, 0.5, mean > 0), found)


@cache
def _nodes() -> tuple[Array, Array]:
    """Where, in standard deviations, and how much a normal total counts (Gauss and Hermite)."""
    at, weights = np.polynomial.hermite_e.hermegauss(NODES)
    return at, weights / weights.sum()


def chances(worths: Sequence[Worth | None]) -> tuple[float, ...]:
    """Every seat's chance to have the highest total; None is a seat that can no longer win."""
    seats = [seat for seat, one in enumerate(worths) if one is not None]
    known = [one for one in worths if one is not None]
    if len(known) == 2:
        first = ahead(known[0].mean - known[1].mean, known[0].variance + known[1].variance)
        shares = [first, 1 - first]
    else:
        shares = [
            float(
                Rivals([*known[:own], *known[own + 1 :]]).chances(
                    np.array([one.mean]), np.array([one.variance])
                )[0]
            )
            for own, one in enumerate(known)
        ]
        whole = sum(shares) or inf
        shares = [share / whole for share in shares]
    found = [0.0] * len(worths)
    for seat, share in zip(seats, shares, strict=True):
        found[seat] = share
    return tuple(found)
