"""How a review comes to be: asked for, made once, dropped with its match, never before the match is over."""

from __future__ import annotations

from datetime import timedelta
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.analysis.base import NotAdvised
from games.coach import advice, fair_play, making, reviews
from games.coach.reviews import State, find
from games.match import folding, play, staff
from games.match.queries import table
from games.models import Match, Review
from games.rules import RULES
from games.rules.base import Pace
from games.seats import lobby
from tests.games.tables import begin, play_out, resigned, timed_out
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool", "coach")]


def state_of(match: Match) -> State:
    return find(table(match.pk)[0]).state


@pytest.mark.parametrize("code", RULES)
def test_a_match_of_two_is_reviewed_by_itself(alice: User, bob: User, code: str) -> None:
    match = play_out(begin(code, alice, bob, options={"target": 2000} if code == "DK" else {}))
    assert state_of(match) == State.ASKED
    assert reviews.make_due() == 1
    match, seats = table(match.pk)
    found = find(match)
    assert found.review is not None
    assert len(found.review.steps) == match.moves.exclude(kind="roll-off").count()
    if match.rules.family == "cards":
        for seat, sums in zip(seats, found.review.seats, strict=True):
            had = sums.start.minus(sums.skill).plus(sums.luck).minus(sums.unplayed)
            assert had.points == pytest.approx(seat.total, abs=1e-6)
            assert sum(points for points, _cost in sums.boxes.values()) <= seat.total
    assert reviews.make_due() == 0
    assert Review.objects.get(match=match).tables


@pytest.mark.parametrize("ending", [resigned, timed_out])
@pytest.mark.parametrize("code", ["BZ", "DK", "PG"])
def test_a_match_that_somebody_left_is_reviewed(alice: User, bob: User, code: str, ending: Any) -> None:
    match = begin(code, alice, bob)
    ending(match)
    work()
    reviews.make_due()
    assert state_of(match) in {State.READY, State.TOO_SOON}
    match.refresh_from_db()
    assert (state_of(match) == State.READY) == (match.status == Match.Status.FINISHED)


def test_side_by_side_cards_are_reviewed(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob, pace=Pace.SPLIT))
    reviews.make_due()
    assert state_of(match) == State.READY


def test_others_are_reviewed_when_somebody_asks(alice: User, bob: User, carol: User) -> None:
    match = play_out(begin("BO", alice, bob, carol))
    assert state_of(match) == State.NONE
    assert reviews.make_due() == 0
    for _ in range(2):
        reviews.ask(table(match.pk)[0])
    assert Review.objects.filter(match=match, due__isnull=False).count() == 1
    reviews.make_due()
    assert state_of(match) == State.READY
    made = Review.objects.get(match=match)
    reviews.ask(table(match.pk)[0])
    assert Review.objects.get(match=match).asked_at == made.asked_at
    Review.objects.update(ended_at=timezone.now())
    assert state_of(match) == State.NONE, "it is of another end than this"


def test_what_is_played_alone_is_reviewed(alice: User) -> None:
    match = play_out(begin("BO", alice))
    reviews.ask(table(match.pk)[0])
    reviews.make_due()
    assert state_of(match) == State.READY


