"""Matches for two that score 2 for a win, 1 for a draw and 0 for a loss, and the tie-breaks they give.

rules.md, "Organised play", round robin; Swiss rounds score alike. Sonneborn-Berger here is the sum over
an entrant's matches of the opponent's points times the share of the match it won: 1, 1/2 or 0. The mean
score counts absence as 0; whose opponent was absent has no score of that match, since it may have been
cut short. A time-out counts as one, absent for it or not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ladders.formats.base import Event
from ladders.formats.counted import counted, timed_out, withdrawn_from
from ladders.formats.standings import tied

WIN, DRAW, LOSS = 2, 1, 0


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match for two as one of them has it. `total` is None where it says nothing of its play."""

    entrant: int
    opponent: int
    points: int
    total: int | None
    timed_out: bool


def meetings(event: Event, void: frozenset[int]) -> list[Meeting]:
    """Both sides of every match for two that counts; those with an entrant in `void` do not."""
    fixtures = {fixture.key: fixture for fixture in event.fixtures}
    late = timed_out(event)
    found: list[Meeting] = []
    for key, scores in counted(event).items():
        fixture, result = fixtures[key], event.results.get(key)
        if void & set(fixture.seats) or (result is not None and result.for_nobody):
            continue
        absent = result.absent - withdrawn_from(event, fixture) if result else frozenset[int]()
        for entrant, opponent in (fixture.seats, fixture.seats[::-1]):
            mine, other = scores.get(entrant), scores.get(opponent)
            points, total = LOSS, None
            if mine is None:
                total = 0 if entrant in absent else None
            elif other is None:
                points = WIN
            else:
                points = WIN if mine.place < other.place else DRAW if mine.place == other.place else LOSS
                total = mine.total
            found.append(Meeting(entrant, opponent, points, total, entrant in late.get(key, ())))
    return found


class Tally:
    """The sums over meetings that points and tie-breaks are made of, each by entrant."""

    def __init__(self, met: Iterable[Meeting], extra: Iterable[tuple[int, int]] = ()) -> None:
        """`extra` are (entrant, points) got without an opponent: byes."""
        self.meetings: dict[int, list[Meeting]] = defaultdict(list)
        self.points: dict[int, Fraction] = defaultdict(Fraction)
        for meeting in met:
            self.meetings[meeting.entrant].append(meeting)
            self.points[meeting.entrant] += meeting.points
        for entrant, points in extra:
            self.points[entrant] += points

    def direct(self, entrants: Sequence[int]) -> dict[int, Fraction]:
        """The points each made against those of equal points."""
        level: dict[int, set[int]] = {}
        for equals in tied({entrant: self.points[entrant] for entrant in entrants}):
            level.update(dict.fromkeys(equals, equals))
        return {
            entrant: Fraction(sum(m.points for m in self.meetings[entrant] if m.opponent in level[entrant]))
            for entrant in entrants
        }

    def sonneborn_berger(self, entrant: int) -> Fraction:
        """The points of the opponents, each times the share of the match that was won."""
        shares = (self.points[m.opponent] * m.points / WIN for m in self.meetings[entrant])
        return sum(shares, Fraction(0))

    def buchholz(self, entrant: int) -> Fraction:
        """The sum of the opponents' points."""
        return sum((self.points[m.opponent] for m in self.meetings[entrant]), Fraction(0))

    def mean_score(self, entrant: int) -> Fraction:
        """The mean total over the matches that say something of its play, 0 without any."""
        totals = [m.total for m in self.meetings[entrant] if m.total is not None]
        return Fraction(sum(totals), len(totals) or 1)

    def time_outs(self, entrant: int) -> Fraction:
        """How many matches were lost by the clock."""
        return Fraction(sum(m.timed_out for m in self.meetings[entrant]))
