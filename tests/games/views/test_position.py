"""Positions by their link: whatever can come about is shown, hostile words are not found, nobody is
helped who plays there, or has a puzzle to solve.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games import positions
from games.coach import advice, reviews
from games.models import Match
from games.puzzles import solving
from games.rules import RULES
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from games.seats import lobby
from tests.games.coach.coached import Simple
from tests.games.puzzles.posed import CHANCE, lain, posed, written
from tests.games.tables import begin, make, play_out, to_move

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _coach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "advisor", lambda rules: Simple())


@pytest.fixture
def me(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def address(position: positions.Position) -> str:
    return reverse("games:position", args=[positions.encode(position)])


@pytest.mark.parametrize("code", RULES)
def test_anybody_sees_it_and_nobody_s_name(client: Client, code: str) -> None:
    answer = client.get(address(lain(code)))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert ("is to move." in page) == (RULES[code].family != "cards")
    assert "a position and nothing else" in page
    assert "Sign in to ask" in page
    assert "What perfect play thinks" not in page


@pytest.mark.parametrize("code", RULES)
def test_on_request_perfect_play_says_what_it_thinks(me: Client, code: str) -> None:
    asked = me.get(address(lain(code))).content.decode()
    assert "What does perfect play think?" in asked
    page = me.post(address(lain(code))).content.decode()
    assert "What perfect play thinks" in page
    assert ("Wins in 100 from here" in page) == (RULES[code].family != "cards")


def test_who_has_not_signed_in_is_not_told(client: Client) -> None:
    answer = client.post(address(lain("BZ")))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize("word", ["BZ", "nonsense", "BZ!", "BZAB", "BZ" + "B" * 700, "%00", "..%2f"])
def test_a_word_that_stands_for_nothing_is_not_found(client: Client, me: Client, word: str) -> None:
    assert client.get(f"/positions/{word}/").status_code == 404
    assert me.post(f"/positions/{word}/").status_code == 404


@given(st.sampled_from(sorted(RULES)), st.text(positions.digits.LETTERS, min_size=1, max_size=50))
def test_whatever_word_is_made_up_nothing_breaks(code: str, rest: str) -> None:
    assert Client().get(f"/positions/{code}{rest}/").status_code in {200, 404}


def test_a_puzzle_is_told_of_when_it_was_answered(me: Client, alice: User, bob: User) -> None:
    puzzle = posed()
    solving.answer(bob, puzzle.pk, CHANCE)
    answer = me.post(address(lain("BZ")))
    assert answer.status_code == 403
    assert "is a puzzle" in answer.content.decode()
    assert "What perfect play thinks" not in answer.content.decode()
    two = RULES["BZ"].start(2, {}, Pace.TURNS, 0)
    two = RULES["BZ"].play(two, 0, RulesMove(Kind.ROLL), (6, 3, 5, 3, 3))
    assert me.post(address(positions.Position("BZ", two, 0))).status_code == 403, "nor with others beside it"
    solving.answer(alice, puzzle.pk, CHANCE)
    assert me.post(address(lain("BZ"))).status_code == 200


@pytest.mark.usefixtures("pool")
@pytest.mark.parametrize("code", ["BZ", "DK", "PG"])
def test_of_ones_own_match_that_runs_nothing_is_told(alice: User, bob: User, code: str) -> None:
    match = begin(code, alice, bob)
    match = make(match, to_move(match), RulesMove(Kind.ROLL))
    match.refresh_from_db()
    word = positions.word_of(match.rules, match.table)
    assert word
    for player, status in ((alice, 403), (bob, 403), (User.objects.create_user("eve"), 200)):
        client = Client()
        client.force_login(player)
        answer = client.post(reverse("games:position", args=[word]))
        assert answer.status_code == status
        assert ("silent" in answer.content.decode()) == (status == 403)
    Match.objects.update(status=Match.Status.FINISHED)
    client = Client()
    client.force_login(alice)
    assert client.post(reverse("games:position", args=[word])).status_code == 200


@pytest.mark.usefixtures("pool")
def test_where_the_coach_may_speak_it_may_here_too(me: Client, alice: User) -> None:
    match = make(lobby.invite(alice, [], "BZ", {}, Pace.TURNS, "main"), alice, RulesMove(Kind.ROLL))
    match.refresh_from_db()
    word = positions.word_of(match.rules, match.table)
    assert me.post(reverse("games:position", args=[word])).status_code == 200


@pytest.mark.usefixtures("pool")
def test_what_others_hide_takes_no_part(me: Client, alice: User, bob: User) -> None:
    match = begin("BO", alice, bob, pace=Pace.SPLIT)
    for move in (RulesMove(Kind.ROLL), RulesMove(Kind.SCORE, box="chance")):
        make(match, bob, move)
    match.refresh_from_db()
    card = match.table.cards[1].columns[0]
    held = {name: card[row] for name, (_column, row) in match.rules.box_ids.items() if card[row] is not None}  # type: ignore[attr-defined]
    asked = written(lain("BO", (1, 2, 3)), **held)
    assert me.post(address(asked)).status_code == 200, "a refusal would tell what stands there"


def test_while_the_coach_gets_ready_it_says_so(me: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def not_ready(rules: object) -> None:
        raise advice.NotReady

    monkeypatch.setattr(advice, "advisor", not_ready)
    answer = me.post(address(lain("BZ")))
    assert answer.status_code == 503
    assert answer["Retry-After"]


@pytest.mark.usefixtures("pool")
def test_replays_and_reviews_lead_to_it(me: Client, alice: User, bob: User, settings: object) -> None:
    match = play_out(begin("BO", alice, bob))
    reviews.make_due()
    page = me.get(reverse("games:replay", args=[match.pk]) + "?step=3").content.decode()
    assert "/positions/BO" in page
    assert "/positions/BO" in me.get(reverse("games:review", args=[match.pk])).content.decode()
    Match.objects.update(event=1)
    settings.MATCH_ROUND_OVER = "tests.games.puzzles.test_making.still_played"  # type: ignore[attr-defined]
    page = me.get(reverse("games:replay", args=[match.pk]) + "?step=3").content.decode()
    assert "/positions/" not in page


@pytest.mark.usefixtures("pool")
def test_nor_of_a_position_that_comes_to_the_same(me: Client, alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    for _ in range(2):
        who = to_move(match)
        make(match, who, RulesMove(Kind.ROLL))
        make(match, who, RulesMove(Kind.SCORE, box="chance"))
        match.refresh_from_db()
    stands = [card.columns[0][RULES["BO"].box_ids["chance"][1]] for card in match.table.cards]  # type: ignore[attr-defined]
    other = next(points for points in range(3, 19) if points not in stands)
    assert me.post(address(written(lain("BO", (1, 2, 3)), chance=other))).status_code == 403
    assert me.post(address(written(lain("BO", (1, 2, 3)), ones=1))).status_code == 200


def test_what_counts_of_a_card_is_what_lies_ahead() -> None:
    def same(*boxes: dict[str, int], code: str = "BZ") -> bool:
        one, other = (written(lain(code), **filled) for filled in boxes)
        return positions.same(one, code, other.state)

    assert same({"ones": 3, "twos": 6}, {"ones": 1, "twos": 8})
    assert not same({"ones": 3, "twos": 6}, {"ones": 3, "twos": 8})
    assert not same({"chance": 20}, {"three_of_a_kind": 20})
    assert same({"boatzee": 50}, {"boatzee": 0})
    assert not same({"boatzee": 50}, {"boatzee": 0}, code="BX")


@pytest.mark.parametrize("code", ["PG", "DK"])
def test_a_race_is_told_by_what_is_missing_and_by_who_plays_on(code: str) -> None:
    rules = RULES[code]
    three = rules.start(3, rules.clean_options({}), Pace.TURNS, 0)
    left = replace(three, banked=(1000, 1500, 2000), resigned=(2,))
    two = lain(code).state
    moved = replace(two, target=left.target + 500, banked=(2000, 1500))
    for state in (moved, replace(two, banked=(1500, 1000))):
        assert positions.same(positions.Position(code, state, 0), code, left)
    other = replace(two, target=left.target + 500, banked=(2000, 1000))
    assert not positions.same(positions.Position(code, other, 0), code, left)


@pytest.mark.parametrize("code", ["PG", "DK"])
def test_nor_is_a_puzzle_told_of_with_the_seats_turned(me: Client, code: str) -> None:
    state = replace(lain(code).state, banked=(4000, 5000) if code == "DK" else (40, 60))
    if code == "DK":
        state = replace(state, on_table=(True, True))
    posed(code, position=positions.encode(positions.Position(code, state, 0)))
    turned = replace(state, seat=1, banked=state.banked[::-1])
    assert me.post(address(positions.Position(code, turned, 1))).status_code == 403
