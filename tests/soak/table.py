"""At a table: choose among the moves that the page offers, and send them as good and bad browsers do."""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass, field

from tests.soak.book import Ack, Act
from tests.soak.browser import Browser, NoAnswer
from tests.soak.page import Fields, Form, Page

MATCH = re.compile(r"/matches/(\d+)/")
MOVED = frozenset({302, 409})
"""What a move off a page of this moment may be answered with: somebody else may have ended the match."""
REFUSED = frozenset({409})
TYPED = frozenset({302, 400, 409})
"""Words are read by the table as it is: those of another moment may name no move at all."""
OLD_FORMS = 5
TRICKS = {
    "plain": 76,
    "typed": 6,
    "two tabs, one form": 5,
    "two tabs, two moves": 4,
    "sent again": 5,
    "stale": 4,
}
"""How a move may be sent, and how many of a hundred are."""


def read(words: str) -> Act:
    """A move in the words of the record: `keep 3 3 roll`, `score fives`, `set aside 1 5 bank`."""
    found = re.fullmatch(r"(?:(?:keep|set aside) ([1-6 ]+) )?([a-z-]+)(?: (\S+))?", words)
    if found is None:
        raise ValueError(f"no move: {words}")
    return Act(found[2], tuple(sorted(map(int, (found[1] or "").split()))), found[3] or "")


def fill(form: Form, act: Act) -> Fields | None:
    """The table's form with this move in it; None where the form has no way to make it."""
    faces = form.values("keep")
    for face in map(str, act.keep):
        if face not in faces:
            return None
        faces.remove(face)
    if act.kind not in form.values("do") or (act.box and act.box not in form.values("box")):
        return None
    chosen = [("keep", str(face)) for face in act.keep]
    box = [("box", act.box)] if act.box else []
    return [*form.sent(without=("keep", "box", "do")), *chosen, *box, ("do", act.kind)]


def number(path: str) -> int:
    """The match of an address. Raises ValueError."""
    found = MATCH.search(path)
    if found is None:
        raise ValueError(f"no match: {path}")
    return int(found[1])


@dataclass
class Hand:
    """Somebody who makes moves: in a hurry, and not always by the book."""

    browser: Browser
    rng: random.Random
    old: list[tuple[str, Fields]] = field(default_factory=list)

    def turn(self, page: Page) -> Page:
        """Make one move on a page where this player is to move, and see what comes of it. Raises NoAnswer."""
        form = page.form("/move/")
        if form is None or not page.legal:
            return page
        acts = [read(words) for words in page.legal]
        ways = [(act, fields) for act in acts if (fields := fill(form, act)) is not None]
        if not ways:
            raise ValueError(f"the form of {page.path} makes none of its moves: {page.legal[:5]}")
        act, fields = self._choose(ways)
        trick = self.rng.choices(list(TRICKS), list(TRICKS.values()))[0]
        if trick == "two tabs, one form":
            answers = self.send(form.action, [(act, fields), (act, fields)])
        elif trick == "two tabs, two moves":
            answers = self.send(form.action, [(act, fields), self.rng.choice(ways)])
        elif trick == "typed" and (line := next((one for one in page.forms if one.has("typed")), None)):
            words = page.legal[acts.index(act)]
            typed = [*line.sent(without=("typed",)), ("typed", words)]
            answers = self.send(line.action, [(act, typed)], TYPED)
        else:
            if trick == "stale" and self.old:
                self.browser.post(*self.rng.choice(self.old), REFUSED)
            answers = self.send(form.action, [(act, fields)])
        moved = next((one for one in answers if one.status == 302), None)
        if moved is None:  # a form that was not taken is none of yesterday's
            return answers[0]
        if trick == "sent again":
            self.browser.post(form.action, fields, REFUSED)
        self.browser.book.deeds.append(f"move: {trick}")
        self.old = [*self.old[1 - OLD_FORMS :], (form.action, fields)]
        return self.browser.follow(moved)

    def resign(self, page: Page) -> Page:
        """Give a match up, on the page that asks for it. Raises NoAnswer."""
        form = page.form("/resign/")
        if form is None:
            return page
        [answer] = self.send(form.action, [(Act("resign"), form.sent())])
        return self.browser.follow(answer)

    def send(self, path: str, moves: list[tuple[Act, Fields]], expect: frozenset[int] = MOVED) -> list[Page]:
        """Send moves at once, and write down which of them were acknowledged. Raises NoAnswer."""
        match, who, book = number(path), self.browser.who, self.browser.book
        try:
            answers = self.browser.at_once([(path, fields) for _, fields in moves], expect)
        except NoAnswer:
            book.doubtful += [(who, match)] * len(moves)
            raise
        for (act, fields), answer in zip(moves, answers, strict=True):
            if answer.status == 302:
                book.acks.append(Ack(who, match, int(dict(fields)["version"]), act, time.time()))
            elif answer.status >= 500:
                book.doubtful.append((who, match))
        return answers

    def _choose(self, ways: list[tuple[Act, Fields]]) -> tuple[Act, Fields]:
        """Most turns are short: whoever can score or bank does so two times in three."""
        ends = [way for way in ways if way[0].kind in {"score", "bank"}]
        goes_on = [way for way in ways if way[0].kind in {"roll", "pick-up"}]
        if ends and (not goes_on or self.rng.random() < 0.67):
            return self.rng.choice(ends)
        return self.rng.choice(goes_on)
