"""What the games tell: to whom, once, and taken back when there is nothing left to do."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import Errand, Notice, User
from games.match import clocks, notices, orders, play, staff
from games.models import Match, Seat
from games.rules.base import Kind, Move, Pace
from games.rules.orders import Orders
from games.seats import lobby, robot_play
from tests.games.tables import begin, make, play_out, seat_of, to_move
from tests.games.test_clocks import pass_time
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def kinds(player: User) -> list[str]:
    """What the worker makes of it, and is not settled."""
    work()
    open_ = Notice.objects.filter(player=player, settled_at=None)
    return sorted(open_.values_list("kind", flat=True))


def other_than(player: User, alice: User, bob: User) -> User:
    return bob if player == alice else alice


def test_news_of_a_match_that_is_gone_is_forgotten(alice: User, bob: User) -> None:
    """As a guest's is, with its guest."""
    match = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main")
    work()
    notices.note(match, "answered")
    notices.note(match, "over")
    match.delete()
    work()
    assert not Errand.objects.exists()


def test_an_invitation_is_told_and_settled_by_the_answer(alice: User, bob: User) -> None:
    match = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main")
    assert kinds(bob) == ["invitation"]
    assert kinds(alice) == []
    lobby.answer(match.pk, bob, accept=True)
    assert "invitation" not in kinds(bob)


def test_a_no_is_told_to_whoever_waited(alice: User, bob: User, carol: User) -> None:
    match = lobby.invite(alice, [bob, carol], "BZ", {}, Pace.TURNS, "main")
    lobby.answer(match.pk, bob, accept=False)
    assert kinds(alice) == ["over"]
    assert kinds(bob) == kinds(carol) == []


def test_whoever_is_to_move_is_told_of_the_turn_and_the_others_of_the_start(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)  # bob's answer began it
    mover = to_move(match)
    assert kinds(mover) == ["turn"]
    assert kinds(other_than(mover, alice, bob)) == (["start"] if mover == bob else [])


