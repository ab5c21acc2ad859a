"""The page of a review: who sees what of it, and when nobody sees anything."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from dicepool import pool
from games.coach import advice, playing, reviews, shortening
from games.match import staff
from games.models import Match, Review, Seat
from games.rules import RULES
from games.rules.base import Kind, Move, Pace
from tests.games.coach.coached import Simple
from tests.games.tables import begin, legal, make, play_out, resigned, to_move
from tests.ladders.events import begun, open_matches, opened, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture(autouse=True)
def _coach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "advisor", lambda rules: Simple())


def address(match: Match) -> str:
    return reverse("games:review", args=[match.pk])


def reviewed(match: Match) -> Match:
    match = play_out(match)
    reviews.ask(match)
    reviews.make_due()
    return match


@pytest.mark.parametrize("pace", Pace)
def test_of_a_match_that_runs_nobody_learns_anything(
    client: Client, alice: User, bob: User, carol: User, pace: Pace
) -> None:
    match = begin("BO", alice, bob, pace=pace)
    first = alice if legal(match, alice) else bob
    make(match, first, Move(Kind.ROLL))
    answers = set()
    for who in (None, alice, bob, carol):
        if who:
            client.force_login(who)
        for query in ({}, {"seat": "1"}, {"seat": "2", "try": "1", "move": "0"}):
            answer = client.get(address(match), query)
            answers.add((answer.status_code, answer["Location"], answer.content))
        if who:
            client.post(reverse("games:review_ask", args=[match.pk]))
            assert not Review.objects.exists()
            table = client.get(reverse("games:table", args=[match.pk])).content.decode()
            assert address(match) not in table
    assert answers == {(302, reverse("games:table", args=[match.pk]), b"")}


def test_a_card_that_is_full_is_not_reviewed_while_the_other_is_played(
    client: Client, alice: User, bob: User
) -> None:
    match = begin("BO", alice, bob, pace=Pace.SPLIT)
    for box in RULES["BO"].box_ids:  # type: ignore[attr-defined]
        make(match, alice, Move(Kind.ROLL))
        make(match, alice, Move(Kind.SCORE, box=box))
    for who in (alice, bob):
        client.force_login(who)
        client.post(reverse("games:review_ask", args=[match.pk]))
        assert client.get(address(match)).status_code == 302
    work()
    assert reviews.make_due() == 0
    assert not Review.objects.exists()


def test_in_an_event_it_waits_for_the_round(client: Client) -> None:
    who = players(4)
    event = begun(opened("swiss"), who)
    one, other = open_matches(event)
    play_out(one)
    client.force_login(who[0])
    for _ in range(2):
        client.post(reverse("games:review_ask", args=[one.pk]))
        assert reviews.make_due() in {0, 1}
        assert not Review.objects.filter(packed__isnull=False).exists()
        assert not any(list(playing.numbers_of(player)) for player in who)
        page = client.get(address(one))
        assert page.context["state"] == "too-soon"
        assert "lines" not in page.context
    play_out(other)
    assert client.get(address(one)).context["state"] != "too-soon"
    for match in (one, other):
        client.post(reverse("games:review_ask", args=[match.pk]))
    reviews.make_due()
    for match in (one, other):
        assert client.get(address(match)).context["state"] == "ready"


def test_one_that_was_made_too_soon_is_shown_no_sooner(client: Client) -> None:
    event = begun(opened("swiss"), players(4))
    one, _other = open_matches(event)
    Match.objects.filter(pk=one.pk).update(event=None)
    play_out(one)
    reviews.make_due()
    assert Review.objects.get(match=one).packed is not None
    Match.objects.filter(pk=one.pk).update(event=event.pk)
    assert client.get(address(one)).context["state"] == "too-soon"


def test_a_match_that_was_taken_back_has_none(client: Client, alice: User, bob: User) -> None:
    match = reviewed(begin("BO", alice, bob))
    assert client.get(address(match)).context["state"] == "ready"
    staff.take_back(match.pk, "It was a mistake.")
    assert client.get(address(match)).status_code == 302


def test_it_is_asked_for_by_a_button(client: Client, alice: User, bob: User, carol: User) -> None:
    match = play_out(begin("BO", alice, bob, carol))
    assert "Sign in to ask for it" in client.get(address(match)).content.decode()
    client.force_login(carol)
    assert "Review this match" in client.get(address(match)).content.decode()
    answer = client.post(reverse("games:review_ask", args=[match.pk]), follow=True)
    assert "The coach is looking at this match" in answer.content.decode()
    assert answer.context["channels"] == [f"match-{match.pk}"]
    reviews.make_due()
    assert client.get(address(match)).context["state"] == "ready"


@pytest.mark.parametrize("code", RULES)
def test_it_shows_every_decision(client: Client, alice: User, bob: User, code: str) -> None:
    match = reviewed(begin(code, alice, bob, options={"target": 2000} if code == "DK" else {}))
    client.force_login(bob)
    page = client.get(address(match))
    mine = Seat.objects.get(match=match, player=bob)
    assert page.context["seat"].index == mine.index
    if RULES[code].family == "cards":
        rolls = match.moves.filter(seat=mine.index, kind="roll").count()
        assert len(page.context["lines"]) == rolls, "something was decided about each of them"
    other = client.get(address(match), {"seat": str(2 - mine.index)})
    assert other.context["seat"].index != mine.index
    assert len(page.content) < 100_000
    assert len({re.sub(r'id="[^"]*"', "", line) for line in _ids(page.content.decode())}) == len(
        _ids(page.content.decode())
    )


FIVE_ONES, NOTHING, SIX_FOURS = (1, 1, 1, 1, 1, 2), (2, 2, 3, 3, 4, 6), (4,) * 6


@pytest.mark.parametrize(
    ("rolls", "said"),
    [([SIX_FOURS], "The match was won"), ([FIVE_ONES, NOTHING], "The turn was lost")],
)
def test_the_roll_that_ends_a_match_is_told_as_what_it_was(
    client: Client,
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    rolls: list[tuple[int, ...]],
    said: str,
) -> None:
    match = begin("DK", alice, bob, options={"target": 2000})
    fall = iter(rolls)

    def unseal(reserved: Sequence[pool.Reserved], numbers: Sequence[bytes] = ()) -> list[pool.Drawn]:
        dice = next(fall)
        faces = dice[:5], dice[5:] * 5
        return [pool.Drawn(one.serial, some, b"") for one, some in zip(reserved, faces, strict=True)]

    monkeypatch.setattr(pool, "unseal", unseal)
    for dice in rolls:
        mover = to_move(match)
        match = make(match, mover, Move(Kind.ROLL))
        if dice == FIVE_ONES:
            match = make(match, mover, Move(Kind.BANK, dice[:5]))
    assert match.over
    work()
    reviews.make_due()
    client.force_login(mover)
    assert client.get(address(match)).context["lines"][-1].did == said


def _ids(page: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', page)


def test_what_is_tried_again_is_answered(client: Client, alice: User, bob: User) -> None:
    match = reviewed(begin("BO", alice, bob))
    tries = client.get(address(match), {"seat": "1"}).context["tries"]
    assert tries
    asked = {"seat": "1", "try": "1"}
    for number, named in tries[0].moves:
        answered = client.get(address(match), {**asked, "move": str(number)}).context["tries"]
        answer = answered[0].answer
        equal = answer in {"That is best.", "That is as good as the best."}  # two may be, whatever the dice
        assert ("less than the best" in answer) != equal
        assert named != tries[0].best or answer == "That is best."
        assert not any(one.answer for one in answered[1:])
    for nonsense in ("", "999", "x", "-1", "9" * 50):
        page = client.get(address(match), {**asked, "move": nonsense})
        assert page.context["tries"][0].answer == ""


@pytest.mark.parametrize("asked", ["0", "3", "x", "", "99999999999", "²"])
def test_a_seat_that_is_not_there_is_the_visitors(client: Client, alice: User, bob: User, asked: str) -> None:
    match = reviewed(begin("BO", alice, bob))
    assert client.get(address(match), {"seat": asked}).context["seat"].index == 0


def test_a_match_that_was_resigned_says_what_was_never_played(client: Client, alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    resigned(match)
    work()
    reviews.make_due()
    page = client.get(address(match))
    assert page.context["state"] == "ready"
    assert page.context["chart"].rows[-1][1] == ("0\xa0%", "100\xa0%")


def test_its_queries_do_not_grow(
    client: Client, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for match in (reviewed(begin("BO", alice, bob)), reviewed(begin("BT", alice, bob))):
        with django_assert_num_queries(5):
            client.get(address(match))


def test_a_match_is_linked_with_its_review_once_it_is_over(client: Client, alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    for name in ("games:table", "games:replay"):
        assert address(match) in client.get(reverse(name, args=[match.pk])).content.decode()


@pytest.fixture
def played(client: Client, alice: User, bob: User) -> list[Match]:
    return [reviewed(begin("BO", alice, bob)) for _ in range(3)]


def test_my_play_counts_my_own_matches(
    client: Client, played: list[Match], alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(alice)
    with django_assert_max_num_queries(7):
        page = client.get(reverse("games:my_play"))
    play = page.context["play"]
    assert [one.match for one in play.matches] == [match.pk for match in played]
    totals = Seat.objects.filter(match__in=played, player=alice).values_list("total", flat=True)
    boxes = round(sum(box.mine for box in play.boxes) * 3)
    bonus = 20 * 3  # at most, for what the top earned besides
    assert 0 <= sum(totals) - boxes <= bonus
    assert len(page.context["charts"]) == 2
    told = list(playing.numbers_of(alice))
    assert [(one["match"], one["accuracy"]) for one in told] == [
        (one.match, one.accuracy) for one in play.matches
    ]
    assert len(page.context["latest"]) == 3


def test_my_play_knows_who_has_none_and_asks_visitors_in(client: Client, alice: User, carol: User) -> None:
    assert client.get(reverse("games:my_play")).status_code == 302
    client.force_login(carol)
    for query in ({}, {"game": "BZ"}, {"game": "nothing"}):
        assert "No match of yours" in client.get(reverse("games:my_play"), query).content.decode()


def test_my_play_of_one_game_is_not_that_of_another(
    client: Client, played: list[Match], alice: User, bob: User
) -> None:
    reviewed(begin("DK", alice, bob, options={"target": 2000}))
    client.force_login(alice)
    page = client.get(reverse("games:my_play"), {"game": "DK"})
    assert page.context["code"] == "DK"
    assert len(page.context["play"].matches) == 1
    assert page.context["boxes"] == []


def test_of_an_old_one_the_totals_are_shown_and_the_rest_is_made_for_who_asks(
    client: Client, alice: User, bob: User
) -> None:
    match = reviewed(begin("BO", alice, bob))
    client.force_login(alice)
    whole = client.get(address(match)).content.decode()
    Review.objects.update(asked_at=timezone.now() - timedelta(days=8))
    assert shortening.shorten() == 1
    short = client.get(address(match)).content.decode()
    [totals] = re.findall(r'<table class="review-totals">.*?</table>', whole, re.DOTALL)
    assert totals in short
    assert "Of an older match only these totals are kept." in short
    assert "Look at every move again" in short
    assert "Look at every move again" not in whole
    client.post(reverse("games:review_ask", args=[match.pk]))
    assert "The coach is looking at this match." in client.get(address(match)).content.decode()
    reviews.make_due()
    assert client.get(address(match)).content.decode().count("<table") == whole.count("<table")
