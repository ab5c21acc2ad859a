"""Events by the API as who leads them decides: the same decisions as on the desk, logged in the same log."""

from __future__ import annotations

from typing import get_args

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import Permission

from accounts import limits
from accounts.limits import Budget, Rate
from accounts.models import User
from games.match import play
from games.models import Match
from ladders.api.shapes_leading import DecisionSent, Word
from ladders.events.decisions import DECISIONS
from ladders.models import Event, Fixture
from tests.api.asking import ask, refused
from tests.ladders.events import begun, open_matches, opened, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def carol(carol: User) -> User:
    """Who may organise."""
    carol.user_permissions.add(Permission.objects.get(codename="organise_event"))
    return User.objects.get(pk=carol.pk)


@pytest.fixture
def event(alice: User, bob: User, carol: User) -> Event:
    """A league of alice and bob that carol leads, begun."""
    return begun(opened("league", organiser=carol), [alice, bob])


def of(event: Event) -> Fixture:
    return Fixture.objects.filter(section__event=event).order_by("pk")[0]


def test_every_decision_of_the_desk_can_be_taken() -> None:
    assert set(get_args(Word)) == set(DECISIONS) - {"preview"}


def test_the_desk_offers_what_the_page_offers(event: Event, carol: User) -> None:
    told = ask(carol).get(f"events/{event.pk}/desk").json()
    words = {one["word"] for one in told["decisions"]}
    assert {"adjudicate", "extend", "withdraw", "pause", "word", "cancel"} <= words
    assert not words & {"offence", "finish", "end", "open", "preview"}
    asked = {name for one in told["decisions"] for name in one["asks_for"]}
    assert asked <= set(DecisionSent.model_fields)
    staff = User.objects.create_superuser("referee1", "r@example.org")
    told = ask(staff).get(f"events/{event.pk}/desk").json()
    assert {"offence", "end"} <= {one["word"] for one in told["decisions"]}


def test_an_event_is_opened_filled_and_begun(alice: User, bob: User, carol: User) -> None:
    event = Event.objects.create(name="Cup", format="league", code="BO", organiser=carol, matches=2)
    program, path = ask(carol), f"events/{event.pk}/decisions"
    assert program.post(f"{path}/open", {"why": "Here it is."}).json()["status"] == "open"
    program.post(f"{path}/invite", {"players": ["alice", "bob"]})
    refused(program.post(f"{path}/invite", {"players": ["zed"]}), 422, "invalid")
    for player in (alice, bob):
        assert ask(player).post(f"events/{event.pk}/enter").status_code == 200
    assert program.get(f"events/{event.pk}/desk").json()["preview"]
    seeded = {"order": ["bob", "alice"], "why": "As last year."}
    assert program.post(f"{path}/seed", seeded).status_code == 200
    assert program.post(f"{path}/start").json()["status"] == "running"
    refused(program.post(f"{path}/start"), 409, "not-now")
    made = program.post(f"{path}/clone").json()["made"]
    assert Event.objects.get(pk=made).status == "draft"


def test_a_match_is_decided_with_a_reason_that_all_can_read(event: Event, alice: User, carol: User) -> None:
    fixture, path = of(event), f"events/{event.pk}/decisions/adjudicate"
    sent = {"fixture": fixture.pk, "places": [2, 1], "why": "Both agreed."}
    foreseen = ask(carol).post(f"{path}/foreseen", sent).json()
    assert foreseen["changes"]
    assert Match.objects.get(pk=fixture.match_id or 0).status == "running"
    refused(ask(alice).post(path, sent), 403, "not-leading")
    refused(ask(carol).post(path, {**sent, "why": " "}), 400, "bad-decision")
    assert ask(carol).post(path, sent).status_code == 200
    match = Match.objects.get(pk=fixture.match_id or 0)
    assert (match.status, match.adjudicated) == ("finished", True)
    assert [seat.place for seat in match.seats.order_by("index")] == [2, 1]
    line = ask(None).get(f"events/{event.pk}/log").json()["items"][0]
    assert (line["by"], line["why"]) == ("carol", "Both agreed.")
    refused(ask(carol).post(path, sent), 409, "not-now")


@pytest.mark.parametrize(
    "wrong",
    [
        {"places": [1]},
        {"places": [1, 2, 2]},
        {"places": [0, 1]},
        {"days": 3},
        {"fixture": 999_999},
        {"fixture": None},
        {"fixture": "1"},
        {"surprise": 1},
    ],
)
def test_what_the_desk_would_not_take_is_refused(event: Event, carol: User, wrong: dict[str, object]) -> None:
    sent = {"fixture": of(event).pk, "places": [1, 2], "why": "Because.", **wrong}
    refused(ask(carol).post(f"events/{event.pk}/decisions/adjudicate", sent), 422, "invalid")
    assert len(open_matches(event)) == 1


def test_a_match_of_another_event_is_none_of_this_one(event: Event, carol: User) -> None:
    other = begun(opened("league"), players(2))
    sent = {"fixture": of(other).pk, "places": [1, 2], "why": "Because."}
    refused(ask(carol).post(f"events/{event.pk}/decisions/adjudicate", sent), 422, "invalid")
    refused(ask(carol).post(f"events/{other.pk}/decisions/adjudicate", sent), 403, "not-leading")
    assert len(open_matches(other)) == 1


