"""Round robin: sections of 4 to 7 in which everyone meets everyone twice; section winners go up.

rules.md, "Organised play": win 2, draw 1, loss 0; ties by direct result, Sonneborn-Berger, mean score,
fewer time-outs, then a roll-off, repeated until it is decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from types import MappingProxyType

from games.said import gettext_noop
from ladders.formats.base import Column, Entrant, Event, Fixture, RollOff, Row, Settings
from ladders.formats.counted import annulled, open_fixtures
from ladders.formats.field import active, no_moment, seeded
from ladders.formats.pairs import Tally, meetings
from ladders.formats.roll_off import settle
from ladders.formats.standings import Line, shared, table

NAME = gettext_noop("Round robin")
FEWEST = 4
MOST: int | None = None
TEAMS = False
ONE_TABLE = False
CARDS_ONLY = False
SMALLEST, LARGEST = 4, 7
to_play = open_fixtures
wakes = no_moment
SETTINGS: Mapping[str, range] = MappingProxyType({"at_once": range(13)})
COLUMNS: tuple[Column, ...] = (
    Column(gettext_noop("Direct result")),
    Column(gettext_noop("Sonneborn-Berger")),
    Column(gettext_noop("Mean score")),
    Column(gettext_noop("Time-outs"), fewer=True),
    Column(gettext_noop("Roll-off")),
)


def rounds(entrants: int, settings: Settings) -> int:
    """The stages: each is one round, in which a section plays all its matches."""
    count = _sections(entrants)
    return 1 if count == 1 else 1 + rounds(count, settings)


def sections(entrants: Sequence[Entrant], settings: Settings) -> tuple[tuple[Entrant, ...], ...]:
    """Sections of equal strength: the seeds are dealt there and back, strongest first.

    Two or three section winners make a last section of their own.
    """
    ordered = seeded(entrants)
    count = _sections(len(ordered))
    made: list[list[Entrant]] = [[] for _ in range(count)]
    for row in range(0, len(ordered), count):
        dealt = ordered[row : row + count]
        order = range(count) if row // count % 2 == 0 else reversed(range(count))
        for section, entrant in zip(order, dealt, strict=False):
            made[section].append(entrant)
    return tuple(tuple(section) for section in made)


@cache
def _sections(entrants: int) -> int:
    """How many sections: the fewest whose winners, stage after stage, end in a section of the right size.

    Where that cannot be (8 to 15 entrants, for one), the fewest.
    """
    if entrants <= LARGEST:
        return 1
    possible = range(-(-entrants // LARGEST), entrants // SMALLEST + 1)
    return next((count for count in possible if _ends_well(count)), possible[0])


@cache
def _ends_well(entrants: int) -> bool:
    if entrants <= LARGEST:
        return entrants >= SMALLEST
    return any(_ends_well(count) for count in range(-(-entrants // LARGEST), entrants // SMALLEST + 1))


def next_fixtures(event: Event) -> tuple[Fixture, ...]:
    """Two matches for every pair, each starting one: all at the start, or as the limit at once allows.

    Whoever is put back into the section is given what it still has to play.
    """
    known = {(fixture.pairing, fixture.leg) for fixture in event.fixtures}
    here = {entrant.id for entrant in active(event)}
    busy = Counter(seat for fixture in open_fixtures(event) for seat in fixture.seats)
    limit = event.settings.at_once or len(event.fixtures) + 2 * len(event.entrants)
    made: list[Fixture] = []
    for number, pair in _schedule([entrant.id for entrant in seeded(event.entrants)]):
        for leg, seats in enumerate((pair, pair[::-1]), 1):
            room = all(seat in here and busy[seat] < limit for seat in seats)
            if room and (number, leg) not in known:
                made.append(Fixture(event.stage, event.section, 1, number, leg, seats, starts=seats[0]))
                busy.update(seats)
    return tuple(sorted(made, key=lambda fixture: (fixture.pairing, fixture.leg)))


def _schedule(entrants: Sequence[int]) -> list[tuple[int, tuple[int, int]]]:
    """The numbered pairs, in an order in which everybody meets somebody new by turns (the circle)."""
    seats = range(len(entrants) + len(entrants) % 2)
    last = len(seats) - 1

    def turn(pair: tuple[int, int]) -> int:
        one, other = (entrants.index(entrant) for entrant in pair)
        return 2 * one % last if other == last else (one + other) % last

    return sorted(enumerate(combinations(entrants, 2), 1), key=lambda numbered: turn(numbered[1]))


def standings(event: Event) -> tuple[Row, ...]:
    """Points, then the tie-breaks. Whose results are annulled has no rank."""
    return _ranked(event)[0]


def _ranked(event: Event) -> tuple[tuple[Row, ...], tuple[RollOff, ...]]:
    """The table, and who is level in everything."""
    void = _annulled(event)
    tally = Tally(meetings(event, void))
    direct = tally.direct([entrant.id for entrant in event.entrants])
    lines = [
        Line(
            entrant,
            played=len(tally.meetings[entrant.id]),
            points=tally.points[entrant.id],
            values=(
                direct[entrant.id],
                tally.sonneborn_berger(entrant.id),
                tally.mean_score(entrant.id),
                tally.time_outs(entrant.id),
            ),
            ranked=entrant.id not in void and not entrant.disqualified,
        )
        for entrant in event.entrants
    ]
    by_id = {entrant.id: entrant for entrant in event.entrants}
    worth: dict[int, Fraction] = {}
    waiting: list[RollOff] = []
    for level in shared(table(lines, COLUMNS[:-1])):
        decided, open_ = settle([by_id[entrant] for entrant in level])
        worth |= decided
        waiting += open_
    rolled = (replace(line, values=(*line.values, worth.get(line.entrant.id, Fraction(0)))) for line in lines)
    return table(rolled, COLUMNS), tuple(waiting)


def _annulled(event: Event) -> frozenset[int]:
    planned = 2 * (len(event.entrants) - 1)
    return annulled(event, {entrant.id: planned for entrant in event.entrants})


def roll_offs(event: Event) -> tuple[RollOff, ...]:
    """Who is level in everything once all is played."""
    return () if next_fixtures(event) or open_fixtures(event) else _ranked(event)[1]


def over(event: Event) -> bool:
    """Whether all is played and nobody is level with anybody."""
    return not next_fixtures(event) and not open_fixtures(event) and not roll_offs(event)


def advance(events: Sequence[Event]) -> tuple[int, ...]:
    """The winner of every section, or the best who has not withdrawn, in the order of their seeds."""
    if len(events) == 1:
        return ()
    seeds: dict[int, int] = {}
    for event in events:
        still_in = {entrant.id: entrant.seed for entrant in event.entrants if entrant.left_at is None}
        best = next((row.entrant for row in standings(event) if row.entrant in still_in), None)
        if best is not None:
            seeds[best] = still_in[best]
    return tuple(sorted(seeds, key=seeds.__getitem__))
