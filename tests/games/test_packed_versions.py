"""What any version of the format has packed is read for ever."""

from __future__ import annotations

import hashlib

import pytest

from games import record
from games.packed import Contents, Damaged, Logged, Unpackable, pack, rolls, unpack, unpack_end
from games.packed.dictionary import DICTIONARY, OF_FOURTH
from games.rules import RULES
from tests.games.folded import STORED_BOAT, STORED_BOAT_FOURTH, of_version
from tests.games.logs import CHAINED, FIRST, RECORDS, log_of

DIGESTS = [
    "9e5fe855122aa235de52b8bfe6c327d44692336f7970111a929a8d1aceff69f0",
    "22e3795ce3c49854e9a7fe90f9bbb8611889ff70242fb822c7e6c956962c7f40",
]
STORED_FIRST = (
    "014cc3967c91933d9644891a2f24c5822546c8a0391be22ec35a0626260646661606460606064600742e2799d20fd40f"
    "040480c0a387d68aa20632b0aea6079eb498030080a0b787e90500ff00ff00ff00ff00ff00ff00ff00ff92111ec8"
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
STORED_FIFTH = (
    "053ac396b391cb072cf90e35e9a1f73a18708428b8778c191268ae86390b000c046e5025fe6da532cd3d588e88e1142cdb8391c5"
    "0ee6234f5d8480995bd68d84072c27d981a16a0757471000ff00ff00ff00ff00ff00ff00ff00ff7139a6e6"
)
STORED_LINKED_FIFTH = (
    "0528431e363342cdbe4658b2af22a2f400a6309821000c047a4402519ac4047d4891ae3dcc0d377abc2aaf97856c83bf3ceb317f"
    "483b7246ce5f409200ff00ff00ff00ff00ff00ff00ff00ff843b571b7d0e179cdd213ca1d0dbb593000000000000000000000000"
    "00000007843b571b7d0e179cdd213ca1d0dbb593a270d843"
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
        (STORED_FIFTH, FIRST),
        (STORED_LINKED_FIFTH, CHAINED),
    ],
)
def test_each_version_is_read_for_ever(stored: str, contents: Contents) -> None:
    """Sites hold rows like these: what fails here has lost them. Make another version instead."""
    assert [hashlib.sha256(one).hexdigest() for one in (DICTIONARY, OF_FOURTH)] == DIGESTS
    assert unpack(bytes.fromhex(stored)) == unpack_end(bytes.fromhex(stored)) == contents


def test_what_is_packed_today_is_what_was_packed_yesterday() -> None:
    assert [pack(FIRST).hex(), pack(CHAINED).hex()] == [STORED_FIFTH, STORED_LINKED_FIFTH]


@pytest.mark.parametrize("stored", [STORED_BOAT, STORED_BOAT_FOURTH])
def test_a_whole_match_of_a_version_before_is_read_for_ever(stored: str) -> None:
    match = record.read((RECORDS / "BO" / "two-players-draw.txt").read_text(encoding="utf-8"))
    found = unpack(bytes.fromhex(stored))
    assert found.moves == log_of(match)
    assert found.state == RULES["BO"].dump(record.replay(match)[-1].after)
    assert unpack_end(bytes.fromhex(stored)) == found


@pytest.mark.parametrize("stored", [STORED_FIRST, STORED_THIRD, STORED_FOURTH, STORED_FIFTH])
def test_rolls_are_read_alone_from_every_version(stored: str) -> None:
    found = [(move.seat, move.dice) for move in FIRST.moves if move.dice]
    assert list(rolls(bytes.fromhex(stored))) == found


def test_a_kind_that_only_looks_ordered_is_refused_and_read_of_old() -> None:
    with pytest.raises(Unpackable):
        pack(Contents((Logged(0, "odd!", (), "", (), (), (), 0),), {}))
    [old] = unpack(bytes.fromhex(STORED_ODD)).moves
    assert (old.kind, old.ordered) == ("odd!", False)


def test_a_log_of_another_version_is_refused() -> None:
    for version in (0, 6, 255):
        with pytest.raises(Damaged):
            unpack(of_version(version, pack(FIRST)))
    for short in (b"", b"\1", pack(FIRST)[:4]):
        with pytest.raises(Damaged):
            unpack(short)
    assert pack(FIRST)[0] == pack(CHAINED)[0] == 5
