"""While people play, the coach is not so much as asked: so no answer hangs on what it thinks, nor the time
that an answer takes.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import positions
from games.coach import advice, reviews
from games.models import Match, Puzzle, Review
from games.puzzles import mining
from games.rules.base import Kind, Move, Pace, Rules
from games.rules.cards.scorecard import Scorecard
from games.seats import lobby, robot_play
from games.tables.robots import Level
from games.urls import urlpatterns
from tests.games.coach.coached import Simple
from tests.games.tables import begin, make, seat_of, to_move
from tests.long import sample
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
OF_A_MATCH = [str(one.name) for one in urlpatterns if "<int:match_id>" in str(one.pattern)]
ASKING: tuple[dict[str, str], ...] = (
    {},
    {"seat": "1"},
    {"seat": "2", "try": "1", "move": "0"},
    {"step": "1"},
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Of which games somebody has asked the coach."""
    found: list[str] = []

    def ask(rules: Rules[Any]) -> Simple:
        found.append(rules.code)
        return Simple()

    monkeypatch.setattr(advice, "advisor", ask)
    return found


def addresses(match: Match) -> list[str]:
    """Every address of a match."""
    more = {"report_remark": [1], "report_comment": [1]}
    return [reverse(f"games:{name}", args=[match.pk, *more.get(name, [])]) for name in OF_A_MATCH]


def look_everywhere(match: Match, *players: User | None) -> None:
    """Open all there is of a match, and ask for what may be asked for."""
    match.refresh_from_db()
    word = positions.word_of(match.rules, match.table)
    for player in players:
        client = Client()
        if player:
            client.force_login(player)
        for address in addresses(match):
            for query in ASKING:
                assert client.get(address, query).status_code < 500
                assert client.get(address, query, headers={"HX-Request": "true"}).status_code < 500
        assert client.post(reverse("games:review_ask", args=[match.pk])).status_code < 500
        if player and match.seats.filter(player=player).exists():
            assert client.post(reverse("games:position", args=[word])).status_code == 403


def test_there_is_something_to_look_at() -> None:
    assert {"table", "hint", "review", "replay", "record", "picture", "proofs", "later"} <= set(OF_A_MATCH)


@pytest.mark.parametrize("code", sample(["BZ", "DK", "PG"], "DK"))
@pytest.mark.parametrize("rated", [True, False])
def test_no_page_of_a_match_between_people_asks_it(
    asked: list[str], alice: User, bob: User, carol: User, code: str, rated: bool
) -> None:
    match = begin(code, alice, bob)
    Match.objects.filter(pk=match.pk).update(rated=rated)
    User.objects.update(board={"warn": True})
    mover = User.objects.get(pk=to_move(match).pk)
    for _ in range(2):
        look_everywhere(match, None, alice, bob, carol)
        client = Client()
        client.force_login(mover)
        form = {"version": str(match.version), "do": "roll"}
        assert client.post(reverse("games:move", args=[match.pk]), form).status_code in {302, 400, 409}
        match.refresh_from_db()
    work()
    assert reviews.make_due() == mining.look_through() == 0
    assert not Review.objects.exists()
    assert not Puzzle.objects.exists()
    assert asked == []


def test_nor_does_one_of_cards_side_by_side_of_which_one_is_full(
    asked: list[str], alice: User, bob: User
) -> None:
    match = begin("BO", alice, bob, pace=Pace.SPLIT)
    assert isinstance(match.rules, Scorecard)
    for box in match.rules.box_ids:
        make(match, alice, Move(Kind.ROLL))
        make(match, alice, Move(Kind.SCORE, box=box))
    make(match, bob, Move(Kind.ROLL))
    client = Client()
    for player in (alice, bob):
        client.force_login(player)
        for address in addresses(match):
            for query in ASKING:
                assert client.get(address, query).status_code < 500
    work()
    assert reviews.make_due() == mining.look_through() == 0
    assert asked == []


@pytest.mark.usefixtures("robots")
def test_a_robot_among_people_asks_for_its_own_seat_alone_by_what_that_may_see(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Any, int]] = []

    class Watched(Simple):
        def choices(self, rules: Rules[Any], state: Any, seat: int) -> Any:
            seen.append((state, seat))
            return super().choices(rules, state, seat)

    robot = User.objects.get(level=Level.PERFECT)
    match = lobby.invite(alice, [robot, bob], "BO", {}, Pace.SPLIT, "main")
    match = lobby.answer(match.pk, bob, accept=True)
    make(match, alice, Move(Kind.ROLL))
    monkeypatch.setattr(advice, "advisor", lambda rules: Watched())
    robot_play.move_all(match.pk)
    own, hers = seat_of(match, robot).index, seat_of(match, alice).index
    assert {seat for _state, seat in seen} == {own}
    assert not any(state.hands[hers].dice for state, _seat in seen), "her dice are hidden from it"
    many = len(seen)
    for player in (alice, bob):
        client = Client()
        client.force_login(player)
        for address in addresses(match):
            assert client.get(address).status_code < 500
    assert len(seen) == many
