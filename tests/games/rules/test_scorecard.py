"""Turns, paces, time-outs, resigning and views, the same in every score-card game."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base import BadOptions, Dice, IllegalMove, Kind, Move, Pace, Result
from games.rules.boat import BOAT
from games.rules.boatzee import BOATZEE, BOATZEE_EXTRA, DICEGAME, DOUBLE_BOATZEE, TRIPLE_BOATZEE
from games.rules.card import Card
from games.rules.scorecard import Scorecard
from games.rules.scorecard_turn import Hand, State

GAMES = (BOATZEE, DOUBLE_BOATZEE, TRIPLE_BOATZEE, DICEGAME, BOATZEE_EXTRA, BOAT)
ROLL, RESIGN, TIMEOUT = Move(Kind.ROLL), Move(Kind.RESIGN), Move(Kind.TIMEOUT)
TURNS, SPLIT = Pace.TURNS, Pace.SPLIT
MIXED = (1, 2, 2, 4, 6)


def score(box: str) -> Move:
    return Move(Kind.SCORE, box=box)


def turn(rules: Scorecard, state: State, seat: int, box: str, dice: Dice = MIXED) -> State:
    state = rules.play(state, seat, ROLL, dice)
    return rules.play(state, seat, score(box), ())


def fill(rules: Scorecard, state: State, seat: int, dice: Dice) -> State:
    """The seat plays its whole card under `split` with the same roll each turn."""
    for box in rules.open_boxes(state.cards[seat]):
        state = turn(rules, state, seat, box, dice)
    return state


@pytest.fixture
def two() -> State:
    return BOATZEE.start(2, {}, TURNS, 1)


@pytest.fixture
def three() -> State:
    return BOATZEE.start(3, {}, TURNS, 0)


class TestStart:
    def test_the_starter_moves_first_and_every_card_is_blank(self, two: State) -> None:
        assert BOATZEE.to_act(two) == (1,)
        assert BOATZEE.moves(two, 1) == (ROLL,)
        assert BOATZEE.moves(two, 0) == ()
        assert BOATZEE.totals(two) == (0, 0)
        assert BOATZEE.result(two) is None

    def test_under_split_everybody_may_act_and_the_starter_does_not_matter(self) -> None:
        assert BOAT.to_act(BOAT.start(4, {}, SPLIT, 3)) == (0, 1, 2, 3)
        assert BOAT.start(4, {}, SPLIT, 3) == BOAT.start(4, {}, SPLIT, 0)

    @pytest.mark.parametrize(
        ("players", "starter", "options"),
        [(0, 0, {}), (11, 0, {}), (2, 2, {}), (2, -1, {}), (2, 0, {"target": 1})],
    )
    def test_it_refuses_what_does_not_fit(self, players: int, starter: int, options: dict[str, int]) -> None:
        with pytest.raises(BadOptions):
            BOATZEE.start(players, options, TURNS, starter)

    def test_it_refuses_an_unknown_pace(self) -> None:
        with pytest.raises(BadOptions):
            BOATZEE.start(2, {}, "blitz", 0)  # type: ignore[arg-type]


class TestRolling:
    def test_kept_dice_lie_first_in_their_order_then_the_new_ones(self, two: State) -> None:
        state = BOATZEE.play(two, 1, ROLL, (5, 1, 3, 5, 2))
        assert state.hands[1] == Hand((5, 1, 3, 5, 2), 0, 1)
        state = BOATZEE.play(state, 1, Move(Kind.ROLL, keep=(3, 5, 5)), (6, 1))
        assert state.hands[1] == Hand((5, 3, 5, 6, 1), 3, 2)

    def test_a_roll_wants_as_many_dice_as_are_not_kept(self, two: State) -> None:
        assert BOATZEE.dice_wanted(two, 1, ROLL) == 5
        state = BOATZEE.play(two, 1, ROLL, (5, 1, 3, 5, 2))
        assert BOATZEE.dice_wanted(state, 1, Move(Kind.ROLL, keep=(5, 5))) == 3
        assert BOATZEE.dice_wanted(state, 1, ROLL) == 5
        assert BOATZEE.dice_wanted(state, 1, score("fives")) == 0

    def test_there_are_two_re_rolls_and_no_more(self, two: State) -> None:
        state = two
        for _ in range(3):
            state = BOATZEE.play(state, 1, ROLL, MIXED)
        with pytest.raises(IllegalMove, match="All three rolls are used"):
            BOATZEE.dice_wanted(state, 1, ROLL)
        assert {move.kind for move in BOATZEE.moves(state, 1)} == {Kind.SCORE}

    @pytest.mark.parametrize(
        "dice",
        [
            *((), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4), (1, 2, 3, 4, 7)),
            *((1, 2.0, 3, 4, 5), (True, 2, 3, 4, 5)),
        ],
    )
    def test_dice_that_do_not_fit_are_refused(self, two: State, dice: Dice) -> None:
        with pytest.raises(IllegalMove, match="5 dice"):
            BOATZEE.play(two, 1, ROLL, dice)

    def test_scoring_takes_no_dice(self, two: State) -> None:
        state = BOATZEE.play(two, 1, ROLL, MIXED)
        with pytest.raises(IllegalMove, match="0 dice"):
            BOATZEE.play(state, 1, score("chance"), (1,))


ILLEGAL_AFTER_A_ROLL = [
    (1, Move(Kind.ROLL, keep=MIXED), "at least one die"),
    (1, Move(Kind.ROLL, keep=(5,)), "that lie on the table"),
    (1, Move(Kind.ROLL, keep=(2, 2, 2)), "that lie on the table"),
    (1, Move(Kind.ROLL, keep=(7,)), "that lie on the table"),
    (1, Move(Kind.ROLL, keep=(float(MIXED[0]),)), "that lie on the table"),  # type: ignore[arg-type]
    (1, Move(Kind.ROLL, keep=(True,)), "that lie on the table"),
    (1, Move(Kind.ROLL, box="ones"), "name no box"),
    (1, score("sevens"), "no box “sevens”"),
    (1, score(""), "no box"),
    (1, score("fives-2"), "no box"),
    (1, score("ones"), "filled already"),
    (1, Move(Kind.SCORE, keep=(1,), box="twos"), "name no dice"),
    (1, Move(Kind.BANK), "knows no such move"),
    (1, Move(Kind.PICK_UP), "knows no such move"),
    (1, Move(Kind.RESIGN, box="twos"), "name no box"),
    (1, Move(Kind.TIMEOUT, keep=(1,)), "name no dice"),
    (0, ROLL, "not your turn"),
    (0, score("chance"), "not your turn"),
    (0, TIMEOUT, "not your turn"),
    (2, ROLL, "no such seat"),
    (-1, ROLL, "no such seat"),
]


class TestRefusing:
    @pytest.mark.parametrize(("seat", "move", "sentence"), ILLEGAL_AFTER_A_ROLL)
    def test_an_illegal_move_is_refused_before_dice(
        self, two: State, seat: int, move: Move, sentence: str
    ) -> None:
        state = turn(BOATZEE, two, 1, "ones")
        state = turn(BOATZEE, state, 0, "twos")
        state = BOATZEE.play(state, 1, ROLL, MIXED)
        with pytest.raises(IllegalMove, match=sentence):
            BOATZEE.dice_wanted(state, seat, move)
        with pytest.raises(IllegalMove, match=sentence):
            BOATZEE.play(state, seat, move, ())

    @pytest.mark.parametrize("move", [score("ones"), Move(Kind.ROLL, keep=(1,))])
    def test_only_a_roll_begins_a_turn(self, two: State, move: Move) -> None:
        with pytest.raises(IllegalMove):
            BOATZEE.dice_wanted(two, 1, move)
        assert BOATZEE.preview(two, 1) == {}

    @pytest.mark.parametrize("move", [ROLL, RESIGN, TIMEOUT])
    def test_nothing_is_played_once_the_match_is_over(self, two: State, move: Move) -> None:
        over = BOATZEE.play(two, 0, RESIGN, ())
        for seat in (0, 1):
            with pytest.raises(IllegalMove, match="over"):
                BOATZEE.dice_wanted(over, seat, move)
            assert BOATZEE.moves(over, seat) == ()

    def test_a_full_card_plays_no_more(self) -> None:
        state = fill(BOAT, BOAT.start(2, {}, SPLIT, 0), 0, (1, 2, 6))
        for move in (ROLL, RESIGN, TIMEOUT):
            with pytest.raises(IllegalMove, match="full"):
                BOAT.dice_wanted(state, 0, move)


class TestTurns:
    def test_play_passes_in_seat_order_after_scoring(self, three: State) -> None:
        seats = []
        for box in ("ones", "ones", "ones", "twos"):
            (seat,) = BOATZEE.to_act(three)
            seats.append(seat)
            three = turn(BOATZEE, three, seat, box)
        assert seats == [0, 1, 2, 0]
        assert three.hands == (Hand(),) * 3

    def test_equal_totals_share_the_place(self) -> None:
        state = BOAT.start(3, {}, TURNS, 2)
        for box in BOAT.box_ids:
            for seat in (2, 0, 1):
                state = turn(BOAT, state, seat, box, (1, 1, 2) if seat else (1, 1, 1))
        result = BOAT.result(state)
        assert result == Result((1, 2, 2), BOAT.totals(state))
        assert BOAT.to_act(state) == ()

    def test_alone_one_plays_all_turns_and_is_first(self) -> None:
        state = fill(BOAT, BOAT.start(1, {}, TURNS, 0), 0, (6, 6, 6))
        assert BOAT.result(state) == Result((1,), (18 + 28 + 38 + 18,))


class TestResigning:
    def test_the_opponent_of_a_lone_resigner_wins_at_once_with_totals_as_they_are(self, two: State) -> None:
        state = turn(BOATZEE, two, 1, "chance")
        state = BOATZEE.play(state, 1, RESIGN, ())  # out of turn
        assert BOATZEE.result(state) == Result((1, 2), (0, 15))

    def test_the_turn_passes_when_its_seat_resigns_and_only_then(self, three: State) -> None:
        state = BOATZEE.play(three, 0, ROLL, MIXED)
        assert BOATZEE.to_act(BOATZEE.play(state, 1, RESIGN, ())) == (0,)
        assert BOATZEE.play(state, 1, RESIGN, ()).hands[0].rolls == 1
        resigned = BOATZEE.play(state, 0, RESIGN, ())
        assert BOATZEE.to_act(resigned) == (1,)
        assert resigned.hands[0] == Hand()

    def test_resigned_seats_are_skipped_and_the_last_to_leave_is_placed_above(self) -> None:
        state = BOAT.start(4, {}, TURNS, 0)
        state = turn(BOAT, state, 0, "chance", (6, 6, 6))
        state = BOAT.play(state, 0, RESIGN, ())
        state = BOAT.play(state, 2, RESIGN, ())
        while not BOAT.result(state):
            (seat,) = BOAT.to_act(state)
            assert seat in (1, 3)
            box = BOAT.open_boxes(state.cards[seat])[0]
            state = turn(BOAT, state, seat, box, (seat, seat, 1))
        result = BOAT.result(state)
        assert result is not None
        assert result.places[0] == 4
        assert result.places[2] == 3
        assert sorted(result.places) == [1, 2, 3, 4]

    def test_alone_resigning_ends_the_match(self) -> None:
        state = BOAT.play(BOAT.start(1, {}, TURNS, 0), 0, RESIGN, ())
        assert BOAT.result(state) == Result((1,), (0,))

    def test_a_seat_resigns_once(self, three: State) -> None:
        state = BOATZEE.play(three, 1, RESIGN, ())
        for move in (RESIGN, ROLL):
            with pytest.raises(IllegalMove, match="has resigned"):
                BOATZEE.dice_wanted(state, 1, move)

    def test_full_cards_keep_their_place_when_the_others_leave(self) -> None:
        state = fill(BOAT, BOAT.start(3, {}, SPLIT, 0), 2, (1, 1, 1))
        state = BOAT.play(state, 0, RESIGN, ())
        assert BOAT.result(state) is None
        state = fill(BOAT, state, 1, (6, 6, 6))
        result = BOAT.result(state)
        assert result is not None
        assert result.places == (3, 1, 2)


class TestTimingOut:
    def test_of_two_it_loses_the_match(self, two: State) -> None:
        state = turn(BOATZEE, two, 1, "chance")
        assert BOATZEE.result(BOATZEE.play(state, 0, TIMEOUT, ())) == Result((2, 1), (0, 15))

    def test_alone_it_ends_the_match(self) -> None:
        assert BOAT.result(BOAT.play(BOAT.start(1, {}, TURNS, 0), 0, TIMEOUT, ())) == Result((1,), (0,))

    def test_of_more_the_first_scores_0_in_the_box_of_lowest_worth_and_passes(self, three: State) -> None:
        state = BOATZEE.play(BOATZEE.play(three, 0, ROLL, MIXED), 0, TIMEOUT, ())
        assert state.cards[0].columns[0] == (0, *(None,) * 12)
        assert state.hands[0] == Hand()
        assert BOATZEE.to_act(state) == (1,)

    def test_a_second_in_a_row_resigns_the_seat(self, three: State) -> None:
        state = BOATZEE.play(three, 0, TIMEOUT, ())
        state = turn(BOATZEE, turn(BOATZEE, state, 1, "ones"), 2, "ones")
        state = BOATZEE.play(state, 0, TIMEOUT, ())
        assert state.resigned == (0,)
        assert BOATZEE.to_act(state) == (1,)

    def test_a_roll_in_between_starts_the_count_again(self, three: State) -> None:
        state = BOATZEE.play(three, 0, TIMEOUT, ())
        state = turn(BOATZEE, turn(BOATZEE, state, 1, "ones"), 2, "ones")
        state = BOATZEE.play(BOATZEE.play(state, 0, ROLL, MIXED), 0, TIMEOUT, ())
        assert state.resigned == ()
        assert state.cards[0].columns[0][:3] == (0, 0, None)

    @pytest.mark.parametrize(
        ("rules", "order"),
        [
            # Most points: ones 5, twos 10 ..., fives and full house 25, then 30s in card order.
            (
                BOATZEE,
                "ones twos threes fours fives full-house sixes three-of-a-kind four-of-a-kind small-straight "
                "chance large-straight boatzee",
            ),
            # Doubled ones tie with single twos at 10: the card's order decides.
            (DOUBLE_BOATZEE, "ones-1 ones-2 twos-1 threes-1 twos-2 fours-1 fives-1 full-house-1"),
            # Tripled ones tie with threes at 15; doubled threes tie with sixes at 30 and tripled twos.
            (
                DICEGAME,
                "ones-1 ones-2 twos-1 ones-3 threes-1 twos-2 fours-1 fives-1 full-house-1 twos-3 threes-2 "
                "sixes-1",
            ),
            (BOAT, "ones twos threes fours fives straight sixes chance low high boat"),
        ],
        ids=["BZ", "BD", "DG", "BO"],
    )
    def test_the_boxes_go_from_lowest_worth_to_highest(self, rules: Scorecard, order: str) -> None:
        state = rules.start(3, {}, TURNS, 0)
        for box in order.split():
            before = rules.open_boxes(state.cards[0])
            state = rules.play(replace(state, timeouts=(0, 0, 0), turn=0), 0, TIMEOUT, ())
            assert set(before) - set(rules.open_boxes(state.cards[0])) == {box}

    def test_it_earns_no_extra(self) -> None:
        state = BOATZEE_EXTRA.start(3, {}, TURNS, 0)
        for seat in (0, 1, 2):
            state = turn(BOATZEE_EXTRA, state, seat, "boatzee", (6,) * 5)
        state = BOATZEE_EXTRA.play(BOATZEE_EXTRA.play(state, 0, ROLL, (5,) * 5), 0, TIMEOUT, ())
        assert state.cards[0].extras == 0
        assert BOATZEE_EXTRA.totals(state) == (50, 50, 50)

    def test_under_split_it_fills_the_card_with_0(self) -> None:
        state = turn(BOAT, BOAT.start(3, {}, SPLIT, 0), 1, "chance", (6, 6, 6))
        state = BOAT.play(BOAT.play(state, 1, ROLL, (1, 2, 3)), 1, TIMEOUT, ())
        assert state.cards[1].full
        assert BOAT.totals(state) == (0, 18, 0)
        assert BOAT.to_act(state) == (0, 2)
        assert state.resigned == ()


class TestViews:
    @pytest.fixture
    def begun(self) -> State:
        state = turn(BOAT, BOAT.start(3, {}, SPLIT, 0), 0, "chance", (6, 6, 6))
        state = turn(BOAT, state, 1, "low", (1, 2, 4))
        return BOAT.play(state, 1, ROLL, (3, 3, 5))

    def test_under_turns_everything_lies_open(self, two: State) -> None:
        state = BOATZEE.play(two, 1, ROLL, MIXED)
        for viewer in (None, 0, 1):
            assert BOATZEE.view(state, viewer) == state
            assert BOATZEE.hidden(state, viewer) == BOATZEE.totals_hidden(state, viewer) == ()

    def test_under_split_an_unfinished_player_sees_the_own_card_only(self, begun: State) -> None:
        view = BOAT.view(begun, 1)
        assert BOAT.hidden(begun, 1) == BOAT.totals_hidden(begun, 1) == view.hidden == (0, 2)
        assert (view.cards[1], view.hands[1]) == (begun.cards[1], begun.hands[1])
        assert (view.cards[0], view.hands[0]) == (Card(((None,) * 11,)), Hand())
        assert BOAT.totals(view) == (0, 27, 0)
        assert BOAT.moves(view, 1) == BOAT.moves(begun, 1)
        assert BOAT.preview(view, 1) == BOAT.preview(begun, 1)
        assert BOAT.moves(view, 0) == ()

    def test_a_stranger_sees_nothing_until_all_are_done(self, begun: State) -> None:
        assert BOAT.view(begun, None) == replace(BOAT.start(3, {}, SPLIT, 0), hidden=(0, 1, 2))
        for seat in (0, 1):
            begun = fill(
                BOAT, begun if seat == 0 else BOAT.play(begun, 1, score("chance"), ()), seat, (1, 2, 6)
            )
        assert BOAT.hidden(begun, None) == (0, 1, 2)
        over = fill(BOAT, begun, 2, (1, 2, 6))
        assert BOAT.hidden(over, None) == BOAT.totals_hidden(over, None) == ()
        assert BOAT.view(over, None) == over

    def test_who_has_finished_sees_boxes_and_dice_but_no_totals_till_the_end(self, begun: State) -> None:
        state = fill(BOAT, begun, 0, (1, 2, 6))
        assert BOAT.view(state, 0) == state
        assert BOAT.totals_hidden(state, 0) == (1, 2)
        assert BOAT.hidden(state, 2) == (0, 1)

    def test_a_view_tells_nothing_of_what_the_hidden_seats_did(self, begun: State) -> None:
        otherwise = fill(BOAT, BOAT.start(3, {}, SPLIT, 0), 0, (5, 5, 5))
        otherwise = BOAT.play(otherwise, 1, TIMEOUT, ())
        assert BOAT.dump(BOAT.view(begun, 2)) == BOAT.dump(BOAT.view(otherwise, 2))


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
