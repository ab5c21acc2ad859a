"""Whole matches of Pig under random legal play, against a ledger that knows only moves and dice."""

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base import Kind, Move, Pace
from games.rules.pig.game import PIG
from games.rules.race import playing

LONGEST = 4_000
"""Moves by which any match to 60 has long ended."""


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    players=st.integers(1, 10),
    dice=st.sampled_from(["1", "2"]),
    target=st.sampled_from([50, 60]),
    equal_turns=st.booleans(),
)
def test_every_match_ends_with_what_its_players_banked(
    seed: int, players: int, dice: str, target: int, equal_turns: bool
) -> None:
    chance = Random(seed)
    options = PIG.clean_options({"dice": dice, "target": target, "equal_turns": equal_turns})
    state = PIG.start(players, options, Pace.TURNS, chance.randrange(players))
    ledger, turn, ended = [0] * players, 0, [0] * players
    moves = 0
    while PIG.result(state) is None:
        moves += 1
        assert moves < LONGEST
        seat = state.seat
        move = chance.choice(PIG.moves(state, seat))
        if players > 1 and chance.random() < 0.002:
            move = Move(chance.choice([Kind.RESIGN, Kind.TIMEOUT]))
        rolled = tuple(chance.randint(1, 6) for _ in range(PIG.dice_wanted(state, seat, move)))
        after = PIG.play(state, seat, move, rolled)
        if move.kind is Kind.BANK:
            ledger[seat] += turn
        turn = 0 if move.kind is not Kind.ROLL or 1 in rolled else turn + sum(rolled)
        if rolled == (1, 1):
            ledger[seat] = 0
        ended[seat] += not turn
        assert PIG.totals(after) == tuple(ledger)
        assert PIG.load(json.loads(json.dumps(PIG.dump(after)))) == after
        if not after.over:
            assert after.points == turn
            assert after.seat in playing(after)
            assert (after.seat == seat) == bool(turn) or len(playing(after)) == 1
        state = after
    result = PIG.result(state)
    assert result is not None
    left = playing(state)
    best = min(left, key=lambda seat: result.places[seat]) if left else None
    assert best is None or ledger[best] == max(ledger[seat] for seat in left)
    reached = [seat for seat in range(players) if ledger[seat] >= target]
    assert reached or len(left) <= 1
    if equal_turns and not state.resigned and reached:
        assert len(set(ended)) == 1
    if not equal_turns:
        assert len(reached) <= 1
