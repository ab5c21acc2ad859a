"""Making a move by form: what is accepted, and how each refusal is told."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from dicepool.models import Handout
from games.match import play
from games.models import Match
from games.rules.base import Kind, Move, Pace
from tests.games.tables import begin, legal, make, play_out, seat_of, to_move
from tests.long import sample

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

MOST_QUERIES = 11


def signed_in(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


def address(match: Match) -> str:
    return reverse("games:move", args=[match.pk])


def send(player: User, match: Match, status: int, **form: object) -> str:
    answer = signed_in(player).post(address(match), form)
    assert answer.status_code == status, answer.content.decode()
    return answer.content.decode()


def test_it_rolls_keeps_and_scores(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    send(mover, match, 302, version=match.version, do="roll")
    match.refresh_from_db()
    dice = match.table.hands[match.starter].dice
    send(mover, match, 302, version=match.version, do="roll", keep=[dice[0], dice[3]])
    match.refresh_from_db()
    assert match.table.hands[match.starter].dice[:2] == (dice[0], dice[3])
    send(mover, match, 302, version=match.version, do="score", box="chance", keep=[dice[0]])
    match.refresh_from_db()
    assert match.table.cards[match.starter].columns[0][-1] is not None


def swapped(player: User, match: Match, **form: object) -> HttpResponse:
    """What a script gets for the same form."""
    return signed_in(player).post(address(match), form, headers={"HX-Request": "true"})  # type: ignore[return-value]


def test_a_script_has_the_next_table_by_the_same_answer(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    answer = swapped(mover, match, version=match.version, do="roll")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'data-version="{match.version + 1}"' in page
    assert f'id="line" data-who="{mover.pk}"' in page
    assert "<title>Your turn · Boatzee · Boatzee</title>" in page
    assert page.count('id="table"') == 1
    for around in ("site-head", 'id="talk"', "<dialog", "<link", "<script"):
        assert around not in page


@pytest.mark.parametrize(("code", "do"), [("BZ", "roll"), ("DK", "roll"), ("DG", "roll")])
def test_it_is_the_same_table_as_the_page_shows(alice: User, bob: User, code: str, do: str) -> None:
    match = begin(code, alice, bob)
    mover = to_move(match)

    def table(page: bytes) -> str:
        text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", page.decode())
        return text[text.index('<div id="table"') : text.index("</main>")].split("<dialog")[0].strip()

    answer = table(swapped(mover, match, version=match.version, do=do).content)
    page = table(signed_in(mover).get(reverse("games:table", args=[match.pk])).content)
    assert page.startswith(answer)
    assert "</form>" in answer


PLAYED: dict[str, tuple[int, Pace, dict[str, Any]]] = {
    **{code: (24, Pace.TURNS, {}) for code in ("BZ", "BD", "BT", "DG", "BX")},
    "BO": (24, Pace.SPLIT, {}),
    "DK": (400, Pace.TURNS, {"target": 2000}),
    "PG": (400, Pace.TURNS, {"target": 50}),
}
"""Each game, and how many moves of it at most."""


@pytest.mark.parametrize("code", sample(PLAYED, "BX", "DK"))
def test_each_move_brings_the_table_that_would_be_read_anew(alice: User, bob: User, code: str) -> None:
    most, pace, options = PLAYED[code]
    match, choose = begin(code, alice, bob, pace=pace, options=options), random.Random(code)
    clients = {player: signed_in(player) for player in (alice, bob)}
    for _ in range(most):
        mover = to_move(match)
        wanted = choose.choice(legal(match, mover))
        form: dict[str, Any] = {
            "version": play.version_for(match, seat_of(match, mover)),
            "do": wanted.kind.value,
        }
        form |= {"keep": list(wanted.keep), "box": wanted.box}
        answer = clients[mover].post(address(match), form, headers={"HX-Request": "true"})
        page = clients[mover].get(reverse("games:table", args=[match.pk]))
        assert within(page).startswith(within(answer))
        match.refresh_from_db()
        if match.over:
            break
    assert match.over == (most == 400)


def within(page: Any) -> str:
    """The table of a page, without what is another each time, or only in a whole page."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"| data-back', "", page.content.decode())
    return text[text.index('<div id="table"') : text.index("</main>")].split("<dialog")[0].strip()


