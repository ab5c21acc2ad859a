"""Moves and whole turns of score-card games, for tests."""

from games.rules.base import Dice, Kind, Move, Pace
from games.rules.cards.boat import BOAT
from games.rules.cards.boatzee import BOATZEE, BOATZEE_EXTRA, DICEGAME, DOUBLE_BOATZEE, TRIPLE_BOATZEE
from games.rules.cards.scorecard import Scorecard
from games.rules.cards.scorecard_turn import State

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
