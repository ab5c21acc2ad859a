"""Where the difference between two choices comes from: by hand, and that its parts add up."""

from __future__ import annotations

import random

import pytest

from games.analysis import advisors
from games.analysis.reasons import parts, reasons
from games.analysis.solo.advisor import CardAdvisor
from games.rules.base import Kind, Move, Pace
from games.rules.cards.boat import BOAT
from games.rules.cards.card import Card
from games.rules.cards.scorecard_turn import Hand, State
from tests.tabled import tables


@pytest.fixture(scope="module")
def advisor() -> CardAdvisor:
    found = advisors.advisor_of(BOAT, tables("BO"))
    assert isinstance(found, CardAdvisor)
    return found


def alone(card: Card, *dice: int, rolls: int) -> State:
    return State(Pace.TURNS, 0, (card,), (Hand(dice, 0, rolls),), (0,))


def all_but(*open_boxes: str) -> Card:
    """A card with zeros everywhere else."""
    card = BOAT.blank()
    for box, (column, row) in BOAT.box_ids.items():
        if box not in open_boxes:
            card = card.fill(column, row, 0)
    return card


def test_of_the_last_box_by_hand(advisor: CardAdvisor) -> None:
    state = alone(all_but("boat"), 6, 6, 1, rolls=2)
    best, made = Move(Kind.ROLL, (6, 6)), Move(Kind.ROLL)
    [why] = reasons(BOAT, advisor, state, 0, best, made)
    assert why.box == "boat"
    assert why.best == pytest.approx((18 + 20) / 6)
    # Any of six boats in 216 rolls, whose dice are worth 3 to 18 besides.
    assert why.made == pytest.approx(sum(3 * face + 20 for face in range(1, 7)) / 216)


def test_a_box_that_is_given_up_is_told(advisor: CardAdvisor) -> None:
    state = alone(all_but("sixes", "chance"), 6, 6, 1, rolls=3)
    best, made = Move(Kind.SCORE, box="sixes"), Move(Kind.SCORE, box="chance")
    told = {why.box: (why.best, why.made) for why in reasons(BOAT, advisor, state, 0, best, made)}
    assert told["sixes"] == (12.0, 0.0)
    assert told["chance"] == (0.0, 13.0)


@pytest.mark.parametrize("seed", range(20))
def test_the_parts_add_up_to_what_a_choice_is_worth(advisor: CardAdvisor, seed: int) -> None:
    choose = random.Random(seed)
    card = BOAT.blank()
    for box in choose.sample(sorted(BOAT.box_ids), choose.randrange(10)):
        column, row = BOAT.box_ids[box]
        card = card.fill(column, row, choose.choice([0, row + 1]))
    state = alone(card, *(choose.randint(1, 6) for _ in range(3)), rolls=choose.randint(1, 3))
    choices = advisor.choices(BOAT, state, 0)
    best = choices[0]
    for made in choices:
        _names, one, other = parts(BOAT, advisor, state, 0, best.move, made.move)
        assert one.sum() == pytest.approx(best.points - BOAT.total(card), abs=1e-6)
        assert other.sum() == pytest.approx(made.points - BOAT.total(card), abs=1e-6)
