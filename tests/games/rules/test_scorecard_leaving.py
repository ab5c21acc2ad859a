"""Resigning and time-outs, the same in every score-card game."""

from dataclasses import replace

import pytest

from games.rules.base import IllegalMove, Result
from games.rules.cards.boat import BOAT
from games.rules.cards.boatzee import BOATZEE, BOATZEE_EXTRA, DICEGAME, DOUBLE_BOATZEE
from games.rules.cards.scorecard import Scorecard
from games.rules.cards.scorecard_turn import Hand, State
from tests.games.rules.scorecards import MIXED, RESIGN, ROLL, SPLIT, TIMEOUT, TURNS, fill, turn


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
