"""What the worker does for puzzles, now and then."""

from __future__ import annotations

from contextlib import suppress

from games.coach.advice import NotReady
from games.puzzles import making, mining, stock
from games.rules import RULES


def fill() -> None:
    """Look through matches that were reviewed, and top up the first stock of one game that is short of it.

    One game a call, so that none takes long; what is not ready yet, or gives no more, keeps no other waiting.
    """
    mining.look_through()
    counts = making.counts()
    for code in sorted(RULES, key=lambda code: counts.get(code, 0)):
        if counts.get(code, 0) >= stock.STOCK:
            return
        with suppress(NotReady, LookupError):  # its tables are not there yet, or nobody knows this game
            if stock.top_up(code, stock.STOCK):
                return
