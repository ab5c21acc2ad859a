"""Two who do something in one event at the same moment: whoever is second sees what the first has done."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from types import ModuleType

import pytest
from django.db import transaction

from accounts import leaving
from accounts.models import User
from ladders.events import arranging, champions, deciding, entries, lifecycle, log, teams
from ladders.ladder import climbing, order
from ladders.models import Entry, Event, Ladder
from ladders.reasons import BadDecision
from tests.at_once import PATIENCE, Meeting, raised_at_once
from tests.ladders.events import begun, opened, play_to_the_end, players
from tests.worker import work

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
        entries.enter(event.pk, player)
    known = list(event.entries.select_related("player").order_by("pk"))
    meeting, free = Meeting(), arranging._free

    def slowly(event: Event, entries: Sequence[Entry]) -> int:
        number = free(event, entries)
        meeting.wait()
        return number

    monkeypatch.setattr(arranging, "_free", slowly)
    (raised,) = raised_at_once(lambda: one(event.pk, known, alice), lambda: other(event.pk, known, bob))
    assert isinstance(raised, BadDecision)
    assert "This round is already set" in str(raised)
    assert event.arranged.count() == 1
    assert event.log.filter(what__startswith="Round 1 by hand").count() == 1


def a_league(who: list[User]) -> Event:
    return begun(opened("league"), who[:3])


def a_team(who: list[User]) -> Event:
    event = opened("team")
    for captain, other in ((who[0], who[1]), (who[2], who[3])):
        team = teams.make_team(event.pk, captain, f"Team of {captain}", [other])
        teams.accept(team.pk, other)
    lifecycle.start(event.pk)
    work()
    return event


def best_four(who: list[User]) -> Event:
    league = play_to_the_end(begun(opened("league", matches=1), who))
    lifecycle.finish(league.pk)
    return champions.open_champions(league.pk)


def end(event: Event) -> None:
    deciding.end(event.pk, None, "The hall closes.")


def call_off(event: Event) -> None:
    lifecycle.cancel(event.pk, None, "The hall closes.")


@pytest.mark.parametrize(
    ("made", "ends", "step"),
    [
        (a_league, end, (entries, "withdraw")),
        (a_team, end, (teams, "leave")),
        (best_four, call_off, (champions, "decline")),
    ],
    ids=["league", "team", "champions"],
)
def test_an_account_is_closed_though_its_event_ends_after_it_was_found_running(
    monkeypatch: pytest.MonkeyPatch,
    made: Callable[[list[User]], Event],
    ends: Callable[[Event], None],
    step: tuple[ModuleType, str],
) -> None:
    who = players(4)
    event = made(who)
    found, held = threading.Event(), threading.Event()
    leave = getattr(*step)

    def slowly(*given: object) -> object:
        found.set()
        return leave(*given)

    def over() -> None:
        with transaction.atomic():
            log.lock(event.pk)
            held.set()
            assert found.wait(PATIENCE)
            ends(event)

    def close() -> None:
        assert held.wait(PATIENCE)
        leaving.close(who[0])

    monkeypatch.setattr(*step, slowly)
    assert not raised_at_once(over, close)
    event.refresh_from_db()
    assert event.status in {Event.Status.REVIEW, Event.Status.CANCELLED}
    assert not User.objects.filter(pk=who[0].pk).exists()
    assert not event.entries.filter(withdrawn_at__isnull=False).exists(), "it was over by then"


def test_an_account_is_closed_though_its_rung_is_taken_away_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = (player, *_others) = players(3)
    ladder = Ladder.objects.create(code="BO")
    for one in there:
        climbing.join(ladder.pk, one)
    leave = climbing.leave

    def second(ladder_id: int, player: User, why: str = "") -> None:
        leave(ladder_id, player, "Idle for too long.")
        leave(ladder_id, player, why)

    monkeypatch.setattr(climbing, "leave", second)
    leaving.close(player)
    assert not User.objects.filter(pk=player.pk).exists()
    assert ladder.rungs.count() == 2
    assert order.miscounted(ladder.pk) == []
