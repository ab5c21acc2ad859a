"""What is noted beside a seat for lists: its turns, when it moved, and how its last turn ended."""

from __future__ import annotations

import importlib
import random
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.match import latest, move_log, queries, records
from games.models import Match, Seat
from games.record import replay
from games.rules import RULES
from games.rules.base import Kind, Move, Pace
from tests.games.tables import begin, legal, make, play_by_turns, seat_of, timed_out, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

PLAYED = [("BZ", Pace.TURNS), ("BO", Pace.SPLIT), ("DK", Pace.TURNS), ("PG", Pace.TURNS)]


def some_moves(match: Match, count: int, seed: int = 3) -> Match:
    choose = random.Random(seed)
    for _ in range(count):
        match.refresh_from_db()
        if match.over:
            break
        mover = to_move(match)
        make(match, mover, choose.choice(legal(match, mover)))
    match.refresh_from_db()
    return match


def turns_ended(match: Match) -> list[int]:
    """By the record, which counts the turns of each seat."""
    fresh, seats = queries.table(match.pk)
    stored = records.as_record(fresh, seats, move_log.all_moves(fresh))
    rules, counts = fresh.rules, [0] * len(seats)
    for step in replay(stored):
        stays = rules.moves(step.after, step.entry.seat)
        goes_on = step.entry.move.kind in {Kind.ROLL, Kind.PICK_UP} and any(
            move.keep or move.kind in {Kind.SCORE, Kind.BANK} for move in stays
        )
        counts[step.entry.seat] += not goes_on
    return counts


@pytest.mark.parametrize(("code", "pace"), PLAYED)
def test_turns_are_those_that_the_record_counts(alice: User, bob: User, code: str, pace: Pace) -> None:
    match = some_moves(begin(code, alice, bob, pace=pace), 60)
    assert [seat.turns for seat in match.seats.order_by("index")] == turns_ended(match)
    assert match.over or max(turns_ended(match)) > 2, "six alike end it at once"


def test_alone_a_turn_ends_though_it_is_ones_own_again(alice: User) -> None:
    for code in ("BZ", "PG"):
        match = some_moves(begin(code, alice), 25)
        assert seat_of(match, alice).turns == turns_ended(match)[0] > 2


def test_a_card_says_what_was_written_and_when(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    before = timezone.now()
    make(match, mover, Move(Kind.ROLL))
    seat = seat_of(match, mover)
    assert seat.latest == {"kind": "roll"}
    assert seat.turns == 0
    assert seat.acted_at
    assert seat.acted_at > before
    make(match, mover, Move(Kind.SCORE, box="chance"))
    match.refresh_from_db()
    seat = seat_of(match, mover)
    assert seat.latest == {"kind": "score", "box": "chance", "points": seat.total}
    assert seat.turns == 1
    [other] = match.seats.exclude(pk=seat.pk)
    assert (other.latest, other.turns, other.acted_at) == ({}, 0, None)


def test_a_roll_that_loses_all_is_less_than_nothing(alice: User, bob: User) -> None:
    rules = RULES["PG"]
    state = rules.start(2, rules.clean_options({"dice": "2"}), Pace.TURNS, 0)
    for move, dice in ((Move(Kind.ROLL), (5, 6)), (Move(Kind.BANK), ()), (Move(Kind.ROLL), (2, 3))):
        state = rules.play(state, 0, move, dice)
        if move.kind is Kind.BANK:
            state = rules.play(rules.play(state, 1, Move(Kind.ROLL), (2, 2)), 1, Move(Kind.BANK), ())
    seat = Seat(index=0)
    rolled: Any = SimpleNamespace(seat=0, kind="roll", keep=(), box="", dice=(1, 1))
    after = rules.play(state, 0, Move(Kind.ROLL), (1, 1))
    latest.note(seat, rolled, rules, state, after, timezone.now())
    assert seat.latest == {"kind": "roll", "box": "", "points": -11}
    assert seat.turns == 1


def test_time_that_runs_out_is_told_too(alice: User, bob: User, carol: User) -> None:
    match = begin("BZ", alice, bob, carol)
    mover = to_move(match)
    timed_out(match)
    seat = seat_of(match, mover)
    assert (seat.latest["kind"], seat.turns) == ("timeout", 1)


def test_what_ran_before_it_was_noted_is_filled_in_once(alice: User, bob: User) -> None:
    matches = [some_moves(begin(code, alice, bob, pace=pace), 30) for code, pace in PLAYED]
    over = play_by_turns(begin("PG", alice, bob, options={"target": 50}))
    fields = ("match", "index", "turns", "acted_at")
    running = Seat.objects.filter(match__in=matches, match__status=Match.Status.RUNNING).order_by(*fields[:2])
    noted = list(running.values_list(*fields))
    Seat.objects.update(turns=0, acted_at=None)
    fill = importlib.import_module("games.migrations.0017_list").fill
    for _ in range(2):
        fill(apps, SimpleNamespace(connection=connection))
        found = list(running.values_list(*fields))
        assert [row[:3] for row in found] == [row[:3] for row in noted]
        for (*_, filled), (*_, at) in zip(found, noted, strict=True):
            assert (filled is None) == (at is None), "who has not moved yet"
            assert at is None or abs((filled - at).total_seconds()) < 1
    assert set(over.seats.values_list("acted_at", flat=True)) == {None}
