"""The tree over a batch, and paths in it."""

from __future__ import annotations

import hashlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dicepool import merkle


def leaves(count: int) -> list[bytes]:
    """Distinct leaves."""
    return [hashlib.sha256(str(number).encode()).digest() for number in range(count)]


def test_a_leaf_is_hashed_as_the_page_says() -> None:
    salt = bytes(range(16))
    text = b"\x00" + (258).to_bytes(8, "big") + bytes([6, 5, 4, 3, 2]) + salt
    assert merkle.leaf(258, (6, 5, 4, 3, 2), salt) == hashlib.sha256(text).digest()


def test_many_leaves_are_the_same_as_one_by_one() -> None:
    random = np.random.default_rng(1)
    dice = random.integers(1, 7, (50, 5), dtype=np.uint8)
    salts = random.integers(0, 256, (50, 16), dtype=np.uint8)
    one_by_one = [merkle.leaf(70_000 + at, tuple(dice[at].tolist()), salts[at].tobytes()) for at in range(50)]
    assert merkle.leaves(70_000, dice, salts) == one_by_one


def test_a_small_tree_by_hand() -> None:
    a, b, c = leaves(3)

    def node(left: bytes, right: bytes) -> bytes:
        return hashlib.sha256(b"\x01" + left + right).digest()

    assert merkle.root_of([a]) == a
    assert merkle.root_of([a, b, c]) == node(node(a, b), c)
    assert merkle.path(merkle.tree([a, b, c]), 2) == [node(a, b)]


@given(count=st.integers(1, 1100), data=st.data())
def test_every_path_leads_to_the_root_and_to_no_other(count: int, data: st.DataObject) -> None:
    level = leaves(count)
    index = data.draw(st.integers(0, count - 1))
    kept = merkle.groups(level)
    group = level[index // merkle.GROUP * merkle.GROUP :][: merkle.GROUP]
    path = merkle.path_in_groups(merkle.tree(group), merkle.tree(kept), index)
    root = merkle.root_of(level)
    assert path == merkle.path(merkle.tree(level), index)
    assert merkle.root_of(kept) == root
    assert merkle.climb(level[index], index, count, path) == root
    assert merkle.climb(level[index], index, count, [*path, root]) is None
    assert merkle.climb(level[index], count, count, path) is None
    if path:
        assert merkle.climb(level[index], index, count, path[:-1]) is None
        assert merkle.climb(level[index], index ^ 1, count, path) != root
        assert merkle.climb(level[index - 1], index, count, path) != root


def test_the_chain_holds_everything_of_a_batch() -> None:
    bound = merkle.bound(merkle.GENESIS, b"r" * 32, 1, 10, 1, 5)
    for other in (
        merkle.bound(b"p" * 32, b"r" * 32, 1, 10, 1, 5),
        merkle.bound(merkle.GENESIS, b"s" * 32, 1, 10, 1, 5),
        merkle.bound(merkle.GENESIS, b"r" * 32, 2, 10, 1, 5),
        merkle.bound(merkle.GENESIS, b"r" * 32, 1, 11, 1, 5),
        merkle.bound(merkle.GENESIS, b"r" * 32, 1, 10, 2, 5),
        merkle.bound(merkle.GENESIS, b"r" * 32, 1, 10, 1, 6),
        merkle.chained(merkle.GENESIS, b"r" * 32, 1, 10),
    ):
        assert other != bound
    link = merkle.chained(merkle.GENESIS, b"r" * 32, 1, 10)
    assert link != merkle.chained(b"p" * 32, b"r" * 32, 1, 10)
    assert link != merkle.chained(merkle.GENESIS, b"s" * 32, 1, 10)
    assert link != merkle.chained(merkle.GENESIS, b"r" * 32, 2, 10)
    assert link != merkle.chained(merkle.GENESIS, b"r" * 32, 1, 11)
