"""What is written in the forum, as HTML: Markdown of few kinds, and only tags and attributes of a short list.

markdown-it-py reads it (CommonMark, with HTML, pictures, headings and references off, and with addresses that
begin with http:// or https:// made links by linkify-it-py); nh3 then lets through what stands in the list,
whatever the first made of it. What a post may say is no other site's: no picture
comes from outside, and a link vouches for nothing.
"""

from __future__ import annotations

from functools import lru_cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

TAGS = {"p", "br", "hr", "em", "strong", "ul", "ol", "li", "blockquote", "code", "pre", "a"}
ATTRIBUTES: dict[str, set[str]] = {"a": {"href"}, "ol": {"start"}, "*": set()}
"""Of each tag, and of all: those that nh3 lets any tag have by itself are not wanted."""
SCHEMES = {"http", "https"}
REL = "nofollow ugc noopener noreferrer"
DEEPEST = 12
"""Quotes and lists within one another; what lies deeper is left out."""
OFF = ["html_block", "html_inline", "image", "heading", "lheading", "reference", "entity"]

NO_LINKS = ("ftp:", "mailto:", "//")
"""With what linkify-it-py lets an address begin besides. Words with dots or an @ are none here, either: often
enough they are names.
"""


class _Reader(MarkdownIt):
    """Shows an address as it is asked for: in letters that look like others it would not be what it seems."""

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802  (its name in markdown-it-py)
        return link if link.isascii() else self.normalizeLink(link)


def _made() -> MarkdownIt:
    reader = _Reader("commonmark", {"html": False, "breaks": True, "linkify": True, "maxNesting": DEEPEST})
    finder = reader.linkify
    assert finder is not None
    finder.set({"fuzzy_link": False, "fuzzy_email": False})
    for start in NO_LINKS:
        finder.add(start, None)
    reader.enable("linkify").disable(OFF)
    reader.inline.ruler.disable("linkify")  # of a post full of "://" it takes the square of its length
    return reader


_reader = _made()


@lru_cache(maxsize=2048)
def html(text: str) -> SafeString:
    """The HTML of a post. The same text gives the same, and is rendered once by a process."""
    made = _reader.render(text)
    clean = nh3.clean(made, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel=REL)
    return mark_safe(clean)  # noqa: S308  (nh3 has cleaned it)


def quoted(name: str, text: str, most: int) -> str:
    """The beginning of a post as a quotation, to write an answer below."""
    shown = text[:most].rstrip() + (" …" if len(text) > most else "")
    return "\n".join(f"> {line}" for line in (f"**{_plain(name)}**", "", *shown.split("\n"))) + "\n\n"


def _plain(name: str) -> str:
    return name.replace("_", "\\_")
