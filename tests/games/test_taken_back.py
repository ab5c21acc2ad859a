"""Taking a choice back in practice: where, how far, and that log, dice and all that is counted stay true."""

from __future__ import annotations

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from dicepool.models import Handout
from games import record
from games.coach import hints, making, playing, reviews
from games.coach.reviews import State
from games.management.commands.check_matches import differences
from games.match import careers, folding, move_log, play, practising, queries, records
from games.match.practising import NoTakeBack, NothingToTakeBack, practises, take_back
from games.models import Match, Move, Review, Seat
from games.replay import BadRecord, Entry, replay, standing
from games.rules import RULES
from games.rules.base import IllegalMove, Kind, Pace
from games.rules.base import Move as RulesMove
from games.rules.orders import Orders
from games.seats import lobby, robot_play
from games.tables import table_of
from games.tables.robots import Level
from games.tables.turns import last_turns
from tests.at_once import at_once
from tests.games.coach.coached import Simple
from tests.games.tables import begin, legal, make, play_out, seat_of, to_move
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
ROLL = RulesMove(Kind.ROLL)


def alone(player: User, code: str = "BZ") -> Match:
    return lobby.invite(player, [], code, {}, Pace.TURNS, "main")


def against(player: User, code: str, pace: Pace = Pace.TURNS, level: Level = Level.BEGINNER) -> Match:
    options = {"target": 2000} if code == "DK" else {}
    return lobby.invite(player, [User.objects.get(level=level)], code, options, pace, "main")


def back(match: Match, player: User) -> Match:
    match.refresh_from_db()
    taken = take_back(match.pk, player, play.version_for(match, seat_of(match, player)))
    match.refresh_from_db()
    return taken


def hand(match: Match, player: User) -> tuple[int, ...]:
    match.refresh_from_db()
    dice: tuple[int, ...] = match.table.hands[seat_of(match, player).index].dice
    return dice


def log(match: Match) -> list[Move]:
    return list(match.moves.order_by("number"))


def test_a_box_that_was_scored_is_open_again_and_the_same_dice_lie_there(alice: User) -> None:
    match = make(alone(alice), alice, ROLL)
    dice, before = hand(match, alice), match.stored
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    back(match, alice)
    assert match.stored == before
    assert hand(match, alice) == dice
    assert (seat_of(match, alice).total, seat_of(match, alice).turns) == (0, 0)
    assert seat_of(match, alice).latest == {"kind": "roll"}
    assert make(match, alice, RulesMove(Kind.SCORE, box="ones")).rules.totals(match.table)
    assert differences(match.pk) == []


def test_the_next_roll_that_was_seen_is_spent_and_other_sets_are_rolled(alice: User) -> None:
    match = make(alone(alice), alice, ROLL)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    make(match, alice, ROLL)  # of the next turn: no choice, it goes back with the one before
    seen = log(match)[-1].serials
    back(match, alice)
    assert log(match)[-1].kind == Kind.TAKE_BACK
    assert log(match)[-1].box == "2"
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    make(match, alice, ROLL)
    assert log(match)[-1].serials != seen
    used = [serial for move in log(match) for serial in move.serials]
    assert len(used) == len(set(used)) == 3
    assert differences(match.pk) == []


def test_kept_dice_lie_with_the_others_again_and_so_back_to_the_first_choice(alice: User) -> None:
    match = make(alone(alice), alice, ROLL)
    first = hand(match, alice)
    make(match, alice, RulesMove(Kind.ROLL, first[:2]))
    second = hand(match, alice)
    make(match, alice, RulesMove(Kind.ROLL, second[:3]))
    back(match, alice)
    assert hand(match, alice) == second
    back(match, alice)
    assert hand(match, alice) == first
    with pytest.raises(NothingToTakeBack, match="no choice"):
        back(match, alice)  # the first roll was no choice
    assert [move.kind for move in log(match)] == ["roll", "roll", "roll", "take-back", "take-back"]
    assert match.version == 5


