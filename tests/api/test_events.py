"""Events by the API: what everybody reads, what stays hidden, and what players do there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.match import play
from ladders.events import entries, substituting
from ladders.models import Event, Fixture
from tests.api.asking import ask, refused
from tests.games.tables import play_out
from tests.ladders import clubs
from tests.ladders.events import begun, open_matches, opened, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_a_list_page_by_page(alice: User) -> None:
    made = [opened("league").pk for _ in range(5)]
    Event.objects.create(name="In preparation", format="league", code="BO")
    found: list[int] = []
    path = "events?limit=2"
    while path:
        answer = ask(None).get(path)
        told = answer.json()
        found += [one["id"] for one in told["items"]]
        path = f"events?limit=2&cursor={told['next']}" if told["next"] else ""
        assert ('rel="next"' in answer.get("Link", "")) == bool(path)
    assert found == made[::-1]
    assert ask(alice).get("events?status=open").json()["items"][0]["entrants"] == 0
    assert ask(alice).get("events?status=running").json()["items"] == []
    refused(ask(alice).get("events?status=draft"), 422, "invalid")


def test_events_of_clubs_and_those_in_preparation_are_with_whom_they_concern(
    alice: User, bob: User, carol: User
) -> None:
    club = clubs.club(alice)
    event = opened("league", club=club, organiser=alice)
    draft = Event.objects.create(name="Soon", format="league", code="BO", organiser=alice)
    assert ask(carol).get("events").json()["items"] == []
    assert ask(carol).get("events/mine?role=leading").json()["items"] == []
    led = ask(alice).get("events/mine?role=leading").json()["items"]
    assert [one["id"] for one in led] == [draft.pk, event.pk]
    assert led[1]["club"] == club.slug
    refused(ask(alice).get(f"events/{draft.pk}"), 404, "not-found")
    entered = opened("league")
    entries.enter(entered.pk, bob)
    (mine,) = ask(bob).get("events/mine").json()["items"]
    assert (mine["id"], mine["entrants"]) == (entered.pk, 1)


def test_one_event_with_its_terms_and_what_concerns_me(alice: User, bob: User, carol: User) -> None:
    event = opened("league", organiser=carol, about="Come all.", promise="A cup.")
    shown = ask(None).get(f"events/{event.pk}").json()
    assert (shown["about"], shown["promise"], shown["mine"]) == ("Come all.", "A cup.", None)
    assert {"Format", "Game", "Pace", "Who may enter"} <= {one["about"] for one in shown["terms"]}
    assert ask(alice).get(f"events/{event.pk}").json()["may_enter"] is True
    entered = ask(alice).post(f"events/{event.pk}/enter").json()
    assert (entered["entrants"], entered["mine"]["status"], entered["may_enter"]) == (1, "in", False)
    assert entered["why_not"] == "You are already in."
    refused(ask(alice).post(f"events/{event.pk}/enter"), 409, "may-not-enter")
    (entry,) = ask(bob).get(f"events/{event.pk}/entries").json()["items"]
    assert (entry["name"], entry["status"]) == ("alice", "in")
    left = ask(alice).post(f"events/{event.pk}/withdraw").json()
    assert left["mine"]["status"] == "left"
    assert ask(bob).get(f"events/{event.pk}/entries").json()["items"] == []
    lines = [one["what"] for one in ask(None).get(f"events/{event.pk}/log").json()["items"]]
    assert lines[:2] == ["alice left before the start", "alice entered"]


def test_what_a_muted_organiser_wrote_is_not_told(alice: User, carol: User) -> None:
    event = opened("league", organiser=carol, about="Rude.", promise="Rude, too.")
    User.objects.filter(pk=carol.pk).update(muted_until=timezone.now() + timedelta(days=1))
    answer = ask(alice).get(f"events/{event.pk}")
    assert (answer.json()["about"], answer.json()["promise"]) == (None, None)
    assert b"Rude" not in answer.content


def test_of_hidden_cards_an_event_tells_nothing(alice: User, bob: User, carol: User) -> None:
    event = begun(opened("league"), [alice, bob])
    match = open_matches(event)[0]
    paths = ["", "/entries", "/standings", "/fixtures", "/brackets", "/log"]

    def told(player: User | None) -> list[Any]:
        return [ask(player).get(f"events/{event.pk}{path}").json() for path in paths]

    before = {player: told(player) for player in (None, bob, carol)}
    seat = match.seats.get(player=alice)
    while True:
        match.refresh_from_db()
        seat.refresh_from_db()
        moves = match.rules.moves(match.table, seat.index)
        if not moves:
            break
        play.move(match.pk, alice, play.version_for(match, seat), moves[-1])
    assert seat.total is not None
    for player, was in before.items():
        assert told(player) == was
    (fixture,) = ask(alice).get(f"events/{event.pk}/fixtures").json()["items"]
    assert [(side["place"], side["total"]) for side in fixture["sides"]] == [(None, None)] * 2


def test_tables_and_the_schedule_once_it_is_played(alice: User, bob: User) -> None:
    event = begun(opened("league", matches=1), [alice, bob])
    (match,) = open_matches(event)
    (before,) = ask(None).get(f"events/{event.pk}/fixtures").json()["items"]
    assert (before["match"], before["over"]) == (match.pk, False)
    assert before["deadline"]
    play_out(match)
    (fixture,) = ask(None).get(f"events/{event.pk}/fixtures").json()["items"]
    assert fixture["over"] is True
    assert {side["place"] for side in fixture["sides"]} <= {1, 2}
    (table,) = ask(None).get(f"events/{event.pk}/standings").json()["tables"]
    assert [line["position"] for line in table["lines"]] == [1, 2]
    assert {line["name"] for line in table["lines"]} == {"alice", "bob"}
    assert ask(None).get(f"events/{event.pk}/standings?stage=2").json()["tables"] == []


def test_a_bracket_is_whole_from_the_start() -> None:
    event = begun(opened("knockout"), players(4))
    (bracket,) = ask(None).get(f"events/{event.pk}/brackets").json()["brackets"]
    assert [one["title"] for one in bracket["rounds"]] == ["Semi-finals", "Final"]
    first, final = bracket["rounds"][0]["ties"][0], bracket["rounds"][1]["ties"][0]
    assert (first["number"], first["decided"], len(first["matches"])) == ("1.1", False, 2)
    assert final["names"] == ["winner of tie 1.1", "winner of tie 1.2"]


def test_a_round_is_postponed_when_all_agree_and_not_before(alice: User, bob: User, carol: User) -> None:
    event = begun(opened("league"), [alice, bob])
    fixture = Fixture.objects.filter(section__event=event).order_by("pk")[0]
    assert fixture.deadline
    told = ask(alice).post(f"events/{event.pk}/postpone").json()
    assert told["mine"]["postpone"] == {"agreed": 1, "asked": 2, "mine": True}
    refused(ask(carol).post(f"events/{event.pk}/postpone"), 409, "nothing-to-postpone")
    ask(alice).post(f"events/{event.pk}/postpone")
    assert Fixture.objects.get(pk=fixture.pk).deadline == fixture.deadline
    ask(bob).post(f"events/{event.pk}/postpone")
    assert Fixture.objects.get(pk=fixture.pk).deadline == fixture.deadline + timedelta(days=7)


def test_all_agree_to_end_it_and_one_takes_it_back(alice: User, bob: User) -> None:
    event = begun(opened("league"), [alice, bob])
    path = f"events/{event.pk}/end"
    assert ask(alice).post(path, {"agree": True}).json()["mine"]["end"]["agreed"] == 1
    assert ask(alice).post(path, {"agree": False}).json()["mine"]["end"]["agreed"] == 0
    ask(alice).post(path, {"agree": True})
    assert ask(bob).post(path, {"agree": True}).json()["status"] == "review"


def test_a_seat_is_taken_over_by_whom_a_director_asks(alice: User, bob: User, carol: User) -> None:
    event = begun(opened("league", organiser=carol), [alice, bob])
    dave = User.objects.create_user("dave")
    path = f"events/{event.pk}/substitute"
    refused(ask(dave).post(path, {"accept": True}), 409, "may-not-enter")
    substituting.ask(event.entries.get(player=bob).pk, dave, carol, "He is ill.")
    assert ask(dave).get(f"events/{event.pk}").json()["asked_for_seat_of"] == "bob"
    assert ask(alice).get(f"events/{event.pk}").json()["asked_for_seat_of"] is None
    assert ask(dave).post(path, {"accept": True}).json()["mine"]["status"] == "in"
    assert ask(bob).get(f"events/{event.pk}").json()["mine"] is None


def test_lists_and_an_event_cost_the_same_however_large(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    everybody = players(7)
    program = ask(None)
    small = begun(opened("round-robin"), everybody[:4])
    for path in ("", f"/{small.pk}", f"/{small.pk}/fixtures", f"/{small.pk}/standings"):
        program.get(f"events{path}")
    with CaptureQueriesContext(connection) as few:
        program.get(f"events/{small.pk}")
    large = begun(opened("round-robin"), everybody)
    with CaptureQueriesContext(connection) as many:
        program.get(f"events/{large.pk}")
    assert len(many) == len(few) <= 16
    for path, queries in (
        ("events", 2),
        (f"events/{large.pk}/entries", 2),
        (f"events/{large.pk}/fixtures", 3),
        (f"events/{large.pk}/standings", 4),
        (f"events/{large.pk}/log", 2),
    ):
        with django_assert_num_queries(queries):
            program.get(path)
