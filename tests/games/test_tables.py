"""The quick way to a played match leaves what the players' own moves leave."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from dicepool import pool
from games.models import Match
from games.rules.base import Pace
from tests.dicepool.seeded import Seeded
from tests.games.tables import begin, play_by_turns, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

PER_ROW = {
    "id",
    "match_id",
    "at",
    "acted_at",
    "created_at",
    "started_at",
    "ended_at",
    "deadline",
    "due",
    "bank",
    "remind_at",
    "remind_last",
    "seed",
}
"""Keys, instants and seeds, which no two matches share."""


def rows(match: Match) -> list[dict[str, Any]]:
    """The match with its seats, its moves and what it made of ratings."""
    of_it = (
        match.seats.order_by("index"),
        match.moves.order_by("number"),
        match.rating_points.order_by("pk"),
    )
    found = [row for some in (Match.objects.filter(pk=match.pk), *of_it) for row in some.values()]
    return [{name: value for name, value in row.items() if name not in PER_ROW} for row in found]


@pytest.mark.parametrize(("code", "pace"), [("BZ", Pace.TURNS), ("DK", Pace.TURNS), ("BO", Pace.SPLIT)])
def test_it_leaves_the_same_rows(
    code: str, pace: Pace, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[list[dict[str, Any]]] = []
    ways: tuple[Callable[[Match, int], Match], ...] = (play_by_turns, play_out)
    for way in ways:
        seeded = Seeded(random.Random(7))
        for taken in ("draw", "reserve", "unseal"):
            monkeypatch.setattr(pool, taken, getattr(seeded, taken))
        with transaction.atomic():
            match = begin(code, alice, bob, pace=pace, options={"target": 2000} if code == "DK" else {})
            match = way(match, 3)
            assert match.status == Match.Status.FINISHED
            played.append(rows(match))
            transaction.set_rollback(True)  # the second begins with the ratings that the first began with
    assert played[0] == played[1]
