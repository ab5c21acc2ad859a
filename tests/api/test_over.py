"""Matches that are over, by the API: record, replay, review, archive, and records in bulk."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import limits
from accounts.limits import HOUR, Budget, Rate
from accounts.models import User
from games import record
from games.archive import bulk
from games.coach import advice, reviews
from games.daily import days
from games.match import records
from games.models import Archived, Match
from games.rules import RULES
from games.rules.base import Kind, Move, Pace
from tests.api.asking import Program, ask, refused
from tests.games.coach.coached import Simple
from tests.games.daily.played import BOAT_DAY, NEXT, at, end, finish, noon
from tests.games.tables import begin, make, play_out, seat_of
from tests.long import sample
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
PATHS = ("record", "replay", "replay/0", "review")


def text_of(match: Match) -> str:
    return records.text(match, list(match.seats.select_related("player").order_by("index")))


def test_the_record_is_the_one_of_the_page(client: Any, alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    answer = ask(None).get(f"matches/{match.pk}/record")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content == client.get(f"/matches/{match.pk}/record.txt").content
    assert record.read(answer.content.decode()).number == match.pk


@pytest.mark.parametrize("pace", [Pace.SPLIT, Pace.DUPLICATE])
def test_while_cards_are_hidden_nothing_is_told(alice: User, bob: User, carol: User, pace: Pace) -> None:
    match = begin("BO", alice, bob, pace=pace)
    make(match, bob, Move(Kind.ROLL))
    for player in (None, alice, bob, carol):
        refused(ask(player).get(f"matches/{match.pk}/record"), 403, "still-hidden")
        for path in PATHS[1:]:
            refused(ask(player).get(f"matches/{match.pk}/{path}"), 409, "not-over")
    refused(ask(alice).post(f"matches/{match.pk}/review"), 409, "not-over")


def test_who_may_not_watch_gets_nothing(alice: User, bob: User, carol: User) -> None:
    match = begin("BO", alice, bob)
    User.objects.filter(pk=alice.pk).update(unwatched=True)
    for path in PATHS:
        refused(ask(carol).get(f"matches/{match.pk}/{path}"), 403, "not-watched")
    assert ask(bob).get(f"matches/{match.pk}/record").status_code == 200


def test_a_daily_that_others_still_play_is_its_players_alone(alice: User, bob: User) -> None:
    with at(noon(BOAT_DAY)):
        days.begin(BOAT_DAY)
        match = finish(alice, BOAT_DAY)
        for path in PATHS:
            refused(ask(bob).get(f"matches/{match.pk}/{path}"), 403, "not-watched")
            refused(ask(None).get(f"matches/{match.pk}/{path}"), 403, "not-watched")
        assert ask(alice).get(f"matches/{match.pk}/replay").status_code == 200
        assert ask(alice).get(f"matches/{match.pk}/review").json() == {"state": "too-soon", "review": None}
        assert match.pk not in [one["id"] for one in ask(bob).get("archive").json()["items"]]
    end(BOAT_DAY)
    with at(noon(NEXT)):
        assert ask(bob).get(f"matches/{match.pk}/replay").status_code == 200


@pytest.mark.parametrize("code", sample(RULES, "BO", "DK"))
def test_the_replay_leads_from_the_start_to_the_end(alice: User, bob: User, code: str) -> None:
    match = play_out(begin(code, alice, bob))
    program = ask(None)
    told = program.get(f"matches/{match.pk}/replay").json()
    count = len(told["steps"])
    assert [one["step"] for one in told["steps"]] == list(range(1, count + 1))
    assert told["totals"] == [seat_of(match, player).total for player in _in_order(match)]
    last = program.get(f"matches/{match.pk}/replay/{count}").json()["state"]
    assert last == program.get(f"matches/{match.pk}").json()["state"]
    first = program.get(f"matches/{match.pk}/replay/0").json()["state"]
    assert first != last
    refused(program.get(f"matches/{match.pk}/replay/{count + 1}"), 404, "not-found")


def _in_order(match: Match) -> list[User]:
    return [seat.player for seat in match.seats.select_related("player").order_by("index") if seat.player]


@pytest.mark.parametrize("code", ["BO", "PG"])
def test_a_review_is_asked_for_made_and_read(
    alice: User, bob: User, carol: User, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "advisor", lambda rules: Simple())
    match = play_out(begin(code, alice, bob))
    assert ask(carol).post(f"matches/{match.pk}/review").json()["state"] in {"asked", "ready"}
    reviews.make_due()
    told = ask(None).get(f"matches/{match.pk}/review").json()
    assert told["state"] == "ready"
    found = told["review"]
    assert found["by_points"] is (code == "BO")
    assert [one["seat"] for one in found["seats"]] == [0, 1]
    steps = ask(None).get(f"matches/{match.pk}/replay").json()["steps"]
    assert [one["step"] for one in found["steps"]] == [one["step"] for one in steps]
    better = [one for one in found["steps"] if one["best"]]
    assert better
    assert all(one["best"]["kind"] for one in better)
    for one in [costly for seat in found["costly"] for costly in seat]:
        assert len(one["losses"]) == len(one["moves"])


def test_the_archive_is_searched(alice: User, bob: User, carol: User) -> None:
    matches = [play_out(begin("BO", alice, bob), seed=seed).pk for seed in (1, 2)]
    play_out(begin("PG", alice, carol))
    program = ask(None)
    found = program.get("archive?player=ALICE&against=bob&game=BO").json()
    assert [one["id"] for one in found["items"]] == matches[::-1]
    assert found["items"][0]["seats"][0]["total"] is not None
    assert program.get("archive?player=bob&game=PG").json()["items"] == []
    assert len(program.get("archive?least=-5").json()["items"]) == 3
    refused(program.get("archive?player=nobody"), 422, "invalid")
    refused(program.get("archive?since=1999-12-31"), 422, "invalid")
    refused(program.get("archive?game=XX"), 422, "invalid")
    refused(program.get("archive?cursor=W10"), 400, "bad-cursor")


@pytest.mark.parametrize("said", ["0", "0.5", "1764180000", "-1", "1e3"])
def test_a_mere_number_is_neither_a_day_nor_a_moment(alice: User, said: str) -> None:
    program = ask(alice)
    for path in (
        f"archive?since={said}",
        f"archive?until={said}",
        f"archive/records?since={said}",
        f"daily/{said}",
    ):
        refused(program.get(path), 422, "invalid")


def lines(program: Program, path: str = "archive/records") -> list[dict[str, Any]]:
    answer = program.get(path)
    assert answer["Content-Type"] == "application/x-ndjson; charset=utf-8"
    return [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]


def aged(*matches: Match) -> list[Match]:
    """These matches ended a day and more ago, an hour apart."""
    now = timezone.now()
    for index, match in enumerate(matches):
        ended = now - timedelta(days=2) + timedelta(hours=index)
        Match.objects.filter(pk=match.pk).update(ended_at=ended)
        Archived.objects.filter(match=match.pk).update(ended_at=ended)
        match.refresh_from_db()
    return list(matches)


def test_records_in_bulk_go_on_where_they_ended(alice: User, bob: User) -> None:
    made = aged(*(play_out(begin("BO", alice, bob), seed=seed) for seed in range(3)))
    program = ask(bob)
    first = lines(program, "archive/records?limit=2")
    rest = lines(program, f"archive/records?cursor={first[-1]['cursor']}")
    assert [one["id"] for one in first + rest] == [match.pk for match in made]
    assert [one["record"] for one in first + rest] == [text_of(match) for match in made]
    assert lines(program, f"archive/records?cursor={rest[-1]['cursor']}") == []
    since = made[1].ended_at
    assert since
    asked = since.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    assert [one["id"] for one in lines(program, f"archive/records?since={asked}")] == [
        match.pk for match in made[1:]
    ]
    assert lines(program, "archive/records?game=BZ") == []
    answer = program.send("HEAD", "archive/records")
    assert (answer.status_code, answer.content) == (200, b"")


def test_they_are_not_asked_for_without_end(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = {**limits.BUDGETS, "records": Budget("Many.", (Rate(1, HOUR),))}
    monkeypatch.setattr(limits, "BUDGETS", budgets)
    program = ask(alice)
    assert lines(program) == []
    refused(program.get("archive/records"), 429, "too-often")


def test_what_ended_just_now_is_told_later(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    assert lines(ask(bob)) == []
    aged(match)
    assert [one["id"] for one in lines(ask(bob))] == [match.pk]


def test_while_a_daily_runs_nothing_of_its_day_is_told(alice: User, bob: User) -> None:

    with at(noon(BOAT_DAY)):
        days.begin(BOAT_DAY)
        daily = finish(alice, BOAT_DAY)
        assert bulk.settled() == datetime(BOAT_DAY.year, BOAT_DAY.month, BOAT_DAY.day, tzinfo=UTC)
    with at(noon(NEXT)):
        assert lines(ask(bob)) == []
        assert lines(ask(alice)) == [], "not even to its player"
    end(BOAT_DAY)
    work()
    with at(noon(NEXT)):
        assert lines(ask(bob)) == [], "the archive may not have heard of it"
    with at(noon(NEXT) + timedelta(hours=2)):
        assert [one["id"] for one in lines(ask(bob))] == [daily.pk]


def test_records_cost_the_same_however_many(alice: User, bob: User) -> None:
    program = ask(bob)
    program.get("me")
    costs = []
    for count in (1, 3):
        aged(*(play_out(begin("BO", alice, bob), seed=seed) for seed in range(count)))
        with CaptureQueriesContext(connection) as asked:
            assert len(lines(program)) >= count
        costs.append(len(asked))
    assert costs[0] == costs[1]