def test_a_turn_is_told_once_and_taken_back_when_it_was_taken(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    other = other_than(mover, alice, bob)
    make(match, mover, Move(Kind.ROLL))
    assert kinds(mover).count("turn") == 1, "a roll is not the end of the turn"
    assert "turn" not in kinds(other)
    make(match, mover, Move(Kind.SCORE, box="chance"))
    assert "turn" not in kinds(mover)
    assert kinds(other).count("turn") == 1


def test_every_turn_is_told_anew(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    for box in ("ones", "ones", "twos"):
        mover = to_move(match)
        make(match, mover, Move(Kind.ROLL))
        assert kinds(mover).count("turn") == 1
        make(match, mover, Move(Kind.SCORE, box=box))
        assert "turn" not in kinds(mover)


def test_a_worker_that_was_away_tells_of_the_turn_that_is(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    for box in ("ones", "ones", "twos"):
        mover = to_move(match)
        make(match, mover, Move(Kind.ROLL))
        make(match, mover, Move(Kind.SCORE, box=box))
    assert kinds(to_move(match)).count("turn") == 1
    assert Notice.objects.filter(kind="turn").count() == 1, "nobody is told of turns that are over"


def test_a_move_that_is_rolled_back_tells_nothing(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    other = other_than(mover, alice, bob)
    make(match, mover, Move(Kind.ROLL))
    before = kinds(other)
    with transaction.atomic():
        make(match, mover, Move(Kind.SCORE, box="chance"))
        assert kinds(other) != before
        transaction.set_rollback(True)
    assert kinds(other) == before


def test_reminders_come_twice_at_most_each_turn(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    assert clocks.remind() == 0
    for _ in range(2):
        Seat.objects.filter(remind_at__isnull=False).update(remind_at=timezone.now())
        assert clocks.remind() == 1
    assert clocks.remind() == 0
    assert kinds(mover) == ["reminder", "reminder", "turn"]


def test_a_pass_reminds_everybody_however_few_it_takes_at_once(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "REMINDED_AT_ONCE", 1)
    for _ in range(3):
        begin("BZ", alice, bob)
    Seat.objects.filter(remind_at__isnull=False).update(remind_at=timezone.now())
    assert clocks.remind() == 3
    assert clocks.remind() == 0


def test_nobody_is_reminded_of_a_turn_that_is_over(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    first = to_move(match)
    Seat.objects.filter(remind_at__isnull=False).update(remind_at=timezone.now())
    assert clocks.remind() == 1
    for box in ("ones", "ones"):  # before the worker comes, it is the next turn of the same player
        mover = to_move(match)
        make(match, mover, Move(Kind.ROLL))
        make(match, mover, Move(Kind.SCORE, box=box))
    assert to_move(match) == first
    assert "reminder" not in kinds(first)


def test_the_opponent_hears_that_there_is_a_choice(alice: User, bob: User) -> None:
    User.objects.update(spend_holiday=False)
    match = begin("BZ", alice, bob)
    other = other_than(to_move(match), alice, bob)
    pass_time(timedelta(hours=49))
    for _ in range(2):
        clocks.keep_time()
    assert kinds(other).count("late") == 1


@pytest.mark.parametrize("came", ["a day", "a move"])
def test_there_is_no_choice_any_more_where_time_was_given_or_a_move_came(
    alice: User, bob: User, came: str
) -> None:
    """Before the worker could tell of it."""
    User.objects.update(spend_holiday=False)
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    other = other_than(mover, alice, bob)
    pass_time(timedelta(hours=49))
    clocks.keep_time()
    if came == "a day":
        clocks.grant(match.pk, other, match.version)
    else:
        make(match, mover, Move(Kind.ROLL))
        make(match, mover, Move(Kind.SCORE, box="chance"))
    assert "late" not in kinds(other)


def test_of_a_match_that_is_over_its_end_alone_is_left(alice: User, bob: User) -> None:
    """Not that it began, nor that there was a choice: a digest of the day says how it ended."""
    User.objects.update(spend_holiday=False)
    match = begin("BZ", alice, bob, pace=Pace.SPLIT)
    assert kinds(alice) == ["start"], "bob began it"
    other = begin("BZ", alice, bob)
    waits = other_than(to_move(other), alice, bob)
    pass_time(timedelta(hours=49))
    clocks.keep_time()
    assert "late" in kinds(waits)
    for one in (match, other):
        staff.void(one.pk, "It was a test.")
    assert set(kinds(alice)) == set(kinds(bob)) == {"over"}
    assert Notice.objects.filter(kind__in=["start", "late"]).exists()


def test_the_end_is_told_to_whoever_did_not_bring_it(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    assert "turn" in kinds(to_move(match))
    match.refresh_from_db()
    play.resign(match.pk, alice, play.version_for(match, seat_of(match, alice)))
    assert "over" not in kinds(alice)
    assert "turn" not in kinds(alice) + kinds(bob)
    assert Notice.objects.get(player=bob, kind="over").subject.endswith("you won")


def test_the_end_of_a_match_that_went_on_again_is_told_once_more(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    staff.adjudicate(match.pk, [1, 2], "They agreed on it.")
    work()
    staff.reopen(match.pk)
    play.resign(match.pk, alice, match.version)
    for _ in range(2):
        work()
        notices.tell(match.pk, [{"what": "over", "by": alice.pk}])
    told = Notice.objects.filter(player=bob, kind="over").order_by("pk")
    assert [one.subject.rpartition(": ")[2] for one in told] == ["you lost", "you won"]


def test_whose_turn_it_is_where_a_match_goes_on_is_told_once_more(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    seat = seat_of(match, mover)
    remind = {"what": "remind", "seat": seat.index, "since": seat.since, "last": False}
    work()
    notices.tell(match.pk, [remind])
    assert kinds(mover) == ["reminder", "turn"]
    staff.adjudicate(match.pk, [1, 2], "They agreed on it.")
    assert kinds(mover) == ["over"]
    staff.reopen(match.pk)
    for _ in range(2):
        work()
        notices.tell(match.pk, [remind])
    assert kinds(mover) == ["over", "reminder", "turn"]
    assert "turn" not in kinds(other_than(mover, alice, bob))


def test_who_is_away_hears_of_the_end_that_standing_orders_brought(alice: User, bob: User) -> None:
    match = begin("PG", alice, bob)
    mover = to_move(match)
    nearly = replace(match.table, points=match.table.target, roll=(6,))
    Match.objects.filter(pk=match.pk).update(state=match.rules.dump(nearly))
    orders.give(match.pk, mover, Orders(bank=2))
    assert robot_play.move_all(match.pk) == 1
    assert "over" in kinds(mover)
    assert "over" in kinds(other_than(mover, alice, bob))


def test_the_end_of_two_is_told_with_its_totals(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    work()
    told = Notice.objects.get(kind="over")
    mine, theirs = sorted(match.seats.all(), key=lambda seat: seat.player_id != told.player_id)
    won = {1: "won", 0: "drew", -1: "lost"}[(mine.total > theirs.total) - (mine.total < theirs.total)]
    ends = {"drew": ": a draw"}.get(won, f": you {won}, {mine.total} to {theirs.total}")
    assert told.subject.endswith(ends)


def test_what_staff_decide_is_told_to_all_with_the_reason(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    staff.void(match.pk, "It was a test.")
    assert {kinds(alice)[0], kinds(bob)[0]} >= {"over"}
    assert Notice.objects.filter(kind="over", text="It was a test.").count() == 2


def test_split_matches_and_solo_are_nobodys_turn(alice: User, bob: User) -> None:
    begin("BZ", alice, bob, pace=Pace.SPLIT)
    lobby.invite(alice, [], "BZ", {}, Pace.TURNS, "main")
    assert kinds(alice) == ["start"]
    assert "turn" not in kinds(bob)


def test_the_words_name_the_game_the_others_and_the_time(alice: User, bob: User) -> None:
    User.objects.update(time_zone="Asia/Tokyo")
    alice.refresh_from_db()
    bob.refresh_from_db()
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    work()
    told = Notice.objects.get(player=mover, kind="turn")
    assert told.subject == f"Your turn: Boatzee with {other_than(mover, alice, bob)}"
    assert told.text.endswith("JST.")
    assert told.address == f"/matches/{match.pk}/"
    assert Match.objects.get(pk=match.pk).version == match.version


def test_no_reminder_comes_of_a_turn_that_was_taken_before_the_worker_came(alice: User, bob: User) -> None:
    """It is the same player's turn again by then, with all the time there is."""
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    Seat.objects.filter(remind_at__isnull=False).update(remind_at=timezone.now())
    assert clocks.remind() == 1
    for player in (mover, other_than(mover, alice, bob)):
        make(match, player, Move(Kind.ROLL))
        make(match, player, Move(Kind.SCORE, box="chance"))
    assert kinds(mover) == ["turn"]
