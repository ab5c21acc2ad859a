"""Events and teams made by the API: what the pages allow, and what was agreed to stays."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone, translation

from accounts.models import User
from ladders.events import entries
from ladders.models import Event, Log, Team
from tests.api.asking import ask, refused
from tests.ladders.events import opened

pytestmark = pytest.mark.django_db
CUP = {"name": "Spring cup", "format": "league", "game": "DK", "options": {"target": 5000}}


@pytest.fixture
def organiser(carol: User) -> User:
    carol.user_permissions.add(Permission.objects.get(codename="organise_event"))
    User.objects.update(last_seen=timezone.now())
    return User.objects.get(pk=carol.pk)


def test_an_event_is_prepared_as_on_the_page(organiser: User) -> None:
    sent = {**CUP, "matches": 6, "begins_at": "2030-05-01T18:00:00Z", "about": "Come as you are."}
    told = ask(organiser).post("events", sent)
    assert told.status_code == 201, told.content
    assert told.json()["status"] == "draft"
    event = Event.objects.get()
    assert (event.organiser, event.code, event.options["target"]) == (organiser, "DK", 5000)
    assert (event.matches, event.division, event.about) == (6, 10, "Come as you are.")
    assert event.begins_at is not None
    assert event.begins_at.isoformat() == "2030-05-01T18:00:00+00:00"


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "a\nb"},
        {"options": {"target": 1}},
        {"options": {"nothing": 1}},
        {"game": "ZZ"},
        {"format": "clubs"},
        {"most": -1},
        {"begins_at": "yesterday"},
        {"begins_at": 5},
        {"begins_at": "0001-01-01T00:00:00+14:00"},
        {"hook": "https://x.example/"},
    ],
)
def test_what_the_page_refuses_is_refused(organiser: User, wrong: dict[str, object]) -> None:
    refused(ask(organiser).post("events", CUP | wrong), 422, "invalid")
    assert not Event.objects.exists()


def test_who_may_not_organise_makes_none(alice: User) -> None:
    refused(ask(alice).post("events", CUP), 403, "forbidden")
    refused(ask(alice).post("events", {**CUP, "club": "nothing-such"}), 404, "not-found")
    assert not Event.objects.exists()


def test_a_change_leaves_everything_else_as_it_was(organiser: User) -> None:
    key = ask(organiser).post("events", {**CUP, "recurring": True, "matches": 6}).json()["id"]
    before = Event.objects.get(pk=key)
    assert ask(organiser).patch(f"events/{key}", {"about": "New."}).status_code == 200
    now = Event.objects.get(pk=key)
    same = [field.attname for field in Event._meta.concrete_fields if field.attname != "about"]
    assert [getattr(now, name) for name in same] == [getattr(before, name) for name in same]
    assert now.about == "New."
    ask(organiser).patch(f"events/{key}", {"recurring": False})
    assert not Event.objects.get(pk=key).recurring


def test_what_players_have_entered_on_stays(organiser: User, alice: User) -> None:
    event = opened("league", organiser=organiser)
    entries.enter(event.pk, User.objects.get(pk=alice.pk))
    told = refused(ask(organiser).patch(f"events/{event.pk}", {"matches": 2}), 409, "agreed-to")
    assert "matches" in told["detail"]
    refused(ask(organiser).patch(f"events/{event.pk}", {"game": "PG"}), 409, "agreed-to")
    answer = ask(organiser).patch(f"events/{event.pk}", {"about": "Hm."})
    assert "matches" in answer.json()["locked"]
    line = Log.objects.get(event=event, what="Changed: About")
    with translation.override("de"):
        assert line.says == "Geändert: Worum es geht"


def test_the_log_says_what_was_changed_as_the_form_calls_it(organiser: User) -> None:
    event = opened("league", organiser=organiser)
    changed = {"game": "PG", "options": {"target": 60}, "at_once": 3}
    assert ask(organiser).patch(f"events/{event.pk}", changed).status_code == 200
    line = Log.objects.get(event=event, what="Changed: Game, Matches at once, Pig: Target")
    with translation.override("de"):
        assert line.says == "Geändert: Spiel, Partien zugleich, Pig: Target"


def test_a_team_is_made_joined_put_in_order_and_left(organiser: User, alice: User, bob: User) -> None:
    event = opened("team", organiser=organiser)
    made = ask(alice).post(f"events/{event.pk}/teams", {"name": "The Reds", "others": ["BOB"]})
    assert made.status_code == 201, made.content
    team = made.json()
    assert [(one["name"], one["accepted"]) for one in team["members"]] == [("alice", True), ("bob", False)]
    path = f"teams/{team['id']}"
    refused(ask(organiser).post(f"{path}/join"), 409, "may-not-enter")
    assert all(one["accepted"] for one in ask(bob).post(f"{path}/join").json()["members"])
    told = ask(alice).post(f"{path}/order", {"members": ["bob", "alice"]}).json()
    assert [one["name"] for one in told["members"]] == ["bob", "alice"]
    refused(ask(bob).post(f"{path}/order", {"members": ["alice", "bob"]}), 409, "may-not-enter")
    refused(ask(alice).post(f"{path}/order", {"members": ["alice", "carol"]}), 422, "invalid")
    assert ask(bob).post(f"{path}/leave").status_code == 204
    refused(ask(bob).post(f"{path}/leave"), 409, "may-not-enter")
    assert Team.objects.get().captain == alice


@pytest.mark.parametrize(
    "sent",
    [
        {"name": "a\nb", "others": ["bob"]},
        {"name": "Hm", "others": ["alice"]},
        {"name": "Hm", "others": ["nobody"]},
        {"name": "Hm", "others": []},
        {"name": "Hm", "others": ["bob, carol"]},
    ],
)
def test_a_team_that_the_page_refuses_is_refused(
    organiser: User, alice: User, bob: User, sent: dict[str, object]
) -> None:
    event = opened("team", organiser=organiser)
    refused(ask(alice).post(f"events/{event.pk}/teams", sent), 422, "invalid")
    assert not Team.objects.exists()


def test_who_is_barred_or_too_late_makes_none(organiser: User, alice: User, bob: User) -> None:
    league = opened("league", organiser=organiser)
    refused(
        ask(alice).post(f"events/{league.pk}/teams", {"name": "Hm", "others": ["bob"]}), 409, "may-not-enter"
    )
    event = opened("team", organiser=organiser)
    User.objects.filter(pk=alice.pk).update(barred_until=timezone.now() + timedelta(days=1))
    refused(
        ask(alice).post(f"events/{event.pk}/teams", {"name": "Hm", "others": ["bob"]}), 409, "may-not-enter"
    )
