"""A packed log is the very same when it is read again, or it was never packed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import record
from games.packed import Contents, Damaged, Logged, Unpackable, pack, rolls, unpack
from games.packed.dictionary import DICTIONARY, OF_FOURTH
from games.rules import RULES
from tests.games import own_numbers
from tests.games.folded import STORED_BOAT, of_version

RECORDS = Path(__file__).parents[1] / "records"
FILES = sorted(RECORDS.glob("*/*.txt"))
SECOND = 1_000_000
FIRST = Contents(
    (
        Logged(0, "roll-off", (), "", (4,), (1001,), (), 1_763_800_000_000_000),
        Logged(1, "roll-off", (), "", (2,), (1002,), (), 1_763_800_000_000_025),
        Logged(0, "roll", (), "", (1, 3, 3, 5, 6), (1003,), ("00ff" * 8,), 1_763_800_007_654_321),
        Logged(0, "roll", (3, 3), "", (2, 3, 6), (1005,), ("",), 1_763_800_011_000_000),
        Logged(0, "score", (), "threes", (), (), (), 1_763_800_011_000_000),
        Logged(1, "timeout", (), "", (), (), (), 1_763_900_011_000_000),
    ),
    {"cards": [{"columns": [[None, 9]], "extras": 0}], "turn": 1, "pace": "turns"},
)


def log_of(match: record.Match) -> tuple[Logged, ...]:
    """The moves of a record as the database would keep them, one a second."""
    moves = [
        Logged(throw.seat, "roll-off", (), "", (throw.die,), (throw.serial,), (), 0)
        for throws in match.roll_off
        for throw in throws
    ]
    for entry in match.entries:
        move = entry.move
        moves.append(
            Logged(
                *(entry.seat, move.kind.value, move.keep, move.box, entry.dice, entry.serials, entry.numbers),
                at=0,
            )
        )
    return tuple(move._replace(at=number * SECOND) for number, move in enumerate(moves))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_log_of_a_recorded_match_is_the_same_again_and_small(path: Path) -> None:
    match = record.read(path.read_text(encoding="utf-8"))
    steps = record.replay(match)
    state = RULES[match.code].dump(steps[-1].after)
    contents = Contents(log_of(match), state)
    stored = pack(contents)
    assert unpack(stored) == contents
    own = sum(len(number) // 2 for entry in match.entries for number in entry.numbers)
    assert len(stored) - own < 9 * len(contents.moves) + 150


FACES = st.lists(st.integers(1, 6), max_size=7).map(tuple)
NUMBERS = st.lists(
    st.one_of(st.just(""), st.binary(min_size=16, max_size=16).map(bytes.hex)), max_size=3
).map(tuple)
WORDS = st.text(st.characters(categories=["L", "N", "P"]), max_size=12)
MOMENTS = st.integers(-(2**60), 2**60)
SERIALS = st.lists(st.integers(0, 2**63 - 1), max_size=3).map(tuple)
MOVES = st.lists(
    st.builds(Logged, st.integers(0, 255), WORDS, FACES, WORDS, FACES, SERIALS, NUMBERS, MOMENTS), max_size=60
).map(tuple)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=5), inside, max_size=4),
    max_leaves=12,
)


@given(st.builds(Contents, MOVES, VALUES))
def test_any_log_is_the_same_again(contents: Contents) -> None:
    assert unpack(pack(contents)) == contents


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


def test_a_log_of_another_version_is_refused() -> None:
    for version in (0, 5, 255):
        with pytest.raises(Damaged):
            unpack(of_version(version, pack(FIRST)))
    for short in (b"", b"\1", pack(FIRST)[:4]):
        with pytest.raises(Damaged):
            unpack(short)
    assert pack(FIRST)[0] == pack(CHAINED)[0] == 4


def chain(secret: int, links: int) -> list[str]:
    """So many numbers as a browser makes them, of which this is the last."""
    return [number.hex() for number in own_numbers.chain(secret.to_bytes(16), links)]


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


DIGESTS = [
    "9e5fe855122aa235de52b8bfe6c327d44692336f7970111a929a8d1aceff69f0",
    "22e3795ce3c49854e9a7fe90f9bbb8611889ff70242fb822c7e6c956962c7f40",
]
STORED_FIRST = (
    "014cc3967c91933d9644891a2f24c5822546c8a0391be22ec35a0626260646661606460606064600742e2799d20fd40f"
    "040480c0a387d68aa20632b0aea6079eb498030080a0b787e90500ff00ff00ff00ff00ff00ff00ff00ff92111ec8"
)
CHAINED = Contents(
    (
        FIRST.moves[2]._replace(
            dice=(1, 3, 3, 5, 6, 2), serials=(1003, 1004), numbers=(chain(7, 4)[0], "00ff" * 8)
        ),
        FIRST.moves[3]._replace(numbers=(chain(7, 4)[1],)),
        FIRST.moves[3]._replace(ordered=True),
        FIRST.moves[3]._replace(seat=1, numbers=(chain(7, 4)[2],)),
        FIRST.moves[3]._replace(numbers=(chain(7, 4)[3],)),
        FIRST.moves[3]._replace(numbers=(chain(7, 4)[2],)),
    ),
    {"turn": 1},
)
STORED_SECOND = (
    "024443ee0c1aa1a658232ce95711912980c10d31c5b0968181919989898901483330000000fb83a9aa13a514cec3e4d6"
    "0f020200da0f0000e2eec98ed68aa2069eb498030000000000ff00ff00ff00ff00ff00ff00ff00ff843b571b7d0e179c"
    "dd213ca1d0dbb59300000000000000000000000000000007843b571b7d0e179cdd213ca1d0dbb5937300bcc5"
)

STORED_THIRD = (
    "0332c3967c91933d9644891a2f24c5822546c8a0391be22ec35a001804564a0694b59a71f8bc6542b1c293393223eac5f7b23c7e6f"
    "7754b81e2f585baeb8e2c14c490e2600ff00ff00ff00ff00ff00ff00ff00ffd64ae94d"
)
STORED_ODD = "0118cb4f4951440ac15a060606000003ae3474"
STORED_CHAINED = (
    "032c43ee0c1aa1a658232ce95711912980c10d31c5b0160018046a40159db9e223f3e9d1792d1fa4e9d41db8923156b298764af0"
    "87407b67ed810f2000ff00ff00ff00ff00ff00ff00ff00ff843b571b7d0e179cdd213ca1d0dbb5930000000000000000000000"
    "0000000007843b571b7d0e179cdd213ca1d0dbb59310236698"
)

STORED_FOURTH = (
    "043ac396b391cb072cf90e35e9a1f73a18708428b8778c191268ae86390b000c047452065016efca3e36f42798c8565246b4"
    "71b4949716d42bf0f3b37c8a8ac3fbbba7bd8ea049100cd47c4c00ff00ff00ff00ff00ff00ff00ff00ffa50367bf"
)
STORED_LINKED = (
    "0428431e363342cdbe4658b2af22a2f400a6309821000c047e42eacd912ce9597621e3228c211881a5a0c1e51ec655477990"
    "1cb4cf8bb57d805e4000ff00ff00ff00ff00ff00ff00ff00ff843b571b7d0e179cdd213ca1d0dbb593000000000000000000"
    "00000000000007843b571b7d0e179cdd213ca1d0dbb593c321fb5e"
)


@pytest.mark.parametrize(
    ("stored", "contents"),
    [
        (STORED_FIRST, FIRST),
        (STORED_SECOND, CHAINED),
        (STORED_THIRD, FIRST),
        (STORED_CHAINED, CHAINED),
        (STORED_FOURTH, FIRST),
        (STORED_LINKED, CHAINED),
    ],
)
def test_each_version_is_read_for_ever(stored: str, contents: Contents) -> None:
    """Sites hold rows like these: what fails here has lost them. Make another version instead."""
    assert [hashlib.sha256(one).hexdigest() for one in (DICTIONARY, OF_FOURTH)] == DIGESTS
    assert unpack(bytes.fromhex(stored)) == contents


def test_what_is_packed_today_is_what_was_packed_yesterday() -> None:
    assert [pack(FIRST).hex(), pack(CHAINED).hex()] == [STORED_FOURTH, STORED_LINKED]


def test_a_whole_match_of_version_3_is_read_for_ever() -> None:
    match = record.read((RECORDS / "BO" / "two-players-draw.txt").read_text(encoding="utf-8"))
    found = unpack(bytes.fromhex(STORED_BOAT))
    assert found.moves == log_of(match)
    assert found.state == RULES["BO"].dump(record.replay(match)[-1].after)


@pytest.mark.parametrize("stored", [STORED_FIRST, STORED_THIRD, STORED_FOURTH])
def test_rolls_are_read_alone_from_every_version(stored: str) -> None:
    found = [(move.seat, move.dice) for move in FIRST.moves if move.dice]
    assert list(rolls(bytes.fromhex(stored))) == found


def test_a_kind_that_only_looks_ordered_is_refused_and_read_of_old() -> None:
    with pytest.raises(Unpackable):
        pack(Contents((Logged(0, "odd!", (), "", (), (), (), 0),), {}))
    [old] = unpack(bytes.fromhex(STORED_ODD)).moves
    assert (old.kind, old.ordered) == ("odd!", False)


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
