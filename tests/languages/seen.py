"""What a page in nobody's language says that is not in it: words that were not marked for translation.

Every marked sentence stands in brackets there (boatzee_site/catalogues/pseudo.py). What is outside of them is
a number, a sign, or data: somebody's words, a name, a code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from boatzee_site.catalogues import pseudo

SILENT = {"script", "style", "code", "pre", "kbd", "template", "svg", "math", "samp", "datalist", "textarea"}
LABELS = ("aria-label", "title", "alt", "placeholder", "aria-description", "data-copied")
ALONE = {"input", "img", "br", "hr", "meta", "link", "source", "wbr", "col"}
INLINE = {
    *("a", "abbr", "b", "bdi", "br", "cite", "code", "em", "i", "img", "kbd", "label", "mark", "q", "s"),
    *("small", "span", "strong", "sub", "sup", "svg", "time", "u", "wbr"),
}
"""What stands in the middle of a sentence."""
MARKS = set(pseudo.MARKED)
WORD = re.compile(r"[^\W\d_]{2,}")
"""One letter alone is a code: the seat A, the game’s Z."""


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = [""]
        self.silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in INLINE:
            self.parts.append("")
        if not self.silent:
            for name in LABELS:
                if given.get(name):
                    self.parts[-1:] = [str(given[name]), self.parts[-1]]
            if tag == "input" and given.get("type") in {"submit", "button", "reset"} and given.get("value"):
                self.parts += [str(given["value"]), ""]
        data = tag in SILENT or given.get("translate") == "no" or given.get("lang")
        if tag not in ALONE and tag != "html" and (self.silent or data):
            self.silent.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.silent and tag in self.silent:
            while self.silent and self.silent.pop() != tag:
                pass
        if tag not in INLINE:
            self.parts.append("")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.parts[-1] += data


def outside(text: str) -> str:
    """What of a text stands in no brackets."""
    found, depth = "", 0
    for letter in text:
        depth += letter == "["
        if not depth:
            found += letter
        depth -= letter == "]" and depth > 0
    return found


def unmarked(html: str, data: re.Pattern[str]) -> Iterator[str]:
    """The texts and labels of a page that say something which is neither marked nor `data`."""
    page = _Page()
    page.feed(html)
    page.close()
    for part in page.parts:
        left = data.sub(" ", outside(" ".join(part.split())))
        if any(not MARKS & set(word) for word in WORD.findall(left)):
            yield " ".join(left.split())
