"""The same request twice: done once, answered twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts import limits
from accounts.api import again
from accounts.models import Answered, User
from dicepool import turning
from games.match import numbers
from games.models import Collection, Match, Move
from tests.api.asking import ask, refused
from tests.games.tables import begin, to_move
from tests.plans import too_dear

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

ANSWERS = """
INSERT INTO accounts_answered (player, key, asked, headers, at)
SELECT CASE WHEN number %% 20 = 0 THEN %(player)s ELSE %(player)s + number %% 50 END,
    sha256(number::text::bytea), '', '{}', now() - number * interval '2 seconds'
FROM generate_series(1, %(count)s) AS number
"""


def moves(match: Match) -> int:
    return Move.objects.filter(match=match).exclude(kind=Move.ROLL_OFF).count()


def test_it_is_done_once_and_answered_the_same(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    program, roll = ask(to_move(match)), {"version": match.version, "kind": "roll"}
    first = program.post(f"matches/{match.pk}/moves", roll, Idempotency_Key="one")
    again = program.post(f"matches/{match.pk}/moves", roll, Idempotency_Key="one")
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert again["Idempotency-Replayed"] == "true"
    assert moves(match) == 1
    refused(program.post(f"matches/{match.pk}/moves", roll, Idempotency_Key="two"), 409, "stale")


def test_a_key_is_for_one_request(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    program, roll = ask(to_move(match)), {"version": match.version, "kind": "roll"}
    program.post(f"matches/{match.pk}/moves", roll, Idempotency_Key="one")
    other = {"version": match.version, "kind": "score", "box": "chance"}
    refused(program.post(f"matches/{match.pk}/moves", other, Idempotency_Key="one"), 422, "key-reused")
    refused(
        program.post(f"matches/{match.pk}/resign", {"version": 1}, Idempotency_Key="one"), 422, "key-reused"
    )


def test_each_player_has_keys_of_their_own(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    roll = {"version": match.version, "kind": "roll"}
    ask(mover).post(f"matches/{match.pk}/moves", roll, Idempotency_Key="one")
    other = bob if mover == alice else alice
    refused(ask(other).post(f"matches/{match.pk}/moves", roll, Idempotency_Key="one"), 409, "stale")


def test_what_was_refused_is_tried_anew(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    program = ask(to_move(match))
    score = {"version": match.version, "kind": "score", "box": "chance"}
    refused(program.post(f"matches/{match.pk}/moves", score, Idempotency_Key="one"), 400, "illegal-move")
    assert not Answered.objects.exists()
    roll = {"version": match.version, "kind": "roll"}
    assert program.post(f"matches/{match.pk}/moves", roll, Idempotency_Key="one").status_code == 200


def test_after_a_day_a_key_is_new(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    program, roll = ask(to_move(match)), {"version": match.version, "kind": "roll"}
    program.post(f"matches/{match.pk}/moves", roll, Idempotency_Key="one")
    Answered.objects.update(at=timezone.now() - timedelta(hours=25))
    refused(program.post(f"matches/{match.pk}/moves", roll, Idempotency_Key="one"), 409, "stale")


@pytest.mark.parametrize("key", ["", "x" * 201, "ä"])
def test_a_key_is_a_plain_word(alice: User, bob: User, key: str) -> None:
    match = begin("BZ", alice, bob)
    answer = ask(alice).post(f"matches/{match.pk}/resign", {"version": 0}, Idempotency_Key=key)
    refused(answer, 400, "bad-key")


def test_numbers_stay_told_by_what_is_refused(alice: User, bob: User) -> None:
    number = b"n" * 16
    for player in (alice, bob):
        numbers.stock(player, [turning.pledge_of(number)])
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    sent = {"version": match.version + 7, "kind": "roll", "numbers": [number.hex()]}
    assert number.hex() not in str(match.seats.get(player=mover).reserved)
    refused(ask(mover).post(f"matches/{match.pk}/moves", sent, Idempotency_Key="one"), 409, "stale")
    assert number.hex() in str(match.seats.get(player=mover).reserved)


def test_no_more_answers_are_kept_of_a_player_than_may_be(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ANSWERED", 2)
    path, sent = "collections", {"name": "A"}
    first = ask(alice).post(path, sent, Idempotency_Key="one")
    ask(alice).post(path, {"name": "B"}, Idempotency_Key="two")
    answer = ask(alice).post(path, {"name": "C"}, Idempotency_Key="three")
    told = refused(answer, 429, "too-many-keys")
    assert 24 * 3600 - 60 < told["retry_after"] == int(answer["Retry-After"]) <= 24 * 3600
    assert {one.name for one in Collection.objects.all()} == {"A", "B"}, "it was not done"
    assert Answered.objects.count() == 2
    again = ask(alice).post(path, sent, Idempotency_Key="one")
    assert (again.status_code, again.content) == (first.status_code, first.content), "that is still known"
    assert ask(alice).post(path, {"name": "C"}).status_code == 201, "without a key it may be done"
    assert ask(bob).post(path, {"name": "A"}, Idempotency_Key="one").status_code == 201
    Answered.objects.filter(player=alice.pk).update(at=timezone.now() - timedelta(hours=25))
    assert ask(alice).post(path, {"name": "D"}, Idempotency_Key="three").status_code == 201


def test_how_many_there_are_is_found_by_an_index(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ANSWERED", 3000)
    with connection.cursor() as cursor:
        cursor.execute(ANSWERS, {"player": alice.pk, "count": 100_000})
        cursor.execute("ANALYZE accounts_answered")
    of_the_day = Answered.objects.filter(player=alice.pk, at__gt=timezone.now() - timedelta(days=1)).count()
    assert 2000 < of_the_day < limits.ANSWERED < Answered.objects.filter(player=alice.pk).count()
    wrong = too_dear(
        lambda: again._must_be_few(alice.pk), {"accounts_answered"}, queries=1, rows=of_the_day + 1
    )
    assert list(wrong) == []
