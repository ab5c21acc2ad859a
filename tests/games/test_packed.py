"""A packed log is the very same when it is read again, or it was never packed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import record
from games.packed import LAST, Contents, Damaged, Logged, Unpackable, pack, rolls, unpack, unpack_end
from games.packed.log import ORDERED
from games.rules import RULES
from tests.games.logs import FIRST, RECORDS, SECOND, chain, log_of

FILES = sorted(RECORDS.glob("*/*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_log_of_a_recorded_match_is_the_same_again_and_small(path: Path) -> None:
    match = record.read(path.read_text(encoding="utf-8"))
    steps = record.replay(match)
    state = RULES[match.code].dump(steps[-1].after)
    contents = Contents(log_of(match), state)
    stored = pack(contents)
    assert unpack(stored) == contents
    assert unpack_end(stored) == contents._replace(moves=contents.moves[-LAST:])
    assert list(rolls(stored)) == [(move.seat, move.dice) for move in contents.moves if move.dice]
    own = sum(len(number) // 2 for entry in match.entries for number in entry.numbers)
    assert len(stored) - own < 9 * len(contents.moves) + 150


FACES = st.lists(st.integers(1, 6), max_size=7).map(tuple)
NUMBERS = st.lists(
    st.one_of(st.just(""), st.binary(min_size=16, max_size=16).map(bytes.hex)), max_size=3
).map(tuple)
WORDS = st.text(st.characters(categories=["L", "N", "P"]), max_size=12)
KINDS = WORDS.filter(lambda word: not word.endswith(ORDERED))
MOMENTS = st.integers(-(2**60), 2**60)
SERIALS = st.lists(st.integers(0, 2**63 - 1), max_size=3).map(tuple)
MOVES = st.lists(
    st.builds(Logged, st.integers(0, 255), KINDS, FACES, WORDS, FACES, SERIALS, NUMBERS, MOMENTS), max_size=60
).map(tuple)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=5), inside, max_size=4),
    max_leaves=12,
)


@given(st.builds(Contents, MOVES, VALUES))
def test_any_log_is_the_same_again(contents: Contents) -> None:
    packed = pack(contents)
    assert unpack(packed) == contents
    assert unpack_end(packed) == contents._replace(moves=contents.moves[-LAST:])


ANY_MOVES = st.lists(
    st.builds(
        Logged,
        seat=st.integers(-1, 300),
        kind=st.text(max_size=6),
        keep=st.lists(st.integers(-1, 9), max_size=6).map(tuple),
        box=st.text(max_size=6),
        dice=st.lists(st.integers(-1, 9), max_size=6).map(tuple),
        serials=st.lists(st.integers(), max_size=3).map(tuple),
        numbers=st.lists(st.text("0123456789abcdefAF zé", max_size=33), max_size=2).map(tuple),
        at=st.integers(),
    ),
    max_size=8,
).map(tuple)


@given(st.builds(Contents, ANY_MOVES, st.floats() | st.text() | VALUES))
def test_what_has_no_place_is_refused_and_nothing_is_packed_wrongly(contents: Contents) -> None:
    try:
        stored = pack(contents)
    except Unpackable:
        return
    assert unpack(stored) == contents


@pytest.mark.parametrize(
    "odd",
    [
        {"keep": (7,)},
        {"dice": (0,)},
        {"seat": 256},
        {"kind": "two words"},
        {"kind": f"keep{ORDERED}"},
        {"box": "a\nb"},
        {"box": "a\0b"},
        {"numbers": ("00ff",)},
        {"numbers": ("FF" * 16,)},
    ],
)
def test_a_move_that_no_game_makes_is_refused(odd: dict[str, Any]) -> None:
    with pytest.raises(Unpackable):
        pack(Contents((FIRST.moves[2]._replace(**odd),), {}))


def test_a_state_that_is_no_json_is_refused() -> None:
    with pytest.raises(Unpackable):
        pack(Contents((), {1: "a key that JSON makes a text of"}))


def test_too_many_kinds_of_moves_are_refused() -> None:
    moves = tuple(FIRST.moves[4]._replace(box=f"box-{number}") for number in range(257))
    assert unpack(pack(Contents(moves[:256], None))).moves == moves[:256]
    with pytest.raises(Unpackable):
        pack(Contents(moves, None))


def test_whatever_happens_to_the_bytes_is_noticed() -> None:
    stored = pack(FIRST)
    for place in range(len(stored)):
        for damaged in (
            stored[:place],
            stored[:place] + bytes([stored[place] ^ 1]) + stored[place + 1 :],
            stored[:place] + stored[place + 1 :],
        ):
            with pytest.raises(Damaged):
                unpack(damaged)
            with pytest.raises(Damaged):
                unpack_end(damaged)


def rolled(seats: Iterable[int], numbers: Iterable[str]) -> Contents:
    """Rolls of these seats with these numbers."""
    return Contents(
        tuple(
            Logged(seat, "roll", (), "", (1, 2, 3, 4, 5), (at,), (number,), at)
            for at, (seat, number) in enumerate(zip(seats, numbers, strict=False), 1)
        ),
        None,
    )


def in_turn(*chains: list[str]) -> Iterator[str]:
    """A number of each chain in turn."""
    return (number for numbers in zip(*chains, strict=True) for number in numbers)


@pytest.mark.parametrize(
    ("contents", "kept"),
    [
        (rolled(cycle([0]), chain(1, 64)), 1),
        (rolled(cycle([0, 1]), in_turn(chain(1, 30), chain(2, 30))), 2),
        (rolled(cycle([0]), in_turn(chain(1, 30), chain(2, 30))), 2),
        (rolled(cycle([0]), chain(1, 9) + chain(2, 9)), 2),
        (rolled(cycle([0]), [*chain(1, 9)[:4], *chain(1, 9)[5:]]), 2),
        (rolled(cycle([0]), chain(1, 12)[::-1]), 12),
        (rolled(cycle([0, 1]), chain(1, 12)), 12),
        (rolled(cycle([0]), [chain(1, 2)[0], *chain(2, 8), chain(1, 2)[1]]), 2),
        (rolled(cycle([0]), [chain(1, 2)[0], *chain(2, 9), chain(1, 2)[1]]), 3),
        (rolled(cycle([0]), [*chain(1, 3), "", *chain(2, 3)]), 2),
    ],
    ids=[
        *("a chain", "one of each seat", "two of a seat", "one after another", "one with a gap", "backwards"),
        *("over two seats", "told from nine on", "told from ten on", "rolls without"),
    ],
)
def test_of_numbers_in_a_chain_the_last_is_kept(contents: Contents, kept: int) -> None:
    packed = pack(contents)
    assert unpack(packed) == contents
    own = [bytes.fromhex(number) for move in contents.moves for number in move.numbers if number]
    assert sum(number in packed for number in own) == kept
    bare = contents._replace(moves=tuple(move._replace(numbers=("",)) for move in contents.moves))
    assert len(packed) - len(pack(bare)) <= 16 * kept + 24


LINKS = st.lists(
    st.one_of(
        st.just(("",)),
        st.binary(min_size=16, max_size=16).map(lambda number: (number.hex(),)),
        st.builds(lambda secret, start, end: chain(secret, 12)[start:end], *3 * [st.integers(0, 11)]),
        st.builds(
            lambda one, other, end: [*in_turn(chain(one, end), chain(other, end))], *3 * [st.integers(1, 9)]
        ),
    ),
    max_size=12,
)


@given(LINKS, st.lists(st.integers(0, 3), min_size=1, max_size=12), st.integers(1, 3))
def test_numbers_are_the_same_again_however_they_were_made(
    stretches: list[list[str]], seats: list[int], each: int
) -> None:
    numbers = [number for stretch in stretches for number in stretch]
    parts = [tuple(numbers[at : at + each]) for at in range(0, len(numbers), each)]
    moves = [
        Logged(seat, "roll", (), "", (6,), (), part, at, ordered=at % each == 1)
        for at, (seat, part) in enumerate(zip(cycle(seats), parts, strict=False))
    ]
    contents = Contents(tuple(moves), None)
    assert unpack(pack(contents)) == contents


def test_times_to_the_millisecond_or_more_take_less_and_finer_ones_are_the_same_again() -> None:
    coarse = tuple(FIRST.moves[4]._replace(at=(5 * at + at * at % 7) * 1_234_000) for at in range(40))
    fine = tuple(move._replace(at=move.at + number * 321 % 1000) for number, move in enumerate(coarse))
    whole, minutes = (
        tuple(move._replace(at=move.at // unit * unit) for move in coarse) for unit in (SECOND, 60 * SECOND)
    )
    for moves in (coarse, fine, whole, minutes):
        assert unpack(pack(Contents(moves, None))).moves == moves
    sizes = [len(pack(Contents(moves, None))) for moves in (minutes, whole, coarse, fine)]
    assert sizes[3] - sizes[2] > 40 < sizes[2] - sizes[1]
    assert sizes[1] - sizes[0] > 15
