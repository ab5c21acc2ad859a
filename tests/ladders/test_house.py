"""The site keeps an event of every game open by itself, from an empty site on."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone

from accounts.models import User
from games.rules import RULES
from ladders import tasks
from ladders.events import entries, house, lifecycle
from ladders.models import Entry, Event
from tests.at_once import at_once
from tests.ladders.events import play_to_the_end
from tests.worker import work

FOR_PEOPLE = [line for line in house.LINES if not line.terms.get("bots")]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool", "robots")]


def test_there_is_one_of_every_game_and_each_can_open() -> None:
    opened = house.open_missing()
    assert {event.code for event in opened} == set(RULES)
    assert {event.status for event in Event.objects.all()} == {Event.Status.OPEN}
    assert all(event.recurring and event.organiser is None for event in opened)
    assert all((event.robots_after is None) == event.bots for event in opened)


def test_they_are_opened_once() -> None:
    assert len(house.open_missing()) == len(house.LINES)
    assert house.open_missing() == []
    assert Event.objects.count() == len(house.LINES)


@pytest.mark.django_db(transaction=True)
def test_two_workers_open_them_once() -> None:
    at_once(house.open_missing, house.open_missing)
    assert Event.objects.count() == len(house.LINES)


def test_what_staff_call_off_is_not_opened_again(admin_user: User) -> None:
    event = next(iter(house.open_missing()))
    lifecycle.cancel(event.pk, admin_user, "Nobody wants it.")
    assert house.open_missing() == []


def test_a_line_that_is_new_is_opened_beside_the_others() -> None:
    house.open_missing()
    Event.objects.filter(house="pig").delete()
    assert [event.house for event in house.open_missing()] == ["pig"]


@pytest.mark.parametrize(("wanted", "count"), [(True, len(house.LINES)), (False, 0)])
def test_operators_may_do_without(settings: LazySettings, wanted: bool, count: int) -> None:
    settings.HOUSE_EVENTS = wanted
    tasks.keep_house()
    assert Event.objects.count() == count


def begun(key: str, player: User) -> Event:
    """The first event of this line, begun with one player and robots."""
    event = next(one for one in house.open_missing() if one.house == key)
    entries.enter(event.pk, player)
    Entry.objects.update(entered_at=timezone.now() - timedelta(hours=25))
    work()
    event.refresh_from_db()
    return event


@pytest.mark.parametrize("line", FOR_PEOPLE, ids=lambda line: line.key)
def test_one_player_and_robots_begin_each_and_the_next_is_open(line: house.Line, alice: User) -> None:
    event = begun(line.key, alice)
    assert event.status == Event.Status.RUNNING
    assert Event.objects.get(house=line.key, status=Event.Status.OPEN).previous == event
    assert house.open_missing() == []


@pytest.mark.parametrize("key", ["boat", "pig"])
def test_they_are_played_to_their_end(key: str, alice: User) -> None:
    assert play_to_the_end(begun(key, alice)).status == Event.Status.REVIEW
