"""Bots at tables: whom they may ask, who may ask them, what counts, and who is to be found."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import limits
from accounts.limits import AtOnce
from accounts.models import Bot, Delivery, Notice, Token, User
from games import rating
from games.daily import trying
from games.match import practising, watching
from games.models import Match, Rating, Standing
from games.rules.base import Kind, Move, Pace
from games.seats import bots, lobby, robot_play
from games.standings import keeping
from tests import bots as some
from tests.games.tables import begin, make, play_out, seat_of, to_move
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def dora(alice: User) -> User:
    """Alice's bot, which people may challenge."""
    return some.make(alice, people=True)


@pytest.fixture
def nora(bob: User) -> User:
    """Bob's bot, for bots alone."""
    return some.make(bob, "nora")


def invite(maker: User, *others: User, code: str = "BZ", rated: bool | None = None) -> Match:
    return lobby.invite(maker, others, code, {}, Pace.TURNS, "main", rated=rated)


def test_bots_challenge_one_another_and_are_rated(dora: User, nora: User) -> None:
    match = invite(dora, nora)
    assert (match.status, match.rated) == (Match.Status.INVITING, True)
    match = lobby.answer(match.pk, nora, accept=True)
    assert match.status == Match.Status.RUNNING
    play_out(match)
    assert {row.player_id for row in Rating.objects.all()} == {dora.pk, nora.pk}


def test_people_challenge_those_that_let_them_and_it_counts_for_nothing(
    dora: User, nora: User, carol: User
) -> None:
    match = invite(carol, dora, rated=True)
    assert not match.rated
    with pytest.raises(bots.NotTaken, match="nora-bot plays with bots alone"):
        invite(carol, nora)
    play_out(lobby.answer(match.pk, dora, accept=True))
    assert not Rating.objects.exists()
    assert not Standing.objects.exists()


@pytest.mark.usefixtures("robots")
def test_bots_come_to_no_people(dora: User, nora: User, alice: User, carol: User) -> None:
    for others in ([carol], [alice], [nora, carol]):
        with pytest.raises(bots.NotTaken, match="invite nobody but bots and robots"):
            invite(dora, *others)
    assert not Match.objects.exists()
    match = invite(dora, User.objects.get(level="beginner"), rated=True)
    assert (match.status, match.rated) == (Match.Status.RUNNING, False)


def test_a_game_that_it_does_not_take(dora: User, nora: User) -> None:
    bots.take(Bot.objects.get(account=dora), ["DK", "BZ", "XX"], people=True)
    assert Bot.objects.get(account=dora).games == ["BZ", "DK"]
    with pytest.raises(bots.NotTaken, match="dora-bot takes no challenges at this game"):
        invite(nora, dora, code="BO")
    assert invite(nora, dora, code="DK")


def test_its_owner_may_always_try_it_and_gets_nothing_of_it(alice: User, dora: User) -> None:
    bots.take(Bot.objects.get(account=dora), [], people=False)
    assert not invite(alice, dora, rated=True).rated


def test_bots_of_one_owner_lift_nobody(alice: User, dora: User, nora: User) -> None:
    twin = some.make(alice, "twin")
    assert not invite(dora, twin, rated=True).rated
    assert not invite(dora, twin, nora, rated=True).rated
    assert invite(dora, nora, rated=True).rated


def test_bots_play_without_end_and_people_take_their_turns(
    monkeypatch: pytest.MonkeyPatch, dora: User, nora: User, carol: User, robots: None
) -> None:
    few = {**limits.AT_ONCE, **dict.fromkeys(("matches", "matches without people"), AtOnce(1, 1))}
    monkeypatch.setattr(limits, "AT_ONCE", few)
    for _ in range(4):
        begin("BZ", dora, nora)
    begin("BZ", carol, dora)
    asked = invite(User.objects.create_user("dave"), dora)
    with pytest.raises(lobby.TooManyMatches):
        lobby.answer(asked.pk, dora, accept=True)
    invite(dora, User.objects.get(level="beginner"))
    with pytest.raises(lobby.TooManyMatches):
        invite(dora, User.objects.get(level="beginner"))
    begin("BZ", nora, dora)


