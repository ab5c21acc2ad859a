"""Events for tests: results by hand, and whole events played out by chance with all its troubles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from ladders.formats import FORMATS, LIVE
from ladders.formats.base import Die, Entrant, Event, Fixture, Format, Result, Row, Settings
from ladders.formats.counted import open_fixtures
from ladders.formats.waiting import For, waits_for

START = datetime(2026, 1, 1, tzinfo=UTC)


def unplayed(fixture: Fixture, at: datetime) -> Result:
    """The result of a match that nobody has played when its round closes at `at`."""
    seats = len(fixture.seats)
    return Result((1,) * seats, (0,) * seats, at, absent=frozenset(fixture.seats))


def at(hours: float) -> datetime:
    """An instant so many hours after the start."""
    return START + timedelta(hours=hours)


def field(count: int, members: int = 1) -> tuple[Entrant, ...]:
    """Entrants whose ids are 101, 102 ... and whose seeds are 1, 2 ..."""
    return tuple(Entrant(100 + seed, seed, members=members) for seed in range(1, count + 1))


def score(
    fixture: Fixture,
    totals: dict[int, int],
    hour: float = 1,
    absent: frozenset[int] = frozenset(),
    timed_out: frozenset[int] = frozenset(),
) -> Result:
    """The result of these totals by entrant: the highest wins, equals share."""
    mine = [totals[seat] for seat in fixture.seats]
    return Result(tuple(1 + sum(o > m for o in mine) for m in mine), tuple(mine), at(hour), absent, timed_out)


def with_fixtures(form: Format, event: Event) -> Event:
    """The event with what it wants made now."""
    return replace(event, fixtures=event.fixtures + form.next_fixtures(event))


def with_results(event: Event, results: dict[str, Result]) -> Event:
    return replace(event, results={**event.results, **results})


def lines(rows: Sequence[Row]) -> list[tuple[int | None, int, float]]:
    """Rank, entrant and points of each row."""
    return [(row.rank, row.entrant, float(row.points)) for row in rows]


def withdraw(event: Event, entrant: int, hour: float) -> Event:
    """The event after the entrant has withdrawn."""
    return replace(
        event,
        entrants=tuple(replace(e, withdrawn_at=at(hour)) if e.id == entrant else e for e in event.entrants),
    )


def reinstate(event: Event, entrant: int) -> Event:
    """The event after the entrant has been put back, a disqualification taken back with it."""
    return replace(
        event,
        entrants=tuple(
            replace(e, withdrawn_at=None, disqualified=False) if e.id == entrant else e
            for e in event.entrants
        ),
    )


def disqualified(event: Event, entrant: int, hour: float | None = None) -> Event:
    """The event after the entrant was disqualified, during the review where no hour is given."""
    return replace(
        event,
        entrants=tuple(
            replace(e, disqualified=True, withdrawn_at=at(hour) if hour is not None else None)
            if e.id == entrant
            else e
            for e in event.entrants
        ),
    )


@dataclass(frozen=True)
class Trouble:
    """How likely each mishap is: of a withdrawal before a result, the others of each seat or match."""

    withdrawal: float = 0.0
    absence: float = 0.0
    time_out: float = 0.0
    tie: float = 0.0
    nobody: float = 0.0
    late: float = 0.0
    """A match that goes on after one of its seats has withdrawn, and ends."""
    back: float = 0.0
    """Before a result, of one who withdrew: being put back."""
    offence: float = 0.0
    """Of a withdrawal: being a disqualification."""
    correction: float = 0.0
    """Before a result: an earlier one being corrected."""


PEACE = Trouble()
ALL = Trouble(withdrawal=0.02, absence=0.05, time_out=0.05, tie=0.2, nobody=0.03, late=0.5)
DESK = Trouble(
    withdrawal=0.1, absence=0.1, tie=0.5, nobody=0.1, late=0.5, back=0.15, offence=0.3, correction=0.1
)


def chance_result(fixture: Fixture, rng: random.Random, trouble: Trouble, when: datetime) -> Result:
    """A result as the matches of the site could give it."""
    if rng.random() < trouble.nobody:
        return unplayed(fixture, when)
    totals = {seat: rng.randrange(150, 320) for seat in fixture.seats}
    if rng.random() < trouble.tie:
        totals = dict.fromkeys(fixture.seats, 200)
    absent = frozenset(seat for seat in fixture.seats if rng.random() < trouble.absence)
    timed_out = frozenset(
        seat for seat in fixture.seats if seat not in absent and rng.random() < trouble.time_out
    )
    worth = {
        seat: (seat not in absent, seat not in timed_out, total * (seat not in absent))
        for seat, total in totals.items()
    }
    places = tuple(1 + sum(o > worth[seat] for o in worth.values()) for seat in fixture.seats)
    return Result(places, tuple(worth[seat][2] for seat in fixture.seats), when, absent, timed_out)


def play_section(form: Format, event: Event, rng: random.Random, trouble: Trouble = ALL) -> Event:
    """Play a section to its end, checking on the way that it asks for nothing absurd."""
    hour = 1000.0 * event.stage
    for _ in range(400):
        event = at_this_hour(form, event, hour)
        if form.over(event):
            break
        made = form.next_fixtures(event)
        check_fixtures(event, made)
        event = replace(event, fixtures=event.fixtures + made)
        assert form.next_fixtures(event) == (), "what is made is not asked for again"
        waits = waits_for(form, event)
        assert waits in {For.NOTHING, For.RESULTS, For.ROLL_OFF, For.MOMENT}
        if waits is For.MOMENT:
            hour = max(hour + 0.01, (form.wakes(event) - START) / timedelta(hours=1))  # type: ignore[operator]
        waiting = list(form.to_play(event) if is_live(form) else open_fixtures(event))
        rng.shuffle(waiting)
        results: dict[str, Result] = {}
        for fixture in waiting:
            hour += 1
            still_in = [entrant.id for entrant in event.entrants if not entrant.withdrawn_at]
            if still_in and rng.random() < trouble.withdrawal:
                out = disqualified if rng.random() < trouble.offence else withdraw
                event = out(event, rng.choice(still_in), hour)
                hour += 1
            gone = [entrant.id for entrant in event.entrants if entrant.withdrawn_at]
            if gone and rng.random() < trouble.back:
                event = reinstate(event, rng.choice(gone))
                assert not twice_at_once(form, event)
            if event.results and rng.random() < trouble.correction:
                key = rng.choice(list(event.results))
                corrected = next(made for made in event.fixtures if made.key == key)
                event = with_results(event, {key: chance_result(corrected, rng, trouble, at(hour))})
                assert not twice_at_once(form, event)
            late = is_live(form) or rng.random() < trouble.late
            if len(set(fixture.seats) & set(still_in)) > 1 or late:
                results[fixture.key] = chance_result(fixture, rng, trouble, at(hour))
        event = with_results(event, results)
        assert waits_for(form, event) != For.STALLED
        event = roll(form, event, rng)
    assert form.over(event), "the event does not end"
    assert form.next_fixtures(event) == ()
    return event


HOURS = 40
"""So long a format lasts that lasts for a set time, with a result an hour."""


def is_live(form: Format) -> bool:
    """Whether it lasts for a set time: then every match ends, whoever has withdrawn."""
    return any(FORMATS[code] is form for code in LIVE)


def at_this_hour(form: Format, event: Event, hour: float) -> Event:
    """The event as it is at this hour, for formats that look at the time."""
    if not is_live(form):
        return event
    return replace(event, now=at(hour), until=at(1000.0 * event.stage + HOURS))


def twice_at_once(form: Format, event: Event) -> set[int]:
    """Who would be in two ties of a bracket at once."""
    if not hasattr(form, "bracket"):
        return set()
    ties = [tie for of_round in form.bracket(event) for tie in of_round if tie.pair and not tie.decided]
    playing = Counter(entrant for tie in ties for entrant in tie.places)
    return {entrant for entrant, times in playing.items() if entrant and times > 1}


def check_fixtures(event: Event, made: Sequence[Fixture]) -> None:
    """Nobody who has withdrawn is paired, nobody twice in a match, and whoever starts is there."""
    gone = {entrant.id for entrant in event.entrants if entrant.withdrawn_at}
    keys = [fixture.key for fixture in (*event.fixtures, *made)]
    assert len(keys) == len(set(keys))
    for fixture in made:
        assert not gone & set(fixture.seats)
        assert len(set(fixture.seats)) == len(fixture.seats)
        assert fixture.starts is None or fixture.starts in fixture.seats
        assert (fixture.stage, fixture.section) == (event.stage, event.section)


def roll(form: Format, event: Event, rng: random.Random) -> Event:
    """Give everybody who must roll off a die, again and again until nobody must."""
    for _ in range(200):
        thrown = {
            entrant: Die(level.round, rng.randint(1, 6))
            for level in form.roll_offs(event)
            for entrant in level.entrants
        }
        if not thrown:
            return event
        event = replace(
            event,
            entrants=tuple(
                replace(e, roll_off=(*e.roll_off, thrown[e.id])) if e.id in thrown else e
                for e in event.entrants
            ),
        )
    raise AssertionError("the roll-off does not end")


def play(
    form: Format,
    entrants: Sequence[Entrant],
    rng: random.Random,
    settings: Settings = Settings(),  # noqa: B008 - frozen
    trouble: Trouble = ALL,
) -> list[list[Event]]:
    """A whole event, stage by stage, each with its sections played to the end."""
    stages: list[list[Event]] = []
    everybody = {entrant.id: entrant for entrant in entrants}
    here = tuple(entrants)
    while here:
        sections = form.sections(here, settings)
        assert sorted(e.id for section in sections for e in section) == sorted(e.id for e in here)
        stages.append(
            [
                play_section(
                    form, Event(section, settings, stage=len(stages) + 1, section=number), rng, trouble
                )
                for number, section in enumerate(sections, 1)
            ]
        )
        here = tuple(everybody[entrant] for entrant in form.advance(stages[-1]))
        assert len(stages) < 10, "the event does not end"
    return stages
