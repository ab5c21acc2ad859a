"""The register of every family of games at the table, beside the rules' register.

All that asks “which family is this?” is asked here: whoever shows, says, types, prints, explains or plays
a game takes its table (`games.tables.base.Table`) and asks that.
"""

from typing import Any

from games.rules.base import Rules
from games.tables.base import Table
from games.tables.cards import CARDS
from games.tables.pig import PIG_TABLE
from games.tables.ten_thousand import TEN_THOUSAND

TABLES: dict[str, Table[Any, Any]] = {table.family: table for table in (CARDS, TEN_THOUSAND, PIG_TABLE)}
"""Every table by the family of rules that is played at it."""


def table_of(rules: Rules[Any]) -> Table[Any, Any]:
    """The table that a game is played at."""
    return TABLES[rules.family]
