"""Puzzles that robots really play to, of games with dice enough and with two choices only, on their pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.analysis import advisors
from games.analysis.base import Advisor
from games.coach import advice
from games.models import Puzzle
from games.positions import decode
from games.puzzles import making, stock
from games.rules import RULES
from games.rules.base import Kind, Move
from tests.games.analysis import test_pig_advice
from tests.tabled import tables

pytestmark = pytest.mark.django_db
MANY = 4


@pytest.fixture(scope="module")
def boatzee() -> Advisor[Any, Any]:
    """Its tables are built before the test's transaction begins, which does not wait so long."""
    return advisors.advisor_of(RULES["BZ"], tables("BZ"))


@pytest.fixture(scope="module")
def pig() -> Advisor[Any, Any]:
    """Built before, too."""
    return test_pig_advice.advisor()


def form(move: Move) -> dict[str, Any]:
    """What a table sends for a move."""
    return {"version": "0", "do": move.kind.value, "keep": [str(face) for face in move.keep], "box": move.box}


def look_at(
    code: str, advisor: Advisor[Any, Any], alice: User, monkeypatch: pytest.MonkeyPatch
) -> list[Puzzle]:
    """Let robots play to some, and solve each on its page, the next best move tried before."""
    monkeypatch.setattr(advice, "advisor", lambda rules: advisor)
    assert stock.top_up(code, MANY, seed=1) == MANY
    points = RULES[code].family == "cards"
    found = list(Puzzle.objects.order_by("pk"))
    clients = [Client(), Client()]
    clients[0].force_login(alice)
    for puzzle in found:
        position = decode(puzzle.position)
        rules, state, seat = position.rules, position.state, position.seat
        best, second, *_ = advisor.choices(rules, state, seat)
        margin = best.points - second.points if points else best.chance - second.chance
        assert margin >= (making.POINTS if points else making.CHANCE)
        moves = rules.moves(state, seat)
        assert moves[puzzle.best] == best.move
        assert puzzle.losses[puzzle.second] == pytest.approx(margin * (100 if points else 10_000), abs=1)
        address = reverse("games:puzzle", args=[puzzle.pk])
        for client, move, says in zip(
            clients, (best.move, moves[puzzle.second]), ("Right.", "Not the best."), strict=True
        ):
            page = client.post(address, form(move), follow=True).content.decode()
            assert says in page
            shown = f"{puzzle.losses[puzzle.second] / 100:.1f}"
            assert shown in page, "by how much it is better"
    return found


@pytest.mark.xdist_group("tables of Boatzee")
def test_of_boatzee(boatzee: Advisor[Any, Any], alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    found = look_at("BZ", boatzee, alice, monkeypatch)
    assert all(puzzle.reasons for puzzle in found), "in which boxes the rest of the turn ends"


@pytest.mark.xdist_group("tables of Pig")
def test_of_pig(pig: Advisor[Any, Any], alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    look_at("PG", pig, alice, monkeypatch)
    assert set(making.answers("PG")) == {Kind.ROLL, Kind.BANK}
