"""Team tournament: teams of 2 to 4 race to a target.

rules.md, "Organised play": a team match is two single matches, each played by the next member in order
of every team; both scores go to the team. A team may be absent (0), and may withdraw.
"""

from __future__ import annotations

from games.said import gettext_noop
from ladders.formats import score_tournament
from ladders.formats.base import Column, Event, Fixture
from ladders.formats.field import last_stage, no_moment, no_roll_offs, one_section
from ladders.formats.one_table import next_round, running

NAME = gettext_noop("Team tournament")
FEWEST = 2
MOST: int | None = 10
TEAMS = True
ONE_TABLE = True
CARDS_ONLY = True
SETTINGS = score_tournament.SETTINGS
COLUMNS: tuple[Column, ...] = ()
MEMBERS = range(2, 5)
"""How many members a team may have."""
SINGLES = 2
rounds = score_tournament.rounds
sections = one_section
standings = score_tournament.standings
roll_offs = no_roll_offs
to_play = score_tournament.to_play
over = score_tournament.over
advance = last_stage
wakes = no_moment


def next_fixtures(event: Event) -> tuple[Fixture, ...]:
    """The two single matches of the next team match, once the last one is over."""
    return () if running(event) or over(event) else next_round(event, SINGLES)
