"""Rows that several write at once are written in one order: who waits for one holds none that comes after."""

from __future__ import annotations

from collections.abc import Callable, Collection

import pytest
from django.db import transaction

from dicepool import fates
from dicepool.fates import Shown
from dicepool.models import Fate
from games.coach import fair_play
from games.feats import spread
from games.models import PlayedBy, Spread
from tests.at_once import PATIENCE, is_held_up, meanwhile

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]
BOARD = spread.Board("rating:BZ:duel")


def throw_away(serials: Collection[int]) -> None:
    fates.throw_away(serials)


def show(serials: Collection[int]) -> None:
    fates.show([Shown(serial) for serial in serials])


def place(values: Collection[int]) -> None:
    spread.add({(BOARD, value): 1 for value in values})


def measure(bands: Collection[int]) -> None:
    """A player's measure of one band goes into that of another."""
    before, *after = bands
    fair_play._move("BZ", (before, 5), (after[0] if after else before, 5 if after else None))


@pytest.mark.parametrize(
    ("write", "rows"), [(throw_away, Fate), (show, Fate), (place, Spread), (measure, PlayedBy)]
)
def test_who_waits_for_a_row_holds_none_that_comes_after(
    write: Callable[[Collection[int]], None], rows: type[Fate | Spread | PlayedBy]
) -> None:
    with transaction.atomic():
        write([1])
        other = meanwhile(lambda: write([2, 1]))
        assert is_held_up(other)
        write([2])  # else these two would wait for each other
    other.result(PATIENCE)
    assert rows._default_manager.count() == 2
