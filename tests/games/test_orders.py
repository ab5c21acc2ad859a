"""Standing orders: what they do and what they leave, when, for whom, and what is seen of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import record, tasks
from games.match import folding, move_log, orders, play, queries, records, staff
from games.match.move_log import all_moves
from games.models import Match, Move, Seat
from games.packed import is_newest
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from games.rules.orders import Orders
from games.seats import handover, lobby, robot_play
from tests.at_once import at_once
from tests.games.tables import begin, make, seat_of, to_move
from tests.games.test_record import TEXT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

ROLL, BANK = RulesMove(Kind.ROLL), RulesMove(Kind.BANK)


# What is done


@pytest.fixture
def race(alice: User, bob: User) -> Match:
    """Pig for two."""
    return begin("PG", alice, bob)


def other(match: Match, player: User) -> User:
    seat = match.seats.exclude(player=player).select_related("player").get()
    assert seat.player
    return seat.player


def until_turn_of(match: Match, player: User) -> None:
    """Let the other end turns until it is the player's, with none of its own orders done meanwhile."""
    for _ in count():
        match.refresh_from_db()
        if to_move(match) == player:
            return
        mover = to_move(match)
        make(match, mover, BANK if match.table.roll else ROLL)


def test_a_turn_begins_with_its_roll_and_the_rest_waits(race: Match, alice: User) -> None:
    until_turn_of(race, alice)
    orders.give(race.pk, alice, Orders(roll=True))
    version = race.version
    assert robot_play.move_all(race.pk) == 1
    assert robot_play.move_all(race.pk) == 0, "never a second time"
    last = race.moves.order_by("number").last()
    assert last
    assert (last.number, last.kind, last.ordered) == (version + 1, "roll", True)
    assert last.numbers == [""], "nobody's own number came with it"
    if to_move(race) == alice:  # no 1 fell
        make(race, alice, BANK)
        assert not race.moves.order_by("-number")[0].ordered, "by hand"


def test_both_orders_play_a_turn_whole(race: Match, alice: User) -> None:
    until_turn_of(race, alice)
    orders.give(race.pk, alice, Orders(roll=True, bank=2))
    robot_play.move_all(race.pk)
    assert to_move(race) != alice
    made = list(race.moves.filter(ordered=True).values_list("kind", flat=True))
    assert made in (["roll"], ["roll", "bank"])
    assert seat_of(race, alice).turns == 1


@pytest.mark.parametrize(("total", "banks"), [(79, 0), (80, 0), (81, 1)])
def test_what_comes_too_late_is_not_banked_for_a_player(
    alice: User, bob: User, total: int, banks: int
) -> None:
    match = begin("PG", alice, bob, options={"equal_turns": True})
    starter, last = match.table.starter, 1 - match.table.starter
    mover = match.seats.get(index=last).player
    assert mover
    banked = tuple(100 if seat == starter else total for seat in range(2))
    state = replace(match.table, banked=banked, seat=last, turns=(1, 1), roll=(5,), points=20)
    match.state = match.rules.dump(state)
    match.save(update_fields=["state"])
    match.seats.update(to_move=False)
    match.seats.filter(index=last).update(to_move=True, orders=Orders(bank=15).dump())
    assert robot_play.move_all(match.pk) == banks


def test_nothing_is_done_once_the_match_is_over(race: Match, alice: User) -> None:
    until_turn_of(race, alice)
    orders.give(race.pk, alice, Orders(roll=True))
    staff.void(race.pk, "a mistake")
    before = race.moves.count()
    assert robot_play.move_all(race.pk) == 0
    Seat.objects.filter(match=race, player=alice).update(to_move=True)  # whatever is left of it
    robot_play.move_waiting()
    assert race.moves.count() == before


@pytest.mark.parametrize(
    "gone", [{"is_active": False}, {"suspended_until": timezone.now() + timedelta(days=1)}]
)
def test_who_cannot_sign_in_plays_by_no_orders(race: Match, alice: User, gone: dict[str, Any]) -> None:
    until_turn_of(race, alice)
    orders.give(race.pk, alice, Orders(roll=True))
    User.objects.filter(pk=alice.pk).update(**gone)
    assert robot_play.move_all(race.pk) == 0


def test_orders_go_with_who_gave_them(race: Match, alice: User, carol: User) -> None:
    until_turn_of(race, alice)
    orders.give(race.pk, alice, Orders(roll=True))
    Seat.objects.filter(match=race, player=alice).update(pinned=True, later=timezone.now())
    assert handover.take_over(race.pk, alice.pk, carol)
    seat = seat_of(race, carol)
    assert (seat.orders, seat.pinned, seat.later) == ({}, False, None)
    assert robot_play.move_all(race.pk) == 0


def test_they_are_taken_back(race: Match, alice: User) -> None:
    until_turn_of(race, alice)
    orders.give(race.pk, alice, Orders(roll=True))
    orders.give(race.pk, alice, Orders())
    assert robot_play.move_all(race.pk) == 0


