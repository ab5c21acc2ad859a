"""The register of every game the site plays."""

from typing import Any

from games.rules.base import Rules
from games.rules.boat import BOAT
from games.rules.boatzee import BOATZEE, BOATZEE_EXTRA, DICEGAME, DOUBLE_BOATZEE, TRIPLE_BOATZEE
from games.rules.dice10000 import DICE_10000

RULES: dict[str, Rules[Any]] = {
    rules.code: rules
    for rules in (BOATZEE, DOUBLE_BOATZEE, TRIPLE_BOATZEE, DICEGAME, BOATZEE_EXTRA, BOAT, DICE_10000)
}
"""Every game by its code, in the order in which pages list them."""
