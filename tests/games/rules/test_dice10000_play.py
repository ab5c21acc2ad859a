"""Whole matches of Dice 10000 under random legal play."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base import Dice, IllegalMove, Kind, Move, Pace
from games.rules.race import playing
from games.rules.ten_thousand.game import DICE_10000
from games.rules.ten_thousand.scoring import is_three_pairs, worth
from games.rules.ten_thousand.turn import End, State, offer, turn_points


@dataclass(frozen=True)
class Step:
    before: State
    seat: int
    move: Move
    dice: Dice
    after: State


def thrown(chance: Random, number: int) -> Dice:
    return tuple(chance.randint(1, 6) for _ in range(number))


def chosen(chance: Random, state: State) -> tuple[int, Move]:
    """A legal move: mostly bank or pick up where that is allowed, now and then leave or let time pass."""
    if chance.random() < 0.005:
        seat = chance.choice(playing(state))
        late = seat == state.seat and chance.random() < 0.7
        return seat, Move(Kind.TIMEOUT if late else Kind.RESIGN)
    moves = DICE_10000.moves(state, state.seat)
    wanted = [move for move in moves if move.kind in (Kind.BANK, Kind.PICK_UP)]
    return state.seat, chance.choice(wanted if wanted and chance.random() < 0.5 else moves)


def match(chance: Random) -> Iterator[Step]:
    players = chance.choice([2, 2, 3, 5, 8])
    given_options = {
        "scoring": chance.choice(["standard", "alternative"]),
        "pick_up": chance.random() < 0.8,
        "target": 2000,
    }
    options = DICE_10000.clean_options(given_options)
    state = DICE_10000.start(players, options, Pace.TURNS, chance.randrange(players))
    while not state.over:
        seat, move = chosen(chance, state)
        dice = thrown(chance, DICE_10000.dice_wanted(state, seat, move))
        after = DICE_10000.play(state, seat, move, dice)
        yield Step(state, seat, move, dice, after)
        state = after


seeds = given(seed=st.integers(0, 2**32))
LONGEST = 2_000
"""Moves by which any match to 2000 has long ended."""


@settings(max_examples=40, deadline=None)
@seeds
def test_every_match_ends_with_totals_equal_to_a_ledger_of_banked_turns(seed: int) -> None:
    """The ledger knows only moves and dice: it adds the hands up by itself and books what is banked."""
    ledger: dict[int, int] = {}
    roll: Dice = ()
    turn = hand_points = 0
    hand: Dice = ()
    left = (0, 0)
    for number, step in enumerate(match(Random(seed))):
        assert number < LONGEST
        if step.move.keep:
            hand += step.move.keep
            turn -= hand_points
            hand_points += worth(step.move.keep, step.before.scoring)
            if step.before.scoring == "alternative" and is_three_pairs(hand):
                hand_points = max(hand_points, 750)
            turn += hand_points
        if step.move.kind is Kind.BANK:
            ledger[step.seat] = ledger.get(step.seat, 0) + turn
            left = (turn, len(roll) - len(step.move.keep))
        elif step.move.kind is Kind.PICK_UP:
            assert len(step.dice) == left[1]
            turn = left[0]
        elif step.move.kind is Kind.ROLL and step.move.keep:
            assert len(step.dice) == (len(roll) - len(step.move.keep) or 6)
            if len(step.move.keep) == len(roll):
                hand, hand_points = (), 0
        roll = step.dice
        if step.after.over or step.after.last is not step.before.last:
            roll, turn, hand, hand_points = (), 0, (), 0
        elif step.move.kind is Kind.RESIGN:
            roll = step.after.roll
        assert turn_points(step.after) == turn
        seats = range(len(step.after.banked))
        assert DICE_10000.totals(step.after) == tuple(ledger.get(seat, 0) for seat in seats)
    result = DICE_10000.result(step.after)
    assert result is not None
    assert result.totals == step.after.banked
    assert result.places == tuple(
        1 + sum(beats(step.after, other, seat) for other in seats) for seat in seats
    )


def beats(state: State, seat: int, other: int) -> bool:
    """Whether the one seat ends above the other."""
    gone = state.resigned
    if seat in gone or other in gone:
        return other in gone and (seat not in gone or gone.index(seat) > gone.index(other))
    if state.six_alike in (seat, other):
        return seat == state.six_alike != other
    mine, theirs = state.banked[seat], state.banked[other]
    return mine > theirs or (mine == theirs and seat == state.opener != other)


@settings(max_examples=20, deadline=None)
@seeds
def test_only_listed_moves_are_accepted_in_any_state(seed: int) -> None:
    chance = Random(seed)
    for step in match(Random(seed)):
        state = step.before
        for seat in (state.seat, chance.randint(-1, len(state.banked))):
            listed = DICE_10000.moves(state, seat)
            assert bool(listed) == (seat in DICE_10000.to_act(state))
            keep = tuple(die for die in state.roll if chance.random() < 0.5)
            foreign = thrown(chance, chance.randint(1, 6))
            kind = chance.choice([Kind.ROLL, Kind.BANK, Kind.PICK_UP, Kind.SCORE])
            for move in (Move(kind), Move(kind, keep), Move(kind, foreign), Move(kind, keep, "ones")):
                if move in listed:
                    wanted = DICE_10000.dice_wanted(state, seat, move)
                    for dice in (thrown(chance, wanted + 1), (*thrown(chance, wanted - 1), 7)):
                        with pytest.raises(IllegalMove):
                            DICE_10000.play(state, seat, move, dice)
                else:
                    with pytest.raises(IllegalMove):
                        DICE_10000.dice_wanted(state, seat, move)
                    with pytest.raises(IllegalMove):
                        DICE_10000.play(state, seat, move, thrown(chance, 6))


@settings(max_examples=20, deadline=None)
@seeds
def test_every_state_survives_json_unchanged(seed: int) -> None:
    for step in match(Random(seed)):
        assert DICE_10000.load(json.loads(json.dumps(DICE_10000.dump(step.after)))) == step.after


@settings(max_examples=40, deadline=None)
@seeds
def test_a_pick_up_is_offered_exactly_after_a_bank_that_left_dice(seed: int) -> None:
    for step in match(Random(seed)):
        if step.move.kind is Kind.BANK and not step.after.over:
            rest = len(step.before.roll) - len(step.move.keep)
            following = step.after.seat
            allowed = rest > 0 and step.before.pick_up and step.before.on_table[following]
            found = offer(step.after)
            assert (found is not None) == allowed
            if found:
                assert (found.dice, found.points) == (
                    rest,
                    step.after.banked[step.seat] - step.before.banked[step.seat],
                )
        elif step.after.last is not step.before.last:
            assert offer(step.after) is None


@settings(max_examples=40, deadline=None)
@seeds
def test_nobody_is_on_the_table_without_550_and_never_leaves_it(seed: int) -> None:
    for step in match(Random(seed)):
        for seat, (before, after) in enumerate(zip(step.before.on_table, step.after.on_table, strict=True)):
            if before:
                assert after
            elif after:
                assert (seat, step.move.kind) == (step.seat, Kind.BANK)
                assert step.after.banked[seat] >= 550
            else:
                assert step.after.banked[seat] == 0


@settings(max_examples=40, deadline=None)
@seeds
def test_after_the_target_is_reached_every_other_player_ends_exactly_one_turn(seed: int) -> None:
    ended: list[int] = []
    opener = None
    for step in match(Random(seed)):
        last = step.after.last
        if opener is not None and last is not None and last is not step.before.last:
            ended.append(last.seat)
        opener = step.after.opener
        assert (opener is None) == all(total < 2000 for total in step.after.banked)
    six_alike = last is not None and last.end is End.SIX_ALIKE
    if opener is not None and not six_alike and len(playing(step.after)) > 1:
        assert len(set(ended)) == len(ended)
        assert set(playing(step.after)) - {opener} <= set(ended)
        assert opener not in ended
