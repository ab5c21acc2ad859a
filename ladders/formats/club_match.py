"""Club match: two clubs meet on several boards at once, each a match of two.

docs/clubs.md: board after board, as both line-ups name their players, the first against the first. A board
that is won brings 2 points, a level one 1 to each. Where one side has nobody for a board, or its player is
absent, the other has won it; where both are, nobody has. A side that withdraws loses what is still open. The
sides start in turn. More points win; where they are level, so is the match.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from games.said import gettext_noop
from ladders.formats.base import Column, Event, Fixture, Row, Settings
from ladders.formats.counted import Scores, counted, open_fixtures
from ladders.formats.field import active, last_stage, no_moment, no_roll_offs, one_section
from ladders.formats.standings import Line, table

NAME = gettext_noop("Club match")
FEWEST = 2
MOST: int | None = 2
TEAMS = True
ONE_TABLE = False
CARDS_ONLY = False
BOARDS = range(2, 11)
"""How many the clubs may agree on."""
SETTINGS: Mapping[str, range] = MappingProxyType({"matches": range(1, BOARDS[-1] + 1)})
COLUMNS: tuple[Column, ...] = ()
WON, LEVEL = 2, 1
sections = one_section
advance = last_stage
roll_offs = no_roll_offs
to_play = open_fixtures
wakes = no_moment


def rounds(entrants: int, settings: Settings) -> int | None:
    """All boards begin together."""
    return 1


def next_fixtures(event: Event) -> tuple[Fixture, ...]:
    """All boards, at once: one for each member of the larger side, as many as were agreed."""
    sides = active(event)
    if event.fixtures or len(sides) < FEWEST:
        return ()
    boards = min(event.settings.matches, max(side.members for side in sides))
    return tuple(_board(event, number) for number in range(boards))


def _board(event: Event, number: int) -> Fixture:
    """The board of this number, from 0, with whoever each side has for it; the sides start in turn."""
    here = [side for side in active(event) if number < side.members]
    seats = tuple(side.id for side in here)
    members = (number,) * len(here)
    starts = seats[number % len(seats)]
    return Fixture(event.stage, event.section, 1, 1, number + 1, seats, starts, members)


def over(event: Event) -> bool:
    """Whether no board is open, or one side is alone before any was laid."""
    return not open_fixtures(event) and (bool(event.fixtures) or len(active(event)) < FEWEST)


def standings(event: Event) -> tuple[Row, ...]:
    """Both sides by their points; who withdrew or was disqualified has no rank."""
    played = counted(event)
    points = {side.id: 0 for side in event.entrants}
    for fixture in event.fixtures:
        for side, won in gained(fixture, played.get(fixture.key)).items():
            points[side] += won
    return table(
        (
            Line(
                side,
                played=sum(side.id in scores for scores in played.values()),
                points=Fraction(points[side.id]),
                ranked=side.left_at is None,
            )
            for side in event.entrants
        ),
        COLUMNS,
    )


def gained(fixture: Fixture, scores: Scores | None) -> dict[int, int]:
    """What a board brought its sides; nothing as long as it is open."""
    if fixture.bye:
        return {fixture.seats[0]: WON}
    first = [side for side, score in (scores or {}).items() if score.place == 1]
    return dict.fromkeys(first, WON if len(first) == 1 else LEVEL)