@pytest.mark.usefixtures("robots")
@pytest.mark.parametrize("code", ["BZ", "DK", "PG"])
def test_robots_replies_are_taken_back_too_and_they_play_again(alice: User, code: str) -> None:
    match = against(alice, code)
    choose, chosen = random.Random(5), 0
    for _ in range(60):
        robot_play.move_all(match.pk)
        match.refresh_from_db()
        if match.over:
            break
        mine, state = seat_of(match, alice), match.stored
        moves = legal(match, alice)
        chosen += len(moves) > 1
        make(match, alice, choose.choice(moves))
        robot_play.move_all(match.pk)
        match.refresh_from_db()
        if len(moves) > 1 and not match.over and choose.random() < 0.6:
            back(match, alice)
            assert match.stored == state
            now = seat_of(match, alice)
            assert (now.turns, now.total, now.to_move) == (mine.turns, mine.total, True)
            assert now.latest == mine.latest
    assert chosen > 5
    assert Move.objects.filter(match=match, kind=Kind.TAKE_BACK).exists()
    assert differences(match.pk) == []


@pytest.mark.usefixtures("robots")
def test_beside_hidden_cards_it_goes_back_as_well(alice: User) -> None:
    match = against(alice, "BO", Pace.SPLIT)
    make(match, alice, ROLL)
    dice = hand(match, alice)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    robot_play.move_all(match.pk)
    back(match, alice)
    assert hand(match, alice) == dice
    assert log(match)[-1].box == "1"
    robot_play.move_all(match.pk)
    play_out(match)
    assert differences(match.pk) == []


@pytest.mark.usefixtures("robots")
def test_it_is_allowed_where_the_coach_helps_and_nowhere_else(alice: User, bob: User) -> None:
    assert hints.helps(*_looked(alone(alice), alice))
    people = begin("BZ", alice, bob)
    Match.objects.filter(pk=people.pk).update(rated=False)
    for field in ("rated", "event", "ladder"):
        match = against(alice, "BZ")
        Match.objects.filter(pk=match.pk).update(**{field: 1})
        assert not practises(*_looked(match, alice))
        with pytest.raises(NoTakeBack, match="alone or against robots"):
            back(match, alice)
    for event in ("event", "ladder"):
        solo = make(alone(alice), alice, ROLL)
        make(solo, alice, RulesMove(Kind.SCORE, box="chance"))
        Match.objects.filter(pk=solo.pk).update(**{event: 1})
        with pytest.raises(NoTakeBack):
            back(solo, alice)
    mover = to_move(people)
    make(people, mover, ROLL)
    make(people, mover, RulesMove(Kind.SCORE, box="chance"))
    with pytest.raises(NoTakeBack):
        back(people, mover)
    people.seats.exclude(player=mover).update(player=None)  # who closed the account was somebody
    with pytest.raises(NoTakeBack):
        back(people, mover)
    assert not Move.objects.filter(kind=Kind.TAKE_BACK).exists()


def _looked(match: Match, player: User) -> tuple[Match, list[Seat], Seat | None]:
    match, seats = queries.table(match.pk)
    return match, seats, next((seat for seat in seats if seat.player_id == player.pk), None)


def test_nobody_else_and_no_page_that_is_old_takes_anything_back(alice: User, bob: User) -> None:
    match = make(alone(alice), alice, ROLL)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    match.refresh_from_db()
    with pytest.raises(play.NotSeated):
        take_back(match.pk, bob, match.version)
    take_back(match.pk, alice, match.version)
    with pytest.raises(play.Stale):  # the same form once more
        take_back(match.pk, alice, match.version)
    with pytest.raises(Match.DoesNotExist):
        take_back(match.pk + 99, alice, 0)
    assert Move.objects.filter(kind=Kind.TAKE_BACK).count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_tabs_at_once_one_takes_back(alice: User) -> None:
    match = make(alone(alice), alice, ROLL)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    match.refresh_from_db()

    def tab() -> str:
        try:
            take_back(match.pk, alice, match.version)
        except play.Stale:
            return "stale"
        return "back"

    assert sorted(at_once(tab, tab, tab)) == ["back", "stale", "stale"]
    assert Move.objects.filter(match=match, kind=Kind.TAKE_BACK).count() == 1


