"""Matches of two homes are played side by side, each with dice of its own, and need nothing of the other."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from django.db import connection

from accounts.models import Notice, User
from dicepool import refill
from dicepool.models import Handout
from games.models import Match, RatingPoint
from tests.games.tables import begin
from tests.scale.captured import Asked, captured
from tests.scale.homes import APART, OWN, at
from tests.scale.playing import Table
from tests.worker import work

pytestmark = pytest.mark.django_db(transaction=True)


def elsewhere(asked: Iterable[Asked], home: str) -> list[str]:
    """Those that name a table of another home, or one that should be of this."""
    return [
        one.sql
        for one in asked
        if {name.partition(".")[0] for name in one.tables if name in OWN or "." in name} - {home}
    ]


def test_homes_play_side_by_side_and_share_players_alone(homes: list[str], alice: User, bob: User) -> None:
    tables = {}
    for home in homes:
        with at(home):
            refill.add_sets(1000, "tests")
            tables[home] = Table(begin("BO", alice, bob), alice, bob)
    over = False
    while not over:
        for home, table in tables.items():
            with at(home), captured() as asked:
                if not table.match.over:
                    table.move()
                work()
                assert elsewhere(asked, home) == []
        over = all(table.match.over for table in tables.values())
    for number, home in enumerate(homes, 1):
        with at(home):
            assert Match.objects.get().pk == number * APART + 1
            serials = list(Handout.objects.order_by("serial").values_list("serial", flat=True))
            assert number * APART < serials[0] < serials[-1] < (number + 1) * APART
    assert RatingPoint.objects.filter(player=alice).count() == len(homes)
    assert Notice.objects.filter(player=alice).exists()
    with connection.cursor() as cursor:
        for name in OWN:
            cursor.execute(f"SELECT count(*) FROM {name}")
            assert cursor.fetchone() == (0,), name


def test_whoever_asks_another_home_or_none_is_found(homes: list[str]) -> None:
    asked_for = [
        "SELECT id FROM games_match",
        "SELECT id FROM home_1.games_seat",
        "SELECT id FROM accounts_user",
    ]
    found = []
    for home in homes:
        with at(home), captured() as asked, connection.cursor() as cursor:
            for sql in (*asked_for, "SELECT id FROM public.games_match"):
                cursor.execute(sql)
        found.append(elsewhere(asked, home))
    assert found == [
        ["SELECT id FROM public.games_match"],
        [asked_for[1], "SELECT id FROM public.games_match"],
    ]
