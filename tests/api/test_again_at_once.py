"""The same request twice at the same moment, and one that dies on the way."""

from __future__ import annotations

import pytest

from accounts.models import Answered, User
from dicepool import refill
from games.models import Match, Move
from tests.api.asking import ask
from tests.at_once import at_once
from tests.games.tables import begin, to_move

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    refill.add_sets(4000, "tests")
    return begin("BZ", alice, bob)


def rolls(match: Match) -> int:
    return Move.objects.filter(match=match, kind="roll").count()


def test_two_at_once_are_one(match: Match) -> None:
    mover, path = to_move(match), f"matches/{match.pk}/moves"
    sent = {"version": match.version, "kind": "roll"}
    programs = [ask(mover), ask(mover)]
    first, second = at_once(
        *[lambda program=program: program.post(path, sent, Idempotency_Key="one") for program in programs]
    )
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()
    assert rolls(match) == 1


def test_what_dies_before_it_is_answered_has_not_been(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    program, path = ask(to_move(match)), f"matches/{match.pk}/moves"
    program.client.raise_request_exception = False
    sent = {"version": match.version, "kind": "roll"}
    with monkeypatch.context() as patch:

        def dies(*given: object) -> None:
            raise SystemExit

        patch.setattr("accounts.api.again._kept", dies)
        with pytest.raises(SystemExit):
            program.post(path, sent, Idempotency_Key="one")
    assert rolls(match) == 0
    assert not Answered.objects.exists()
    assert program.post(path, sent, Idempotency_Key="one").status_code == 200
    assert rolls(match) == 1
