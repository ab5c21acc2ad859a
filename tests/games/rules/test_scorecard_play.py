"""Whole matches of every score-card game under random legal play."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base import Dice, IllegalMove, Kind, Move, Pace, Result
from games.rules.cards.card import Card
from games.rules.cards.scorecard import Scorecard
from games.rules.cards.scorecard_turn import Hand, State
from tests.games.rules.scorecards import GAMES, RESIGN, SPLIT, TIMEOUT


def summed_otherwise(code: str, card: Card) -> int:
    """A finished card added up from rules.md, with nothing of the game's own sums."""
    grand = 100 * card.extras
    for factor, column in enumerate(card.columns, 1):
        shown = [points or 0 for points in column]
        if code == "DG":
            grand += factor * (sum(shown) + (35 if sum(shown[:6]) > 62 else 0))
        elif code == "BO":
            grand += sum(shown) + (20 if sum(shown[:6]) > 41 else 0)
        else:
            grand += sum(shown) + (35 if sum(shown[:6]) / factor > 62 else 0)
    return grand


def some_move(random: Random, rules: Scorecard) -> Move:
    """Any move that can be written down, sensible or not."""
    kind = random.choice([Kind.ROLL, Kind.SCORE, Kind.BANK, Kind.PICK_UP])
    keep = tuple(random.randint(0, 7) for _ in range(random.choice([0, 0, 1, 2, 5, 6])))
    box = random.choice(["", "", "nothing", "ones-9", *rules.box_ids])
    if random.random() < 0.5:
        keep, box = (keep, "") if kind is Kind.ROLL else ((), box)
    return Move(kind, keep, box)


def assert_only_its_moves_are_legal(random: Random, rules: Scorecard, state: State) -> None:
    seat = random.randrange(-1, len(state.cards) + 1)
    move = some_move(random, rules)
    if move in rules.moves(state, seat):
        assert rules.dice_wanted(state, seat, move) in range(rules.dice + 1)
    else:
        with pytest.raises(IllegalMove):
            rules.dice_wanted(state, seat, move)
    for seat in rules.to_act(state):
        legal = rules.moves(state, seat)
        assert len(set(legal)) == len(legal) > 0
        boxes = {move.box for move in legal if move.kind is Kind.SCORE}
        assert set(rules.preview(state, seat)) == boxes
        for move in random.sample(legal, min(3, len(legal))):
            rules.dice_wanted(state, seat, move)


def assert_view_strips(rules: Scorecard, state: State, viewer: int | None) -> None:
    view = rules.view(state, viewer)
    for seat in range(len(state.cards)):
        if seat in rules.hidden(state, viewer):
            assert (view.cards[seat], view.hands[seat]) == (rules.blank(), Hand())
        else:
            assert (view.cards[seat], view.hands[seat]) == (state.cards[seat], state.hands[seat])
    if state.pace is SPLIT and rules.to_act(state):
        assert viewer not in rules.hidden(state, viewer)
        if viewer is None:
            assert len(rules.hidden(state, viewer)) == len(state.cards)


def random_dice(random: Random, wanted: int) -> Dice:
    """Dice that are alike more often than fair ones, so that jokers and boats occur."""
    if random.random() < 0.3:
        return (random.randint(1, 6),) * wanted
    return tuple(random.randint(1, 6) for _ in range(wanted))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.code)
@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 2**32), players=st.integers(1, 4), pace=st.sampled_from(Pace), leaving=st.booleans()
)
def test_any_legal_sequence_ends_and_totals_are_the_sum_of_the_cards(
    rules: Scorecard, seed: int, players: int, pace: Pace, leaving: bool
) -> None:
    random = Random(seed)
    state = rules.start(players, {}, pace, random.randrange(players))
    ways = 0
    while acting := rules.to_act(state):
        assert rules.result(state) is None
        if random.random() < 0.15:
            assert_only_its_moves_are_legal(random, rules, state)
            assert_view_strips(rules, state, random.choice([None, *range(players)]))
        seat = random.choice(acting)
        move = random.choice(rules.moves(state, seat))
        if leaving and random.random() < 0.03:
            move = random.choice([RESIGN, TIMEOUT])
        promised = rules.preview(state, seat).get(move.box)
        before = state
        state = rules.play(state, seat, move, random_dice(random, rules.dice_wanted(state, seat, move)))
        assert rules.load(json.loads(json.dumps(rules.dump(state)))) == state
        if promised is not None:
            assert gained(before.cards[seat], state.cards[seat]) == promised
        ways += 1
        assert ways <= players * 4 * len(rules.box_ids)
    result = rules.result(state)
    assert result is not None
    assert result.totals == tuple(summed_otherwise(rules.code, card) for card in state.cards)
    assert_places(result, state.resigned)


def gained(before: Card, after: Card) -> int:
    def written(card: Card) -> int:
        return sum(points or 0 for column in card.columns for points in column) + 100 * card.extras

    return written(after) - written(before)


def assert_places(result: Result, resigned: tuple[int, ...]) -> None:
    playing = [seat for seat in range(len(result.places)) if seat not in resigned]
    for seat in playing:
        assert result.places[seat] == 1 + sum(result.totals[other] > result.totals[seat] for other in playing)
    assert [result.places[seat] for seat in resigned] == list(range(len(result.places), len(playing), -1))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), game=st.sampled_from(GAMES))
def test_a_random_position_accepts_exactly_its_moves(seed: int, game: Scorecard) -> None:
    random = Random(seed)
    state: Any = game.start(random.randint(1, 3), {}, random.choice(list(Pace)), 0)
    for _ in range(random.randrange(25)):
        if acting := game.to_act(state):
            seat = random.choice(acting)
            move = random.choice(game.moves(state, seat))
            state = game.play(state, seat, move, random_dice(random, game.dice_wanted(state, seat, move)))
    for _ in range(40):
        assert_only_its_moves_are_legal(random, game, state)
