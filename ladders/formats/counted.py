"""What counts of the results once absences and withdrawals are taken into account.

rules.md, "Organised play": a withdrawal before half of a player's event matches annuls its results;
later, the rest are forfeited. A match that ends after a seat has withdrawn counts as if that seat had
been absent from it. An absent player scores nothing, whatever stands on the card. Whoever is
disqualified forfeits what runs, but what is finished stands.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ladders.formats.base import Event, Fixture, Result


@dataclass(frozen=True, slots=True)
class Score:
    """What one seat that took part made of a match.

    `place` is its place among those who took part. `total` is 0 where no match was needed.
    """

    place: int
    total: int


Scores = Mapping[int, Score]
"""The scores of one match by entrant: only of those who took part."""


def for_nobody(seats: int, at: datetime) -> Result:
    """The result of a match of so many seats that ended without one, and counts for nobody."""
    return Result((1,) * seats, (0,) * seats, at, for_nobody=True)


def corrected(result: Result, places: Sequence[int], absent: Collection[int]) -> Result:
    """The result with these places, and these entrants absent; totals stay as they were played."""
    out = frozenset(absent)
    late = result.timed_out & out
    return replace(result, places=tuple(places), absent=out, timed_out=late, for_nobody=False)


def open_fixtures(event: Event) -> tuple[Fixture, ...]:
    """What is made and still to be played: a round waits for no match of fewer than two active entrants."""
    left = _left(event)
    return tuple(
        fixture
        for fixture in event.fixtures
        if fixture.key not in event.results and sum(seat not in left for seat in fixture.seats) > 1
    )


def annulled(event: Event, planned: Mapping[int, int]) -> frozenset[int]:
    """Whose results count for nobody: the entrants who withdrew before half of their matches were over.

    Not those who were disqualified: their finished matches stand.

    `planned` is how many matches each entrant has in the event; an entrant not in it is never annulled.
    """
    left = _left(event)
    over = dict.fromkeys(left, 0)
    for fixture in event.fixtures if left else ():
        for seat in left.keys() & set(fixture.seats):
            over[seat] += _over_by(event, fixture, left[seat])
    stands = {entrant.id for entrant in event.entrants if entrant.disqualified}
    return frozenset(
        entrant for entrant in left if 2 * over[entrant] < planned.get(entrant, 0) and entrant not in stands
    )


def withdrawn_from(event: Event, fixture: Fixture) -> frozenset[int]:
    """The seats that had withdrawn before the fixture was over."""
    return _withdrawn_from(event, fixture, _left(event))


def counted(event: Event, void: frozenset[int] = frozenset()) -> dict[str, Scores]:
    """The scores by fixture key of every match that is over, or that withdrawals have decided.

    Seats in `void` (see `annulled`) are left out as if they had never sat there. Nobody took part where
    the scores are empty.
    """
    left = _left(event)
    waiting = {fixture.key for fixture in open_fixtures(event)}
    return {
        fixture.key: _scores(event, fixture, void | _withdrawn_from(event, fixture, left))
        for fixture in event.fixtures
        if not fixture.bye and fixture.key not in waiting
    }


def timed_out(event: Event) -> dict[str, frozenset[int]]:
    """Who lost by the clock, absent for it or not, by the keys of the fixtures that have results."""
    left = _left(event)
    return {
        fixture.key: result.timed_out - _withdrawn_from(event, fixture, left)
        for fixture in event.fixtures
        if (result := event.results.get(fixture.key))
    }


def _left(event: Event) -> dict[int, datetime]:
    """When each entrant who has withdrawn or was disqualified did so."""
    return {entrant.id: entrant.left_at for entrant in event.entrants if entrant.left_at}


def _over_by(event: Event, fixture: Fixture, instant: datetime) -> bool:
    result = event.results.get(fixture.key)
    return result is not None and result.at <= instant


def _withdrawn_from(event: Event, fixture: Fixture, left: Mapping[int, datetime]) -> frozenset[int]:
    return frozenset(
        seat for seat in fixture.seats if seat in left and not _over_by(event, fixture, left[seat])
    )


def _scores(event: Event, fixture: Fixture, out: frozenset[int]) -> Scores:
    result = event.results.get(fixture.key)
    if result is None:
        return {seat: Score(1, 0) for seat in fixture.seats if seat not in out}
    if result.for_nobody:
        return {}
    here = {
        seat: (place, total)
        for seat, place, total in zip(fixture.seats, result.places, result.totals, strict=True)
        if seat not in out and seat not in result.absent
    }
    return {
        seat: Score(1 + sum(other < place for other, _ in here.values()), total)
        for seat, (place, total) in here.items()
    }
