"""Which game has which advisor, and of which tables it is made.

A game whose tables are there is advised; to add one, name its tables in `tables_of` and make its advisor in
`advisor_of`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.analysis import store
from games.analysis.base import Advisor, NotAdvised
from games.analysis.race.dice_10000 import Advisor10000
from games.analysis.race.pig import AdvisorPig
from games.analysis.race.tables import DICE_10000_TABLES, PIG_TABLES
from games.analysis.solo.advisor import CardAdvisor
from games.analysis.solo.several import GAINS, Several, nothing
from games.analysis.solo.sheet import Place, Sheet
from games.analysis.solo.tables import ColumnTable
from games.rules.base import Rules
from games.rules.cards.boatzee import BOATZEE
from games.rules.cards.scorecard import Scorecard
from games.rules.pig.game import Pig
from games.rules.ten_thousand.game import Dice10000

if TYPE_CHECKING:
    from pathlib import Path


def tables_of(rules: Rules[Any]) -> tuple[store.Built, ...]:
    """The tables that a game's advisor is made of; none of a game that nobody knows."""
    if isinstance(rules, Scorecard):
        return columns(rules)
    if isinstance(rules, Dice10000):
        return DICE_10000_TABLES
    return PIG_TABLES if isinstance(rules, Pig) else ()


def several(rules: Scorecard) -> Several:
    """What a card of the game is worth beyond its columns."""
    return GAINS.get(rules.code) or nothing(rules.columns)


def columns(rules: Scorecard) -> tuple[ColumnTable, ...]:
    """The table of each column of a card. Columns of Boatzee's boxes are like its own but for the bonus."""
    if rules.columns == 1:
        return (ColumnTable(rules),)
    like = BOATZEE if rules.boxes is BOATZEE.boxes else rules
    return tuple(ColumnTable(like, weight if rules.shows_weighted else 1) for weight in rules.weights)


def advisor_of(rules: Rules[Any], home: Path) -> Advisor[Any, Any]:
    """Who knows this game, from the tables in a folder.

    Raises NotAdvised where nobody can know it, and `store.Unusable` where a table is not there.
    """
    if isinstance(rules, Scorecard):
        places = [
            Place(table.column, store.read(home, table), weight)
            for table, weight in zip(columns(rules), rules.weights, strict=True)
        ]
        return CardAdvisor(Sheet(rules, places, several(rules)))
    if isinstance(rules, Dice10000):
        return Advisor10000(table.duel(store.read(home, table)) for table in DICE_10000_TABLES)
    if isinstance(rules, Pig):
        return AdvisorPig(table.tables(store.read(home, table)) for table in PIG_TABLES)
    raise NotAdvised(rules.name)
