"""In the review of a match of the same dice the luck that all had in common cancels out between them."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.analysis.review import Amount, Sums, shared_luck
from games.coach import advice, reviews
from games.models import Match
from games.rules.base import Kind, Move, Pace
from games.views.review import _column
from tests.games.coach.coached import Simple
from tests.games.tables import begin, make, play_out
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
SHARED, OWN = "Luck with the dice that all had", "Luck with how they fitted the card"
ALONE, CANCELS = "Luck with the dice", "cancels out between them"


@pytest.fixture(autouse=True)
def _coach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "advisor", lambda rules: Simple())


def page(client: Client, match: Match) -> str:
    reviews.ask(match)
    reviews.make_due()
    return client.get(reverse("games:review", args=[match.pk])).content.decode()


def row(text: str, title: str) -> list[float]:
    """The figures of a row, a column for each seat."""
    found = re.search(rf'<th scope="row">{title}</th>(.*?)</tr>', text)
    assert found, title
    return [float(one.replace("−", "-").replace("+", "")) for one in re.findall(r">([^<>]+)</td>", found[1])]


def test_who_plays_alike_has_no_luck_of_the_own(client: Client, alice: User, bob: User) -> None:
    match = begin("BO", alice, bob, pace=Pace.DUPLICATE)
    for box in match.rules.box_ids:  # type: ignore[attr-defined]
        for player in (alice, bob):
            make(match, player, Move(Kind.ROLL))
            make(match, player, Move(Kind.SCORE, box=box))
    work()
    text = page(client, match)
    shared = row(text, SHARED)
    assert shared[0] == shared[1] != 0
    assert row(text, OWN) == [0, 0]
    assert CANCELS in text


def test_what_one_has_beyond_it_the_others_lack(client: Client, alice: User, bob: User, carol: User) -> None:
    match = play_out(begin("BO", alice, bob, carol, pace=Pace.DUPLICATE))
    text = page(client, match)
    shared, own = row(text, SHARED), row(text, OWN)
    assert len(set(shared)) == 1
    assert any(own)
    assert sum(own) == pytest.approx(0, abs=0.2), "each is rounded to a tenth"
    assert ALONE not in re.findall(r'<th scope="row">([^<]+)</th>', text)


@pytest.mark.parametrize("pace", [Pace.TURNS, Pace.SPLIT])
def test_with_dice_of_ones_own_nothing_is_common(client: Client, alice: User, bob: User, pace: Pace) -> None:
    text = page(client, play_out(begin("BO", alice, bob, pace=pace)))
    assert row(text, ALONE)
    assert SHARED not in text
    assert OWN not in text
    assert CANCELS not in text


def test_both_parts_come_to_the_whole(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob, pace=Pace.DUPLICATE)
    seats = list(match.seats.order_by("index"))
    found = [Sums(luck=Amount(luck, 0.0)) for luck in (12.5, -4.0)]
    assert shared_luck(found) == pytest.approx(4.25)
    shown = [
        _column(match.rules, seat, sums, 4.0, by_points=True) for seat, sums in zip(seats, found, strict=True)
    ]
    assert [(one.luck, one.luck_shared, one.luck_own) for one in shown] == [
        ("+12.5", "+4.0", "+8.5"),
        ("−4.0", "+4.0", "−8.0"),
    ]