def test_once_a_match_is_over_nothing_is_taken_back_folded_or_not(alice: User) -> None:
    match = play_out(alone(alice, "BO"))
    with pytest.raises(play.MatchOver):
        back(match, alice)
    folding.fold([match.pk])
    match.refresh_from_db()
    with pytest.raises(play.MatchOver):
        back(match, alice)


@pytest.mark.usefixtures("robots")
def test_standing_orders_come_off_first(alice: User) -> None:
    match = against(alice, "PG")
    seat = seat_of(match, alice)
    seat.orders = Orders(bank=20).dump()
    seat.save(update_fields=["orders"])
    with pytest.raises(NoTakeBack, match="standing orders"):
        back(match, alice)


def test_a_log_has_an_end(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practising, "MOST", 2)
    match = make(alone(alice), alice, ROLL)
    for _ in range(2):
        make(match, alice, RulesMove(Kind.SCORE, box="chance"))
        back(match, alice)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    with pytest.raises(NothingToTakeBack, match="play on"):
        back(match, alice)


@pytest.mark.usefixtures("robots")
def test_what_the_clock_did_stays(alice: User) -> None:
    others = User.objects.filter(level__in=["beginner", "casual"])
    match = lobby.invite(alice, list(others), "BZ", {}, Pace.TURNS, "main")
    robot_play.move_all(match.pk)
    make(match, alice, ROLL)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    robot_play.move_all(match.pk)
    locked = play.lock(match.pk)
    play.act(locked, locked.seat_of(alice), play.TIMED_OUT)
    robot_play.move_all(match.pk)
    with pytest.raises(NothingToTakeBack):
        back(match, alice)


def test_a_match_goes_on_to_its_end_folds_and_its_record_reads(alice: User) -> None:
    match = practised(alice, "DG")
    fresh, seats = queries.table(match.pk)
    text = record.write(records.as_record(fresh, seats, move_log.all_moves(fresh)))
    assert "take-back 2" in text
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


def practised(player: User, code: str = "BZ") -> Match:
    """A match alone in which the first box was taken back with the roll after it; then it ended."""
    match = make(alone(player, code), player, ROLL)
    box = legal(match, player)[-1]
    make(match, player, box)
    make(match, player, ROLL)
    back(match, player)
    make(match, player, box)
    match.refresh_from_db()
    return play_out(match)


def test_nothing_that_is_counted_looks_at_it(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.coach.advice.advisor", lambda rules: Simple())
    plain, taken = play_out(make(alone(alice), alice, ROLL)), practised(alice)
    assert (plain.taken_back, taken.taken_back) == (False, True)
    for match in (plain, taken):
        fresh, seats = queries.table(match.pk)
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


def test_whether_there_is_something_costs_no_query_while_the_log_is_short(alice: User) -> None:
    match = alone(alice)
    for wanted, expected in ((None, False), (ROLL, False), ("chance", True), (ROLL, True)):
        if wanted is not None:
            made = RulesMove(Kind.SCORE, box=wanted) if isinstance(wanted, str) else wanted
            make(match, alice, made)
        fresh, seats, mine = _looked(match, alice)
        moves = queries.recent_moves(fresh, ())
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert practising.may_take_back(fresh, seats, mine, moves) is expected
        assert len(asked) == 0
    assert not practising.may_take_back(fresh, seats, None, moves)


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
            replay(record.Match(**{**_fields(whole), "entries": (first, wrong)}))
    score = Entry(0, RulesMove(Kind.SCORE, box="chance"))
    replay(record.Match(**{**_fields(whole), "entries": (first, score, Entry(0, taken))}))
    with pytest.raises(BadRecord):
        replay(record.Match(**{**_fields(whole), "entries": (first, score, Entry(0, taken, ordered=True))}))


def _fields(match: record.Match) -> dict[str, object]:
    return {name: getattr(match, name) for name in match.__dataclass_fields__}


def test_no_set_is_handed_out_or_lost_by_it(alice: User) -> None:
    match = make(alone(alice), alice, ROLL)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    before, reserved = Handout.objects.count(), seat_of(match, alice).reserved
    back(match, alice)
    assert Handout.objects.count() == before
    assert seat_of(match, alice).reserved == reserved