def test_a_script_that_is_refused_has_the_table_as_it_stands(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    answer = swapped(to_move(match), match, version=match.version + 7, do="roll")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "data-refusal" in page
    assert f'data-version="{match.version}"' in page
    assert "site-head" not in page


def test_it_banks_and_picks_up(alice: User, bob: User) -> None:
    match = play_out(begin("DK", alice, bob, options={"target": 2000}), seed=3)
    kinds = set(match.moves.values_list("kind", flat=True))
    assert {"roll", "bank"} <= kinds or match.table.six_alike is not None


def test_a_refusal_changes_nothing_and_shows_the_table(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    other = bob if mover == alice else alice
    version, drawn = match.version, Handout.objects.count()
    assert "not your turn" in send(other, match, 409, version=version, do="roll")
    assert "has changed" in send(mover, match, 409, version=version + 1, do="roll")
    assert "oll the dice" in send(mover, match, 400, version=version, do="score", box="chance")
    for form in ({}, {"do": "cheat"}, {"do": "roll", "keep": [9]}, {"do": "roll", "version": "x"}):
        send(mover, match, 400, **{"version": version, **form} if form else form)
    match.refresh_from_db()
    assert match.version == version
    assert Handout.objects.count() == drawn


def test_a_stranger_may_not_move(alice: User, bob: User, carol: User) -> None:
    match = begin("BZ", alice, bob)
    assert "not playing" in send(carol, match, 403, version=match.version, do="roll")


def test_a_visitor_is_asked_to_sign_in(client: Client, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    answer = client.post(address(match), {"version": match.version, "do": "roll"})
    assert answer.status_code == 302
    assert reverse("account_login") in answer["Location"]


def test_it_rejects_get(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    assert signed_in(alice).get(address(match)).status_code == 405


def test_it_wants_the_csrf_token(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    client = Client(enforce_csrf_checks=True)
    client.force_login(to_move(match))
    assert client.post(address(match), {"version": match.version, "do": "roll"}).status_code == 403


def test_a_match_that_is_not_there_is_not_found(alice: User) -> None:
    answer = signed_in(alice).post(reverse("games:move", args=[999999]), {"version": 0, "do": "roll"})
    assert answer.status_code == 404


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, 10**30])
@pytest.mark.parametrize("form", [{"version": 0, "do": "roll"}, {"version": 0, "typed": "roll"}])
def test_a_number_that_no_match_can_have_is_not_found(
    alice: User, number: int, form: dict[str, object]
) -> None:
    answer = signed_in(alice).post(reverse("games:move", args=[number]), form)
    assert answer.status_code == 404


def test_a_match_that_is_over_takes_no_moves(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    match = play.resign(match.pk, alice, match.version)
    assert "over" in send(bob, match, 409, version=match.version, do="roll")


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("pace", Pace)
@pytest.mark.parametrize("kind", [Kind.ROLL, Kind.SCORE])
def test_its_queries_do_not_grow(
    alice: User,
    bob: User,
    carol: User,
    players: int,
    pace: Pace,
    kind: Kind,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    match = begin("BZ", *[alice, bob, carol][:players], pace=pace)
    mover = to_move(match)
    client = signed_in(mover)
    client.get(reverse("games:table", args=[match.pk]))
    if kind is Kind.SCORE:
        make(match, mover, Move(Kind.ROLL))
    match.refresh_from_db()
    version = play.version_for(match, match.seats.get(player=mover))
    with django_assert_max_num_queries(MOST_QUERIES):
        answer = client.post(address(match), {"version": version, "do": kind.value, "box": "chance"})
    assert answer.status_code == 302
