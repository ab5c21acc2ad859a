"""Turning dice by a player's own number."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicepool import receipts, turning

LABEL, PLEDGE = bytes(range(32)), bytes(range(32, 64))
RECEIPT = receipts.text(1001, LABEL, PLEDGE, 1_777_777_777_123)
DICE = st.tuples(*[st.integers(1, 6)] * 5)
NUMBERS = st.binary(min_size=16, max_size=16)
ODD = 20.52
"""Chi-square with 5 degrees of freedom is beyond it once in a thousand times."""


def chi_square(faces: Counter[int]) -> float:
    """How far counts of six faces are from even."""
    expected = faces.total() / 6
    return sum((faces[face] - expected) ** 2 / expected for face in range(1, 7))


def test_the_receipt_says_what_the_page_says() -> None:
    assert (
        f"boatzee receipt v1\nset 1001\nlabel {LABEL.hex()}\npledge {PLEDGE.hex()}\nat 1777777777123\n"
    ) == RECEIPT
    assert "\npledge none\n" in receipts.text(1, LABEL, b"", 0)


def test_a_pledge_is_the_hash_of_a_number() -> None:
    number = bytes(range(16))
    assert turning.pledge_of(number) == hashlib.sha256(number).digest()


@pytest.mark.parametrize("number", [b"", bytes(15), bytes(17), bytes(32)])
def test_a_number_has_sixteen_bytes(number: bytes) -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        turning.pledge_of(number)
    with pytest.raises(ValueError, match="16 bytes"):
        turning.turned((1, 2, 3, 4, 5), number, RECEIPT)


def test_the_die_at_each_place_by_hand() -> None:
    number = b"sixteen bytes ok"
    about = b"boatzee turn" + number + hashlib.sha256(RECEIPT.encode()).digest()
    expected = []
    for place, die in enumerate((1, 2, 3, 4, 5)):
        first = next(b for b in hashlib.sha256(about + bytes([place, 0])).digest() if b < 252)
        expected.append((die - 1 + first % 6) % 6 + 1)
    assert turning.turned((1, 2, 3, 4, 5), number, RECEIPT) == tuple(expected)


VECTORS = (
    ("00" * 16, (1, 1, 1, 1, 1), (3, 3, 4, 3, 5)),
    ("ff" * 16, (1, 2, 3, 4, 5), (6, 1, 4, 1, 3)),
    ("000102030405060708090a0b0c0d0e0f", (6, 6, 6, 6, 6), (1, 2, 3, 6, 4)),
    # Its first byte for the first place is above 251 and passed over.
    ("0000000000000000000000000000010e", (6, 5, 4, 3, 2), (6, 4, 3, 5, 6)),
)


@pytest.mark.parametrize(("number", "dice", "falls"), VECTORS)
def test_vectors(number: str, dice: tuple[int, ...], falls: tuple[int, ...]) -> None:
    assert turning.turned(dice, bytes.fromhex(number), RECEIPT) == falls


def test_a_byte_of_252_and_above_is_passed_over_and_not_reduced() -> None:
    number = bytes.fromhex(VECTORS[-1][0])
    about = b"boatzee turn" + number + hashlib.sha256(RECEIPT.encode()).digest()
    first, second = hashlib.sha256(about + bytes(2)).digest()[:2]
    assert first >= 252 > second
    assert turning.turned((1,), number, RECEIPT) == (second % 6 + 1,)


@given(dice=DICE, number=NUMBERS)
def test_a_number_moves_each_place_by_a_step_whatever_die_lies_there(
    dice: tuple[int, ...], number: bytes
) -> None:
    steps = [(face - 1) % 6 for face in turning.turned((1,) * 5, number, RECEIPT)]
    falls = turning.turned(dice, number, RECEIPT)
    assert falls == tuple((die - 1 + step) % 6 + 1 for die, step in zip(dice, steps, strict=True))


def test_all_sets_under_one_number_are_all_sets() -> None:
    number = b"any sixteen byte"
    falls = {turning.turned(dice, number, RECEIPT) for dice in product(range(1, 7), repeat=5)}
    assert len(falls) == 6**5


def always_the_same(at: int) -> bytes:
    """A player without imagination."""
    return b"my lucky number!"


def counting(at: int) -> bytes:
    """A player who chooses: one after the other."""
    return at.to_bytes(16, "big")


def at_random(at: int) -> bytes:
    """What a browser makes; here from a seed, so that the test says the same each time."""
    return np.random.default_rng(at).bytes(16)


@pytest.mark.parametrize("number", [always_the_same, counting, at_random])
def test_a_site_that_deals_sixes_alone_deals_every_face(number: Callable[[int], bytes]) -> None:
    """The number, with the receipt, evens out dice that were not rolled at all."""
    by_place = [Counter[int]() for _ in range(5)]
    for at in range(3000):
        receipt = receipts.text(1001 + at, LABEL, turning.pledge_of(number(at)), 1_777_777_777_000 + at)
        for faces, die in zip(by_place, turning.turned((6,) * 5, number(at), receipt), strict=True):
            faces[die] += 1
    assert [chi_square(faces) < ODD for faces in by_place] == [True] * 5


def test_steps_at_neighbouring_places_have_nothing_to_do_with_each_other() -> None:
    pairs = Counter(turning.turned((1, 1), counting(at), RECEIPT) for at in range(7200))
    expected = 200
    assert sum((pairs[a, b] - expected) ** 2 / expected for a in range(1, 7) for b in range(1, 7)) < 66.62


def test_another_receipt_turns_otherwise() -> None:
    number = b"my lucky number!"
    texts = [
        receipts.text(serial, label, pledge, at)
        for serial, label, pledge, at in product((1, 2), (LABEL, PLEDGE), (PLEDGE, b""), (1, 2))
    ]
    assert len({turning.turned((1,) * 5, number, text) for text in texts}) > 12
