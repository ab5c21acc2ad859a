"""The pages of events: what they show, and who may do what there."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from ladders import table
from ladders.events import lifecycle
from ladders.models import Entry, Event, Fixture, Place
from tests.ladders.events import begun, opened, play_to_the_end, players
from tests.long import sample

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def page(client: Client, event: Event) -> str:
    answer = client.get(event.get_absolute_url())
    assert answer.status_code == 200
    return answer.content.decode()


def test_one_enters_and_leaves(client: Client, alice: User) -> None:
    event = opened("league")
    client.force_login(alice)
    assert event.name in client.get(reverse("ladders:index")).content.decode()
    act = reverse("ladders:act", args=[event.pk])
    assert client.post(act, {"what": "enter"}).status_code == 302
    assert Entry.objects.get().player == alice
    assert client.post(act, {"what": "enter"}).status_code == 409
    assert "Leave" in page(client, event)
    client.post(act, {"what": "withdraw"})
    assert Entry.objects.get().status == Entry.Status.LEFT
    assert client.post(act, {"what": "dance"}).status_code == 400


def test_visitors_look_and_do_nothing(client: Client) -> None:
    event = opened("league")
    assert "Sign in to enter" in page(client, event)
    assert client.post(reverse("ladders:act", args=[event.pk]), {"what": "enter"}).status_code == 302
    assert not Entry.objects.exists()


def test_a_draft_is_nobodys_business(client: Client) -> None:
    event = Event.objects.create(name="Secret", format="league", code="BO")
    assert client.get(event.get_absolute_url()).status_code == 404


def test_limits_are_told(client: Client, alice: User) -> None:
    event = opened("league", lowest=1600)
    client.force_login(alice)
    assert "for ratings from 1600" in page(client, event)
    assert client.post(reverse("ladders:act", args=[event.pk]), {"what": "enter"}).status_code == 409
    invited = opened("league", way="invited")
    assert "by invitation" in page(client, invited)


@pytest.mark.parametrize(
    ("form", "count", "shows"),
    sample(
        [
            ("league", 3, "Standings"),
            ("score", 2, "Race to"),
            ("knockout", 3, "Semi-finals"),
            ("round-robin", 4, "Who against whom"),
            ("swiss", 3, "Opponents"),
        ],
        "league",
        "knockout",
    ),
)
def test_every_format_has_its_page_from_start_to_end(
    client: Client, form: str, count: int, shows: str
) -> None:
    event = begun(opened(form), players(count))
    assert shows in page(client, event)
    event = play_to_the_end(event)
    lifecycle.finish(event.pk)
    assert "Winner of" in page(client, event)
    fixture = Fixture.objects.filter(match_id__isnull=False)[0]
    sheet = client.get(reverse("ladders:sheet", args=[event.pk, fixture.pk]))
    assert sheet.status_code == 200


def test_standings_for_other_programs(client: Client) -> None:
    event = play_to_the_end(begun(opened("league", matches=1), players(3)))
    found = json.loads(client.get(reverse("ladders:standings_json", args=[event.pk])).content)
    assert found["standings"][0]["rank"] == 1
    text = client.get(reverse("ladders:standings_csv", args=[event.pk])).content.decode()
    assert text.splitlines()[0].startswith("\ufeffgroup,rank,name,played,points")
    assert "Began with 3" in client.get(reverse("ladders:feed", args=[event.pk])).content.decode()
    assert "Began with 3" in client.get(reverse("ladders:log", args=[event.pk])).content.decode()


@pytest.mark.parametrize("form", ["league", "swiss"])
def test_other_programs_are_told_the_same_in_every_language(form: str) -> None:
    event = play_to_the_end(begun(opened(form, matches=1), players(4)))
    Place.objects.update(points="2401/2", values=["1200", "7/2"])
    english, german = (Client(headers={"accept-language": code}) for code in ("en", "de"))
    for name in ("standings_json", "standings_csv"):
        address = reverse(f"ladders:{name}", args=[event.pk])
        assert english.get(address).content == german.get(address).content
    address = reverse("ladders:standings_json", args=[event.pk])
    first = german.get(address).json()["standings"][0]
    assert list(first.values())[4:] == [1200.5, 1200, 3.5]
    columns = list(first)[5:]
    assert columns == [column.name for column in table.form_of(event).COLUMNS][:2]
    csv = german.get(reverse("ladders:standings_csv", args=[event.pk])).content.decode()
    assert ",1200.5,1200,3.5" in csv.splitlines()[1]
    html = german.get(event.get_absolute_url()).content.decode()
    with translation.override("de"):
        assert all(gettext(column) in html for column in columns)
    assert "1.200,5" in html


def test_a_feed_is_in_its_reader_s_language_and_caches_know_it() -> None:
    event = begun(opened("league", matches=1), players(3))
    address = reverse("ladders:feed", args=[event.pk])
    english, german = (Client(headers={"accept-language": code}).get(address) for code in ("en", "de"))
    assert english.content != german.content
    assert all("Accept-Language" in answer["Vary"] for answer in (english, german))


def test_its_queries_do_not_grow_with_the_rounds(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = play_to_the_end(begun(opened("league", matches=3), players(4)))
    with django_assert_max_num_queries(10):
        page(client, event)


def test_teams_are_made_joined_and_ordered(client: Client, alice: User, bob: User, carol: User) -> None:
    event = opened("team")
    client.force_login(alice)
    new = reverse("ladders:team_new", args=[event.pk])
    assert client.post(new, {"name": "Reds", "others": "nobody"}).status_code == 400
    assert client.post(new, {"name": "Reds", "others": "bob"}).status_code == 302
    team = event.teams.get()
    address = reverse("ladders:team_act", args=[team.pk])
    client.force_login(carol)
    assert client.post(address, {"what": "join"}).status_code == 409
    client.force_login(bob)
    assert "Join Reds" in page(client, event)
    assert client.post(address, {"what": "join"}).status_code == 302
    assert Entry.objects.get().team == team
    assert client.post(address, {"what": "order", "order_of": "bob, alice"}).status_code == 409
    client.force_login(alice)
    assert client.post(address, {"what": "order", "order_of": "bob, alice"}).status_code == 302
    assert [member.player for member in team.members.select_related("player")] == [bob, alice]
    assert client.post(address, {"what": "order", "order_of": "bob"}).status_code == 409


@pytest.mark.parametrize("what", ["open", "start", "preview", "cancel"])
def test_staff_lead_it_in_the_admin_and_players_do_not(
    client: Client, alice: User, bob: User, what: str
) -> None:
    event = Event.objects.create(name="The cup", format="league", code="BO", matches=1)
    if what != "open":
        lifecycle.open_entries(event.pk)
        Entry.objects.create(event=event, player=alice)
        Entry.objects.create(event=event, player=bob)
    address = reverse("admin:ladders_event_decide", args=[event.pk, what])
    client.force_login(alice)
    assert client.post(address, {"why": "x"}).status_code == 302
    helper = User.objects.create_user("helper1", "h@example.org", is_staff=True)
    client.force_login(helper)
    assert client.post(address, {"why": "x"}).status_code == 403
    event.refresh_from_db()
    before = event.status
    director = User.objects.create_superuser("referee1", "r@example.org")
    client.force_login(director)
    assert client.get(address).status_code == 200
    assert client.get(reverse("admin:ladders_event_change", args=[event.pk])).status_code == 200
    client.post(address, {"why": "So."})
    event.refresh_from_db()
    wanted = {"open": "open", "start": "running", "cancel": "cancelled", "preview": before}
    assert event.status == wanted[what]
