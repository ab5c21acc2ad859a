"""What becomes of a match in which a choice was taken back: its record, its review, what is counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from accounts.models import User
from dicepool.models import Handout
from games import record
from games.coach import making, playing, reviews
from games.coach.reviews import State
from games.management.commands.check_matches import differences
from games.match import careers, clocks, folding, move_log, queries, records
from games.models import Match, Review
from games.replay import BadRecord, Entry, replay, standing
from games.rules import RULES
from games.rules.base import IllegalMove, Kind, Pace
from games.rules.base import Move as RulesMove
from games.seats import robot_play
from games.tables import table_of
from games.tables.robots import Level
from games.tables.turns import last_turns
from tests.games.coach.coached import Simple
from tests.games.practised import ROLL, against, alone, back, practised
from tests.games.tables import begin, make, play_out, seat_of, timed_out, to_move
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_a_match_goes_on_to_its_end_folds_and_its_record_reads(alice: User) -> None:
    match = practised(alice, "DG")
    fresh, seats = queries.table(match.pk)
    text = record.write(records.as_record(fresh, seats, move_log.all_moves(fresh)))
    assert "take-back 2" in text
    assert "\n39. Seat 1: " in text  # turns are counted on from where the table went back to
    assert "\n40. Seat 1: " not in text
    assert record.write(record.read(text)) == text
    assert differences(match.pk) == []
    folding.fold([match.pk])
    fresh, seats = queries.table(match.pk)
    assert fresh.folded
    assert record.write(records.as_record(fresh, seats, move_log.all_moves(fresh))) == text
    assert differences(match.pk) == []
    with pytest.raises(BadRecord, match="last choice"):
        record.read(text.replace("take-back 2", "take-back 1", 1))
    with pytest.raises(BadRecord):
        record.read(text.replace("take-back 2", "take-back", 1))


def test_nothing_that_is_counted_looks_at_it(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.coach.advice.advisor", lambda rules: Simple())
    plain, taken = play_out(make(alone(alice), alice, ROLL)), practised(alice)
    assert (plain.taken_back, taken.taken_back) == (False, True)
    for match in (plain, taken):
        fresh, seats = queries.table(match.pk)
        assert fresh.ended_at
        Review.objects.create(
            match=match,
            packed=making.make(fresh, seats),
            ended_at=fresh.ended_at,
            asked_at=fresh.ended_at,
            due=None,
        )
        assert reviews.find(fresh).state is State.READY
    assert playing.games_of(alice) == [("BZ", 1)]
    assert [one.match for one in playing.play_of(alice, "BZ").matches] == [plain.pk]
    assert [one["match"] for one in playing.numbers_of(alice)] == [plain.pk]


@pytest.mark.usefixtures("robots")
def test_against_a_robot_it_is_no_win_and_no_review_is_made_unasked(alice: User) -> None:
    robot = User.objects.get(level=Level.BEGINNER)
    match = against(alice, "BO")
    robot_play.move_all(match.pk)
    make(match, alice, ROLL)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    back(match, alice)
    play_out(match)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    work()
    assert not Review.objects.filter(match=match).exists()
    told = careers.against(alice, robot)
    assert (told.won, told.lost, told.drawn) == (0, 0, 0)
    assert not careers.is_settled(alice)


def test_the_review_is_of_the_moves_that_stand(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.coach.advice.advisor", lambda rules: Simple())
    match = practised(alice)
    fresh, seats = queries.table(match.pk)
    steps = replay(records.as_record(fresh, seats, move_log.all_moves(fresh)))
    there = standing(steps)
    assert len(steps) - len(there) == 3
    assert making.make(fresh, seats)
    assert there[-1].after == fresh.table
    boxes = [step.box for step in there if step.kind is Kind.SCORE]
    assert len(boxes) == len(set(boxes)) == 13


def test_the_table_tells_only_turns_that_stand(alice: User) -> None:
    match = make(alone(alice), alice, ROLL)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    make(match, alice, ROLL)
    back(match, alice)
    moves = queries.recent_moves(match, ())
    told = last_turns(table_of(match.rules), match.rules, moves, match.table)
    assert [(turn.number, turn.done, len(turn.rolls)) for turn in told.values()] == [(1, False, 1)]


@pytest.mark.parametrize("code", sorted(RULES))
def test_it_is_no_move_of_any_rules(code: str) -> None:
    rules = RULES[code]
    state = rules.start(2, rules.clean_options({}), Pace.TURNS, 0)
    with pytest.raises(IllegalMove):
        rules.play(state, 0, RulesMove(Kind.TAKE_BACK), ())
    with pytest.raises(IllegalMove):
        rules.play(state, 0, RulesMove(Kind.TAKE_BACK, box="1"), ())


def test_a_record_takes_back_nothing_that_was_no_choice_and_rolls_nothing_with_it(alice: User) -> None:
    match = make(alone(alice), alice, ROLL)
    fresh, seats = queries.table(match.pk)
    whole = records.as_record(fresh, seats, move_log.all_moves(fresh))
    first = whole.entries[0]
    taken = RulesMove(Kind.TAKE_BACK, box="1")
    for wrong in (
        Entry(0, taken),
        Entry(0, taken, first.dice, first.serials),
        Entry(0, taken, ordered=True),
    ):
        with pytest.raises(BadRecord):
            replay(replace(whole, entries=(first, wrong)))
    score = Entry(0, RulesMove(Kind.SCORE, box="chance"))
    replay(replace(whole, entries=(first, score, Entry(0, taken))))
    with pytest.raises(BadRecord):
        replay(replace(whole, entries=(first, score, Entry(0, taken, ordered=True))))


def test_no_set_is_handed_out_or_lost_by_it(alice: User) -> None:
    match = make(alone(alice), alice, ROLL)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    before, reserved = Handout.objects.count(), seat_of(match, alice).reserved
    back(match, alice)
    assert Handout.objects.count() == before
    assert seat_of(match, alice).reserved == reserved


@pytest.mark.usefixtures("robots")
def test_practice_does_not_wash_time_outs_away(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    late = to_move(match)
    timed_out(match)
    clocks.claim(match.pk, bob if late == alice else alice, Match.objects.get(pk=match.pk).version)
    assert careers.time_out_percent(late) == 100
    practised(late)
    play_out(make(alone(late), late, ROLL))
    play_out(against(late, "BO"))
    assert careers.time_out_percent(late) == 100