def test_invitations_that_nobody_answers_come_to_an_end(dora: User, nora: User) -> None:
    for _ in range(limits.OPEN_BETWEEN):
        invite(dora, nora)
    with pytest.raises(lobby.TooManyMatches, match="has not answered"):
        invite(dora, nora)
    invite(nora, dora)


def test_no_robot_moves_for_it_and_nobody_writes_to_it(dora: User, nora: User, carol: User) -> None:
    running = [begin("BZ", dora, nora), begin("PG", carol, dora)]
    before = [match.version for match in running]
    robot_play.move_waiting()
    for match, version in zip(running, before, strict=True):
        assert robot_play.move_all(match.pk) == 0
        match.refresh_from_db()
        assert match.version == version
    work()
    assert not Notice.objects.filter(player__in=[dora, nora]).exists()
    assert not Delivery.objects.exists()


def test_nobody_practises_against_it(dora: User, carol: User) -> None:
    """Hints and taken moves are for practice; a bot is somebody's work."""
    match = begin("BZ", carol, dora)
    match.refresh_from_db()
    seats = list(match.seats.select_related("player"))
    assert not practising.practises(match, seats, seat_of(match, carol))


def test_it_is_nowhere_among_people(alice: User, dora: User, nora: User) -> None:
    for _ in range(12):
        play_out(begin("BO", dora, nora))
    keeping.refresh(dora.pk, nora.pk)
    assert not Standing.objects.exists()
    running = begin("BO", dora, nora)
    make(running, to_move(running), Move(Kind.ROLL))
    assert all(line.pk != running.pk for line in watching.lately())
    with pytest.raises(trying.NoDaily):
        trying.must_have_room(dora, timezone.now().date())


def test_those_that_are_at_work_are_to_be_found_the_best_first(
    dora: User, nora: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    match = begin("BZ", dora, nora)
    play_out(match)
    with django_assert_num_queries(3):
        found = bots.opponents("BZ")
    winner = match.seats.get(place=1).player if match.seats.filter(place=1).count() == 1 else None
    assert {one.name for one in found} == {"dora-bot", "nora-bot"}
    if winner:
        assert found[0].bot.account == winner
    assert all(one.matches == 1 and one.seconds is not None and one.speed == "at once" for one in found)
    assert [one.name for one in bots.opponents("BZ", people=True)] == ["dora-bot"]
    assert [(one.value, one.matches, one.speed) for one in bots.opponents("BO")] == [
        (None, 0, "at once"),
        (None, 0, "at once"),
    ]
    Token.objects.filter(player=nora).update(used_at=timezone.now() - bots.AWAY - timedelta(minutes=1))
    User.objects.filter(pk=dora.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert bots.opponents("BZ") == []


def test_where_all_begin_lifts_no_bot_above_one_that_was_rated(dora: User, nora: User) -> None:
    """A rating of no matches is left where what a match had made of it was taken back."""
    start = rating.DUEL
    for bot, value, matches in ((dora, replace(start, mean=start.mean - 100), 1), (nora, start, 0)):
        row = Rating(player=bot, code="BZ", kind=Rating.Kind.DUEL, matches=matches, at=timezone.now())
        row.value = value
        row.save()
    found = [(one.name, one.matches, one.value is None) for one in bots.opponents("BZ")]
    assert found == [("dora-bot", 1, False), ("nora-bot", 0, True)]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(None, "nobody knows yet"), (1, "at once"), (60, "within 1 minute"), (7300, "within 2 hours")],
)
def test_how_fast_it_is_in_words(dora: User, seconds: float | None, said: str) -> None:
    one = bots.Opponent(Bot.objects.get(account=dora), None, 0, seconds, timezone.now())
    assert one.speed == said


def test_one_that_never_answers_loses_like_anybody(dora: User, nora: User) -> None:
    """It has no holiday, and its opponent may claim."""
    match = begin("BZ", dora, nora)
    late = to_move(match)
    seat = seat_of(match, late)
    assert not late.spend_holiday
    assert seat.deadline
    assert seat.remind_at is None
