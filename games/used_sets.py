"""Which sets of dice the rolls of one match have used, and whether each may be where it stands.

A set is used once, by one roll. At the pace `duplicate` it is that of one turn and roll, for every seat, and
falls alike for all of them (rules.md, "Pace of a match").
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.rules import dealt
from games.rules.base import BadOptions, Dice, Pace


class NotItsSet(ValueError):
    """The sets of a roll cannot be those that it took. The message is one sentence."""


class Used:
    """The sets that a match of this game and pace has used so far, the given ones among them."""

    def __init__(self, code: str, pace: Pace, serials: Iterable[int]) -> None:
        self._serials = set(serials)
        self._code = code
        self._duplicate = pace is Pace.DUPLICATE
        self._set_of: dict[tuple[int, int], int] = {}
        self._place_of: dict[int, tuple[int, int]] = {}
        self._fell: dict[int, Dice] = {}

    def add(self, state: Any, seat: int, dice: Dice, serials: tuple[int, ...], *, turned: bool) -> None:
        """Note a roll that the seat makes at this state. Raises NotItsSet."""
        if not self._duplicate:
            if len({*self._serials, *serials}) != len(self._serials) + len(serials):
                raise NotItsSet("A set of dice is used twice.")
            self._serials.update(serials)
        elif serials:
            self._add_to_deal(state, seat, dice, serials[0], turned=turned)

    def _add_to_deal(self, state: Any, seat: int, dice: Dice, serial: int, *, turned: bool) -> None:
        if turned:
            raise NotItsSet("Where everybody gets the same dice no player's own number turns them.")
        try:
            place = dealt(self._code).next_roll(state, seat)
        except BadOptions as refused:
            raise NotItsSet(str(refused)) from refused
        if self._set_of.setdefault(place, serial) != serial:
            raise NotItsSet("Everybody gets the same set in the same turn and roll.")
        if self._place_of.setdefault(serial, place) != place:
            raise NotItsSet("A set of dice belongs to one turn and one roll.")
        fell = self._fell.get(serial, dice)
        shared = min(len(fell), len(dice))
        if fell[:shared] != dice[:shared]:
            raise NotItsSet("The same set falls alike for everybody.")
        self._fell[serial] = max(fell, dice, key=len)
