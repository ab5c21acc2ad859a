"""Days begin once and end once, whatever happens to the worker, and everybody has one try of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import limits
from accounts.limits import AtOnce
from accounts.models import User
from dicepool.models import Handout
from games.coach import advice
from games.daily import counting, days, queries, schedule, trying
from games.daily.ranking import Standing
from games.match import deals, play, practising
from games.models import Daily, DailyCount, DailyTry, Deal, Match
from games.rules.base import Kind, Move, Pace
from games.seats import lobby
from tests.games.daily.played import BOAT_DAY, NEXT, at, end, fill, finish, noon, version
from tests.games.tables import make
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture(autouse=True)
def day(pool: None) -> Iterator[Daily]:
    """A day of Boat, at noon."""
    with at(noon(BOAT_DAY)):
        yield days.begin(BOAT_DAY)


def test_a_day_begins_once_with_all_its_dice(day: Daily) -> None:
    taken = Handout.objects.count()
    assert day.code == "BO"
    assert days.begin(BOAT_DAY) == day
    days.keep()
    assert Daily.objects.count() == Deal.objects.count() == 1
    assert Handout.objects.count() == taken == 33, "a set for each turn and roll"


def test_whoever_looks_whether_a_day_has_begun_asks_once_and_uses_up_no_number(
    day: Daily, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Every minute a worker looks; the number of a deal stands in the records of its matches."""
    for _ in range(3):
        with django_assert_num_queries(1):
            days.begin(BOAT_DAY)
    with at(noon(NEXT)):
        assert days.begin(NEXT).deal_id == day.deal_id + 1


def test_after_an_outage_a_day_begins_late_and_the_one_before_ends(alice: User) -> None:
    finish(alice, BOAT_DAY)
    with at(noon(NEXT + timedelta(days=3))):
        days.keep()
    assert [row.day for row in Daily.objects.order_by("day")] == [BOAT_DAY, NEXT + timedelta(days=3)]
    assert Daily.objects.get(day=BOAT_DAY).ended_at is not None


def test_an_empty_pool_puts_the_day_off_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def empty(deal: int) -> Deal:
        raise play.PoolEmpty

    with at(noon(NEXT)):
        with monkeypatch.context() as patch:
            patch.setattr(deals, "draw_all", empty)
            days.keep()
        assert not Daily.objects.filter(day=NEXT).exists()
        days.keep()
        assert Daily.objects.filter(day=NEXT).exists()


def test_everybody_has_the_same_dice_and_one_try(alice: User, bob: User) -> None:
    first, second = trying.begin(alice, BOAT_DAY), trying.begin(bob, BOAT_DAY)
    assert trying.begin(alice, BOAT_DAY) == first
    assert first != second
    for turn in range(11):
        make(first, alice, Move(Kind.ROLL))
        make(second, bob, Move(Kind.ROLL))
        for match, player in ((first, alice), (second, bob)):
            match.refresh_from_db()
            box = match.rules.moves(match.table, 0)[-1 if player is bob else -11 + turn].box
            assert box
            make(match, player, Move(Kind.SCORE, box=box))
    rolled = [
        [(move.dice, move.serials) for move in match.moves.filter(kind="roll").order_by("number")]
        for match in (first, second)
    ]
    assert rolled[0] == rolled[1]
    first.refresh_from_db()
    assert first.over
    assert trying.begin(alice, BOAT_DAY) == first, "one try"


def test_the_row_itself_forbids_a_second_try(day: Daily, alice: User) -> None:
    trying.begin(alice, BOAT_DAY)
    match = lobby.invite(alice, [], "BO", {}, "turns", "main")  # type: ignore[arg-type]
    with pytest.raises(IntegrityError):
        DailyTry.objects.create(daily=day, player=alice, match=match)


def test_robots_do_not_play_and_nobody_begins_once_it_is_over(alice: User, robots: None) -> None:
    robot = User.objects.exclude(robot="").first()
    assert robot
    with pytest.raises(trying.NoDaily, match="robot"):
        trying.begin(robot, BOAT_DAY)
    with at(schedule.ends(BOAT_DAY)), pytest.raises(trying.NoDaily, match="over"):
        trying.begin(alice, BOAT_DAY)
    with pytest.raises(trying.NoDaily, match="not drawn"):
        trying.begin(alice, NEXT)
    with pytest.raises(trying.NoDaily, match="not laid open"):
        trying.practise(alice, BOAT_DAY)
    assert not Match.objects.exists()


def test_nobody_begins_once_a_day_is_stopped_before_its_end(day: Daily, alice: User) -> None:
    Daily.objects.filter(pk=day.pk).update(stopped_at=timezone.now())
    with pytest.raises(trying.NoDaily, match="over"):
        trying.begin(alice, BOAT_DAY)
    assert not Match.objects.exists()


def test_there_is_neither_a_hint_nor_a_way_back(alice: User) -> None:
    match = fill(trying.begin(alice, BOAT_DAY), alice, turns=2)
    seats = list(match.seats.all())
    assert not practising.practises(match, seats, seats[0])
    with pytest.raises(practising.NoTakeBack):
        practising.take_back(match.pk, alice, version(match, alice))


