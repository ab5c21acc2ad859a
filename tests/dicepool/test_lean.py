"""Making a segment's file lean, and filling it again, without a database."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicepool import lean, logbook
from dicepool.logbook import Handed

LABEL, PLEDGE, NUMBER = bytes(range(32)), bytes(range(32, 64)), bytes(range(16))
OTHERS = [logbook.rolled_back(8), logbook.passed_over(9, 12, logbook.EPOCH), logbook.thrown_away(3)]


def pledge_of(number: bytes) -> bytes:
    return hashlib.sha256(number).digest()


def test_only_a_pledge_that_the_number_tells_is_left_out() -> None:
    lines = [
        Handed(4, 1000, LABEL, pledge_of(NUMBER)).line,
        Handed(5, 1001, LABEL, PLEDGE).line,
        Handed(6, 1002, LABEL).line,
        Handed(7, 1003).line,
        *OTHERS,
    ]
    text = logbook.text(lines)
    assert lean.pledged(text) == [4, 5]
    found = lean.lean(text, dict.fromkeys(range(3, 13), NUMBER))
    assert (
        found
        == logbook.text(["4 1000 = =", f"1 1 = {PLEDGE.hex()}", "1 1 = -", "1 1 - -", *OTHERS])
        + b"\0"
        + 3 * LABEL
    )
    assert lean.told(found) == [4]
    assert lean.filled(found, {4: NUMBER}) == text


@given(st.lists(st.tuples(st.sampled_from([b"", PLEDGE, NUMBER]), st.booleans()), min_size=1))
def test_what_is_filled_is_as_it_was(given: list[tuple[bytes, bool]]) -> None:
    sets = [
        Handed(serial, serial, LABEL, pledge_of(what) if what == NUMBER else what)
        for serial, (what, _known) in enumerate(given, 1)
    ]
    numbers = {serial: NUMBER for serial, (_what, known) in enumerate(given, 1) if known}
    text = logbook.text([one.line for one in sets] + OTHERS)
    found = lean.lean(text, numbers)
    assert lean.filled(found, numbers) == text
    assert set(lean.told(found)) <= set(numbers)
    assert len(found) < len(text) - 24 * len(sets) - 63 * len(lean.told(found))


def test_without_its_number_a_pledge_is_not_told() -> None:
    text = logbook.text(["4 1000 = ="]) + b"\0" + LABEL
    with pytest.raises(KeyError):
        lean.filled(text, {5: NUMBER})
    with pytest.raises(ValueError, match="16 bytes"):
        lean.filled(text, {4: b"short"})
