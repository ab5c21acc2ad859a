"""Turns, rolls, views and what is refused, the same in every score-card game."""

from dataclasses import replace

import pytest

from games.rules.base import BadOptions, Dice, IllegalMove, Kind, Move, Result
from games.rules.cards.boat import BOAT
from games.rules.cards.boatzee import BOATZEE
from games.rules.cards.card import Card
from games.rules.cards.scorecard_turn import Hand, State
from tests.games.rules.scorecards import MIXED, RESIGN, ROLL, SPLIT, TIMEOUT, TURNS, fill, score, turn


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
    (1, score("ones"), "already filled"),
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

    def test_under_split_an_unfinished_player_sees_their_own_card_only(self, begun: State) -> None:
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
