"""On no page does a name that is read from the right turn the numbers and names around it: it stands in a
`<bdi>`, or words come next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.db import transaction

from accounts.alphabets import skeleton
from accounts.models import User
from tests.site.walk.addresses import address_of
from tests.site.walk.rows import ROWS
from tests.site.walk.steps import Door
from tests.site.walk.world import World, build

pytestmark = pytest.mark.django_db
NAMES = {"owner": "דוד-לוי", "opponent": "محمد-12", "muted": "יעל", "organiser": "سارة"}
SEEN_BY = ("owner", "opponent")
INLINE = {
    *("a", "abbr", "b", "bdi", "code", "em", "i", "label", "mark", "q", "s", "small", "span", "strong"),
    *("sub", "sup", "time", "u", "svg", "img", "br", "wbr", "input"),
}
ALONE = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr", "path", "use"}
UNTURNED = {"title", "script", "style", "textarea", "option", "pre", "template", "datalist"}
"""Here no element can stand, or each line is a paragraph for itself."""
ANY = "|".join(map(re.escape, NAMES.values()))
TURNED = re.compile(rf"(?:{ANY})[\W_…]*(?:\d|{ANY})")
"""A name, and no word that would hold the direction before a number or the next name (UAX 9)."""
SET_APART = re.compile("\u2068[^\u2069]*\u2069")


class Page(HTMLParser):
    """The paragraphs of a page: those of their texts that stand in no `<bdi>`."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.within: list[str] = []
        self.lines: list[list[str]] = [[]]
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A paragraph begins with whatever does not stand in a line."""
        if tag not in INLINE:
            self.lines.append([])
        if tag not in ALONE:
            self.within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """And another after it."""
        while tag in self.within and self.within.pop() != tag:
            pass
        if tag not in INLINE:
            self.lines.append([])

    def handle_data(self, data: str) -> None:
        """What stands in a `<bdi>` turns nothing."""
        if data.strip() and not UNTURNED & set(self.within):
            self.lines[-1].append("…" if "bdi" in self.within else data.strip())


def turning(html: str) -> Iterator[str]:
    """The paragraphs of a page that one of these names turns."""
    for line in Page(html).lines:
        text = SET_APART.sub("…", " ".join(line))
        if TURNED.search(text):
            yield text[:160]


@pytest.fixture
def world() -> World:
    """The world of the walk, in which some are called so."""
    made = build()
    for role, name in NAMES.items():
        User.objects.filter(pk=made.people[role].pk).update(username=name, looking=skeleton(name))
        made.keys[f"the-{role}"] = name
    return made


def test_what_is_looked_for_is_found() -> None:
    assert list(turning("<p>יעל: 12</p><p>יעל</p><p><bdi>יעל</bdi>: 12</p>")) == ["יעל: 12"]
    assert list(turning("<li><a>יעל</a> <b>12</b></li><p>יעל has 12</p>")) == ["יעל 12"]
    assert list(turning("<p>יעל – סארה</p><p>יעל – סארה</p>".replace("סארה", NAMES["organiser"]))) != []
    assert list(turning("<p>\u2068יעל\u2069 – \u2068סארה\u2069</p>")) == []


def pages(world: World) -> Iterator[tuple[str, str]]:
    """Each page once for each of those who see it, by its address."""
    asked = {
        (address_of(world, row), role)
        for row in ROWS
        for role in SEEN_BY
        if row.expected("GET").get(role) == 200
    }
    door = Door(guarded=False)
    for path, role in sorted(asked):
        with transaction.atomic():
            answer = door.ask(path, "GET", None, world.sessions[role])
            transaction.set_rollback(True)
        if answer.headers.get("Content-Type", "").startswith("text/html") and not answer.streaming:
            yield path, answer.content.decode()


@pytest.mark.long
def test_no_page_is_turned_by_a_name(world: World) -> None:
    found, shown = set(), 0
    for path, html in pages(world):
        shown += any(name in html for name in NAMES.values())
        found |= {f"{path}: {line}" for line in turning(html)}
    assert sorted(found) == []
    assert shown > 100