def test_nothing_is_made_of_a_match_that_runs(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    reviews.ask(table(match.pk)[0])
    assert not Review.objects.exists()
    # Not even where somebody had noted that it is wanted:
    Review.objects.create(match=match, ended_at=timezone.now(), due=timezone.now())
    reviews.make_due()
    assert not Review.objects.exists()
    assert state_of(match) == State.TOO_SOON


def test_what_was_taken_back_loses_its_review(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    reviews.make_due()
    staff.take_back(match.pk, "It was a mistake.")
    assert state_of(match) == State.TOO_SOON
    work()
    assert not Review.objects.exists()


def test_a_match_that_went_on_is_reviewed_anew(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    staff.adjudicate(match.pk, [1, 2], "It took too long.")
    work()
    reviews.make_due()
    before = Review.objects.get(match=match)
    staff.reopen(match.pk)
    assert state_of(match) == State.TOO_SOON
    play_out(Match.objects.get(pk=match.pk))
    assert state_of(match) == State.ASKED
    reviews.make_due()
    after = Review.objects.get(match=match)
    assert (before.packed, before.ended_at) != (after.packed, after.ended_at)
    assert state_of(match) == State.READY


def test_a_folded_match_is_reviewed_alike(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    reviews.make_due()
    as_rows = bytes(Review.objects.get(match=match).packed or b"")
    Review.objects.all().delete()
    folding.fold([match.pk])
    reviews.ask(table(match.pk)[0])
    reviews.make_due()
    assert bytes(Review.objects.get(match=match).packed or b"") == as_rows


def test_without_tables_the_coach_is_getting_ready(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play_out(begin("BO", alice, bob))
    with monkeypatch.context() as patch:
        patch.setattr(making, "make", _not_ready)
        reviews.make_due()
    assert state_of(match) == State.GETTING_READY
    Review.objects.update(due=timezone.now())
    reviews.make_due()
    assert state_of(match) == State.READY


def _not_ready(*_: object) -> bytes:
    raise advice.NotReady


def test_a_game_that_nobody_knows_is_given_up_at_once(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play_out(begin("BO", alice, bob))

    def nobody(rules: object) -> None:
        raise NotAdvised

    monkeypatch.setattr(advice, "advisor", nobody)
    assert reviews.make_due() == 1
    assert state_of(match) == State.FAILED


def test_what_fails_for_want_of_a_key_is_tried_again(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play_out(begin("BO", alice, bob))

    def fail(*_: object) -> bytes:
        raise KeyError(1)

    monkeypatch.setattr(making, "make", fail)
    reviews.make_due()
    assert state_of(match) == State.ASKED


def test_one_that_only_waits_waits_longer_each_time_and_counts_nobody(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play_out(begin("BO", alice, bob))
    monkeypatch.setattr(reviews, "may_be_reviewed", lambda match: False)
    counted: list[object] = []
    monkeypatch.setattr(fair_play, "follow", counted.append)
    now = timezone.now()
    for asked, pause in ((timedelta(0), 30), (timedelta(hours=4), 60), (timedelta(days=30), 12 * 60)):
        Review.objects.update(asked_at=now - asked, due=now - timedelta(seconds=1))
        assert reviews.make_due() == 1
        due = Review.objects.get(match=match).due
        assert due is not None
        assert due - now == pytest.approx(timedelta(minutes=pause), abs=timedelta(minutes=1))
    assert counted == []


def test_what_fails_is_tried_again_and_given_up_at_last(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play_out(begin("BO", alice, bob))

    def fail(*_: object) -> bytes:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 / 0")
        return b""

    with monkeypatch.context() as patch:
        patch.setattr(making, "make", fail)
        for _ in range(len(reviews.PAUSES) + 1):
            Review.objects.update(due=timezone.now())
            assert reviews.make_due() == 1
    assert state_of(match) == State.FAILED
    reviews.ask(table(match.pk)[0])
    reviews.make_due()
    assert state_of(match) == State.READY


def test_one_that_fails_holds_up_no_other(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = (play_out(begin("BO", alice, bob)) for _ in range(2))
    make = making.make

    def fail(match: Match, seats: Any) -> bytes:
        if match.pk == bad.pk:
            raise RuntimeError
        return make(match, seats)

    monkeypatch.setattr(making, "make", fail)
    assert reviews.make_due() == 2
    assert state_of(good) == State.READY


@pytest.mark.django_db(transaction=True)
def test_two_workers_make_it_once(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    play_out(begin("BO", alice, bob))
    begun, go_on, count = Event(), Event(), []
    make = making.make

    def slow(match: Match, seats: Any) -> bytes:
        count.append(match.pk)
        begun.set()
        go_on.wait(10)
        return make(match, seats)

    monkeypatch.setattr(making, "make", slow)

    def first() -> None:
        reviews.make_due()
        connection.close()

    worker = Thread(target=first)
    worker.start()
    assert begun.wait(10)
    assert reviews.make_due() == 0
    go_on.set()
    worker.join()
    assert len(count) == 1


def test_guests_are_reviewed_only_when_they_ask(alice: User, robots: None) -> None:
    guest = User.objects.create_user("guest-1", guest=True)
    robot = User.objects.get(level="casual")
    match = lobby.lay([guest, robot], "BO", {}, Pace.TURNS, "main", accepted=[guest, robot], starter=0)
    play_out(play.start(match.pk))
    assert not Review.objects.exists()
    reviews.ask(table(match.pk)[0])
    assert Review.objects.count() == 1


def test_turns_cost_the_follow_up_nothing(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    match = begin("BO", alice, bob)
    with django_assert_num_queries(0):
        reviews.follow(match.pk, [{"what": "turn"}, {"what": "late", "seat": 0}])


def test_its_making_does_not_wait_for_the_request(alice: User, bob: User) -> None:
    with transaction.atomic():
        match = play_out(begin("BO", alice, bob))
    assert Review.objects.get(match=match).packed is None