def test_nobody_decides_about_their_own_match(alice: User, carol: User) -> None:
    event = begun(opened("league", organiser=carol), [alice, carol])
    sent = {"fixture": of(event).pk, "places": [1, 2], "why": "I won."}
    for rest in ("", "/foreseen"):
        path = f"events/{event.pk}/decisions/adjudicate{rest}"
        refused(ask(carol).post(path, sent), 403, "concerned")
    assert len(open_matches(event)) == 1


def test_only_staff_disqualify_and_only_with_a_second_factor(
    event: Event, bob: User, carol: User, settings: LazySettings
) -> None:
    entry = event.entries.get(player=bob)
    path = f"events/{event.pk}/decisions/offence"
    sent = {"entry": entry.pk, "at_once": True, "why": "Abuse."}
    refused(ask(carol).post(path, sent), 403, "not-yours-to-decide")
    staff = User.objects.create_superuser("referee1", "r@example.org")
    settings.STAFF_MFA = True
    refused(ask(staff).post(path, sent), 403, "not-leading")
    settings.STAFF_MFA = False
    assert ask(staff, "direct").post(path, sent).status_code == 200
    entry.refresh_from_db()
    assert entry.disqualified
    told = ask(bob).get(f"events/{event.pk}").json()["mine"]
    assert (told["warned"], told["disqualified"], told["withdrawn"]) == (True, True, True)
    assert ask(bob).post(f"events/{event.pk}/appeal", {"text": "Not me."}).json()["mine"]["appeal"]
    refused(ask(bob).post(f"events/{event.pk}/appeal", {"text": "Not me."}), 400, "bad-decision")


def test_more_time_and_an_entry_taken_out(event: Event, bob: User, carol: User) -> None:
    fixture, path = of(event), f"events/{event.pk}/decisions"
    sent = {"fixture": fixture.pk, "days": 3, "whole_round": True, "why": "Snow."}
    assert ask(carol).post(f"{path}/extend", sent).status_code == 200
    after = Fixture.objects.get(pk=fixture.pk).deadline
    assert fixture.deadline
    assert after
    assert (after - fixture.deadline).days == 3
    refused(ask(carol).post(f"{path}/extend", {**sent, "days": 365}), 422, "invalid")
    entry = event.entries.get(player=bob)
    refused(ask(carol).post(f"{path}/withdraw", {"entry": 999_999, "why": "Ill."}), 422, "invalid")
    assert ask(carol).post(f"{path}/withdraw", {"entry": entry.pk, "why": "Ill."}).status_code == 200
    assert ask(bob).get(f"events/{event.pk}").json()["mine"]["withdrawn"] is True


def test_hidden_cards_stay_hidden_from_who_leads(event: Event, alice: User, carol: User) -> None:
    (match,) = open_matches(event)
    before = ask(carol).get(f"events/{event.pk}/desk/matches").json()
    seat = match.seats.get(player=alice)
    for _move in range(8):
        match.refresh_from_db()
        seat.refresh_from_db()
        move = match.rules.moves(match.table, seat.index)[-1]
        play.move(match.pk, alice, play.version_for(match, seat), move)
    assert ask(carol).get(f"events/{event.pk}/desk/matches").json() == before
    (shown,) = before["items"]
    assert (shown["hidden"], shown["match"]) == (True, match.pk)
    assert [(one["total"], one["to_move"]) for one in shown["sitting"]] == [(None, False)] * 2


def test_the_desk_page_by_page(carol: User) -> None:
    event = begun(opened("round-robin", organiser=carol), players(4))
    found: list[int] = []
    path = f"events/{event.pk}/desk/matches?limit=5"
    while path:
        told = ask(carol).get(path).json()
        found += [one["fixture"] for one in told["items"]]
        rest = f"events/{event.pk}/desk/matches?limit=5&cursor={told['next']}"
        path = rest if told["next"] else ""
    assert len(found) == len(set(found)) == 12
    assert ask(carol).get(f"events/{event.pk}/desk/matches?show=over").json()["items"] == []
    refused(ask(carol).get(f"events/{event.pk}/desk/matches?show=all"), 422, "invalid")


def test_a_decision_that_is_sent_twice_is_taken_once(event: Event, carol: User) -> None:
    path, sent = f"events/{event.pk}/decisions/word", {"why": "Enjoy it."}
    first = ask(carol).post(path, sent, Idempotency_Key="one")
    again = ask(carol).post(path, sent, Idempotency_Key="one")
    assert (first.status_code, first.json()) == (200, again.json())
    assert again["Idempotency-Replayed"] == "true"
    assert event.log.filter(why="Enjoy it.").count() == 1


def test_decisions_have_the_budget_of_the_desk(
    event: Event, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = {"event lead": Budget("Enough for now.", (Rate(1, 3600),))}
    monkeypatch.setattr(limits, "BUDGETS", {**limits.BUDGETS, **once})
    path = f"events/{event.pk}/decisions/pause"
    assert ask(carol).post(path, {"days": 2, "why": "Snow."}).status_code == 200
    told = refused(ask(carol).post(f"events/{event.pk}/decisions/resume", {"why": "Sun."}), 429, "too-often")
    assert told["retry_after"] > 0
