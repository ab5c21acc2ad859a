"""Two who lead one event decide at the same moment: whoever is second sees what the first has done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from accounts.models import User
from ladders import arranging, entering
from ladders.deciding import BadDecision
from ladders.models import Entry, Event
from tests.faults.test_locks import Meeting, at_once
from tests.ladders.events import opened, players

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool"), pytest.mark.faults]
WHY = "They asked for it."
Act = Callable[[int, Sequence[Entry], User], None]
"""What a director does to the event with these entries."""


def pair(first: int, second: int) -> Act:
    """The two entries of these numbers meet."""
    return lambda event, known, by: arranging.pair(event, known[first], known[second], by, WHY, again=False)


def bye(number: int) -> Act:
    """The entry of this number has a bye."""
    return lambda event, known, by: arranging.give_bye(event, known[number], by, WHY)


@pytest.mark.parametrize(
    ("one", "other"),
    [(pair(0, 1), pair(1, 0)), (pair(0, 1), pair(1, 2)), (pair(0, 1), bye(1)), (bye(1), bye(1))],
    ids=["the same two", "one of the two", "one who has a bye", "the same bye"],
)
def test_nobody_is_set_twice_for_a_round_by_two_directors_at_once(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, one: Act, other: Act
) -> None:
    event = opened("swiss")
    for player in players(5):
        entering.enter(event.pk, player)
    known = list(event.entries.select_related("player").order_by("pk"))
    meeting, free = Meeting(0.5), arranging._free

    def slowly(event: Event, entries: Sequence[Entry]) -> int:
        number = free(event, entries)
        meeting.wait()
        return number

    monkeypatch.setattr(arranging, "_free", slowly)
    (raised,) = at_once(lambda: one(event.pk, known, alice), lambda: other(event.pk, known, bob))
    assert isinstance(raised, BadDecision)
    assert "this round is set already" in str(raised)
    assert event.arranged.count() == 1
    assert event.log.filter(what__startswith="Round 1 by hand").count() == 1
