"""What leagues, score and team tournaments share: rounds in which all active entrants play one match."""

from __future__ import annotations

from collections import Counter

from ladders.formats.base import Event, Fixture
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
    sends its members in their order.
    """
    here = active(event)
    starts = Counter(fixture.starts for fixture in event.fixtures)
    turns = Counter(seat for fixture in event.fixtures for seat in fixture.seats)
    made: list[Fixture] = []
    for leg in range(1, matches + 1):
        starter = min(here, key=lambda entrant: (starts[entrant.id], entrant.seed)).id
        seats = tuple(entrant.id for entrant in here)
        members = tuple(turns[entrant.id] % entrant.members for entrant in here)
        made.append(
            Fixture(event.stage, event.group, rounds_made(event) + 1, 1, leg, seats, starter, members)
        )
        starts[starter] += 1
        turns.update(seats)
    return tuple(made)