def test_the_worker_is_woken_when_the_turn_begins_and_when_it_might_be_banked(
    race: Match, alice: User, django_capture_on_commit_callbacks: Any
) -> None:
    def woken(act: Any) -> int:
        with (
            patch("games.match.wake.current_app.send_task") as sent,
            django_capture_on_commit_callbacks(execute=True),
        ):
            act()
        return sum(call.args[0] == "games.tasks.move_robots" for call in sent.call_args_list)

    until_turn_of(race, alice)
    assert woken(lambda: orders.give(race.pk, alice, Orders(roll=True))) == 1
    assert woken(lambda: orders.give(race.pk, alice, Orders())) == 0
    orders.give(race.pk, other(race, alice), Orders(roll=True))
    while not race.table.roll:  # a roll that leaves the turn where it is
        assert woken(lambda: make(race, alice, ROLL)) in (0, 1)
        until_turn_of(race, alice)
    assert woken(lambda: make(race, alice, BANK)) == 1, "the other's turn begins"


def test_a_call_that_was_lost_is_made_up_for(race: Match, alice: User) -> None:
    until_turn_of(race, alice)
    orders.give(race.pk, alice, Orders(roll=True))
    tasks.keep_time()
    assert race.moves.filter(ordered=True).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_roll_once(race: Match, alice: User) -> None:
    until_turn_of(race, alice)
    orders.give(race.pk, alice, Orders(roll=True))
    assert sorted(at_once(*[lambda: robot_play.move_all(race.pk)] * 2)) == [0, 1]
    assert race.moves.filter(ordered=True).count() == 1


# Where they are refused


def test_they_are_for_matches_by_turns_with_others(alice: User, bob: User, carol: User) -> None:
    for match in (begin("PG", alice), begin("BZ", alice, bob, pace=Pace.SPLIT)):
        with pytest.raises(orders.NoOrders, match="wait for others"):
            orders.give(match.pk, alice, Orders(roll=True))
        assert seat_of(match, alice).orders == {}
    match = begin("BZ", alice, bob)
    with pytest.raises(play.NotSeated):
        orders.give(match.pk, carol, Orders(roll=True))
    with pytest.raises(play.MatchOver):
        orders.give(lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main").pk, alice, Orders(roll=True))
    orders.give(match.pk, alice, Orders(roll=True, bank=20))
    assert seat_of(match, alice).orders == {"roll": True}, "nothing is banked on a card"


def test_an_event_that_forbids_them_is_obeyed_whatever_stands_there(race: Match, alice: User) -> None:
    until_turn_of(race, alice)
    orders.give(race.pk, alice, Orders(roll=True))
    Match.objects.filter(pk=race.pk).update(may_order=False)
    with pytest.raises(orders.NoOrders, match="without standing orders"):
        orders.give(race.pk, alice, Orders(roll=True))
    assert robot_play.move_all(race.pk) == 0
    orders.give(race.pk, alice, Orders())


# What is seen of it


@pytest.fixture
def after_orders(race: Match, alice: User) -> Match:
    """A match in which the site has rolled for a player."""
    until_turn_of(race, alice)
    orders.give(race.pk, alice, Orders(roll=True, bank=2))
    robot_play.move_all(race.pk)
    until_turn_of(race, other(race, alice))
    race.refresh_from_db()
    return race


def text_of(match: Match) -> str:
    match, seats = queries.table(match.pk)
    return record.write(records.as_record(match, seats, all_moves(match)))


def test_the_record_says_so_and_is_read_again(after_orders: Match) -> None:
    text = text_of(after_orders)
    count = after_orders.moves.filter(ordered=True).count()
    assert text.count(" by order") == count > 0
    read = record.read(text)
    assert record.write(read) == text
    assert sum(entry.ordered for entry in read.entries) == count
    claimed = text.replace(" by order", "", 1)
    assert record.read(claimed) != read, "without the words it is another match"


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("score high (25)", "score high (25) by order"),
        ("resign", "resign by order"),
    ],
)
def test_a_record_claims_it_of_rolls_and_banks_only(words: str, wrong: str) -> None:
    assert words in TEXT
    with pytest.raises(record.BadRecord):
        record.read(TEXT.replace(words, wrong, 1))


def test_the_mark_is_folded_and_unfolded(after_orders: Match, alice: User) -> None:
    text = text_of(after_orders)
    moved = [(move.kind, move.ordered) for move in all_moves(after_orders)]
    after_orders.refresh_from_db()
    play.resign(after_orders.pk, alice, after_orders.version)
    folding.fold([after_orders.pk])
    folded = Match.objects.get(pk=after_orders.pk)
    assert folded.folded
    assert is_newest(bytes(folded.fold.packed))
    assert [(move.kind, move.ordered) for move in move_log.all_moves(folded)][:-1] == moved
    assert text.splitlines()[-1] in text_of(folded)
    folding.unfold_all([folded.pk])
    rows = Move.objects.filter(match=folded).order_by("number").values_list("kind", "ordered")
    assert list(rows)[:-1] == moved


def test_everybody_sees_it_at_the_table(after_orders: Match, client: Client) -> None:
    html = client.get(reverse("games:table", args=[after_orders.pk])).content.decode()
    assert "by standing order" in html
