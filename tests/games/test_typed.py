"""Moves in words: what may be written, and what is refused with a sentence."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games import typed
from games.rules import RULES
from games.rules.base import Kind, Move, Pace, Rules
from games.tables import table_of
from tests.long import sample


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
        ("score f", "That could be score fours, score fives, score four-of-a-kind, score full-house."),
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


@pytest.fixture(params=["nl", "de", "fr"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with translation.override(request.param):
        yield request.param


def read(rules: Rules[object], state: object, text: str, seat: int = 0) -> Move:
    """As the table reads it."""
    table = table_of(rules)
    return typed.read(rules, state, seat, text, table.synonyms, table.box_label)


@pytest.mark.parametrize("seeds", sample([range(3), range(3, 12)], range(3)), ids=["few", "many"])
@pytest.mark.parametrize("code", list(RULES))
def test_every_move_can_be_typed_in_the_reader_s_language_and_in_english(
    language: str, code: str, seeds: range
) -> None:
    for seed in seeds:
        rules, state, seat = somewhere(code, seed)
        label, moves = table_of(rules).box_label, rules.moves(state, seat)
        suggested = typed.suggestions(rules, state, seat, label)
        assert len(suggested) == len(set(suggested))
        for move in moves:
            said = typed.spoken(rules, move, label)
            assert said in suggested
            assert said != typed.words(rules, move)
            assert read(rules, state, said, seat) == read(rules, state, said.upper(), seat) == move
            assert read(rules, state, typed.words(rules, move), seat) == move


@pytest.mark.parametrize(
    ("code", "text", "move"),
    [
        ("nl", "houden 3 3 gooien", Move(Kind.ROLL, (3, 3))),
        ("nl", "Houden 5,33 Gooien", Move(Kind.ROLL, (3, 3, 5))),
        ("nl", "noteren tweeen", Move(Kind.SCORE, box="twos")),
        ("nl", "noteren kleine", Move(Kind.SCORE, box="small-straight")),
        ("de", "BEHALTEN 33 WÜRFELN", Move(Kind.ROLL, (3, 3))),
        ("de", "behalten 3 3 wurfeln", Move(Kind.ROLL, (3, 3))),
        ("de", "eintragen grosse strasse", Move(Kind.SCORE, box="large-straight")),
        ("de", "eintragen full-house", Move(Kind.SCORE, box="full-house")),
        ("fr", "garder 3 3 lancer", Move(Kind.ROLL, (3, 3))),
        ("fr", "marquer grande suite", Move(Kind.SCORE, box="large-straight")),
        ("fr", "marquer as", Move(Kind.SCORE, box="ones")),
        ("fr", "keep 3 3 roll", Move(Kind.ROLL, (3, 3))),
        ("fr", "score ones", Move(Kind.SCORE, box="ones")),
    ],
)
def test_what_is_forgiven_in_other_languages(code: str, text: str, move: Move) -> None:
    rules, state = after_a_roll("BZ", 3, 3, 5, 1, 2)
    with translation.override(code):
        assert read(rules, state, text) == move
        assert typed.words(rules, move).split()[0] in {"keep", "score"}, "what is recorded stays English"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("nl", "opzijleggen 5 1 gooien"),
        ("de", "herauslegen 51 würfeln"),
        ("fr", "mettre de cote 51 lancer"),
    ],
)
def test_dice_10000_is_spoken_of_in_every_language(code: str, text: str) -> None:
    rules, state = after_a_roll("DK", 1, 5, 2, 3, 4, 4)
    with translation.override(code):
        assert read(rules, state, text) == Move(Kind.ROLL, (1, 5))


def test_a_box_of_several_columns_is_typed_with_its_column() -> None:
    rules, state = after_a_roll("BT", 3, 3, 5, 1, 2)
    with translation.override("fr"):
        assert read(rules, state, "marquer as 2") == Move(Kind.SCORE, box="ones-2")
        assert read(rules, state, "marquer as ×3") == Move(Kind.SCORE, box="ones-3")
        with pytest.raises(typed.BadWords, match="As"):
            read(rules, state, "marquer as")


@pytest.mark.parametrize(
    ("code", "text"), [("nl", "noteren v"), ("de", "eintragen f"), ("fr", "marquer c"), ("fr", "marquer 6")]
)
def test_what_means_several_moves_or_none_is_refused_in_the_reader_s_words(code: str, text: str) -> None:
    rules, state = after_a_roll("BZ", 3, 3, 5, 1, 2)
    with translation.override(code), pytest.raises(typed.BadWords) as refused:
        read(rules, state, text)
    assert "score" not in str(refused.value).casefold()
    assert not str(refused.value).startswith("That could")


def test_where_two_boxes_are_called_alike_neither_is_guessed() -> None:
    rules, state = after_a_roll("BZ", 3, 3, 5, 1, 2)
    with translation.override("nl"), pytest.raises(typed.BadWords):
        typed.read(rules, state, 0, "noteren ding", label=lambda _rules, _box: "Ding")
