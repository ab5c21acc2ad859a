"""Perfect play of one card: the known figures, and whatever the rules say when they are asked one by one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from games.analysis import advisors, store
from games.analysis.solo import build
from games.analysis.solo.column import column_of
from games.analysis.solo.rolls import keeps, lots
from games.analysis.solo.several import nothing
from games.analysis.solo.sheet import Place, Sheet
from games.rules import RULES
from games.rules.cards.boat import BOAT
from games.rules.cards.boatzee import BOATZEE_EXTRA
from games.rules.cards.card import Box, Card, Section, top_boxes
from games.rules.cards.scorecard import Scorecard
from games.rules.faces import most_alike
from tests.games.analysis.by_hand import ByHand

GOLDEN = {
    # T. Verhoeff, "Optimal Solitaire Yahtzee Strategies"; J. Glenn, "An Optimal Strategy for Yahtzee" (2006).
    "BZ": (245.8708, 39.82),
    # With the league's rules for jokers; with those of the original it is 254.5896 (Verhoeff).
    "BX": (254.4862, 59.72),
    "BO": (154.3949, 21.64),
}


@pytest.mark.parametrize(("code", "figures"), GOLDEN.items())
def test_a_blank_card_is_worth_what_is_known(code: str, figures: tuple[float, float], home: Path) -> None:
    (table,) = advisors.tables_of(RULES[code])
    store.verify(home, table)
    found = store.read(home, table)
    mean, deviation = figures
    assert found["mean"][0, 0] == pytest.approx(mean, abs=1e-4)
    assert found["variance"][0, 0] ** 0.5 == pytest.approx(deviation, abs=5e-3)


def test_the_tables_that_are_kept_are_those_that_are_built_now(home: Path) -> None:
    """Whoever changes the method raises METHOD, or every site goes on with tables of before."""
    (table,) = advisors.tables_of(BOAT)
    told: list[float] = []
    for name, array in table.build(told.append).items():
        np.testing.assert_array_equal(array, store.read(home, table)[name])
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_nothing_is_worth_less_with_more_in_the_top(home: Path) -> None:
    """Before the bonus is earned: what is reached at 50 can be reached at 51."""
    (table,) = advisors.tables_of(RULES["BZ"])
    mean = store.read(home, table)["mean"]
    full_top = mean[0b111111::64]
    assert (full_top >= 0).all()
    assert (np.diff(mean[0b111110, :63].astype(float))[mean[0b111110, 1:63] > 0] > -35).all()
    assert mean[-1].max() == 0, "a full card is over"


class Two(Scorecard):
    """Two dice, eight boxes: small enough to go through every move of three open boxes."""

    code = "TW"
    name = "Two"
    dice = 2
    bonus = 9
    bonus_from = 21
    boxes = (
        *top_boxes(dice=2),
        Box("pair", "Pair", Section.BOTTOM, "", 15, lambda dice: 15 if most_alike(dice) == 2 else 0),
        Box("chance", "Chance", Section.BOTTOM, "", 12, sum),
    )


def card(rules: Scorecard, written: Mapping[str, int], extras: int = 0) -> Card:
    """A card with every box filled with 0 but these, -1 for open."""
    found = Card(tuple((0,) * len(rules.boxes) for _ in rules.weights), extras)
    columns = [list(column) for column in found.columns]
    for box, points in written.items():
        column, row = rules.box_ids[box]
        columns[column][row] = None if points < 0 else points
    return Card(tuple(map(tuple, columns)), extras)


TWO = Two()
TWOS = [
    {"chance": -1},
    {"pair": -1, "sixes": -1},
    {"sixes": -1, "ones": -1, "fives": 10, "fours": 4},
    {"pair": -1, "chance": -1, "threes": -1, "sixes": 12, "fives": 5},
    {"sixes": -1, "fives": -1, "chance": -1, "ones": 1},
]


@pytest.mark.parametrize("written", TWOS, ids=str)
def test_a_small_game_is_worth_what_its_rules_say_move_by_move(written: dict[str, int]) -> None:
    table = build.build(column_of(TWO))
    sheet = Sheet(TWO, [Place(column_of(TWO), table, 1)], nothing(1))
    here = card(TWO, written)
    mean, second = ByHand(TWO).of_card(here)
    worth = sheet.worth(here)
    assert worth.mean == pytest.approx(float(mean), abs=1e-5)
    assert worth.variance == pytest.approx(float(second - mean**2), rel=1e-4, abs=1e-3)


EXTRAS = [
    {"boatzee": 50, "chance": -1},
    {"boatzee": 50, "small-straight": -1},
    {"boatzee": 50, "sixes": -1, "fives": 20, "fours": 12, "threes": 9},
    {"boatzee": 50, "ones": -1},
    {"boatzee": 0, "full-house": -1},
    {"boatzee": -1},
]


@pytest.mark.parametrize("written", EXTRAS, ids=str)
def test_a_last_box_of_boatzee_extra_is_worth_what_its_rules_say(written: dict[str, int], home: Path) -> None:
    rules = BOATZEE_EXTRA
    here = card(rules, written)
    mean = final_turn(rules, here)
    advisor = advisors.advisor_of(rules, home)
    assert advisor.sheet.worth(here).mean == pytest.approx(float(mean), abs=2e-5)  # type: ignore[attr-defined]


def final_turn(rules: Scorecard, here: Card) -> Fraction:
    """What a card with one open box will have: one die after the other, by what the rules give for each
    roll."""
    (box,) = rules.open_boxes(here)
    column, row = rules.box_ids[box]
    worth: dict[tuple[int, ...], Fraction] = {}
    for roll in lots(rules.dice).rolls:
        points = rules.points(here, roll, rules.boxes[row])
        filled = here.fill(column, row, points)
        extras = here.extras + rules.extras_earned(here, roll)
        worth[roll] = Fraction(rules.total(Card(filled.columns, extras)))
    for _ in range(2):
        rolled = dict(worth)
        for size in reversed(range(rules.dice)):
            for lot in lots(rules.dice).of[size]:
                sixth = [rolled[tuple(sorted((*lot, face)))] for face in range(1, 7)]
                rolled[lot] = sum(sixth, Fraction()) / 6
        kept = [dict.fromkeys(lots(rules.dice).of[0], rolled[()])]
        for size in range(1, rules.dice + 1):
            of = lots(rules.dice).of[size]
            own = worth if size == rules.dice else rolled
            less = {lot: {lot[:at] + lot[at + 1 :] for at in range(size)} for lot in of}
            kept.append({lot: max(own[lot], *(kept[-1][one] for one in less[lot])) for lot in of})
        worth = kept[-1]
    table = keeps(rules.dice).chances[0]
    ways = [Fraction(round(chance * 6**rules.dice), 6**rules.dice) for chance in table]
    return sum(
        (way * worth[roll] for way, roll in zip(ways, lots(rules.dice).rolls, strict=True)), Fraction()
    )
