"""Organised play as pure functions: the register of formats.

The ladder stands apart, in ladders.ladder.rules and ladders.ladder.idleness: it has no beginning,
no rounds and no end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from ladders.formats import (
    arena,
    champions,
    club_match,
    double,
    duplicate,
    knockout,
    league,
    round_robin,
    score_tournament,
    swiss,
    team,
)
from ladders.formats.base import Event, Format
from ladders.formats.bracket import Planned, Rounds

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "league": league,
        "champions": champions,
        "score": score_tournament,
        "team": team,
        "duplicate": duplicate,
        "knockout": knockout,
        "double": double,
        "round-robin": round_robin,
        "swiss": swiss,
        "arena": arena,
    }
)
BETWEEN_CLUBS: Mapping[str, Format] = MappingProxyType({"clubs": club_match})
"""Those that two clubs agree on: no form makes them, and nobody enters alone."""
EVERY: Mapping[str, Format] = MappingProxyType({**FORMATS, **BETWEEN_CLUBS})
BRACKETS: Mapping[str, Callable[[Event], Rounds]] = MappingProxyType(
    {"knockout": knockout.bracket, "double": double.bracket}
)
"""Those in which who plays next hangs on who has won, with all ties as they are drawn."""
PLANS: Mapping[str, Callable[[int], Sequence[Planned]]] = MappingProxyType(
    {"knockout": knockout.plan, "double": double.plan}
)
"""The same before anybody is known, by the size of the field."""
SAME_DICE = frozenset({"duplicate"})
"""Those that are played with the same dice for all, at that pace."""
LIVE = frozenset({"arena"})
"""Those that last for a set time, and are played by who sits there all the while."""
