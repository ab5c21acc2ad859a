"""Choices come out of their numbers as they went in, and so do whole numbers and JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.packed import figures, spelt
from games.packed.coding import BLOCK, Model, Part, Reader, Writer, bits, numbers_of


@given(st.lists(st.integers(1, 40).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))))
def test_choices_come_out_as_they_went_in(some: list[tuple[int, int]]) -> None:
    choices = 9 * some  # several blocks of them
    models, made = {size: Model(size) for size, _ in choices}, list[Part]()
    for size, choice in choices:
        made += [models[size].part(choice), Part(choice, 1, size)]
    reader = Reader(numbers_of(made))
    models = {size: Model(size) for size, _ in choices}
    assert [(models[size].read(reader), reader.even(size)) for size, _ in choices] == [
        (choice, choice) for _, choice in choices
    ]


def test_what_is_likely_takes_little() -> None:
    model = Model(64)
    likely = numbers_of([model.part(0) for _ in range(BLOCK)])
    even = numbers_of([Part(0, 1, 64)] * (BLOCK - 1) + [Part(63, 1, 64)])
    assert 9 * likely[0].bit_length() < even[0].bit_length() == 6 * BLOCK


def test_a_block_that_has_more_than_its_choices_is_noticed() -> None:
    one, other = numbers_of([Part(1, 1, 2)] * (BLOCK + 1))
    reader = Reader([one << 9, other])
    for _ in range(BLOCK):
        reader.even(2)
    with pytest.raises(ValueError, match="no block"):
        reader.part(2)


WHOLE = st.lists(st.one_of(st.integers(-40, 90), st.integers(-(2**70), 2**70 - 1)), max_size=40)


@given(WHOLE, st.data())
def test_whole_numbers_come_out_as_they_went_in(numbers: list[int], data: st.DataObject) -> None:
    size = len(numbers)
    about = data.draw(st.lists(st.integers(0, 40), min_size=size, max_size=size))
    keys = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    writer = Writer()
    figures.told(writer, numbers, about, keys)
    figures.told_nearer(writer, numbers, about)
    reader = Reader(numbers_of(writer.choices))
    assert figures.told(reader, [0] * size, about, keys) == numbers
    assert figures.told_nearer(reader, [0] * size, about) == numbers


def test_what_tells_their_length_is_used_where_it_saves_something() -> None:
    numbers = [1000 << number % 20 for number in range(60)]
    found = []
    for about in ([number.bit_length() for number in numbers], [0] * 60, [7 * at % 19 for at in range(60)]):
        writer = Writer()
        figures.told_nearer(writer, numbers, about)
        found.append(bits(writer.choices))
    told, plain, misled = found
    assert told < plain - 100
    assert misled == plain


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text('"\\#-.e1é'),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text('#"1'), inside, max_size=4),
)


@given(JSON)
def test_json_without_its_numbers_is_the_same_with_them(value: object) -> None:
    text = json.dumps(value, separators=(",", ":"))
    bare, numbers = spelt.bare(text)
    assert spelt.count(bare) == len(numbers)
    assert spelt.whole(bare, numbers) == text


def test_of_figures_only_whole_ones_stand_apart() -> None:
    text = '{"a1":[12,-3,0,1.5,1e7,-2.5E-3,"#","4\\"5#",1234567890123456]}'
    bare = '{"a1":[#,#,#,1.5,1e7,-2.5E-3,"#","4\\"5#",1234567890123456]}'
    assert spelt.bare(text) == (bare, [12, -3, 0])
