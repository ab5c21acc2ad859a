"""Winning an event is an achievement: whose title counts, and what only looks like one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from accounts.models import User
from games.feats import achievements
from games.models import Earned
from ladders import titles
from ladders.events import lifecycle
from ladders.models import Entry, Event, Medal
from tests.ladders.events import begun, opened, play_to_the_end, players
from tests.worker import work

pytestmark = pytest.mark.django_db
OTHERS = Entry.Status.INVITED, Entry.Status.WAITING, Entry.Status.DROPPED, Entry.Status.LEFT


def won_by(player: User, form: str, others: list[User], place: int = 1, **last: Any) -> Event:
    """An event with these entries, in which the player has this place; the last entry has these columns."""
    event = Event.objects.create(name=f"The {form}", format=form, code="BO", pace="turns")
    entries = [Entry.objects.create(event=event, player=one) for one in (player, *others)]
    Entry.objects.filter(pk=entries[-1].pk).update(**last)
    Medal.objects.create(event=event, player=player, place=place, title=f"Winner of {event}")
    return event


WON: Mapping[str, str] = {
    "knockout": "knock-out",
    "double": "knock-out",
    "league": "league",
    "champions": "league",
    "arena": "arena",
}


@pytest.mark.parametrize("form", WON)
def test_an_event_of_four_that_is_won_is_a_title(form: str) -> None:
    alice, *others = players(4)
    event = won_by(alice, form, others)
    won_by(alice, form, others)
    achievements.follow_titles(alice.pk, [])
    assert [(row.feat, row.event) for row in Earned.objects.all()] == [(WON[form], event.pk)], "by the first"


@pytest.mark.parametrize("status", OTHERS)
def test_who_never_played_does_not_count(status: Entry.Status) -> None:
    alice, *others = players(4)
    won_by(alice, "knockout", others, status=status)
    assert titles.won(alice.pk) == {}


def test_nor_does_a_robot_but_whose_account_is_closed_does() -> None:
    alice, *others = players(4)
    won_by(alice, "league", others)
    User.objects.filter(pk=others[0].pk).update(robot="x")
    assert titles.won(alice.pk) == {}
    User.objects.filter(pk=others[0].pk).update(robot="")
    assert titles.won(alice.pk).keys() == {"league"}
    others[0].delete()
    assert titles.won(alice.pk).keys() == {"league"}


def test_neither_three_entries_nor_a_second_place_nor_another_format() -> None:
    alice, *others = players(4)
    won_by(alice, "arena", others[1:])
    won_by(alice, "arena", others, place=2)
    won_by(alice, "swiss", others)
    assert titles.won(alice.pk) == {}
    assert titles.won(others[0].pk) == {}, "nor what another has won"


def test_a_title_that_is_taken_away_is_no_achievement_any_longer() -> None:
    alice, *others = players(4)
    event = won_by(alice, "knockout", others)
    achievements.follow_titles(alice.pk, [])
    assert Earned.objects.filter(player=alice, feat="knock-out").exists()
    Medal.objects.filter(event=event).delete()
    achievements.follow_titles(alice.pk, [])
    assert not Earned.objects.exists()


@pytest.mark.usefixtures("pool")
def test_the_worker_gives_it_when_the_table_is_final() -> None:
    event = play_to_the_end(begun(opened("knockout", most=4), players(4)))
    assert event.status == Event.Status.REVIEW
    assert not Earned.objects.filter(feat="knock-out").exists()
    lifecycle.finish(event.pk)
    work()
    [earned] = Earned.objects.filter(feat="knock-out")
    assert earned.event == event.pk
    assert Medal.objects.get(place=1).player_id == earned.player_id
