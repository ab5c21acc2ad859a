"""The register of every game the site plays."""

from typing import Any

from games.rules.base import BadOptions, Pace, Rules
from games.rules.cards.boat import BOAT
from games.rules.cards.boatzee import BOATZEE, BOATZEE_EXTRA, DICEGAME, DOUBLE_BOATZEE, TRIPLE_BOATZEE
from games.rules.cards.scorecard import Scorecard
from games.rules.pig.game import PIG
from games.rules.ten_thousand.game import DICE_10000
from games.said import gettext as _

RULES: dict[str, Rules[Any]] = {
    rules.code: rules
    for rules in (BOATZEE, DOUBLE_BOATZEE, TRIPLE_BOATZEE, DICEGAME, BOATZEE_EXTRA, BOAT, DICE_10000, PIG)
}
"""Every game by its code, in the order in which pages list them."""


def choices() -> list[tuple[str, str]]:
    """The code and the name of every game: what fields of models and forms offer.

    Models take the function itself, so that a new game needs no migration.
    """
    return [(code, rules.name) for code, rules in RULES.items()]


def dealt(code: str) -> Scorecard:
    """The rules of a game in which several cards can have the same dice, a set for each turn and each of its
    three rolls. Raises BadOptions where there is none of this code.
    """
    rules = RULES.get(code)
    if not isinstance(rules, Scorecard) or Pace.DUPLICATE not in rules.paces:
        raise BadOptions(_("Only games of cards are played with the same dice."))
    return rules
