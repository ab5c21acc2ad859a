"""Moves in words: what may be written, and what is refused with a sentence."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import typed
from games.rules import RULES
from games.rules.base import Kind, Move, Pace, Rules


def somewhere(code: str, seed: int) -> tuple[Rules[object], object, int]:
    """A state that chance has led to."""
    rules, choose = RULES[code], random.Random(seed)
    state = rules.start(max(2, rules.min_players), rules.clean_options({}), Pace.TURNS, 0)
    for _ in range(choose.randrange(40)):
        seat = rules.to_act(state)[0]
        move = choose.choice(rules.moves(state, seat))
        dice = [choose.randint(1, 6) for _ in range(rules.dice_wanted(state, seat, move))]
        after = rules.play(state, seat, move, tuple(dice))
        if rules.result(after) is not None:
            break
        state = after
    return rules, state, rules.to_act(state)[0]


@given(st.sampled_from(list(RULES)), st.integers(0, 10_000))
def test_every_legal_move_can_be_typed_in_the_words_it_is_recorded_with(code: str, seed: int) -> None:
    rules, state, seat = somewhere(code, seed)
    suggested = typed.suggestions(rules, state, seat)
    assert len(suggested) == len(set(suggested))
    for move in rules.moves(state, seat):
        assert typed.words(rules, move) in suggested
        assert typed.read(rules, state, seat, typed.words(rules, move)) == move


@given(st.sampled_from(list(RULES)), st.integers(0, 10_000), st.text(max_size=100))
def test_any_other_text_is_a_move_or_a_sentence(code: str, seed: int, text: str) -> None:
    rules, state, seat = somewhere(code, seed)
    said = ""
    try:
        move = typed.read(rules, state, seat, text)
    except typed.BadWords as sentence:
        said = str(sentence)
    assert said.endswith(".") or move in rules.moves(state, seat)


def after_a_roll(code: str, *dice: int) -> tuple[Rules[object], object]:
    rules = RULES[code]
    state = rules.start(2, rules.clean_options({}), Pace.TURNS, 0)
    return rules, rules.play(state, 0, Move(Kind.ROLL), dice)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("  Keep 3 3 ROLL ", Move(Kind.ROLL, (3, 3))),
        ("keep 33 roll", Move(Kind.ROLL, (3, 3))),
        ("keep 5,3,3 roll", Move(Kind.ROLL, (3, 3, 5))),
        ("set aside 3 roll", Move(Kind.ROLL, (3,))),
        ("roll", Move(Kind.ROLL)),
        ("score full house", Move(Kind.SCORE, box="full-house")),
        ("score fi", Move(Kind.SCORE, box="fives")),
    ],
)
def test_what_is_forgiven(text: str, move: Move) -> None:
    rules, state = after_a_roll("BZ", 3, 3, 5, 1, 2)
    assert typed.read(rules, state, 0, text) == move


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Type a move, such as: roll."),
        ("score f", "That could be score fours or score fives or score four-of-a-kind or score full-house."),
        ("keep 6 roll", "“keep 6 roll” is no move you can make now. You could type: roll."),
        ("dance", "“dance” is no move you can make now."),
        ("resign", "“resign” is no move you can make now."),
    ],
)
def test_what_is_refused(text: str, sentence: str) -> None:
    rules, state = after_a_roll("BZ", 3, 3, 5, 1, 2)
    with pytest.raises(typed.BadWords) as refused:
        typed.read(rules, state, 0, text)
    assert str(refused.value).startswith(sentence)


def test_dice_10000_is_spoken_of_in_its_own_words() -> None:
    rules, state = after_a_roll("DK", 1, 5, 2, 3, 4, 4)
    assert typed.read(rules, state, 0, "set aside 5 1 roll") == Move(Kind.ROLL, (1, 5))
    assert "set aside 1 5 roll" in typed.suggestions(rules, state, 0)
