"""Time that runs out at many matches at once does to each what it does to one alone."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts.live import channels
from accounts.models import User
from accounts.models.outbox import Errand
from dicepool.models import Fate
from games.match import clocks, many, play, staff, timeouts, wake
from games.models import EventHoliday, Match, Move, Rating, RatingPoint, Seat
from games.models import Holiday as HolidayTaken
from games.rules import RULES
from games.rules.base import Kind, Pace
from tests.at_once import PATIENCE, at_once, meanwhile
from tests.games.plain_clock import one_by_one
from tests.games.tables import begin, legal, make, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
NOW = datetime(2026, 3, 4, 12, 34, 56, 789_123, tzinfo=timezone.get_default_timezone())
MATCH = (*(column.name for column in many.SAVE.columns), "rated", "adjudicated")
SEAT = ("index", "player", *Seat.SUMMARY)


@pytest.fixture
def players() -> list[User]:
    """Four who play each other everywhere; two of them have holiday to spend."""
    return [
        User.objects.create_user(
            f"late{number}", f"late{number}@example.org", spend_holiday=number < 2, last_seen=timezone.now()
        )
        for number in range(4)
    ]


def lay(players: list[User], choose: random.Random) -> None:
    """Matches of every kind, some of which have gone on for a while, and all of which are late."""
    for _ in range(8):
        count = choose.choice((2, 2, 3, 4))
        code = choose.choice(sorted(RULES))
        pace = choose.choice([pace for pace in (Pace.TURNS, Pace.SPLIT) if pace in RULES[code].paces])
        match = begin(code, *choose.sample(players, count), pace=pace)
        for _ in range(choose.randrange(4)):
            seat = choose.choice(list(match.seats.filter(to_move=True).select_related("player")))
            assert seat.player
            make(match, seat.player, choose.choice(legal(match, seat.player)))
        organised = choose.choice(({}, {}, {"event": 1}, {"event": 2}, {"ladder": 1}))
        ago = choose.choice((timedelta(hours=1), timedelta(days=3), timedelta(days=61)))
        if match.pace == Pace.TURNS or choose.random() < 0.7:
            late = timezone.now() - ago - timedelta(minutes=choose.randrange(50))
            Seat.objects.filter(match=match, deadline__isnull=False).update(deadline=late)
            Match.objects.filter(pk=match.pk, deadline__isnull=False).update(
                deadline=late, due=late, **organised
            )


def dump() -> list[Any]:
    """All that the clock may have written, as it stands."""
    errands = Errand.objects.values_list("kind", "subject", "facts")
    return [
        list(Match.objects.order_by("pk").values_list("pk", *MATCH)),
        list(Seat.objects.order_by("match", "index").values_list("match", *SEAT)),
        list(Move.objects.order_by("match", "number").values_list("match", "number", "seat", "kind", "box")),
        list(
            Rating.objects.order_by("player", "code", "kind").values_list("player", "code", "mean", "matches")
        ),
        list(
            RatingPoint.objects.order_by("match", "player").values_list("match", "player", "before", "mean")
        ),
        list(HolidayTaken.objects.order_by("player").values_list("player", "year", "span", "until")),
        sorted(
            map(repr, EventHoliday.objects.values_list("player", "event", "ladder", "span", "until")),
        ),
        sorted({repr(errand) for errand in errands}),
        list(Fate.objects.order_by("serial").values_list("serial", "kind")),
    ]


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways look at the same clock."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)


@pytest.mark.usefixtures("frozen")
@pytest.mark.parametrize("seed", range(10))
def test_many_at_once_end_as_each_would_alone(
    seed: int,
    players: list[User],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    lay(players, random.Random(seed))
    due = list(Match.objects.filter(due__lte=NOW).order_by("due", "pk").values_list("pk", flat=True))
    heard: list[str] = []
    monkeypatch.setattr(channels, "publish", lambda *names: heard.extend(names))

    def end(way: Callable[[], object]) -> tuple[list[Any], set[str]]:
        heard.clear()
        before = transaction.savepoint()
        with django_capture_on_commit_callbacks(execute=True):
            way()
        found = dump()
        transaction.savepoint_rollback(before)
        everybodys = {name for name in heard if name.count("-") == 1}
        # Who hears what is said to everybody at a table needs no word apart.
        return found, {
            name for name in heard if name in everybodys or name.rpartition("-")[0] not in everybodys
        }

    def together() -> None:
        assert clocks.close_due() == len(due)

    def alone_each() -> None:
        for match_id in due:
            one_by_one(match_id)

    alone = end(alone_each)
    assert end(together) == alone
    assert end(lambda: [clocks.expire(match_id) for match_id in due]) == alone


def test_the_clock_rolls_no_dice() -> None:
    for code, rules in RULES.items():
        state = rules.start(2, rules.clean_options({}), Pace.TURNS, 0)
        assert rules.dice_wanted(state, 0, play.TIMED_OUT) == 0, code


def three_late(alice: User, bob: User, carol: User, count: int) -> list[Match]:
    """Matches of three, so that each is settled at once, one later than the other."""
    User.objects.update(spend_holiday=False)
    matches = [begin("BZ", alice, bob, carol) for _ in range(count)]
    for number, match in enumerate(matches):
        late = timezone.now() - timedelta(hours=1, minutes=-number)
        Seat.objects.filter(match=match, to_move=True).update(deadline=late)
        Match.objects.filter(pk=match.pk).update(deadline=late, due=late)
    return matches


def timed_out() -> int:
    return Move.objects.filter(kind=Kind.TIMEOUT).count()


def test_it_takes_the_same_queries_however_many_are_due(
    alice: User, bob: User, carol: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (2, 6):
        three_late(alice, bob, carol, count)
        with django_assert_num_queries(8):
            assert clocks.close_due() == count


Calls = list[datetime]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Jobs that are called for, and that nobody does."""
    called: Calls = []
    monkeypatch.setattr(wake, "clocks", called.append)
    monkeypatch.setattr(clocks, "AT_ONCE", 2)
    return called


