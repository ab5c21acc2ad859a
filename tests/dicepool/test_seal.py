"""Rolling and sealing."""

from __future__ import annotations

import base64
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from dicepool import seal

KEY = bytes(range(32))
ENCODED = base64.urlsafe_b64encode(KEY).decode()


def given_bytes(text: bytes) -> Callable[[int], bytes]:
    """A random source that gives this text, then zeros."""
    left = [text]

    def give(count: int) -> bytes:
        part, left[0] = left[0][:count], left[0][count:]
        return part.ljust(count, b"\0")

    return give


def test_bytes_of_252_and_above_are_dropped_and_not_reduced() -> None:
    rolled = seal.roll(1, given_bytes(bytes([252, 253, 5, 254, 255, 251, 0, 6, 13])))
    assert rolled.tolist() == [[6, 6, 1, 1, 2]]


def test_every_face_has_as_many_bytes_as_any_other() -> None:
    rolled = seal.roll(252 // 5, given_bytes(bytes(range(252))))
    counted = np.bincount(rolled.ravel(), minlength=7)[1:]
    assert rolled.size == 250
    assert sorted(counted.tolist()) == [41, 41, 42, 42, 42, 42]  # bytes 250 and 251 were not needed


def test_rolling_goes_on_when_a_whole_read_was_dropped() -> None:
    assert seal.roll(2, given_bytes(bytes([255]) * 200)).shape == (2, 5)


def test_indexes_and_dice_are_two_names_of_the_same_sets() -> None:
    every = np.array(list(product(range(1, 7), repeat=5)), dtype=np.uint8)
    indexes = seal.index_of(every)
    assert indexes.tolist() == list(range(seal.SETS))
    assert (seal.dice_of(indexes) == every).all()


@given(first=st.integers(1, 2**62), count=st.integers(1, 100), seed=st.integers(0, 2**32 - 1))
def test_what_was_sealed_opens_to_the_same_dice_one_by_one_and_together(
    first: int, count: int, seed: int
) -> None:
    indexes = np.random.default_rng(seed).integers(0, seal.SETS, count).astype(np.uint16)
    rows = seal.stream(KEY, first, count)
    values = seal.seal(indexes, rows)
    assert (seal.open_values(values, rows) == indexes).all()
    dice = seal.dice_of(indexes)
    for at in (0, count - 1):
        assert seal.open_one(KEY, first + at, int(values[at])) == tuple(dice[at].tolist())


def test_the_stream_of_a_serial_does_not_depend_on_where_reading_began() -> None:
    whole = seal.stream(KEY, 1, 200)
    assert (seal.stream(KEY, 37, 100) == whole[36:136]).all()


def test_another_key_another_nonce_another_serial_give_another_mask() -> None:
    keys = seal.parse_keys(f"1:{ENCODED}")
    one, other = keys.batch_key(1, b"a" * 16), keys.batch_key(1, b"b" * 16)
    assert one != other
    masks = seal.masks(seal.stream(one, 1, 5000))
    assert (masks == seal.masks(seal.stream(other, 1, 5000))).mean() < 0.01
    assert len(np.unique(masks)) > 3000


def test_the_batch_key_is_hkdf_as_the_rfc_has_it() -> None:
    nonce = b"0123456789abcdef"
    expected = HKDF(SHA256(), 32, nonce, b"boatzee dice batch").derive(KEY)
    assert seal.parse_keys(f"1:{ENCODED}").batch_key(1, nonce) == expected


def test_the_highest_id_is_the_newest_key() -> None:
    second = base64.urlsafe_b64encode(b"2" * 32).decode()
    keys = seal.parse_keys(f"10:{ENCODED}, 9:{second}")
    assert keys.newest == 10
    assert keys.batch_key(9, b"n") != keys.batch_key(10, b"n")


def test_a_key_that_is_gone_is_missed_by_name() -> None:
    with pytest.raises(seal.KeyMissing, match="dice key 2"):
        seal.parse_keys(f"1:{ENCODED}").batch_key(2, b"n")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected id:key"),
        (ENCODED, "expected id:key"),
        (f"one:{ENCODED}", "expected id:key"),
        (f"0:{ENCODED}", "expected id:key"),
        ("1:not base64!", "not urlsafe base64"),
        ("1:" + base64.urlsafe_b64encode(b"short").decode(), "5 bytes instead of 32"),
        (f"1:{ENCODED},1:{ENCODED}", "given twice"),
        (f"1:{ENCODED},", "entry 2"),
    ],
)
def test_keys_that_cannot_be_read_are_refused_without_showing_them(text: str, complaint: str) -> None:
    with pytest.raises(seal.BadKeys, match=complaint) as refused:
        seal.parse_keys(text)
    assert ENCODED not in str(refused.value)


def test_keys_do_not_show_themselves() -> None:
    assert ENCODED not in repr(seal.parse_keys(f"1:{ENCODED}"))
    assert repr(KEY) not in repr(seal.parse_keys(f"1:{ENCODED}"))
