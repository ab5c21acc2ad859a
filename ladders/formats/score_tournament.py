"""Score tournament: all play one match together round after round, and race to a grand total.

rules.md, "Organised play": the round in which somebody reaches the target is the last; the highest grand
total wins; absence scores 0. Equal totals share the rank.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from games.said import gettext_noop
from ladders.formats.base import Column, Event, Fixture, Row, Settings
from ladders.formats.counted import counted, open_fixtures
from ladders.formats.field import active, last_stage, no_moment, no_roll_offs, one_section
from ladders.formats.one_table import next_round, rounds_made, running
from ladders.formats.standings import Line, table

NAME = gettext_noop("Score tournament")
FEWEST = 2
MOST: int | None = 10
TEAMS = False
ONE_TABLE = True
CARDS_ONLY = True
SETTINGS: Mapping[str, range] = MappingProxyType({"target": range(1, 1_000_001)})
COLUMNS: tuple[Column, ...] = ()
sections = one_section
advance = last_stage
roll_offs = no_roll_offs
to_play = open_fixtures
wakes = no_moment


def rounds(entrants: int, settings: Settings) -> None:
    """Nobody knows beforehand how many rounds the target takes."""
    return


def next_fixtures(event: Event) -> tuple[Fixture, ...]:
    """The next round of all who are still in, once the last one is over."""
    return () if running(event) or over(event) else next_round(event)


def over(event: Event) -> bool:
    """Whether the target is reached and the round over, or the race has nobody left to run it.

    That is when fewer than two are in it still, or nobody at all scored in a round: so every round but
    the last brings the target nearer, and the race ends.
    """
    if running(event):
        return False
    if len(active(event)) < 2 or _nobody_scored(event):
        return True
    return any(row.points >= event.settings.target for row in standings(event))


def _nobody_scored(event: Event) -> bool:
    """Whether the last round brought nobody anything, though it counts."""
    scores, number = counted(event), rounds_made(event)
    keys = [fixture.key for fixture in event.fixtures if fixture.round == number]
    counting = [key for key in keys if key not in event.results or not event.results[key].for_nobody]
    return bool(counting) and not any(
        score.total > 0 for key in counting for score in scores.get(key, {}).values()
    )


def standings(event: Event) -> tuple[Row, ...]:
    """The grand totals. Who withdrew keeps their total and stands last, without a rank."""
    played = counted(event).values()
    mine = {
        entrant.id: [scores[entrant.id].total for scores in played if entrant.id in scores]
        for entrant in event.entrants
    }
    return table(
        (
            Line(
                entrant,
                played=len(mine[entrant.id]),
                points=Fraction(sum(mine[entrant.id])),
                ranked=entrant.left_at is None,
            )
            for entrant in event.entrants
        ),
        COLUMNS,
    )