def test_a_result_is_counted_once(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    one, other = finish(alice, BOAT_DAY), finish(bob, BOAT_DAY, first=3)
    assert not counting.count(one.pk)
    totals = [match.seats.get().total for match in (one, other)]
    assert dict(queries.standing(BOAT_DAY).counts) == Counter(totals)
    mine = queries.mine(alice, BOAT_DAY, queries.standing(BOAT_DAY))
    assert mine
    assert mine.ranked
    assert mine.place == 1 + (totals[1] > totals[0])
    with django_assert_num_queries(1):
        queries.standing(BOAT_DAY)
    daily = Daily.objects.get()
    with django_assert_num_queries(1):
        assert len(queries.best(daily, Standing(()), alice)) == 2


def test_the_others_are_all_who_have_a_place_but_oneself(alice: User) -> None:
    total = finish(alice, BOAT_DAY).seats.get().total
    beside = [(total - 1, 1), (total + 1, 1)]
    for ranked, counted in ((True, [*beside, (total, 1)]), (False, beside)):
        DailyTry.objects.update(ranked=ranked)
        mine = queries.mine(alice, BOAT_DAY, Standing.of(counted))
        assert mine
        assert (mine.ranked, mine.place, mine.better) == (ranked, 2, 50)


def test_who_is_killed_between_match_and_count_is_counted_at_the_end(alice: User) -> None:
    fill(trying.begin(alice, BOAT_DAY), alice)
    assert DailyTry.objects.get().total is None
    mine = queries.mine(alice, BOAT_DAY, Standing(()))
    assert mine
    assert not mine.counted
    end(BOAT_DAY)
    made = DailyTry.objects.get()
    assert (made.full, made.ranked) == (True, True)
    assert DailyCount.objects.get().players == 1


def test_at_midnight_an_unfinished_card_counts_as_it_stands(alice: User, bob: User, carol: User) -> None:
    half = fill(trying.begin(alice, BOAT_DAY), alice, turns=5)
    trying.begin(carol, BOAT_DAY)
    finish(bob, BOAT_DAY)
    end(BOAT_DAY)
    half.refresh_from_db()
    assert half.status == Match.Status.FINISHED
    made = DailyTry.objects.get(player=alice)
    assert (made.total, made.full, made.ranked) == (
        half.table.cards[0] and half.seats.get().total,
        False,
        True,
    )
    nothing = DailyTry.objects.get(player=carol)
    assert (nothing.total, nothing.ranked) == (0, False), "nothing was written"
    assert queries.standing(BOAT_DAY).players == 2
    assert queries.streak(alice) is None
    assert queries.streak(bob) is not None


def test_a_day_that_ends_in_steps_ends_once(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    trying.begin(alice, BOAT_DAY)
    fill(trying.begin(bob, BOAT_DAY), bob, turns=1)
    assert not days.end(BOAT_DAY), "it is not over yet"
    monkeypatch.setattr(days, "AT_ONCE", 1)
    with at(noon(NEXT)):
        assert not days.end(BOAT_DAY)
        assert not Deal.objects.get().is_open, "somebody still plays"
        with pytest.raises(trying.NoDaily):
            trying.begin(User.objects.create_user("late"), BOAT_DAY)
        assert days.end(BOAT_DAY)
        ended = Daily.objects.get().ended_at
        assert days.end(BOAT_DAY)
    assert Daily.objects.get().ended_at == ended
    assert Deal.objects.get().is_open


def test_then_every_set_has_its_proof(alice: User) -> None:
    finish(alice, BOAT_DAY)
    laid_before = list(deals.laid_open(Deal.objects.get()))
    assert not laid_before
    day = end(BOAT_DAY)
    laid = list(deals.laid_open(day.deal))
    assert [(one.turn, one.roll) for one in laid] == deals.places("BO")
    rolled = Match.objects.get().moves.filter(kind="roll").order_by("number")
    assert [tuple(move.dice) for move in rolled] == [one.dice[:3] for one in laid if one.roll == 1]
    shown = Client().get(reverse("dicepool:roll", args=[laid[0].serial]))
    assert shown.status_code == 200


def test_past_days_are_played_for_nothing(alice: User, bob: User) -> None:
    finish(alice, BOAT_DAY)
    end(BOAT_DAY)
    before = list(DailyCount.objects.values_list("total", "players"))
    with at(noon(NEXT)):
        match = trying.practise(bob, BOAT_DAY)
        assert trying.practise(bob, BOAT_DAY) == match, "the one that runs"
        fill(match, bob)
        work()
        assert trying.practise(alice, BOAT_DAY) != match
    assert list(DailyCount.objects.values_list("total", "players")) == before
    assert DailyTry.objects.count() == 1
    assert [move.dice for move in match.moves.filter(kind="roll")] == [
        move.dice for move in DailyTry.objects.get().match.moves.filter(kind="roll")
    ]


def test_past_days_are_played_by_whoever_has_room_for_a_match(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    end(BOAT_DAY)
    monkeypatch.setattr(limits, "AT_ONCE", {"matches without people": AtOnce(1, 1)})
    with at(noon(NEXT)):
        lobby.invite(alice, [], "BO", {}, Pace.TURNS, "main")
        with pytest.raises(lobby.TooManyMatches, match="1 matches alone or with robots"):
            trying.practise(alice, BOAT_DAY)
        assert not Match.objects.filter(deal__isnull=False).exists()
        assert trying.practise(bob, BOAT_DAY)


def test_perfect_play_plays_the_dice_once_they_are_open(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def not_ready(rules: object) -> None:
        asked.append(rules)
        raise advice.NotReady

    finish(alice, BOAT_DAY)
    monkeypatch.setattr(advice, "advisor", not_ready)
    assert not days.play_perfectly()
    assert not asked, "of a day that runs nobody asks"
    end(BOAT_DAY)
    assert not days.play_perfectly()
    assert asked
    monkeypatch.undo()
    with at(noon(NEXT)):
        from tests.games.daily.test_pure import Greedy

        monkeypatch.setattr(advice, "advisor", lambda rules: Greedy())
        assert days.play_perfectly() == 1
        assert not days.play_perfectly()
    found = Daily.objects.get().perfect
    assert found
    assert len(found["turns"]) == 11
