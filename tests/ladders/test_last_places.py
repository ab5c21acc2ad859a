"""Robots take the last places of events that say so: when, how many, and what is not theirs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, User
from games.models import Match, Rating
from games.seats import robot_play
from ladders.events import (
    agreeing,
    champions,
    checking,
    engine,
    entries,
    last_places,
    lifecycle,
    postponing,
    terms,
)
from ladders.formats import base
from ladders.models import Entry, Event, Medal
from tests.at_once import PATIENCE, at_once, is_held_up, meanwhile
from tests.ladders.events import opened, play_to_the_end
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool", "robots")]

ROBOTS: dict[str, Any] = {"fewest": 4, "most": 4, "robots_after": 12}


def waited(hours: float, *players: User) -> None:
    """These players, or all, have entered so many hours ago."""
    found = Entry.objects.filter(player__in=players) if players else Entry.objects.all()
    found.update(entered_at=timezone.now() - timedelta(hours=hours))


def filled(form: str = "knockout", *players: User, **changes: Any) -> Event:
    """An event that began with these players, and robots in the places that were left."""
    event = opened(form, **ROBOTS | changes)
    for player in players:
        entries.enter(event.pk, player)
    waited(13)
    work()
    event.refresh_from_db()
    return event


def robots_in(event: Event) -> int:
    return event.entries.filter(status=Entry.Status.IN).exclude(player__robot="").count()


@pytest.mark.parametrize(("hours", "come"), [(11.9, 0), (12.1, 3)])
def test_they_come_when_somebody_has_waited_so_long(alice: User, hours: float, come: int) -> None:
    event = opened("knockout", **ROBOTS)
    entries.enter(event.pk, alice)
    waited(hours)
    assert (event.pk in engine.due(timezone.now())) == bool(come)
    work()
    event.refresh_from_db()
    assert robots_in(event) == come
    assert event.status == (Event.Status.RUNNING if come else Event.Status.OPEN)


def test_who_entered_first_is_whom_they_look_at(alice: User, bob: User) -> None:
    event = opened("knockout", **ROBOTS)
    for player in (alice, bob):
        entries.enter(event.pk, player)
    waited(12.1, alice)
    work()
    assert robots_in(event) == 2


def test_robots_alone_begin_nothing(alice: User) -> None:
    event = opened("knockout", **ROBOTS)
    entries.enter(event.pk, alice)
    waited(13)
    entries.withdraw_player(event.pk, alice)
    assert engine.due(timezone.now()) == []
    assert last_places.fill(event.pk, timezone.now()) == 0


def test_who_waits_outside_or_was_only_asked_brings_nobody(alice: User) -> None:
    event = opened("knockout", **ROBOTS)
    entries.invite(event.pk, [alice])
    waited(13)
    assert last_places.fill(event.pk, timezone.now()) == 0


def test_without_the_word_none_comes(alice: User) -> None:
    event = opened("knockout", fewest=2, most=4)
    entries.enter(event.pk, alice)
    waited(1000)
    assert last_places.fill(event.pk, timezone.now()) == 0


def test_the_middling_come_first_and_nobody_twice(alice: User) -> None:
    event = filled("knockout", alice)
    levels = event.entries.exclude(player__robot="").order_by("pk").values_list("player__level", flat=True)
    assert list(levels) == ["casual", "steady", "skilled"]
    assert last_places.fill(event.pk, timezone.now()) == 0, "it runs"


def test_with_fewer_robots_than_places_it_begins_all_the_same(alice: User) -> None:
    event = filled("league", alice, fewest=3, most=10, division=10, matches=1)
    assert (robots_in(event), event.status) == (6, Event.Status.RUNNING)


def test_with_too_few_it_goes_on_waiting(alice: User) -> None:
    User.objects.exclude(robot="").exclude(level="casual").update(is_active=False)
    event = filled("knockout", alice)
    assert (robots_in(event), event.status) == (1, Event.Status.OPEN)
    work()
    assert robots_in(event) == 1


def test_a_robot_that_was_put_out_stays_out(alice: User) -> None:
    User.objects.exclude(robot="").exclude(level="casual").update(is_active=False)
    event = filled("knockout", alice)
    entries.withdraw(event.entries.exclude(player__robot="").get(), None, "Too strong.")
    assert engine.due(timezone.now()) == []
    assert last_places.fill(event.pk, timezone.now()) == 0
    assert robots_in(event) == 0


def test_a_robot_that_is_left_alone_brings_no_others(alice: User) -> None:
    User.objects.exclude(robot="").exclude(level="casual").update(is_active=False)
    event = filled("knockout", alice)
    entries.withdraw_player(event.pk, alice)
    User.objects.exclude(robot="").update(is_active=True)
    waited(13)
    assert engine.due(timezone.now()) == []
    assert robots_in(event) == 1


def test_on_a_day_of_its_own_they_come_as_it_begins(alice: User, bob: User) -> None:
    """Until then nobody stands outside because of a robot; and who has not confirmed has no place."""
    event = opened("knockout", **ROBOTS, begins_at=timezone.now() + timedelta(days=9))
    for player in (alice, bob):
        entries.enter(event.pk, player)
    entries.confirm(event.pk, alice)
    waited(13)
    assert last_places.fill(event.pk, timezone.now()) == 0
    begins = timezone.now()
    Event.objects.update(begins_at=begins)
    work()
    event.refresh_from_db()
    assert (robots_in(event), event.status, event.begins_at) == (3, Event.Status.RUNNING, begins)
    assert event.entries.get(player=bob).status == Entry.Status.DROPPED


def test_on_that_day_they_come_for_nobody_who_has_not_confirmed(alice: User) -> None:
    event = opened("knockout", **ROBOTS, begins_at=timezone.now() + timedelta(days=9))
    entries.enter(event.pk, alice)
    Event.objects.update(begins_at=timezone.now())
    work()
    event.refresh_from_db()
    assert (robots_in(event), event.status) == (0, Event.Status.CANCELLED)


def test_without_the_word_none_comes_on_a_day_of_its_own_either(alice: User) -> None:
    event = opened("knockout", fewest=2, most=4, begins_at=timezone.now())
    entries.enter(event.pk, alice)
    assert last_places.fill(event.pk, timezone.now()) == 0


@pytest.mark.django_db(transaction=True)
def test_who_leaves_at_that_moment_has_left_before_they_come(alice: User) -> None:
    event = opened("knockout", **ROBOTS)
    entries.enter(event.pk, alice)
    waited(13)
    with transaction.atomic():
        entries.withdraw_player(event.pk, alice)
        answer = meanwhile(lambda: last_places.fill(event.pk, timezone.now()))
        assert is_held_up(answer)
    assert answer.result(PATIENCE) == 0


@pytest.mark.django_db(transaction=True)
def test_two_workers_let_each_robot_in_once(alice: User) -> None:
    event = opened("knockout", **ROBOTS)
    entries.enter(event.pk, alice)
    waited(13)
    now = timezone.now()
    assert sorted(at_once(*[lambda: last_places.fill(event.pk, now)] * 2)) == [0, 3]
    assert robots_in(event) == 3


@pytest.mark.parametrize(
    ("form", "changes", "wrong"),
    [
        ("knockout", {"most": None}, "how many"),
        ("knockout", {"robots_after": 0}, "hours"),
        ("knockout", {"robots_after": 14 * 24 + 1}, "hours"),
        ("knockout", {"fewest": 8, "most": 8}, "6 robots"),
        ("team", {}, "robots take no places"),
        ("arena", {}, "robots take no places"),
    ],
)
def test_it_opens_only_where_they_can_come(form: str, changes: dict[str, Any], wrong: str) -> None:
    with pytest.raises(base.BadField, match=wrong):
        opened(form, **ROBOTS | changes)


@pytest.mark.parametrize("hours", [1, 14 * 24])
def test_it_opens_with_seven_places_and_either_patience(hours: int) -> None:
    assert opened("knockout", fewest=7, most=7, robots_after=hours).status == Event.Status.OPEN


def test_no_match_with_a_robot_is_rated_and_others_are(alice: User, bob: User) -> None:
    event = filled("round-robin", alice, bob)
    for match in Match.objects.filter(event=event.pk):
        people = match.seats.filter(player__robot="").count()
        assert match.rated == (people == 2)
    play_to_the_end(event)
    assert not Rating.objects.exclude(player__robot="").exists()
    assert Rating.objects.filter(player=alice).get().matches == 2


def test_robots_play_by_themselves(alice: User) -> None:
    event = filled("round-robin", alice)
    robot_play.move_waiting()
    over = Match.objects.filter(event=event.pk, status=Match.Status.FINISHED)
    assert over.count() == 6, "three robots, two matches for each two"
    assert not Notice.objects.exclude(player__robot="").exists()


def test_nobody_waits_for_the_agreement_of_a_robot(alice: User) -> None:
    event = filled("knockout", alice)
    assert postponing.agree(event.pk, alice)
    assert agreeing.say(event.pk, alice, ends=True)


def test_agreement_is_still_that_of_all_people(alice: User, bob: User) -> None:
    event = filled("round-robin", alice, bob)
    assert not postponing.agree(event.pk, alice)
    assert not agreeing.say(event.pk, alice, ends=True)
    assert agreeing.say(event.pk, bob, ends=True)


def test_medals_are_for_people(alice: User) -> None:
    event = play_to_the_end(filled("league", alice, matches=1, division=4))
    Event.objects.update(review_until=timezone.now())
    work()
    assert checking.recompute() == []
    assert not Medal.objects.exclude(player__robot="").exists()
    place = event.sections.get().places.get(entry__player=alice)
    assert Medal.objects.filter(player=alice).exists() == ((place.rank or 9) <= 3)


def test_no_robot_is_asked_to_be_a_champion(alice: User, bob: User, carol: User) -> None:
    league = play_to_the_end(filled("league", alice, bob, carol, matches=1, most=6, division=6))
    Event.objects.update(review_until=timezone.now())
    work()
    asked = champions.open_champions(league.pk).entries.values_list("player__username", flat=True)
    assert set(asked) == {"alice", "bob", "carol"}


def test_the_terms_say_so_and_the_successor_does_the_same(alice: User) -> None:
    event = filled("knockout", alice, recurring=True)
    said = {str(term.about): str(term.says) for term in terms.terms(event, 4)}
    assert "12 hours" in said["Robots"]
    assert said["Rating"] == "Every match is rated in which no robot plays."
    heir = Event.objects.get(previous=event)
    assert (heir.robots_after, heir.status) == (12, Event.Status.OPEN)


def test_the_page_marks_robots(alice: User, client: Client) -> None:
    event = filled("round-robin", alice)
    page = client.get(reverse("ladders:event", args=[event.pk])).content.decode()
    assert page.count('<span class="tag">robot</span>') == 3


def test_they_are_locked_with_the_other_terms(alice: User, director: User, client: Client) -> None:
    event = opened("knockout", **ROBOTS)
    entries.enter(event.pk, alice)
    client.force_login(director)
    form = client.get(reverse("admin:ladders_event_change", args=[event.pk])).content.decode()
    assert 'name="robots_after"' not in form


def test_an_event_by_invitation_lets_them_in_too(alice: User) -> None:
    event = opened("knockout", **ROBOTS, way=Event.Way.INVITED)
    entries.invite(event.pk, [alice])
    entries.enter(event.pk, alice)
    waited(13)
    work()
    assert robots_in(event) == 3


def test_a_look_that_finds_nothing_asks_one_query(alice: User, django_assert_num_queries: Any) -> None:
    lifecycle.open_entries(Event.objects.create(name="Plain", format="knockout", code="BO").pk)
    with django_assert_num_queries(1):
        assert engine.due(timezone.now()) == []
