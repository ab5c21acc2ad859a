"""Positions as words: there and back again, one word for each, and nothing that cannot come about."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import positions
from games.positions import BadPosition, Position, decode, encode
from games.positions.digits import LETTERS, Reader, Writer
from games.rules import RULES
from games.rules.base import Kind, Move, Pace
from games.rules.pig.turn import State as Pig
from tests.games.puzzles.posed import lain, written

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "DK": [{}, {"scoring": "alternative", "target": 2000}, {"pick_up": False}],
    "PG": [{}, {"equal_turns": True}, {"dice": "2", "target": 60}],
}


def played(code: str, players: int, chance: random.Random, options: dict[str, Any]) -> list[Any]:
    """Every state of a game in which anything legal is done."""
    rules = RULES[code]
    state = rules.start(players, rules.clean_options(options), Pace.TURNS, 0)
    states = []
    for _ in range(600):
        acting = rules.to_act(state)
        if not acting:
            break
        states.append(state)
        move = chance.choice(rules.moves(state, acting[0])[-12:])
        dice = [chance.randint(1, 6) for _ in range(rules.dice_wanted(state, acting[0], move))]
        state = rules.play(state, acting[0], move, tuple(dice))
    return states


@pytest.mark.parametrize("code", RULES)
@pytest.mark.parametrize("players", [2, 3])
def test_whatever_comes_about_has_a_word_and_is_read_from_it(code: str, players: int) -> None:
    rules = RULES[code]
    for options in OPTIONS.get(code, [{}]):
        for state in played(code, players, random.Random(7), options):
            word = positions.word_of(rules, state)
            found = decode(word)
            assert encode(found) == word
            assert found.seat == rules.to_act(state)[0]
            assert set(rules.moves(found.state, found.seat)) == set(rules.moves(state, found.seat))
            assert rules.totals(found.state) == rules.totals(state)
            assert positions.options(found).items() <= rules.clean_options(options).items()


@given(st.sampled_from(sorted(RULES)), st.text(LETTERS, max_size=90))
def test_a_word_that_somebody_made_up_is_a_position_or_refused(code: str, rest: str) -> None:
    try:
        found = decode(code + rest)
    except BadPosition:
        return
    assert encode(found) == code + rest
    assert found.rules.moves(found.state, found.seat)
    assert found.rules.result(found.state) is None


@given(st.text(max_size=40))
def test_no_text_does_more_than_be_refused(text: str) -> None:
    try:
        decode(text)
    except BadPosition:
        return


@pytest.mark.parametrize("word", ["", "BZ", "ZZA", "BZ!", "BZ" + "B" * 601, "bzB", "BZé", "BZAB"])
def test_these_are_refused(word: str) -> None:
    with pytest.raises(BadPosition):
        decode(word)


@pytest.mark.parametrize("code", RULES)
def test_a_word_that_says_more_than_its_position_is_refused(code: str) -> None:
    known = decode(encode(lain(code)))
    for more in (0, 1):
        writer = Writer()
        positions.FAMILIES[known.rules.family].write(known.rules, known.state, writer)
        writer.put(more, 2)
        word = code + writer.word()
        if more:
            with pytest.raises(BadPosition):
                decode(word)
        else:
            assert decode(word) == known


def test_a_word_is_never_longer_than_is_read() -> None:
    rules = RULES["BT"]
    full: Any = rules.start(10, {}, Pace.TURNS, 0)
    card = full.cards[0]
    for column, row in list(rules.box_ids.values())[:-1]:  # type: ignore[attr-defined]
        card = card.fill(column, row, positions.cards.worths(rules)[row][-1] * (column + 1))  # type: ignore[arg-type]
    word = encode(Position("BT", replace(full, cards=(card,) * 10), 0))
    assert len(word) <= positions.LONGEST


def test_numbers_come_out_as_they_went_in() -> None:
    writer = Writer()
    for value, below in ((3, 4), (0, 1), (999, 1000), (0, 7)):
        writer.put(value, below)
    reader = Reader(writer.word())
    assert [reader.take(below) for below in (4, 1, 1000, 7)] == [3, 0, 999, 0]
    reader.end()
    with pytest.raises(BadPosition):
        writer.put(4, 4)


def refused(code: str, state: Any) -> None:
    with pytest.raises(BadPosition):
        encode(Position(code, state, RULES[code].to_act(state)[0]))


def test_cards_that_cannot_come_about_are_refused() -> None:
    two: Any = RULES["BZ"].start(2, {}, Pace.TURNS, 0)
    ahead = two.cards[0].fill(0, 0, 3)
    refused("BZ", replace(two, cards=(ahead, two.cards[1])))  # who is to move has had a turn more
    refused("BZ", replace(two, cards=(two.cards[0].fill(0, 0, 7), two.cards[1].fill(0, 0, 3))))
    twice = ahead.fill(0, 1, 4)
    refused("BZ", replace(two, cards=(two.cards[0], twice)))
    extra = lain("BX")
    refused("BX", replace(extra.state, cards=(replace(extra.state.cards[0], extras=1),)))
    had = written(extra, boatzee=50, ones=3).state
    assert encode(Position("BX", replace(had, cards=(replace(had.cards[0], extras=1),)), 0))
    refused("BX", replace(had, cards=(replace(had.cards[0], extras=2),)))
    three: Any = RULES["BZ"].start(3, {}, Pace.TURNS, 0)
    refused("BZ", replace(three, resigned=(1,)))


TEN: Any = lain("DK").state
LATE: Any = replace(TEN, banked=(0, 10_000), on_table=(False, True), opener=1)


@pytest.mark.parametrize(
    "state",
    [
        replace(TEN, banked=(0, 500)),
        replace(TEN, banked=(0, 575)),
        replace(TEN, banked=(0, 10_000), on_table=(False, True)),
        replace(TEN, opener=1),
        replace(LATE, banked=(10_000, 10_000), on_table=(True, True)),
        replace(TEN, roll=(2, 3, 4, 4, 6, 6)),
        replace(TEN, roll=(1, 1, 1, 1, 1, 1)),
        replace(TEN, roll=(1, 2, 3)),
        replace(TEN, points=50, hand_points=50),
        replace(TEN, hand=(1,), hand_points=100, points=100),
        replace(TEN, roll=(1, 2, 3, 4), hand=(1, 1), hand_points=400, points=400),
        replace(TEN, roll=(1, 2, 3, 4), hand=(1, 1), hand_points=200, points=150),
        replace(TEN, points=75),
        replace(TEN, points=40_000),
        replace(TEN, target=900),
    ],
)
def test_turns_of_dice_10000_that_cannot_come_about_are_refused(state: Any) -> None:
    refused("DK", state)


def test_turns_of_dice_10000_that_can_are_not() -> None:
    for state in (
        TEN,
        LATE,
        replace(TEN, roll=(1, 2, 3, 4), hand=(1, 1), hand_points=200, points=200),
        replace(TEN, banked=(600, 0), on_table=(True, False), roll=(1, 2, 3), points=300),
    ):
        assert encode(Position("DK", state, 0))


PIG: Any = lain("PG").state


@pytest.mark.parametrize(
    "state",
    [
        replace(PIG, banked=(1, 0)),
        replace(PIG, banked=(100, 0)),
        replace(PIG, banked=(0, 100)),
        replace(PIG, equal_turns=True, banked=(0, 100)),
        replace(PIG, roll=(1,), points=5),
        replace(PIG, points=4),
        replace(PIG, points=6),
        replace(PIG, points=1000),
    ],
)
def test_turns_of_pig_that_cannot_come_about_are_refused(state: Pig) -> None:
    refused("PG", state)


def test_who_goes_second_may_chase_in_equal_turns() -> None:
    chase = replace(PIG, equal_turns=True, banked=(100, 0), seat=1)
    assert encode(Position("PG", chase, 1))


def test_side_by_side_a_seat_has_the_word_of_its_own_card() -> None:
    rules = RULES["BO"]
    split: Any = rules.start(2, {}, Pace.SPLIT, 0)
    split = rules.play(split, 1, Move(Kind.ROLL), (3, 3, 5))
    split = rules.play(split, 1, Move(Kind.SCORE, box="chance"), ())
    split = rules.play(split, 1, Move(Kind.ROLL), (1, 2, 3))
    split = rules.play(split, 1, Move(Kind.SCORE, box="low"), ())
    split = rules.play(split, 1, Move(Kind.ROLL), (3, 3, 5))
    assert positions.word_of(rules, split) == ""
    assert len(decode(positions.word_of(rules, split, 1)).state.cards) == 1


@pytest.mark.parametrize(
    ("mine", "helps"),
    [
        (lain("BZ", (3, 3, 3, 5, 6)), True),
        (lain("BZ", (6, 5, 3, 3, 3)), True),
        (lain("BZ", (3, 3, 3, 5, 5)), False),
        (lain("BX", (3, 3, 3, 5, 6)), False),
    ],
)
def test_a_blank_card_is_the_same_with_the_same_dice_alone(mine: Position, helps: bool) -> None:
    assert positions.same(decode(encode(lain("BZ"))), mine.code, mine.state) is helps


def test_a_card_with_something_on_it_is_the_same_whatever_the_dice() -> None:
    asked = decode(encode(written(lain("BZ"), ones=3)))
    assert positions.same(asked, "BZ", written(lain("BZ", (1, 1, 1, 1, 1)), ones=3).state)
    assert not positions.same(asked, "BZ", written(lain("BZ"), ones=2).state)


def test_a_race_is_the_same_at_the_same_totals() -> None:
    asked = decode(encode(Position("DK", replace(TEN, banked=(600, 0), on_table=(True, False)), 0)))
    assert positions.same(asked, "DK", replace(TEN, banked=(0, 600), roll=()))
    assert not positions.same(asked, "DK", replace(TEN, banked=(0, 650)))
    assert not positions.same(decode(encode(lain("DK"))), "DK", replace(TEN, roll=(1, 1, 2, 3, 4, 6)))
    assert positions.same(decode(encode(lain("PG"))), "PG", PIG)
    assert not positions.same(decode(encode(lain("PG"))), "PG", replace(PIG, points=9))
