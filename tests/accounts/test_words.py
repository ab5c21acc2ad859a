"""What may be written: one length, and no letters that do harm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models.talk import LONGEST
from accounts.talk.words import BadText, clean


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Hello \n", "Hello"),
        ("one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\nfour"),
        ("one\n \n\n\t\n\ntwo", "one\n\ntwo"),
        ("a\x00b\x1b[31mc\x7f\x85d\ud800e\tf", "ab[31mc\nde\tf"),
        ("👩‍👩‍👧 Würfel שלום", "👩‍👩‍👧 Würfel שלום"),
    ],
)
def test_lines_are_kept_and_what_is_no_text_goes(typed: str, kept: str) -> None:
    assert clean(typed) == kept


@pytest.mark.parametrize("nothing", ["", " \r\n ", "\x00", "\u200b\u2066 \u200d"])
def test_what_shows_nothing_is_nothing(nothing: str) -> None:
    with pytest.raises(BadText, match="Write something first"):
        clean(nothing)


def test_a_line_break_is_one_letter_as_the_page_counts_it() -> None:
    typed = "x\r\n" * (LONGEST // 2 - 1) + "yz"
    assert len(typed) > LONGEST
    assert clean(typed) == "x\n" * (LONGEST // 2 - 1) + "yz"


def test_too_much_is_refused_with_both_numbers() -> None:
    assert clean("x" * LONGEST) == "x" * LONGEST
    with pytest.raises(BadText, match=r"2,001 characters; 2,000 is the most"):
        clean("x" * (LONGEST + 1))


@given(st.text(max_size=60))
def test_what_is_clean_stays_as_it_is(typed: str) -> None:
    try:
        once = clean(typed)
    except BadText:
        return
    assert clean(once) == once
    assert "\x00" not in once