def test_a_pass_calls_for_jobs_that_go_on_until_nothing_is_due(
    alice: User, bob: User, carol: User, calls: Calls
) -> None:
    three_late(alice, bob, carol, 11)
    assert clocks.keep_time() == 2
    assert len(calls) == wake.LANES
    done = []
    while calls:
        done.append(clocks.go_on(calls.pop(0)))
    assert sum(done) == 9, "one more than each job does in one go"
    assert timed_out() == 11


def test_a_small_pass_calls_for_nobody(alice: User, bob: User, carol: User, calls: Calls) -> None:
    three_late(alice, bob, carol, 1)
    assert clocks.keep_time() == 1
    assert not calls


def test_a_job_that_comes_after_the_next_pass_does_nothing(
    alice: User, bob: User, carol: User, calls: Calls
) -> None:
    three_late(alice, bob, carol, 2)
    assert clocks.go_on(timezone.now()) == 0
    assert timed_out() == 0


def test_one_that_fails_keeps_no_other_from_its_end(alice: User, bob: User, carol: User) -> None:
    broken, *_others = three_late(alice, bob, carol, 4)
    Match.objects.filter(pk=broken.pk).update(state={"of": "another release"})
    assert clocks.close_due() == 4
    assert timed_out() == 3
    broken.refresh_from_db()
    assert broken.due
    assert broken.due > timezone.now(), "it stands in the way of nobody"
    assert clocks.close_due() == 0


