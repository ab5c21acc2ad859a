"""Duplicate teams: every team sends a member to the same dice, and points come from what one makes better of
them than another.

A match is BOARDS boards, each played by the next member in order of every team, all with the same dice
(rules.md, `duplicate`). On each board a team is compared with every other: the difference of their totals
becomes match points by a scale on which a larger difference counts for less and less, as IMPs do at bridge,
so that one lucky guess does not outweigh a whole match. The better team gets them, the other nothing. An
absent team's total is 0. The number of matches is fixed at the start; most match points win, and where these
are level the higher sum of totals; else the rank is shared.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt
from types import MappingProxyType

from games.said import gettext_noop
from ladders.formats import league, team
from ladders.formats.base import Column, Event, Fixture, Row
from ladders.formats.counted import Scores, annulled, counted, open_fixtures
from ladders.formats.field import active, last_stage, no_moment, no_roll_offs, one_section
from ladders.formats.one_table import next_round, rounds_made, running
from ladders.formats.standings import Line, table

NAME = gettext_noop("Duplicate teams")
FEWEST = 2
MOST: int | None = 10
TEAMS = True
ONE_TABLE = True
CARDS_ONLY = True
SETTINGS: Mapping[str, range] = MappingProxyType({"matches": league.SETTINGS["matches"]})
COLUMNS: tuple[Column, ...] = (Column(gettext_noop("Sum of scores")),)
MEMBERS = team.MEMBERS
BOARDS = 2
MOST_POINTS = 10
"""What one team can get of another on one board."""
UNITS: Mapping[str, int] = MappingProxyType({"BO": 2, "BZ": 3, "BX": 4, "BD": 9, "BT": 18, "DG": 18})
"""The difference that brings the first match point, by games: columns that count more make larger ones."""
rounds = league.rounds
sections = one_section
advance = last_stage
roll_offs = no_roll_offs
to_play = open_fixtures
wakes = no_moment


def match_points(difference: int, unit: int) -> int:
    """What a difference of totals brings: 1 for a unit, 2 for four, 3 for nine …, MOST_POINTS at most."""
    return min(isqrt(max(0, difference) // unit), MOST_POINTS)


def least_for(points: int, unit: int) -> int:
    """The smallest difference that brings so many match points."""
    return unit * points * points


def next_fixtures(event: Event) -> tuple[Fixture, ...]:
    """The boards of the next match, once the last one is over."""
    return () if running(event) or over(event) else next_round(event, BOARDS)


def over(event: Event) -> bool:
    """Whether the last match is over, or fewer than two are left to play."""
    if running(event):
        return False
    return rounds_made(event) >= event.settings.matches or len(active(event)) < 2


def standings(event: Event) -> tuple[Row, ...]:
    """The table. Who withdrew before half of it has no results; later, it stands last, without a rank."""
    void = annulled(event, {entrant.id: BOARDS * event.settings.matches for entrant in event.entrants})
    played = counted(event, void)
    boards = [
        _totals(fixture, played[fixture.key], void) for fixture in event.fixtures if played.get(fixture.key)
    ]
    gained = [gains(totals, event.settings.unit) for totals in boards]
    return table(
        (
            Line(
                entrant,
                played=sum(entrant.id in scores for scores in played.values()),
                points=Fraction(sum(points.get(entrant.id, 0) for points in gained)),
                values=(Fraction(sum(totals.get(entrant.id, 0) for totals in boards)),),
                ranked=entrant.left_at is None,
            )
            for entrant in event.entrants
        ),
        COLUMNS,
    )


def _totals(fixture: Fixture, scores: Scores, void: frozenset[int]) -> dict[int, int]:
    """What every team has on a board, 0 where it was absent."""
    return {team: scores[team].total if team in scores else 0 for team in fixture.seats if team not in void}


def gains(totals: Mapping[int, int], unit: int) -> dict[int, int]:
    """The match points of every team on one board, by its totals."""
    return {
        one: sum(match_points(mine - other, unit) for other in totals.values())
        for one, mine in totals.items()
    }
