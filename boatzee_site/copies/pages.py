"""Which pages may be a moment old: the names of their views.

None of them writes or locks when it is looked at, and none is kept by browsers or proxies for everybody: an
older state would stay there. Nothing of a match that runs is among them, for a page that hears of a move must
never show less than it was told; nor is the public log of the dice, which must never seem to grow shorter.
"""

from __future__ import annotations

COPIED = frozenset(
    {
        "games:home",
        "games:watch",
        "games:archive",
        "games:player",
        "games:replay",
        "games:bots",
        "games:robots",
        "games:rules",
        "games:rules_of",
        "ladders:index",
        "ladders:event",
        "ladders:tables",
        "ladders:log",
        "ladders:explained_all",
        "ladders:explained",
        "ladders:ladder",
        "ladders:ladder_log",
        "ladders:clubs_how",
        "dicepool:index",
        "dicepool:batch",
        "dicepool:observatory",
        "dicepool:day",
        "help",
        "guide",
        "webhooks",
        "features",
        "faq",
        "api_help",
        "api_try",
        "news",
        "voices",
        "privacy",
        "terms",
    }
)
"""Read from a copy where one is near enough."""
SHOWN = COPIED | {"games:table"}
"""Shown from it while there is no primary: tables, too, for then nothing moves on them."""
