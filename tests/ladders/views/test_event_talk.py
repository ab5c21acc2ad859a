"""An event's room: who is in reads and writes with those who lead it, and nobody else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import talk
from accounts.models import User
from ladders.events import entries, lifecycle, offences, rooms, teams
from ladders.models import Entry, Event, EventRemark, Member, Team
from tests.ladders.events import begun, opened, play_to_the_end, players
from tests.talking import say
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "is_settled", lambda _: True)
    cache.clear()


@pytest.fixture
def organiser() -> User:
    made = User.objects.create_user("referee1", "referee@example.org")
    made.user_permissions.add(Permission.objects.get(codename="organise_event"))
    return made


def statuses(player: User | None, event: Event) -> tuple[int, int]:
    """What reading and writing get."""
    client = Client()
    if player is not None:
        client.force_login(player)
    address = reverse("ladders:event_talk", args=[event.pk])
    return client.get(address).status_code, client.post(address, {"text": "Hello"}).status_code


def offered(player: User, event: Event) -> bool:
    """Whether the event's page has its talk."""
    client = Client()
    client.force_login(player)
    return (
        reverse("ladders:event_talk", args=[event.pk])
        in client.get(event.get_absolute_url()).content.decode()
    )


def test_who_is_in_and_who_leads_talk_and_nobody_else(
    organiser: User, alice: User, bob: User, carol: User
) -> None:
    event = opened("league", organiser=organiser)
    entries.enter(event.pk, alice)
    staff = User.objects.create_superuser("judge", "judge@example.org")
    entries.invite(event.pk, [carol], organiser)
    for player in (alice, organiser, staff):
        assert statuses(player, event) == (200, 302), player
        assert offered(player, event)
    for player in (bob, carol):
        assert statuses(player, event) == (403, 403), player
        assert not offered(player, event)
    assert statuses(None, event) == (302, 302)
    assert EventRemark.objects.count() == 3


def test_the_page_says_who_reads_it(client: Client, organiser: User) -> None:
    event = opened("league", organiser=organiser)
    client.force_login(organiser)
    page = client.get(reverse("ladders:event_talk", args=[event.pk])).content.decode()
    assert "Everybody in the event, its directors and the staff can read what is said here." in page


def test_who_leaves_or_is_put_out_is_out_of_the_talk_too(
    organiser: User, alice: User, bob: User, carol: User
) -> None:
    event = begun(opened("league", organiser=organiser), [alice, bob, carol])
    entries.withdraw_player(event.pk, alice)
    out = event.entries.get(player=bob)
    for why in ("Rude.", "Rude again."):
        offences.record_offence(out.pk, organiser, why)
    assert Entry.objects.get(pk=out.pk).disqualified
    assert statuses(alice, event) == statuses(bob, event) == (403, 403)
    assert statuses(carol, event) == (200, 302)


def test_who_is_disqualified_when_all_is_played_is_out_of_the_talk_too(
    organiser: User, alice: User, bob: User
) -> None:
    """Nobody withdraws from an event that is under review, so that only the disqualification says it."""
    event = play_to_the_end(begun(opened("league", organiser=organiser), [alice, bob]))
    offences.record_offence(event.entries.get(player=bob).pk, organiser, "Robots.", at_once=True)
    assert event.status == Event.Status.REVIEW
    assert event.entries.get(player=bob).withdrawn_at is None
    assert statuses(alice, event) == (200, 302)
    assert statuses(bob, event) == (403, 403)


def test_members_of_a_team_are_in_and_who_was_only_asked_is_not(alice: User, bob: User, carol: User) -> None:
    event = opened("team")
    one, other = players(2)
    team = teams.make_team(event.pk, alice, "Reds", [bob, carol])
    teams.accept(team.pk, bob)
    assert statuses(alice, event) == (403, 403), "a team is in once all have joined"
    teams.accept(team.pk, carol)
    against = teams.make_team(event.pk, one, "Blues", [other])
    assert statuses(other, event) == (403, 403)
    teams.accept(against.pk, other)
    for player in (alice, bob, carol, other):
        assert statuses(player, event) == (200, 302)
    lifecycle.start(event.pk)
    Member.objects.filter(player=carol).update(left=True)
    assert statuses(carol, event) == (403, 403)


@pytest.mark.parametrize("begins", [False, True])
@pytest.mark.parametrize("leads", [False, True])
def test_who_leaves_a_team_of_two_is_out_of_its_talk(
    client: Client, alice: User, bob: User, begins: bool, leads: bool
) -> None:
    event = opened("team")
    one, other = players(2)
    for name, captain, second in (("Reds", alice, bob), ("Blues", one, other)):
        teams.accept(teams.make_team(event.pk, captain, name, [second]).pk, second)
    if begins:
        lifecycle.start(event.pk)
        work()
    leaves, stays = (alice, bob) if leads else (bob, alice)
    team = Team.objects.get(name="Reds")
    client.force_login(leaves)
    act = reverse("ladders:act", args=[event.pk])
    assert client.post(act, {"what": "leave team"}).status_code == 302
    assert client.get(reverse("ladders:team_talk", args=[team.pk])).status_code == 403
    client.force_login(stays)
    assert client.get(reverse("ladders:team_talk", args=[team.pk])).status_code == 200
    team.refresh_from_db()
    assert team.captain == stays
    assert team.entry.status == Entry.Status.LEFT or team.entry.withdrawn_at


def test_newcomers_read_and_write_once_they_have_finished_a_match(
    organiser: User, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = opened("league", organiser=organiser)
    entries.enter(event.pk, alice)
    monkeypatch.setattr(talk, "is_settled", lambda _: False)
    assert statuses(alice, event) == (200, 403)
    assert statuses(organiser, event) == (200, 302), "who leads it is known"


def test_what_was_said_stays_and_nothing_is_added_when_it_is_long_over(organiser: User, alice: User) -> None:
    event = opened("league", organiser=organiser)
    entries.enter(event.pk, alice)
    say(rooms.OfEvent(event), alice, "Until tomorrow")
    now = timezone.now()
    for status, ended, writes in (
        (Event.Status.REVIEW, now, 302),
        (Event.Status.FINISHED, now - rooms.STAYS_OPEN + timedelta(hours=1), 302),
        (Event.Status.FINISHED, now - rooms.STAYS_OPEN - timedelta(hours=1), 403),
        (Event.Status.CANCELLED, None, 403),
    ):
        Event.objects.filter(pk=event.pk).update(status=status, ended_at=ended)
        assert statuses(alice, event) == (200, writes), (status, ended)


def test_a_draft_has_no_room(organiser: User) -> None:
    event = Event.objects.create(name="Soon", format="league", code="BO", organiser=organiser)
    assert statuses(organiser, event) == (404, 404)