def test_what_ended_while_it_failed_is_not_looked_at_again(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would be rated, and told of, a second time."""
    [match] = three_late(alice, bob, carol, 1)
    Match.objects.filter(pk=match.pk).update(state={"of": "another release"})

    def fail(match_id: int) -> bool:
        staff.void(match_id, "Somebody was quicker.")
        raise RuntimeError

    monkeypatch.setattr(clocks, "expire", fail)
    assert clocks.close_due() == 1
    match.refresh_from_db()
    assert (match.status, match.due) == (Match.Status.VOID, None)


@pytest.mark.django_db(transaction=True)
def test_two_workers_share_what_is_due(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    three_late(alice, bob, carol, 12)
    monkeypatch.setattr(clocks, "AT_ONCE", 3)

    def work() -> int:
        return sum(iter(clocks.close_due, 0))

    assert sum(at_once(work, work)) == 12
    assert timed_out() == 12


@pytest.mark.django_db(transaction=True)
def test_holiday_is_spent_on_the_earlier_deadline_though_another_worker_holds_that_match(
    alice: User, bob: User, carol: User
) -> None:
    first, second = three_late(alice, bob, carol, 2)
    only_late(alice, first, second)
    held, go_on = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Match.objects.select_for_update(no_key=True).get(pk=first.pk)
            held.set()
            go_on.wait(PATIENCE)

    holder = meanwhile(hold)
    assert held.wait(PATIENCE)
    try:
        assert clocks.close_due() == 1, "it has looked"
        assert not HolidayTaken.objects.exists(), "and left it"
    finally:
        go_on.set()
        holder.result(PATIENCE)
    assert clocks.close_due() == 2
    taken = HolidayTaken.objects.get(player=alice)
    assert taken.span == timedelta(hours=2), "of the later one an hour would have been enough"
    assert seat_of(second, alice).deadline == seat_of(first, alice).deadline


def only_late(player: User, *matches: Match) -> None:
    """Let it be this player who is late, and who has holiday to spend."""
    User.objects.update(spend_holiday=True)
    for match in matches:
        match.refresh_from_db()
        Seat.objects.filter(match=match).update(to_move=False, deadline=None)
        Seat.objects.filter(match=match, player=player).update(to_move=True, deadline=match.due)


def test_who_waits_for_nobody_else_is_in_turn(alice: User, bob: User, carol: User) -> None:
    """A deadline that the clock has looked at, and left to the opponent, holds up no other."""
    User.objects.update(spend_holiday=False)
    left = begin("BZ", alice, bob)
    Seat.objects.filter(match=left).update(to_move=False, deadline=None)
    past = timezone.now() - timedelta(days=2)
    Seat.objects.filter(match=left, player=alice).update(to_move=True, deadline=past)
    Match.objects.filter(pk=left.pk).update(deadline=past, due=past)
    assert clocks.close_due() == 1
    only_late(alice, *three_late(alice, bob, carol, 1))
    with transaction.atomic():
        due = many.lock_due(timezone.now(), 10)
        assert timeouts.in_turn(due, timezone.now()) == due


def test_of_two_that_end_at_the_same_moment_neither_waits_for_the_other(
    alice: User, bob: User, carol: User
) -> None:
    first, second = three_late(alice, bob, carol, 2)
    moment = timezone.now() - timedelta(hours=1)
    Match.objects.filter(pk__in=[first.pk, second.pk]).update(deadline=moment, due=moment)
    only_late(alice, first, second)
    with transaction.atomic():
        [due] = many.lock_due(timezone.now(), 1)
        assert timeouts.in_turn([due], timezone.now()) == [due]


def test_an_earlier_deadline_that_comes_later_in_line_holds_up_nobody(
    alice: User, bob: User, carol: User, calls: Calls
) -> None:
    """It was left to the opponent for long. Two are looked at in one go: it would never be its turn."""
    left = begin("BZ", alice, bob)
    only_late(alice, *three_late(alice, bob, carol, 2), left)
    now = timezone.now()
    past = now - timedelta(days=61)
    Seat.objects.filter(match=left, player=alice).update(deadline=past)
    Match.objects.filter(pk=left.pk).update(deadline=past, due=now)
    while Match.objects.filter(due__lte=now).exists():
        assert clocks.close_due()
        assert HolidayTaken.objects.filter(player=alice, span__gt=timedelta(0)).exists()
