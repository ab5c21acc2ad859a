"""Organised play as pure functions: the register of formats.

The ladder stands apart, in ladders.formats.ladder and ladders.formats.ladder_idle: it has no beginning,
no rounds and no end.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ladders.formats import champions, double, knockout, league, round_robin, score_tournament, swiss, team
from ladders.formats.base import Format

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "league": league,
        "champions": champions,
        "score": score_tournament,
        "team": team,
        "knockout": knockout,
        "double": double,
        "round-robin": round_robin,
        "swiss": swiss,
    }
)
