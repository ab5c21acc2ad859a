"""Champions' league: four players from a finished league, and otherwise a league.

rules.md, "Organised play": the top four; who cannot come is replaced by the fifth, and so on; three
will do.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from types import MappingProxyType

from games.said import gettext as _
from games.said import gettext_noop
from ladders.formats import league
from ladders.formats.base import BadField, Column, Row
from ladders.formats.field import last_stage, no_moment, no_roll_offs, one_section

NAME = gettext_noop("Champions’ league")
FEWEST = 3
MOST: int | None = 4
TEAMS = False
ONE_TABLE = True
CARDS_ONLY = False
SETTINGS: Mapping[str, range] = MappingProxyType({"matches": range(1, 101)})
COLUMNS: tuple[Column, ...] = league.COLUMNS
TOO_FEW = gettext_noop("%(name)s: at least %(fewest)s of the league must come, %(able)s can.")
rounds = league.rounds
sections = one_section
next_fixtures = league.next_fixtures
standings = league.standings
roll_offs = no_roll_offs
to_play = league.to_play
over = league.over
advance = last_stage
wakes = no_moment


class TooFew(BadField):
    """Fewer can come than it takes: so many."""

    def __init__(self, able: int) -> None:
        super().__init__(_(TOO_FEW) % {"name": _(NAME), "fewest": FEWEST, "able": able})
        self.able = able


def qualifiers(final: Sequence[Row], cannot: Container[int] = ()) -> tuple[int, ...]:
    """The three or four who play, best first: of the final table of the league's top division.

    `cannot` are the entrants who cannot come. Whoever withdrew from the league has no place in it.
    Raises TooFew when fewer than three are left.
    """
    able = [row.entrant for row in final if row.rank is not None and row.entrant not in cannot]
    if len(able) < FEWEST:
        raise TooFew(len(able))
    return tuple(able[:MOST])
