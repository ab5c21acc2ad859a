"""Choices come out of their numbers as they went in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.packed.coding import BLOCK, Model, Part, Reader, numbers_of


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
        reader.where(2)
