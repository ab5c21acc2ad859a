"""Markdown of the forum: what comes out holds nothing beyond a short list, whatever goes in."""

from __future__ import annotations

from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.forum import marking

BITS = [
    *("<script>", "</p>", "<img src=x onerror=alert(1)>", "<a href='javascript:alert(1)'>", "<!--", "]]>"),
    *("[x](javascript:alert(1))", "[x](data:text/html;base64,AA)", "![x](https://x.example/a.png)", "&#106;"),
    *("https://x.example", "http://[", 'https://x.example/"onload=', "ftp://x.example", "https://\u202e.x/"),
    *("<javascript:alert(1)>", "<https://x.example>", "[a]: javascript:alert(1)", "[a]", "`", "```\n", "> "),
    *(
        "- ",
        "1. ",
        "*",
        "**",
        "_",
        "\n",
        "\n\n",
        "    ",
        "\\",
        "\u202e",
        "\u200b",
        "\x00",
        '"',
        "' onclick=",
        "<svg",
    ),
    *(
        "[x](  \tJaVaScRiPt:alert(1))",
        "[x](/\\evil.example)",
        '[x](https://x.example "a\\" onload=1")',
        "# ",
        "---\n",
    ),
]


ADDRESSES = "http://", "a@", "://"


class Seen(HTMLParser):
    """Every tag with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.other: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_comment(self, data: str) -> None:
        self.other.append(data)

    def handle_decl(self, decl: str) -> None:
        self.other.append(decl)

    def handle_pi(self, data: str) -> None:
        self.other.append(data)


@settings(max_examples=400)
@given(st.lists(st.one_of(st.sampled_from(BITS), st.text(max_size=20)), max_size=30).map("".join))
def test_no_tag_and_no_attribute_beyond_the_list_comes_out(text: str) -> None:
    must_hold_no_more_than_the_list(marking.html(text))


@pytest.mark.parametrize(
    "made",
    [
        '<p><img src="https://x.example/a.png" onerror="alert(1)"></p>',
        "<h1>Large</h1><table><tr><td>x</td></tr></table>",
        '<p class="x" style="color: red" id="y">x</p>',
        '<a href="javascript:alert(1)" target="_top">x</a><a href="data:text/html,x">y</a>',
        "<script>alert(1)</script><style>p {}</style><iframe src='https://x.example'></iframe>",
        "<!-- x --><svg onload=alert(1)></svg><form action=/><input name=x></form>",
    ],
)
def test_nothing_more_is_let_through_whatever_the_reader_makes_of_a_text(
    monkeypatch: pytest.MonkeyPatch, made: str
) -> None:
    """There are two doors: where a later reader makes more than it should, the second is shut."""
    monkeypatch.setattr(marking, "_reader", SimpleNamespace(render=lambda _: made))
    must_hold_no_more_than_the_list(marking.html.__wrapped__("a text"))


def must_hold_no_more_than_the_list(html: str) -> None:
    seen = Seen(html)
    assert not seen.other
    for tag, attributes in seen.tags:
        assert tag in marking.TAGS
        assert set(attributes) <= marking.ATTRIBUTES.get(tag, set()) | ({"rel"} if tag == "a" else set())
        if tag == "a":
            assert attributes["rel"] == marking.REL
            scheme = (attributes.get("href") or "").partition(":")[0].lower()
            assert scheme in {"http", "https"} or ":" not in (attributes.get("href") or "")


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Hello\nbob", "<p>Hello<br>\nbob</p>"),
        (
            "**strong** *leaning* `code <b>`",
            "<p><strong>strong</strong> <em>leaning</em> <code>code &lt;b&gt;</code></p>",
        ),
        ("> said\n\nanswer", "<blockquote>\n<p>said</p>\n</blockquote>\n<p>answer</p>"),
        ("1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"),
        ("```\na < b\n```", "<pre><code>a &lt; b\n</code></pre>"),
        ("<b>no</b>", "<p>&lt;b&gt;no&lt;/b&gt;</p>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("# five", "<p># five</p>"),
        (
            "[x](https://x.example/)",
            '<p><a href="https://x.example/" rel="nofollow ugc noopener noreferrer">x</a></p>',
        ),
        (
            "See https://x.example/a_b_c?d=1&e=2, or not.",
            '<p>See <a href="https://x.example/a_b_c?d=1&amp;e=2" rel="nofollow ugc noopener noreferrer">'
            "https://x.example/a_b_c?d=1&amp;e=2</a>, or not.</p>",
        ),
        (
            "(HTTP://x.example/)",
            '<p>(<a href="HTTP://x.example/" rel="nofollow ugc noopener noreferrer">HTTP://x.example/</a>)</p>',
        ),
        (
            "https://münchen.example/ <https://xn--80ak6aa92e.com/>",
            '<p><a href="https://xn--mnchen-3ya.example/" rel="nofollow ugc noopener noreferrer">'
            "https://xn--mnchen-3ya.example/</a>"
            ' <a href="https://xn--80ak6aa92e.com/" rel="nofollow ugc noopener noreferrer">'
            "https://xn--80ak6aa92e.com/</a></p>",
        ),
        ("`https://x.example/`", "<p><code>https://x.example/</code></p>"),
        ("x.example, www.x.example, a@x.example", "<p>x.example, www.x.example, a@x.example</p>"),
        ("boatzee.com, www.boatzee.org, a@boatzee.com", "<p>boatzee.com, www.boatzee.org, a@boatzee.com</p>"),
        (
            "//x.example ftp://x.example mailto:a@x.example javascript:alert(1)",
            "<p>//x.example ftp://x.example mailto:a@x.example javascript:alert(1)</p>",
        ),
    ],
)
def test_what_is_marked_how(text: str, html: str) -> None:
    assert marking.html(text).strip() == html


def test_a_picture_stays_words() -> None:
    assert "<img" not in marking.html("![x](https://x.example/a.png)")


@pytest.mark.parametrize(
    "text",
    [
        *(
            bit * (100_000 // len(bit))
            for bit in (*ADDRESSES, "> ", "- ", "[", "*a ", "**", "`", "(", "](", "<", "a", "\\")
        ),
        "[" * 4000 + "x" + "](y)" * 4000,
    ],
)
def test_what_is_long_and_deep_comes_out_and_stays_shallow(text: str) -> None:
    deepest = depth = 0
    seen = marking.html(text)
    for part in seen.split("<")[1:]:
        depth += -1 if part.startswith("/") else 0 if part.startswith(("br", "hr")) else 1
        deepest = max(deepest, depth)
    assert deepest <= 2 * marking.DEEPEST


def test_a_quotation_is_one_and_begins_with_the_name() -> None:
    made = marking.quoted("a_b_c", "one\n\ntwo " + "x" * 500, 20)
    assert marking.html(made).startswith("<blockquote>\n<p><strong>a_b_c</strong></p>\n<p>one</p>\n<p>two")
    assert made.rstrip().endswith("…")
