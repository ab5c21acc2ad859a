"""The review of a short match of Dice 10000 whose figures anybody can work out, as its page tells them.

Alice throws a straight and banks 2,000, which opens the last round. Bob throws four 1s, a 5 and a 2: with
the 5 he banks 2,050 and has won. He leaves it, and throws two dice more for 2,000 are not enough: no 1 and no
5 falls in (4/6)² = 4/9 of all such throws, so that it wins 5/9 of matches, 44.4 in 100 fewer than the bank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.models import User
from dicepool import pool
from games.coach import advice, reviews
from games.match import play
from games.models import Match
from games.rules.base import Kind, Move
from tests.games.analysis.race_tables import advisor
from tests.games.tables import begin, make
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

FOUR_ONES = (1, 1, 1, 1)
LOST, WON = (2, 3), (1, 3)


def played(alice: User, bob: User, patch: pytest.MonkeyPatch, last: tuple[int, int]) -> Match:
    """The match, reviewed."""
    patch.setattr(advice, "advisor", lambda rules: advisor())
    patch.setattr(play, "_roll_off", lambda match, seats: 0)
    match = begin("DK", alice, bob, options={"target": 2000, "pick_up": False})
    fall = iter([(1, 2, 3, 4, 5, 6), (*FOUR_ONES, 5, 2), last])

    def unseal(reserved: Sequence[pool.Reserved], numbers: Sequence[bytes] = ()) -> list[pool.Drawn]:
        dice = next(fall)
        faces = dice[:5], dice[5:] * 5
        return [pool.Drawn(one.serial, some, b"") for one, some in zip(reserved, faces, strict=False)]

    patch.setattr(pool, "unseal", unseal)
    make(match, alice, Move(Kind.ROLL))
    match = make(match, alice, Move(Kind.BANK, (1, 2, 3, 4, 5, 6)))
    make(match, bob, Move(Kind.ROLL))
    match = make(match, bob, Move(Kind.ROLL, FOUR_ONES))
    if not match.over:
        match = make(match, bob, Move(Kind.BANK, (1,)))
    assert match.over
    work()
    reviews.make_due()
    return match


def shown(client: Client, match: Match, **asked: str) -> str:
    """The words of the page, with plain blanks between them."""
    page = client.get(reverse("games:review", args=[match.pk]), asked)
    return " ".join(unescape(strip_tags(page.content.decode().replace("<", " <"))).split())


@pytest.mark.parametrize(
    ("last", "roll", "won"),
    [
        (LOST, "2 3 −55.6 The turn was lost", "alice 100 %, bob 0 %"),
        (WON, "1 3 +44.4 Set aside 1 and bank", "alice 0 %, bob 100 %"),
    ],
)
def test_what_it_cost_and_what_the_dice_gave(
    client: Client,
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    last: tuple[int, int],
    roll: str,
    won: str,
) -> None:
    match = played(alice, bob, monkeypatch, last)
    client.force_login(bob)
    page = shown(client, match)
    assert re.search(r"Chance to win lost by decisions \d+\.\d % 44\.4 %", page)
    assert f"At the end: {won}." in page
    assert "Set aside 1 1 1 1 and roll on . It cost 44.4 % of the chance to win." in page
    assert "Set aside 1 1 1 1 and roll on Set aside 1 1 1 1 5 and bank 44.4 %" in page
    assert "Where it was lost: rolling on too long 44.4 %." in page
    assert roll in page
    start, luck = (
        float(found[1])
        for what in ("before the first roll", "gained by luck")
        if (found := re.search(rf"Chance to win {what} \S+ % (\S+) %", page))
    )
    alices = [float(found) for found in re.findall(r"(?:decisions|luck) (\d+\.\d) %", page)]
    had = start - 44.4 + luck + alices[0] - alices[1]
    assert had == pytest.approx(100 if last == WON else 0, abs=0.25), "five figures that are rounded"


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("Set aside 1 1 1 1 5 and bank", "That is best."),
        # A 1 or a 5 of one die: a third.
        ("Set aside 1 1 1 1 5 and roll on", "That wins 66.7 fewer matches in 100 than the best."),
        ("Set aside 1 1 1 1 and roll on", "That wins 44.4 fewer matches in 100 than the best."),
        # As much as who opened the last round is not more.
        ("Set aside 1 1 1 1 and bank", "That wins 100.0 fewer matches in 100 than the best."),
    ],
)
def test_what_another_move_would_have_been_worth(
    client: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, move: str, said: str
) -> None:
    match = played(alice, bob, monkeypatch, LOST)
    client.force_login(bob)
    (tried,) = client.get(reverse("games:review", args=[match.pk])).context["tries"]
    number = next(number for number, named in tried.moves if named == move)
    page = shown(client, match, seat="2", **{"try": str(tried.number), "move": str(number)})
    assert said in page
