"""What leagues, score and team tournaments share: rounds in which all active entrants play one match."""

from __future__ import annotations

from collections import Counter

from ladders.formats.base import Entrant, Event, Fixture
from ladders.formats.counted import open_fixtures
from ladders.formats.field import active


def rounds_made(event: Event) -> int:
    """How many rounds have been begun."""
    return max((fixture.round for fixture in event.fixtures), default=0)


def running(event: Event) -> bool:
    """Whether a round is open."""
    return bool(open_fixtures(event))


def next_round(event: Event, matches: int = 1) -> tuple[Fixture, ...]:
    """The matches of the next round, with all active entrants at every table.

    Who has started least often starts, so starts differ by one at most while nobody leaves. A team
    sends its members in their order, without those who left it.
    """
    here = active(event)
    starts = Counter(fixture.starts for fixture in event.fixtures)
    latest = _latest(event)
    made: list[Fixture] = []
    for leg in range(1, matches + 1):
        starter = min(here, key=lambda entrant: (starts[entrant.id], entrant.seed)).id
        seats = tuple(entrant.id for entrant in here)
        members = tuple(_next_member(entrant, latest.get(entrant.id, -1)) for entrant in here)
        made.append(
            Fixture(event.stage, event.section, rounds_made(event) + 1, 1, leg, seats, starter, members)
        )
        starts[starter] += 1
        latest |= zip(seats, members, strict=True)
    return tuple(made)


def _latest(event: Event) -> dict[int, int]:
    """Which member of each team played its last match."""
    order = sorted(event.fixtures, key=lambda fixture: (fixture.round, fixture.pairing, fixture.leg))
    return {
        seat: member
        for fixture in order
        for seat, member in zip(fixture.seats, fixture.members, strict=False)
    }


def _next_member(entrant: Entrant, latest: int) -> int:
    """The member after that one in the team's order; the first where everybody has left."""
    circle = [(latest + step) % entrant.members for step in range(1, entrant.members + 1)]
    return next((member for member in circle if member not in entrant.missing), 0)
