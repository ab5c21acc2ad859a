"""How near to perfect somebody decides, beside everybody else: figures of many matches, and how unlikely they
are for somebody who plays by themselves.

Looked at are a player's latest `WINDOW` matches of a game, as many of everybody, and in them the decisions
that are hard, where the next best choice costs little: what is easy all get right. Whoever plays by
themselves misses many of these, the best by far nearly half; whoever asks perfect play misses none. The
share that was best is taken by the logarithm of its odds, which is near to normal over players: each step in
strength adds about as much. So the players of a game and a rating, the one in question left out, foretell
what one more of them shows (the prediction interval of a normal sample, by Student's distribution). The
chance of so much or more is multiplied by the number of players that are looked at (Bonferroni): where all
play honestly, a look at all the players of a game marks anybody in at most `FALSE_ALARMS` of cases, with a
`RESERVE` for what is not quite normal. Tests hold that against simulated sites of real cards
(tests/games/analysis/test_fair_play.py): with the reserve, none of hundreds had an alarm, while whoever
followed perfect play in 15 of 25 matches was always marked.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, lgamma, log, sqrt

from games.analysis.review import Sums

WINDOW = 25
"""Matches of a game that are looked at, a player's latest; with fewer nothing is said."""
LEAST_HARD = 50
"""Hard decisions in them, at least."""
FEWEST = 30
"""Players of a game, or of one band of ratings in it, with whom one can be compared."""
FALSE_ALARMS = 0.01
"""In how many looks at all the players of a game somebody honest may be marked, at most."""
RESERVE = 10
"""By how much rarer that would be if players were spread normally. On simulated sites where they are spread
as people are, an alarm that ought to come once in a hundred looks came twice."""
LEAST_DEVIATION = 0.25
"""Nobody stands out by a smaller deviation than one of this, however alike all others play: to be right a
little more often proves nothing."""
UNIT = 100
"""Measures are whole numbers, so that sums of them can be taken apart again exactly: hundredths."""
BANDS = (1300, 1450, 1600, 1750)
"""Ratings at which the next band begins."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a player decided in some matches: how often, how often nothing was better, the same where it was
    hard, what it cost in all and what choosing blindly would have, in points, or in a race in chance.
    """

    matches: int = 0
    decisions: int = 0
    best: int = 0
    hard: int = 0
    hard_best: int = 0
    cost: float = 0.0
    at_stake: float = 0.0

    def plus(self, sums: Sums, *, by_points: bool) -> Figures:
        """With one match more."""
        return Figures(
            self.matches + 1,
            self.decisions + sums.decisions,
            self.best + sums.decisions - sums.mistakes,
            self.hard + sums.hard,
            self.hard_best + sums.hard_best,
            self.cost + max(0.0, sums.skill.by(points=by_points)),
            self.at_stake + sums.at_stake,
        )

    @property
    def each(self) -> float:
        """What a decision cost on the mean."""
        return self.cost / max(1, self.decisions)

    @property
    def accuracy(self) -> float | None:
        """As of a match (`Sums.accuracy`), over all of them."""
        return min(100.0, max(0.0, 100 * (1 - self.cost / self.at_stake))) if self.at_stake else None

    @property
    def measure(self) -> int | None:
        """The logarithm of the odds to be right where it is hard, in units: the more, the nearer to perfect.

        None with too little to say.
        """
        if self.matches < WINDOW or self.hard < LEAST_HARD:
            return None
        return round(UNIT * log((self.hard_best + 0.5) / (self.hard - self.hard_best + 0.5)))


@dataclass(frozen=True, slots=True)
class Population:
    """The measures of many players, by their number, their sum and the sum of their squares."""

    players: int = 0
    total: int = 0
    squares: int = 0

    def plus(self, other: Population) -> Population:
        """Both together."""
        return Population(
            self.players + other.players, self.total + other.total, self.squares + other.squares
        )

    def without(self, measure: int) -> Population:
        """Without one player who is among them."""
        return Population(self.players - 1, self.total - measure, self.squares - measure * measure)

    @property
    def mean(self) -> float:
        """In units."""
        return self.total / self.players

    @property
    def deviation(self) -> float:
        """In units; at least LEAST_DEVIATION."""
        apart = self.squares - self.total * self.total / self.players
        return max(LEAST_DEVIATION * UNIT, sqrt(max(0.0, apart) / (self.players - 1)))

    def above(self, measure: int) -> float:
        """By how many deviations a further one of them would lie above the rest, who has this measure."""
        return (measure - self.mean) / (self.deviation * sqrt(1 + 1 / self.players))


def share_of(measure: float) -> float:
    """The share of hard decisions that was best, at a measure."""
    return 1 / (1 + exp(-measure / UNIT))


def band_of(rating: float) -> int:
    """The band of a rating, from 0."""
    return sum(rating >= begins for begins in BANDS)


def beside(own: Population, whole: Population) -> Population | None:
    """Whom a player is compared with: those of the same band, or of all the game while these are too few.

    None while all of them are. Both are without the player.
    """
    return next((one for one in (own, whole) if one.players >= FEWEST), None)


def chance_of(measure: int, others: Population) -> float:
    """How likely somebody who plays like the others shows such a measure or more."""
    return student_above(others.above(measure), others.players - 1)


def is_marked(chance: float, looked_at: int) -> bool:
    """Whether so small a chance is too small to be an accident among so many players."""
    return chance * looked_at * RESERVE <= FALSE_ALARMS


def student_above(t: float, freedom: int) -> float:
    """The chance that a variable of Student's distribution is above `t`.

    By the incomplete beta function (Abramowitz and Stegun, 26.7.1), as a continued fraction (26.5.8).
    """
    freedom = min(freedom, 100_000)  # from there on it is normal, and the fraction would be long
    tail = _beta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2
    return tail if t >= 0 else 1 - tail


def _beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # where the fraction goes to its limit quickly
        return 1 - _beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    return front / _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """1 + d₁/(1 + d₂/(1 + …)), from the inside: 200 terms are enough for some 10⁵ degrees of freedom."""
    found = 1.0
    for step in range(200, 0, -1):
        half = step // 2
        if step % 2:
            term = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        else:
            term = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        found = 1 + term / found
    return found
