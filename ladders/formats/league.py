"""League: a fixed number of matches in which everyone of the division plays.

rules.md, "Organised play". With n entrants in the division the winner of a match gets n points, the
next n - 1 and so on; shared places share the mean of their points; an absent player gets 0. Where points
are level: more matches won, the higher sum of scores, fewer time-outs; else the rank is shared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType

from games.said import gettext as _
from games.said import gettext_noop
from ladders.formats.base import BadField, Column, Entrant, Event, Fixture, Row, Settings
from ladders.formats.counted import Scores, annulled, counted, open_fixtures, timed_out
from ladders.formats.field import active, last_stage, no_moment, no_roll_offs, seeded, sizes
from ladders.formats.one_table import next_round, rounds_made, running
from ladders.formats.standings import Line, table

NAME = gettext_noop("League")
FEWEST = 2
MOST: int | None = None
TEAMS = False
ONE_TABLE = True
CARDS_ONLY = False
SETTINGS: Mapping[str, range] = MappingProxyType(
    {"matches": range(1, 101), "division": range(2, 11), "moving": range(10)}
)
COLUMNS: tuple[Column, ...] = (
    Column(gettext_noop("Matches won")),
    Column(gettext_noop("Sum of scores")),
    Column(gettext_noop("Time-outs"), fewer=True),
)
advance = last_stage
roll_offs = no_roll_offs
to_play = open_fixtures
wakes = no_moment


def rounds(entrants: int, settings: Settings) -> int:
    """The number of matches, fixed at the start."""
    return settings.matches


def sections(entrants: Sequence[Entrant], settings: Settings) -> tuple[tuple[Entrant, ...], ...]:
    """Divisions of at most `settings.division`, of equal size as far as they can, strongest first.

    Raises BadField where a division is for fewer than two.
    """
    if settings.division < FEWEST:
        raise BadField(
            _("%(name)s: a division is for %(fewest)s players or more.") % {"name": _(NAME), "fewest": FEWEST}
        )
    ordered = seeded(entrants)
    divisions: list[tuple[Entrant, ...]] = []
    for size in sizes(len(ordered), -(-len(ordered) // settings.division)):
        begun = sum(map(len, divisions))
        divisions.append(ordered[begun : begun + size])
    return tuple(divisions)


def next_fixtures(event: Event) -> tuple[Fixture, ...]:
    """The next match of all who are still in, once the last one is over."""
    return () if running(event) or over(event) else next_round(event)


def over(event: Event) -> bool:
    """Whether the last match is over, or fewer than two are left to play."""
    if running(event):
        return False
    return rounds_made(event) >= event.settings.matches or len(active(event)) < 2


def standings(event: Event) -> tuple[Row, ...]:
    """The table. Who withdrew has given up the position and stands last, without a rank.

    Not so who leaves when all is played: the table is final after the last match.
    """
    planned = {entrant.id: event.settings.matches for entrant in event.entrants}
    void = annulled(event, planned)
    played = tuple(counted(event, void).values())
    late = Counter(seat for seats in timed_out(event).values() for seat in seats - void)
    end = _played_out(event)
    lines = (_line(event, entrant, played, late[entrant.id], end) for entrant in event.entrants)
    return table(lines, COLUMNS)


def _played_out(event: Event) -> datetime | None:
    """When the last match was over; None while one is still to be played."""
    if rounds_made(event) < event.settings.matches or len(event.results) < len(event.fixtures):
        return None
    return max(result.at for result in event.results.values())


def _line(event: Event, entrant: Entrant, played: Sequence[Scores], late: int, end: datetime | None) -> Line:
    stayed = end is not None and not entrant.disqualified and end <= (entrant.left_at or end)
    mine = [(scores[entrant.id], scores) for scores in played if entrant.id in scores]
    points = (points_for(len(event.entrants), scores)[entrant.id] for _, scores in mine)
    return Line(
        entrant,
        played=len(mine),
        points=sum(points, Fraction(0)),
        values=(
            Fraction(sum(score.place == 1 for score, _ in mine)),
            Fraction(sum(score.total for score, _ in mine)),
            Fraction(late),
        ),
        ranked=entrant.left_at is None or stayed,
    )


def points_for(entrants: int, scores: Scores) -> Mapping[int, Fraction]:
    """The points of one match for those who took part; `entrants` is how many the division began with."""
    places = [score.place for score in scores.values()]
    return {
        entrant: entrants + 1 - score.place - Fraction(places.count(score.place) - 1, 2)
        for entrant, score in scores.items()
    }


def next_season(tables: Sequence[Sequence[Row]], settings: Settings) -> tuple[tuple[int, ...], ...]:
    """The divisions of the next season, from the final tables of this one, the top division first.

    The last `settings.moving` of a division change places with the first of the one below; fewer where
    a division is too small for so many to move both ways. Whoever withdrew is not in it. Each division
    lists those who came down first, then who stays, then who came up.
    """
    stay = [[row.entrant for row in rows if row.rank is not None] for rows in tables]
    moving = [min(settings.moving, len(upper) // 2, len(lower) // 2) for upper, lower in pairwise(stay)]
    divisions: list[tuple[int, ...]] = []
    for number, division in enumerate(stay):
        up = moving[number - 1] if number else 0
        down = moving[number] if number < len(moving) else 0
        came_down = stay[number - 1][len(stay[number - 1]) - up :] if number else []
        came_up = stay[number + 1][:down] if down else []
        divisions.append((*came_down, *division[up : len(division) - down], *came_up))
    return tuple(divisions)
