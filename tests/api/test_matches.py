"""Matches by the API: who sees what, and what is done at the table."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.match import play
from games.models import Match
from games.rules import RULES
from games.rules.base import Kind, Move, Pace
from games.seats import lobby
from tests.api.asking import Program, ask, refused
from tests.games.tables import begin, make, play_out, seat_of, to_move
from tests.long import sample

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
MOST_QUERIES = 3
"""Of a table: the token, the match with its seats, the moves."""


def of(match: Match, rest: str = "") -> str:
    return f"matches/{match.pk}{rest}"


def test_a_list_page_by_page(alice: User, bob: User) -> None:
    made = [begin("BZ", alice, bob).pk for _ in range(5)]
    begin("BZ", bob, User.objects.create_user("dave"))
    program, found, path = ask(alice), [], "matches?limit=2"
    while path:
        answer = program.get(path)
        told = answer.json()
        found += [one["id"] for one in told["items"]]
        path = f"matches?limit=2&cursor={told['next']}" if told["next"] else ""
        assert ('rel="next"' in answer.get("Link", "")) == bool(path)
    assert found == made[::-1]


def test_a_list_of_some(alice: User, bob: User) -> None:
    over, running = begin("BZ", alice, bob), begin("PG", alice, bob)
    play_out(over)
    asked = lobby.invite(bob, [alice], "BZ", {}, Pace.TURNS, "main")
    program = ask(alice)
    for status, match in (("finished", over), ("running", running), ("inviting", asked)):
        (line,) = program.get(f"matches?status={status}").json()["items"]
        assert (line["id"], line["status"], line["game"]) == (match.pk, status, match.code)
    (line,) = program.get("matches?status=inviting").json()["items"]
    assert line["my_turn"] is True
    (line,) = program.get("matches?status=finished").json()["items"]
    assert sorted(seat["place"] for seat in line["seats"]) in ([1, 2], [1, 1])
    refused(program.get("matches?status=declined"), 422, "invalid")


def test_what_waits_for_me(alice: User, bob: User) -> None:
    running = [begin("BZ", alice, bob) for _ in range(3)]
    begin("PG", bob, User.objects.create_user("dave"))
    asked = lobby.invite(bob, [alice], "BZ", {}, Pace.TURNS, "main")
    lobby.invite(alice, [bob], "BO", {}, Pace.TURNS, "main")
    over = begin("BO", alice, bob)
    play_out(over)
    make(running[0], to_move(running[0]), Move(Kind.RESIGN))
    waiting = {asked.pk, *(match.pk for match in running[1:] if to_move(match) == alice)}
    found = ask(alice).get("matches?my_turn=true").json()["items"]
    assert [line["id"] for line in found] == sorted(waiting, reverse=True)
    assert all(line["my_turn"] for line in found)
    assert len(ask(alice).get("matches?my_turn=false").json()["items"]) == 6
    (line,) = ask(alice).get("matches?my_turn=true&status=inviting").json()["items"]
    assert line["id"] == asked.pk
    assert ask(alice).get("matches?my_turn=true&status=finished").json()["items"] == []


@pytest.mark.parametrize(
    "cursor", ["x", "W10", "WyJhIl0", "WzFd" * 100, "WzFlOTldXQ", "WzkyMjMzNzIwMzY4NTQ3NzU4MDhd"]
)
def test_a_cursor_that_is_none(alice: User, cursor: str) -> None:
    refused(ask(alice).get(f"matches?cursor={cursor}"), 400, "bad-cursor")


def test_a_list_costs_the_same_however_long(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    program = ask(alice)
    program.get("me")
    for _ in range(3):
        begin("BZ", alice, bob)
        with django_assert_num_queries(2):  # the token, the matches
            program.get("matches")


@pytest.mark.parametrize("code", RULES)
def test_a_table_as_anybody_sees_it(alice: User, bob: User, carol: User, code: str) -> None:
    match = begin(code, alice, bob)
    make(match, to_move(match), Move(Kind.ROLL))
    shown = ask(carol).get(of(match)).json()
    assert ask(None).get(of(match)).json() == shown
    assert (shown["game"], shown["status"], shown["my_seat"], shown["may_resign"]) == (
        code,
        "running",
        None,
        False,
    )
    assert [seat["name"] for seat in shown["seats"]] == [seat.name for seat in match.seats.order_by("index")]
    assert shown["moves"][-1]["kind"] == "roll"
    assert len(shown["moves"][-1]["dice"]) == RULES[code].dice or code == "PG"
    mine = ask(alice).get(of(match)).json()
    assert mine["my_seat"] == seat_of(match, alice).index
    match.refresh_from_db()
    assert mine["version"] == play.version_for(match, seat_of(match, alice))


@pytest.mark.parametrize("pace", [Pace.SPLIT, Pace.DUPLICATE])
def test_hidden_cards_are_hidden(alice: User, bob: User, carol: User, pace: Pace) -> None:
    match = begin("BZ", alice, bob, pace=pace)
    make(match, bob, Move(Kind.ROLL))
    make(match, bob, Move(Kind.SCORE, box="chance"))
    index = seat_of(match, bob).index
    before = {player: ask(player).get(of(match)).json() for player in (alice, carol)}
    for shown in before.values():
        seat = shown["seats"][index]
        assert seat["hidden"] is True
        assert (seat["total"], seat["to_move"], seat["deadline"]) == (None, None, None)
        assert all(move["seat"] != index for move in shown["moves"])
    own = ask(bob).get(of(match)).json()
    assert own["seats"][index]["total"] == seat_of(match, bob).total
    make(match, bob, Move(Kind.ROLL))
    for player, shown in before.items():
        assert ask(player).get(of(match)).json() == shown, "a hidden move is to be seen"
    line = ask(alice).get("matches").json()["items"][0]
    assert line["seats"][index]["total"] is None


def test_a_table_that_nobody_may_watch(alice: User, bob: User, carol: User) -> None:
    match = begin("BZ", alice, bob)
    User.objects.filter(pk=alice.pk).update(unwatched=True)
    refused(ask(carol).get(of(match)), 403, "not-watched")
    refused(ask(None).get(of(match)), 403, "not-watched")
    refused(ask(carol).get(of(match, "/moves/legal")), 403, "not-watched")
    assert ask(bob).get(of(match)).status_code == 200


def test_an_invitation_is_for_whom_it_names(alice: User, bob: User, carol: User) -> None:
    match = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main")
    shown = ask(bob).get(of(match)).json()
    assert (shown["status"], shown["state"], shown["my_turn"], shown["moves"]) == ("inviting", None, True, [])
    assert ask(alice).get(of(match)).json()["my_turn"] is False
    refused(ask(carol).get(of(match)), 404, "not-found")
    assert ask(bob).get(of(match, "/moves/legal")).json()["moves"] == []


@pytest.mark.parametrize("number", ["0", "-1", "x", str(2**63), "1.5"])
def test_a_number_that_no_match_has(alice: User, number: str) -> None:
    refused(ask(alice).get(f"matches/{number}"), 422, "invalid")


@pytest.mark.parametrize("code", sample(RULES, "BO", "DK"))
def test_a_whole_match_is_played(alice: User, bob: User, code: str) -> None:
    match = begin(code, alice, bob, options={"target": 2000} if code == "DK" else {})
    programs = {player.username: ask(player, "read play") for player in (alice, bob)}
    for _ in range(400):
        shown = programs["alice"].get(of(match)).json()
        if shown["status"] == "finished":
            break
        seat = next(seat for seat in shown["seats"] if seat["to_move"])
        shown = moved(programs[seat["name"]], match)
    match.refresh_from_db()
    assert match.over
    assert sorted(seat["place"] for seat in shown["seats"]) in ([1, 2], [1, 1])


def moved(program: Program, match: Match) -> dict[str, object]:
    """What the table is after some legal move, the one that ends a turn where there is one."""
    choices = program.get(of(match, "/moves/legal")).json()
    best = max(choices["preview"], key=lambda box: choices["preview"][box], default=None)
    ends = [one for one in choices["moves"] if one["kind"] == "bank" or one["box"] == best is not None]
    wanted = {**(ends or choices["moves"])[-1], "version": choices["version"]}
    answer = program.post(of(match, "/moves"), wanted)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def test_what_is_legal_is_told_to_whose_turn_it_is(alice: User, bob: User, carol: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    other = bob if mover == alice else alice
    told = ask(mover).get(of(match, "/moves/legal")).json()
    assert told == {
        "version": match.version,
        "moves": [{"kind": "roll", "keep": [], "box": ""}],
        "preview": {},
    }
    assert ask(other).get(of(match, "/moves/legal")).json()["moves"] == []
    refused(ask(carol).get(of(match, "/moves/legal")), 403, "not-seated")
    make(match, mover, Move(Kind.ROLL))
    told = ask(mover).get(of(match, "/moves/legal")).json()
    assert len(told["preview"]) == 13
    assert {one["kind"] for one in told["moves"]} == {"roll", "score"}


def test_each_refusal_has_its_code(alice: User, bob: User, carol: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    other = bob if mover == alice else alice
    path, roll = of(match, "/moves"), {"version": match.version, "kind": "roll"}
    refused(ask(other).post(path, roll), 409, "not-your-turn")
    refused(ask(carol).post(path, roll), 403, "not-seated")
    told = refused(ask(mover).post(path, {**roll, "version": 0}), 409, "stale")
    assert told["version"] == match.version
    refused(ask(mover).post(path, {**roll, "kind": "bank"}), 400, "illegal-move")
    refused(ask(mover).post(path, {**roll, "keep": [7]}), 422, "invalid")
    refused(ask(mover).post(path, {**roll, "kind": "timeout"}), 422, "invalid")
    refused(ask(mover).post(path, {**roll, "numbers": ["xx"]}), 422, "invalid")
    refused(ask(mover).post(path, {**roll, "numbers": ["ab" * 15]}), 422, "invalid")
    refused(ask(mover).post("matches/999999/moves", roll), 404, "not-found")
    match.refresh_from_db()
    assert match.version == roll["version"]
    assert ask(mover).post(of(match, "/resign"), {"version": match.version}).json()["status"] == "finished"
    refused(ask(mover).post(path, roll), 409, "match-over")


def test_an_empty_pool_says_when_to_come_again(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin("BZ", alice, bob)

    def dry(*args: object, **given: object) -> None:
        raise play.PoolEmpty

    monkeypatch.setattr(play, "act", dry)
    answer = ask(to_move(match)).post(of(match, "/moves"), {"version": match.version, "kind": "roll"})
    told = refused(answer, 503, "pool-empty")
    assert told["detail"].startswith("The dice are being rolled")
    assert answer["Retry-After"]


def test_what_a_table_costs(
    alice: User, bob: User, carol: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    match = begin("BT", alice, bob)
    programs = [ask(alice), ask(carol)]
    for program in programs:
        program.get("me")
        with django_assert_max_num_queries(MOST_QUERIES):
            assert program.get(of(match)).status_code == 200


def test_what_a_move_costs(
    alice: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    match = begin("BZ", alice, bob)
    program = ask(to_move(match))
    program.get("me")
    with django_assert_max_num_queries(11):
        program.post(of(match, "/moves"), {"version": match.version, "kind": "roll"})
