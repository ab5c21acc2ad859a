"""Ratings: what a finished match makes of its players' numbers (rules.md, "Ratings").

Matches for two are rated by Glicko-2, those for three and more by Weng and Lin's method; a player has
one number of each kind and game. Both live on one scale: 1500 is where everybody starts, and 400 more
means ten to one. Pure: days that have passed are handed in.

Sources: Mark Glickman, "Example of the Glicko-2 system" (2022); Ruby Weng and Chih-Jen Lin, "A Bayesian
approximation method for online ranking" (JMLR 12, 2011), algorithm 1, by `openskill`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt

from openskill.models import BradleyTerryFull

LOWEST, HIGHEST = 100.0, 4000.0
SUREST, VAGUEST = 30.0, 350.0
STEADIEST, WILDEST = 0.01, 0.1
PROVISIONAL = 110.0
SCALE = 400 / log(10)
"""Points of the number shown in one unit of Glickman's own scale: 173.7178."""
TAU = 0.5
"""How readily volatility changes; Glickman advises 0.3 to 1.2."""
PERIOD = 5.0
"""Days without a match that widen a deviation as much as one match does."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a player's strength: `mean`, give or take `deviation`.

    `volatility` is how much the strength itself is thought to waver; only Glicko-2 moves it. All
    three are kept within bounds far outside what play leads to, so no result can break a number.
    """

    mean: float = 1500.0
    deviation: float = VAGUEST
    volatility: float = 0.06

    def __post_init__(self) -> None:
        object.__setattr__(self, "mean", min(max(self.mean, LOWEST), HIGHEST))
        object.__setattr__(self, "deviation", min(max(self.deviation, SUREST), VAGUEST))
        object.__setattr__(self, "volatility", min(max(self.volatility, STEADIEST), WILDEST))

    @property
    def provisional(self) -> bool:
        """Whether too little is known yet: about the first dozen matches, and after years away."""
        return self.deviation > PROVISIONAL

    @property
    def number(self) -> int:
        """The number to show."""
        return round(self.mean)


DUEL = Rating()
"""Where everybody starts, and who restarts starts again, in matches for two."""
TABLE = Rating(deviation=200.0)
"""The same in matches for three and more.

Less wide, because each of them is several results at once: from 350, a first match of eight would
throw a beginner to either end of the list.
"""

# Deviation of one performance: two of them make the scale of a duel (125 √2 ≈ SCALE). The rest are the
# library's own proportions.
_WENG_LIN = BradleyTerryFull(mu=TABLE.mean, sigma=TABLE.deviation, beta=125.0, tau=2.0)


def after_duel(a: Rating, b: Rating, score: float) -> tuple[Rating, Rating]:
    """The ratings of both after one match; `score` is that of a: 1 won, 0.5 drawn, 0 lost.

    Every match is a rating period of its own, so that a number moves when its match ends.
    """
    return after_period(a, [(b, score)]), after_period(b, [(a, 1 - score)])


def after_period(rating: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """One player's rating after one or more results (opponent, score), taken as simultaneous.

    The steps are numbered as in Glickman's paper.
    """
    mean, deviation = (rating.mean - DUEL.mean) / SCALE, rating.deviation / SCALE  # step 2
    information = surplus = 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation)
        expected = _expected(weight * (rating.mean - opponent.mean))
        information += weight**2 * expected * (1 - expected)
        surplus += weight * (score - expected)
    variance = 1 / information  # step 3
    volatility = _volatility(rating.volatility, deviation, variance, variance * surplus)  # steps 4, 5
    before = deviation**2 + volatility**2  # step 6
    after = 1 / (1 / before + information)  # step 7
    return Rating(DUEL.mean + SCALE * (mean + after * surplus), SCALE * sqrt(after), volatility)


def _weight(deviation: float) -> float:
    """How much a result against somebody of this deviation tells: Glickman's g."""
    return 1 / sqrt(1 + 3 * (deviation / SCALE / pi) ** 2)


def _expected(lead: float) -> float:
    return 1 / (1 + exp(-lead / SCALE))


def _volatility(volatility: float, deviation: float, variance: float, improvement: float) -> float:
    """Step 5: the new volatility, the zero of f, found by the Illinois method."""
    start = log(volatility**2)
    known = deviation**2 + variance

    def f(x: float) -> float:
        pull = exp(x) * (improvement**2 - known - exp(x)) / (2 * (known + exp(x)) ** 2)
        return pull - (x - start) / TAU**2

    left, step = start, 1
    if improvement**2 > known:
        right = log(improvement**2 - known)
    else:
        while f(start - step * TAU) < 0:
            step += 1
        right = start - step * TAU
    f_left, f_right = f(left), f(right)
    while abs(right - left) > 1e-6:
        middle = left + (left - right) * f_left / (f_right - f_left)
        f_middle = f(middle)
        if f_middle * f_right <= 0:
            left, f_left = right, f_right
        else:
            f_left /= 2
        right, f_right = middle, f_middle
    return exp(left / 2)


def after_match(ratings: Sequence[Rating], places: Sequence[int]) -> tuple[Rating, ...]:
    """The ratings of three or more players after one match, in their order.

    `places` are those of the result: 1 is first, equal places are shared. Raises ValueError when there
    are fewer than three players, or not as many places.
    """
    if len(ratings) < 3 or len(ratings) != len(places):
        raise ValueError("A match for three or more takes one place for each player.")
    teams = [[_WENG_LIN.rating(mu=rating.mean, sigma=rating.deviation)] for rating in ratings]
    rated = _WENG_LIN.rate(teams, ranks=list(places))
    return tuple(
        replace(rating, mean=new.mu, deviation=new.sigma)
        for rating, [new] in zip(ratings, rated, strict=True)
    )


def rested(rating: Rating, days: float, start: Rating = DUEL) -> Rating:
    """The rating after so many days without a match: less sure, but never less than at the start."""
    widened = sqrt(rating.deviation**2 + (SCALE * rating.volatility) ** 2 * max(days, 0.0) / PERIOD)
    return replace(rating, deviation=max(rating.deviation, min(widened, start.deviation)))


def chance(a: Rating, b: Rating) -> float:
    """The score that a may expect against b, from 0 to 1, both deviations considered."""
    return _expected(_weight(sqrt(a.deviation**2 + b.deviation**2)) * (a.mean - b.mean))
