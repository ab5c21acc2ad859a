"""The table: who sees what, and what it costs."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.match import staff
from games.models import Match
from games.rules import RULES
from games.rules.base import Kind, Move, Pace
from games.seats import lobby
from games.tables import robots
from tests.games.tables import begin, legal, make, play_out, seat_of, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

MOST_QUERIES = 10


def address(match: Match) -> str:
    return reverse("games:table", args=[match.pk])


def page(client: Client, match: Match, status: int = 200) -> str:
    answer = client.get(address(match))
    assert answer.status_code == status
    return answer.content.decode()


def signed_in(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.mark.parametrize("code", RULES)
def test_it_offers_the_move_to_whom_it_is_and_to_nobody_else(
    client: Client, alice: User, bob: User, carol: User, code: str
) -> None:
    match = begin(code, alice, bob)
    mover = to_move(match)
    waiting = bob if mover == alice else alice
    assert 'name="do"' in page(signed_in(mover), match)
    for visitor in (signed_in(waiting), signed_in(carol), client):
        html = page(visitor, match)
        assert 'name="do"' not in html
        assert mover.username in html


def test_a_bank_is_told_with_its_points_after_others_have_played_too(alice: User, bob: User) -> None:
    match = begin("DK", alice, bob, options={"scoring": "alternative"})
    seats = {player: seat_of(match, player).index for player in (alice, bob)}
    banked, ended = False, False
    while not (banked and ended):
        player = to_move(match)
        match.refresh_from_db()
        level = robots.Level.CASUAL if player == alice else robots.Level.BEGINNER
        match = make(match, player, robots.by_rule_of_thumb(level, match.rules, match.table, seats[player]))
        if match.over:  # by six alike
            match = begin("DK", alice, bob, options={"scoring": "alternative"})
            banked = False
            continue
        last = match.table.last
        ended = banked and last.seat == seats[bob]
        banked = seat_of(match, alice).latest.get("kind") == Kind.BANK
    points = seat_of(match, alice).latest["points"]
    assert points
    html = page(signed_in(bob), match)
    assert f"banked {points:,}</span>" in html


def test_it_previews_every_open_box(alice: User, bob: User) -> None:
    match = begin("BT", alice, bob)
    mover = to_move(match)
    make(match, mover, Move(Kind.ROLL))
    boxes = {move.box for move in legal(match, mover) if move.kind is Kind.SCORE}
    html = page(signed_in(mover), match)
    assert len(boxes) == 39
    assert set(re.findall(r'name="box"[^>]*value="([a-z0-9-]+)"', html)) == boxes


def test_it_shows_what_the_other_rolled(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    other = bob if mover == alice else alice
    make(match, mover, Move(Kind.ROLL))
    make(match, mover, Move(Kind.SCORE, box="chance"))
    html = page(signed_in(other), match)
    assert "Chance" in html
    serial = match.moves.filter(kind="roll").get().serials[0]
    assert str(serial) in html, "each roll leads to its proof"


def test_a_split_table_gives_nothing_of_the_others_away(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    match = begin("BZ", alice, bob, pace=Pace.SPLIT)
    quiet = page(signed_in(bob), match)
    watched = page(client, match)
    for _ in range(6):
        for _ in range(2):
            make(match, alice, Move(Kind.ROLL))
        make(match, alice, legal(match, alice)[-1])

    def settled(html: str) -> str:
        html = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"|data-live="[^"]+"|nonce="[^"]+"', "", html)
        return re.sub(r"[0-9]+ (days|hours|minutes)", "", html)

    assert settled(page(signed_in(bob), match)) == settled(quiet)
    assert settled(page(client, match)) == settled(watched)


def test_who_has_finished_a_split_card_sees_the_others_but_no_totals(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob, pace=Pace.SPLIT)
    for _ in range(11):
        make(match, alice, Move(Kind.ROLL))
        make(match, alice, legal(match, alice)[-1])
    make(match, bob, Move(Kind.ROLL))
    make(match, bob, Move(Kind.SCORE, box="chance"))
    view = signed_in(alice).get(address(match))
    [mine, other] = view.context["cards"]
    assert mine.written.total is not None
    assert other.written.total is None
    assert not other.hidden
    assert other.written.filled == 1


def test_an_invitation_is_shown_to_whom_it_names_only(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    match = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main")
    assert "Accept" in page(signed_in(bob), match)
    assert "Accept" not in page(signed_in(alice), match)
    page(signed_in(carol), match, status=404)
    page(client, match, status=404)


def test_a_match_that_is_not_there_is_not_found(client: Client) -> None:
    assert client.get(reverse("games:table", args=[999999])).status_code == 404


@pytest.mark.parametrize("name", ["table", "replay", "record", "picture", "proofs"])
@pytest.mark.parametrize("number", [2**63 - 1, 2**63, 10**30])
def test_a_number_that_no_match_can_have_is_nobodys_either(client: Client, name: str, number: int) -> None:
    assert client.get(reverse(f"games:{name}", args=[number])).status_code == 404


@pytest.mark.parametrize("code", RULES)
def test_its_queries_do_not_grow_with_the_match(
    alice: User, bob: User, carol: User, code: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    short, long = begin(code, alice, bob), begin(code, alice, bob, carol)
    for _ in range(30):
        mover = to_move(long)
        if make(long, mover, legal(long, mover)[0]).over:  # by six alike
            long = begin(code, alice, bob, carol)
    counts = []
    for match in (short, long):
        client = signed_in(alice)
        client.get(address(match))
        with django_assert_max_num_queries(MOST_QUERIES) as asked:
            client.get(address(match))
        counts.append(len(asked))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("code", RULES)
def test_a_finished_match_shows_who_won_and_leads_to_its_replay(
    client: Client, alice: User, bob: User, code: str
) -> None:
    match = play_out(begin(code, alice, bob, options={"target": 2000} if code == "DK" else {}))
    html = page(client, match)
    assert reverse("games:replay", args=[match.pk]) in html
    assert reverse("games:record", args=[match.pk]) in html
    assert str(max(seat.total for seat in match.seats.all())) in html


def test_a_void_match_says_why(client: Client, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    staff.void(match.pk, "made by <mistake>")
    assert "made by &lt;mistake&gt;" in page(client, match)


def test_the_next_match_that_waits_is_one_step_away(alice: User, bob: User) -> None:
    first, second = begin("BZ", alice, bob, pace=Pace.SPLIT), begin("BO", alice, bob, pace=Pace.SPLIT)
    client = signed_in(alice)
    later = reverse("games:later", args=[first.pk])
    assert later in page(client, first)
    assert client.post(later).headers["Location"] == address(second)
    assert seat_of(second, alice).to_move


@pytest.mark.parametrize(("places", "said"), [((1, 1), "A draw: "), ((1, 2), "alice has won")])
def test_it_tells_everybodys_points_at_the_end(
    client: Client, alice: User, bob: User, places: tuple[int, int], said: str
) -> None:
    match = play_out(begin("BO", alice, bob))
    for player, place, total in zip((alice, bob), places, (48, 48 // places[1]), strict=True):
        match.seats.filter(player=player).update(place=place, total=total)
    html = page(client, match)
    status = " ".join(html.split('id="status"')[1].split("</p>")[0].split())
    assert said in status
    assert "alice 48" in status
    assert f"bob {48 // places[1]}" in status


@pytest.mark.parametrize("number", [2**63, 10**30])
def test_a_number_beyond_all_that_the_database_knows_leads_nowhere(alice: User, number: int) -> None:
    client = signed_in(alice)
    for name in ("table", "replay", "record", "picture", "proofs", "resign"):
        assert client.get(reverse(f"games:{name}", args=[number])).status_code == 404, name
    acts = {"move": {"do": "roll"}, "claim": {"answer": "grant"}, "answer": {"answer": "accept"}}
    for name, said in acts.items():
        answer = client.post(reverse(f"games:{name}", args=[number]), {"version": 0, **said})
        assert answer.status_code == 404, name


def test_four_digits_have_their_comma_where_they_are_read_and_none_where_they_are_sent(
    alice: User, bob: User
) -> None:
    match = begin("DK", alice, bob)
    mover = to_move(match)
    make(match, mover, Move(Kind.ROLL))
    match.refresh_from_db()
    state = replace(match.table, roll=(1, 1, 1, 2, 3, 4), on_table=(True, True), banked=(4200, 3150))
    match.state = match.rules.dump(state)
    match.save(update_fields=["state"])
    html = page(signed_in(mover), match)
    for read in (">4,200<", ">3,150<", "The race to 10,000", "<strong>1,000</strong>"):
        assert read in html
    assert 'data-points="1000"' in html
