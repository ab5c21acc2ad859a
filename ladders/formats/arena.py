"""Arena: for a set time, whoever is free is paired again as soon as somebody else is.

rules.md names no arena; this is what was decided. A match is by turns and live: a win brings 2 points, a
draw 1, a loss 0. The nearest in the table play each other, nobody the same opponent twice running while
somebody else can come free: two who have just met wait for `PATIENCE` first, unless nobody else is there.
Who began fewer matches begins. Whoever rests is given no match; who was absent rests until they come back.
In the last minutes, too few for a match, nobody is paired any more; the last matches end with the arena.
Players come in while it runs. There is no set number of matches, so a withdrawal annuls nothing: what was
played stands, what runs is lost. Ties: more wins, fewer losses (which is fewer matches), the opponents'
points, mean score; else the rank is shared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from types import MappingProxyType

from games.said import gettext_noop
from ladders.formats.arena_pairing import Couple, Free, pair, rematch, seated
from ladders.formats.base import Column, Event, Fixture, Row, Settings
from ladders.formats.field import active, last_stage, no_roll_offs, one_section
from ladders.formats.pairs import LOSS, WIN, Tally, meetings
from ladders.formats.standings import Line, table

NAME = gettext_noop("Arena")
FEWEST = 2
MOST: int | None = None
TEAMS = False
ONE_TABLE = False
CARDS_ONLY = False
SETTINGS: Mapping[str, range] = MappingProxyType({"minutes": range(30, 181)})
COLUMNS: tuple[Column, ...] = (
    Column(gettext_noop("Wins")),
    Column(gettext_noop("Losses"), fewer=True),
    Column(gettext_noop("Opponents’ points")),
    Column(gettext_noop("Mean score")),
)
PATIENCE = timedelta(minutes=1)
"""So long two who have just met wait for somebody else."""
NEVER = datetime.min.replace(tzinfo=UTC)
sections = one_section
advance = last_stage
roll_offs = no_roll_offs


def rounds(entrants: int, settings: Settings) -> int | None:
    """None: it is over when its time is."""
    return None


def to_play(event: Event) -> tuple[Fixture, ...]:
    """What has no result yet. Who has withdrawn sits there until the match is over."""
    return tuple(fixture for fixture in event.fixtures if fixture.key not in event.results)


def next_fixtures(event: Event) -> tuple[Fixture, ...]:
    """A match for every two who can be paired now; all are of one round, numbered as they are made."""
    if _closed(event):
        return ()
    number = max((fixture.pairing for fixture in event.fixtures), default=0)
    allowed = (couple for couple in _couples(event) if _since(event, couple) is None)
    return tuple(
        Fixture(event.stage, event.section, 1, number + more, 1, seats, starts=seats[0])
        for more, seats in enumerate(map(seated, allowed), 1)
    )


def over(event: Event) -> bool:
    """Whether nobody is paired any more, and the last match is over."""
    return _closed(event) and not to_play(event)


def wakes(event: Event) -> datetime | None:
    """When two who have just met may meet again, or when nobody is paired any more."""
    if event.now is None or event.until is None or _closed(event):
        return None
    held = (_since(event, couple) for couple in _couples(event))
    return min([event.until, *(since + PATIENCE for since in held if since is not None)])


def _closed(event: Event) -> bool:
    return event.now is not None and event.until is not None and event.now >= event.until


def _since(event: Event, couple: Couple) -> datetime | None:
    """Since when two wait who have just met, while they still have to; None where they may play."""
    if not rematch(couple) or event.now is None or sum(not one.resting for one in active(event)) == 2:
        return None
    since = max(one.since for one in couple)
    return since if event.now < since + PATIENCE else None


def _couples(event: Event) -> list[Couple]:
    """Everybody who is in and free, as they would be paired."""
    busy = {seat for fixture in to_play(event) for seat in fixture.seats}
    here = {one.id for one in active(event) if not one.resting} - busy
    if len(here) < 2:
        return []
    last: dict[int, Fixture] = {}
    lead: Counter[int] = Counter()
    for fixture in sorted(event.fixtures, key=lambda fixture: fixture.pairing):
        for seat in here & set(fixture.seats):
            last[seat] = fixture
            lead[seat] += 1 if fixture.starts == seat else -1
    order = [row.entrant for row in standings(event) if row.entrant in here]
    return pair([_free(event, one, line, last.get(one), lead[one]) for line, one in enumerate(order)])


def _free(event: Event, entrant: int, line: int, last: Fixture | None, lead: int) -> Free:
    if last is None:
        return Free(entrant, line, NEVER, None, 0, began=False)
    opponent = next(seat for seat in last.seats if seat != entrant)
    since = event.results[last.key].at
    return Free(entrant, line, since, opponent, lead, began=last.starts == entrant)


def standings(event: Event) -> tuple[Row, ...]:
    """Points, then the tie-breaks. Whoever left keeps what was played; the disqualified have no rank."""
    tally = Tally(meetings(event, frozenset()))

    def line(entrant: int) -> tuple[Fraction, ...]:
        points = [meeting.points for meeting in tally.meetings[entrant]]
        return (
            Fraction(points.count(WIN)),
            Fraction(points.count(LOSS)),
            tally.buchholz(entrant),
            tally.mean_score(entrant),
        )

    return table(
        (
            Line(
                one,
                played=len(tally.meetings[one.id]),
                points=tally.points[one.id],
                values=line(one.id),
                ranked=not one.disqualified,
            )
            for one in event.entrants
        ),
        COLUMNS,
    )
