"""Perfect play of a day with the real tables of Boat, the smallest: what it chose is best, and is shown."""

from __future__ import annotations

import random
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.analysis import advisors
from games.daily import checking, days, perfect
from games.match import deals
from games.models import Daily
from games.rules import dealt
from games.rules.base import Kind, Move, Pace
from games.rules.cards.scorecard import Scorecard
from tests.games.daily.played import BOAT_DAY, NEXT, at, end, finish, noon
from tests.tabled import tables

pytestmark = pytest.mark.django_db
BOAT = dealt("BO")
MANY = 30
"""Days of random dice."""


@pytest.fixture(scope="module")
def home() -> Path:
    """Where the tables of Boat lie."""
    return tables("BO")


def is_best(rules: Scorecard, advisor: Any, found: perfect.Played, sets: perfect.Sets) -> None:
    """Play it through again by what is stored of each turn, and hold every choice against all others."""
    state = rules.start(1, {}, Pace.TURNS, 0)
    for number, turn in enumerate(found.turns, start=1):
        for roll, (dice, kept) in enumerate(zip(turn.rolls, turn.kept, strict=True), start=1):
            choices = {one.move: one.points for one in advisor.choices(rules, state, 0)}
            fitting = [
                move
                for move in choices
                if move.kind is Kind.ROLL
                and len(move.keep) == kept
                and sorted((*move.keep, *sets[number, roll][: rules.dice - kept])) == sorted(dice)
            ]
            assert fitting, (number, roll)
            assert max(choices[move] for move in fitting) == max(choices.values())
            best = max(fitting, key=lambda move: choices[move])
            state = rules.play(state, 0, best, sets[number, roll][: rules.dice - kept])
        choices = {one.move: one.points for one in advisor.choices(rules, state, 0)}
        assert choices[Move(Kind.SCORE, box=turn.box)] == max(choices.values())
        assert rules.preview(state, 0)[turn.box] == turn.points
        state = rules.play(state, 0, Move(Kind.SCORE, box=turn.box), ())
    assert not rules.to_act(state)
    assert rules.totals(state)[0] == found.total


@pytest.mark.usefixtures("pool")
def test_a_day_is_played_by_the_real_tables(home: Path, alice: User, client: Client) -> None:
    with at(noon(BOAT_DAY)):
        days.begin(BOAT_DAY)
        finish(alice, BOAT_DAY)
        assert days.play_perfectly() == 0, "never before the day is over"
    end(BOAT_DAY)
    assert days.play_perfectly() == 1
    daily = Daily.objects.select_related("deal").get(day=BOAT_DAY)
    assert daily.perfect
    found = perfect.Played.load(daily.perfect)
    assert found.exact
    sets = {(one.turn, one.roll): one.dice for one in deals.laid_open(daily.deal)}
    is_best(BOAT, advisors.advisor_of(BOAT, home), found, sets)
    with at(noon(NEXT)):
        page = client.get(reverse("games:daily_of", args=[BOAT_DAY.isoformat()])).content.decode()
    assert f"<strong>{found.total}</strong> points" in page
    assert "it took what is best on average" in page
    assert days.play_perfectly() == 0, "once"
    assert not list(checking.differences(BOAT_DAY))
    Daily.objects.update(perfect={**daily.perfect, "total": found.total + 1})
    assert list(checking.differences(BOAT_DAY, mend=True))
    assert not list(checking.differences(BOAT_DAY))


def test_over_many_days_it_has_what_it_expects(home: Path) -> None:
    chance, advisor = random.Random(1876), advisors.advisor_of(BOAT, home)
    totals = []
    for _ in range(MANY):
        sets = {place: tuple(chance.randint(1, 6) for _ in range(5)) for place in deals.places("BO")}
        totals.append(perfect.play(BOAT, advisor, sets).total)
    mean = sum(totals) / MANY
    spread = sqrt(sum((total - mean) ** 2 for total in totals) / (MANY - 1) / MANY)
    expected = advisor.points(BOAT, BOAT.start(1, {}, Pace.TURNS, 0), 0)
    assert abs(mean - expected) < 4 * spread
