"""Of the clocks of a match that is over those are kept that stand elsewhere than they began."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.clock import CLOCKS
from games.match import folding, staff
from games.models import Match
from tests.games.tables import begin, resigned

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
RARE = timedelta(hours=31, microseconds=7)


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_clock_that_stands_where_it_began_is_not_kept_and_any_other_is(
    alice: User, bob: User, clock: str
) -> None:
    match = begin("BO", alice, bob)
    resigned(match)
    Match.objects.filter(pk=match.pk).update(clock=clock)
    for index, bank in enumerate((CLOCKS[clock].start, RARE)):
        match.seats.filter(index=index).update(bank=bank)
    running = begin("BO", alice, bob)
    before = list(running.seats.values())
    assert folding.fold([match.pk]) == folding.Run(1)
    assert list(match.seats.order_by("index").values_list("bank", flat=True)) == [None, RARE]
    assert list(running.seats.values()) == before
    assert folding.unfold_all([match.pk]) == folding.Run(1)
    assert list(match.seats.order_by("index").values_list("bank", flat=True)) == [CLOCKS[clock].start, RARE]


def test_what_is_to_go_on_has_its_time(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    staff.adjudicate(match.pk, [2, 1], "So it is.")
    match.seats.filter(index=1).update(bank=RARE)
    banks = list(match.seats.order_by("index").values_list("bank", flat=True))
    folding.fold([match.pk])
    staff.reopen(match.pk)
    again = list(match.seats.order_by("index").values_list("bank", "deadline"))
    assert [bank for bank, _until in again] == banks
    assert any(until for _bank, until in again)
