"""Players who may organise make and lead their events; nobody else does."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from ladders.events import entries, leading
from ladders.models import Event
from tests.ladders.events import begun, opened, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

FORM = {
    "event-name": "The spring league",
    "event-format": "league",
    "event-code": "BO",
    "event-pace": "split",
    "event-clock": "main",
    "event-matches": 1,
    "event-division": 10,
    "event-moving": 2,
    "event-target": 5000,
    "event-way": "anybody",
    "event-fewest": 2,
}


@pytest.fixture
def organiser(alice: User) -> User:
    """Alice, who may organise."""
    alice.user_permissions.add(Permission.objects.get(codename="organise_event"))
    return User.objects.get(pk=alice.pk)


def decide(client: Client, event: Event, what: str, **given: object) -> int:
    return client.post(reverse("ladders:decide", args=[event.pk, what]), given).status_code


def test_from_a_form_to_a_running_league(client: Client, organiser: User, bob: User, carol: User) -> None:
    client.force_login(organiser)
    assert "Make an event" in client.get(reverse("ladders:index")).content.decode()
    assert client.post(reverse("ladders:new"), {"event-name": "x"}).status_code == 400
    assert client.post(reverse("ladders:new"), FORM).status_code == 302
    event = Event.objects.get()
    assert (event.organiser, event.status) == (organiser, "draft")
    assert "Led by me" in client.get(reverse("ladders:index")).content.decode()
    change = reverse("ladders:change", args=[event.pk])
    assert client.post(change, {**FORM, "event-name": "The autumn league"}).status_code == 302
    assert decide(client, event, "start") == 409, "it is not open yet"
    assert decide(client, event, "open") == 302
    for player in (bob, carol):
        entries.enter(event.pk, player)
    preview = client.get(reverse("ladders:decide", args=[event.pk, "preview"])).content.decode()
    assert "bob" in preview
    assert decide(client, event, "start") == 302
    event.refresh_from_db()
    assert (event.name, event.status) == ("The autumn league", "running")
    assert client.post(change, {**FORM, "event-matches": 9}).status_code == 302
    event.refresh_from_db()
    assert event.matches == 1, "what was agreed stays"
    assert decide(client, event, "pause", days=3) == 409, "nobody said why"
    assert decide(client, event, "pause", days=3, why="A feast.") == 302
    assert event.log.filter(why="A feast.", by=organiser).exists()


def test_others_neither_make_nor_lead(client: Client, organiser: User, bob: User) -> None:
    event = Event.objects.create(name="Mine", format="league", code="BO", organiser=organiser)
    client.force_login(bob)
    assert "Make an event" not in client.get(reverse("ladders:index")).content.decode()
    assert client.post(reverse("ladders:new"), FORM).status_code == 403
    assert client.get(reverse("ladders:lead", args=[event.pk])).status_code == 404, "a draft is a secret"
    assert decide(client, event, "open") == 404
    Event.objects.update(status="open")
    for page in ("lead", "change"):
        assert client.get(reverse(f"ladders:{page}", args=[event.pk])).status_code == 403
    assert decide(client, event, "cancel", why="x") == 403
    client.logout()
    assert decide(client, event, "cancel", why="x") == 302
    event.refresh_from_db()
    assert event.status == "open"


def test_an_organiser_leads_no_others_event_and_leave_can_be_taken(client: Client, organiser: User) -> None:
    event = opened("league")
    client.force_login(organiser)
    assert client.get(reverse("ladders:lead", args=[event.pk])).status_code == 403
    Event.objects.update(organiser=organiser)
    assert client.get(reverse("ladders:lead", args=[event.pk])).status_code == 200
    organiser.user_permissions.clear()
    assert client.get(reverse("ladders:lead", args=[event.pk])).status_code == 403


def test_only_staff_decide_about_offences(client: Client, organiser: User) -> None:
    event = begun(opened("league", organiser=organiser), players(3))
    entry = event.entries.first()
    assert entry
    client.force_login(organiser)
    assert decide(client, event, "offence", entry=entry.pk, why="I think so.") == 403
    entry.refresh_from_db()
    assert not entry.warned
    assert not [one for one in leading.open_to(organiser, event) if one.staff]


def test_who_is_warned_appeals_once_and_is_cleared(client: Client, alice: User, bob: User) -> None:
    director = User.objects.create_superuser("referee1", "r@example.org")
    event = begun(opened("league"), [alice, bob])
    entry = event.entries.get(player=alice)
    act = reverse("ladders:act", args=[event.pk])
    client.force_login(alice)
    assert client.post(act, {"what": "appeal", "text": "Why?"}).status_code == 400
    client.force_login(director)
    assert decide(client, event, "offence", entry=entry.pk, why="Accused bob falsely.", sure="yes") == 302
    client.force_login(alice)
    assert "You have been warned" in client.get(event.get_absolute_url()).content.decode()
    assert client.post(act, {"what": "appeal", "text": "  "}).status_code == 400
    assert client.post(act, {"what": "appeal", "text": "It was <true>."}).status_code == 302
    assert client.post(act, {"what": "appeal", "text": "Again"}).status_code == 400
    shown = client.get(event.get_absolute_url()).content.decode()
    assert "It was &lt;true&gt;." in shown
    assert director.notices.filter(key__startswith="appeal-").exists()
    client.force_login(director)
    assert decide(client, event, "clear", entry=entry.pk, why="She was right.", sure="yes") == 302
    entry.refresh_from_db()
    assert not entry.warned
    assert "You have been warned" not in client.get(event.get_absolute_url()).content.decode()
