"""Nobody is seated without a yes, nor asked by somebody they want nothing of."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, User
from accounts.people import relations
from ladders.events import (
    champions,
    eligibility,
    entries,
    leading,
    lifecycle,
    offences,
    substituting,
    teams,
)
from ladders.models import Entry, Event
from ladders.reasons import BadDecision
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.ladders.test_arena import later

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def organiser(alice: User) -> User:
    cache.clear()
    alice.user_permissions.add(Permission.objects.get(codename="organise_event"))
    return User.objects.get(pk=alice.pk)


@pytest.fixture
def league(organiser: User) -> Event:
    return begun(opened("league", organiser=organiser), players(2))


def seat(event: Event) -> Entry:
    return event.entries.get(player__username="p00")


def test_a_substitute_is_asked_and_says_yes(
    client: Client, league: Event, organiser: User, bob: User
) -> None:
    substituting.ask(seat(league).pk, bob, organiser, "Ill.")
    entry = seat(league)
    assert Notice.objects.filter(player=bob, key__startswith=f"seat-{entry.pk}-").exists()
    assert entry.player != bob
    client.force_login(bob)
    assert "take over the seat of p00" in client.get(league.get_absolute_url()).content.decode()
    assert client.post(reverse("ladders:act", args=[league.pk]), {"what": "take"}).status_code == 302
    entry.refresh_from_db()
    assert (entry.player, entry.substitute) == (bob, None)


def test_or_no_and_nobody_else_answers(
    client: Client, league: Event, organiser: User, bob: User, carol: User
) -> None:
    substituting.ask(seat(league).pk, bob, organiser, "Ill.")
    act = reverse("ladders:act", args=[league.pk])
    client.force_login(carol)
    assert client.post(act, {"what": "take"}).status_code == 409
    assert client.post(act, {"what": "refuse"}).status_code == 409
    assert "You are asked" not in client.get(league.get_absolute_url()).content.decode()
    client.force_login(bob)
    assert client.post(act, {"what": "refuse"}).status_code == 302
    assert client.post(act, {"what": "take"}).status_code == 409
    assert seat(league).substitute is None


def test_who_is_asked_once_more_is_told_once_more(league: Event, organiser: User, bob: User) -> None:
    event = opened("league", organiser=organiser, way="invited")
    for day in range(2):
        with later(timedelta(days=day)):
            substituting.ask(seat(league).pk, bob, organiser, "Ill.")
            substituting.decline(league.pk, bob)
            for _ in range(2):  # who has not answered yet is asked already
                entries.invite(event.pk, [bob], organiser, "Come.")
            champions.decline(event.pk, bob)
    told = Notice.objects.filter(player=bob)
    assert told.filter(key__startswith="seat-").count() == 2
    assert told.filter(key__startswith="event-invitation-").count() == 2


def test_who_is_in_already_is_not_told_that_they_are_asked(organiser: User, bob: User) -> None:
    event = opened("league", organiser=organiser)
    entries.enter(event.pk, bob)
    entries.invite(event.pk, [bob], organiser, "Come.")
    assert event.entries.get().status == Entry.Status.IN
    assert not Notice.objects.filter(player=bob).exists()


def test_what_has_changed_since_is_looked_at_again(league: Event, organiser: User, bob: User) -> None:
    entry = seat(league)
    substituting.ask(entry.pk, bob, organiser, "Ill.")
    User.objects.filter(pk=bob.pk).update(barred_until=timezone.now() + timedelta(days=3))
    with pytest.raises(eligibility.MayNotEnter):
        substituting.accept(league.pk, User.objects.get(pk=bob.pk))
    User.objects.filter(pk=bob.pk).update(barred_until=None)
    entries.withdraw(entry, None, "Gone.")
    with pytest.raises(eligibility.MayNotEnter):
        substituting.accept(league.pk, User.objects.get(pk=bob.pk))
    assert not league.entries.filter(player=bob).exists()


@pytest.mark.parametrize("state", ["robot", "barred", "suspended", "inside"])
def test_who_cannot_play_is_not_asked(
    league: Event, organiser: User, bob: User, robots: None, state: str
) -> None:
    later = timezone.now() + timedelta(days=3)
    who = {
        "robot": User.objects.exclude(robot="")[0],
        "barred": User(pk=bob.pk, username="bob", barred_until=later),
        "suspended": User(pk=bob.pk, username="bob", suspended_until=later),
        "inside": User.objects.get(username="p01"),
    }[state]
    with pytest.raises(BadDecision):
        substituting.ask(seat(league).pk, who, organiser, "Ill.")
    assert seat(league).substitute is None


@pytest.mark.parametrize("way", ["the player", "the organiser"])
def test_an_organiser_asks_nobody_who_is_apart(
    client: Client, league: Event, organiser: User, bob: User, way: str
) -> None:
    relations.ignore(*((bob, organiser) if way == "the player" else (organiser, bob)))
    with pytest.raises(BadDecision):
        substituting.ask(seat(league).pk, bob, organiser, "Ill.")
    event = opened("league", organiser=organiser, way="invited")
    client.force_login(organiser)
    answer = client.post(reverse("ladders:decide", args=[event.pk, "invite"]), {"players": "p00, bob"})
    assert answer.status_code == 409
    teamed = opened("team", organiser=organiser)
    with pytest.raises(eligibility.MayNotEnter):
        teams.make_team(teamed.pk, organiser, "Reds", [bob])
    assert not Notice.objects.filter(player=bob).exists()
    assert not Entry.objects.filter(player=bob).exists()
    assert not event.entries.exists(), "nor is anybody else asked in the same breath"


def test_nobody_is_asked_who_could_not_come(organiser: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    bob.refresh_from_db()
    event = opened("league", way="invited")
    with pytest.raises(eligibility.MayNotEnter, match="bob cannot play at the moment"):
        entries.invite(event.pk, [*players(1), bob], organiser, "Come.")
    assert not event.entries.exists(), "nor is anybody else asked in the same breath"
    with pytest.raises(eligibility.MayNotEnter, match="bob cannot play at the moment"):
        teams.make_team(opened("team").pk, organiser, "Reds", [bob])


def test_nobody_joins_a_captain_who_is_apart_by_now(alice: User, bob: User) -> None:
    team = teams.make_team(opened("team").pk, alice, "Reds", [bob])
    relations.ignore(alice, bob)
    with pytest.raises(eligibility.MayNotEnter):
        teams.accept(team.pk, bob)


def test_an_organiser_writes_nothing_to_who_is_apart(league: Event, organiser: User, alice: User) -> None:
    one, other = (User.objects.get(username=name) for name in ("p00", "p01"))
    relations.ignore(one, organiser)
    lifecycle.cancel(league.pk, organiser, "You lot are awful.")
    told = Notice.objects.filter(key=f"cancelled-{league.pk}")
    assert not told.get(player=one).text, "that it is called off is told all the same"
    assert told.get(player=other).text == "You lot are awful."


def test_an_appeal_goes_to_the_staff_and_not_to_who_is_apart(league: Event, organiser: User) -> None:
    judge = User.objects.create_superuser("judge", "judge@example.org")
    offences.record_offence(seat(league).pk, judge, "Rude.")
    one = User.objects.get(username="p00")
    relations.ignore(organiser, one)
    offences.appeal(league.pk, one, "I was not.")
    heard = Notice.objects.filter(key__startswith="appeal-").values_list("player__username", flat=True)
    assert set(heard) == {"judge"}


def test_champions_are_asked_and_not_seated(organiser: User) -> None:
    who = players(4)
    league = play_to_the_end(begun(opened("league", organiser=organiser, matches=1), who))
    lifecycle.finish(league.pk)
    event = champions.open_champions(league.pk, organiser)
    assert set(event.entries.values_list("status", flat=True)) == {"invited"}
    assert not open_matches(event)
    with pytest.raises(leading.REFUSED):
        lifecycle.start(event.pk)
