"""What perfect play writes in each box on the mean, in points as the card counts them.

Measured by playing cards alone by the advisors of `games.analysis.advisors` (`make bench ARGS=reviews` plays
some anew): 4,000 cards of Boatzee and of Boatzee Extra, 5,000 of Boat. The standard error of a mean is 0.3 at
most. An extra Boatzee counts in the box it was written in.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_BOATZEE = {
    "ones": 1.9,
    "twos": 5.3,
    "threes": 8.5,
    "fours": 12.1,
    "fives": 15.9,
    "sixes": 19.3,
    "three-of-a-kind": 22.3,
    "four-of-a-kind": 12.9,
    "full-house": 22.7,
    "small-straight": 29.6,
    "large-straight": 32.8,
    "boatzee": 16.1,
    "chance": 22.3,
}
_EXTRA = {
    "ones": 2.5,
    "twos": 6.2,
    "threes": 9.4,
    "fours": 13.0,
    "fives": 16.4,
    "sixes": 20.1,
    "three-of-a-kind": 22.1,
    "four-of-a-kind": 14.1,
    "full-house": 23.3,
    "small-straight": 29.6,
    "large-straight": 34.8,
    "boatzee": 16.9,
    "chance": 22.2,
}
_BOAT = {
    "ones": 1.2,
    "twos": 3.3,
    "threes": 5.6,
    "fours": 7.9,
    "fives": 10.0,
    "sixes": 12.0,
    "straight": 11.8,
    "low": 26.1,
    "high": 25.3,
    "boat": 28.1,
    "chance": 13.4,
}
MEANS: Mapping[str, Mapping[str, float]] = MappingProxyType({"BZ": _BOATZEE, "BX": _EXTRA, "BO": _BOAT})
"""By the game and the box. Of cards of several columns nobody knows perfect play."""
