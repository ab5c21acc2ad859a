"""The walker finds what was not marked, and takes no data for it."""

from __future__ import annotations

import re

import pytest

from tests.languages.seen import outside, unmarked

DATA = re.compile(r"\b(?:alice|bob|Boatzee)\b")


def found(html: str) -> list[str]:
    return list(unmarked(html, DATA))


@pytest.mark.parametrize(
    "html",
    [
        "<p>[Ŵĥáţ ~~~]</p>",
        "<p>[Šéé <a href='/'>ţĥé řüĺéš</a> ñóŵ ~~~]</p>",
        "<p>alice 3 : 2 bob · Boatzee</p>",
        "<p>[á [ƀ ~] ç ~~]</p>",
        "<script>const a = 'English';</script><style>p{}</style><code>a move</code>",
        "<p translate='no'>What somebody wrote</p>",
        "<a lang='nl'>Nederlands</a>",
        "<input type='text' value='typed'>",
        "<td>A</td><td>12</td>",
    ],
)
def test_what_is_marked_or_data_is_let_be(html: str) -> None:
    assert found(html) == []


@pytest.mark.parametrize(
    ("html", "said"),
    [
        ("<p>English</p>", "English"),
        ("<p>[á ~] glued</p>", "glued"),
        ("<p>alice <b>has</b> won</p>", "has won"),
        ("<button aria-label='Close'>×</button>", "Close"),
        ("<input type='submit' value='Send'>", "Send"),
        ("<input placeholder='Name'>", "Name"),
        ("<p translate='no'>x</p><p>After</p>", "After"),
        ("<code>x</code> after", "after"),
    ],
)
def test_what_is_neither_is_found(html: str, said: str) -> None:
    assert found(html) == [said]


def test_brackets_that_close_nothing_hide_nothing() -> None:
    assert outside("] a [b] c") == "] a  c"
