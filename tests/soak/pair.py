"""Two who play each other as fast as they can: they know the card, and look at the page only where they must.

Each turn is told to the other, and taken back two moves later: what the worker does about a turn and
what the players do meet here far more often than at any quiet table.
"""

from __future__ import annotations

import time
import traceback
from dataclasses import dataclass, field

from tests.soak.book import Act
from tests.soak.browser import NoAnswer
from tests.soak.page import Page
from tests.soak.player import NOTHING, Site
from tests.soak.table import MOVED, Hand

TAKEN = frozenset({*MOVED, 400})
"""Five alike may bind a player to a box that was not asked for."""
ROLL = Act("roll")


@dataclass
class Known:
    """What a player remembers of the page: the token of its forms, and the boxes that are open."""

    token: str
    boxes: list[str]


@dataclass
class Pair:
    """Both, and the address of their table."""

    site: Site
    hands: tuple[Hand, Hand]
    table: str
    version: int = 0
    known: dict[int, Known] = field(default_factory=dict)

    def run(self) -> None:
        """Turn after turn, match after match, until it is over."""
        at, misses = 0, 0
        while not self.site.over.is_set():
            try:
                if self._turn(at):
                    misses = 0
                else:  # not this one's turn, or the match is over, or the site said no: look again
                    self.known.clear()
                    misses += 1
                if misses > len(self.hands):
                    self._again()
                    misses = 0
            except NoAnswer:
                self.known.clear()
            except Exception:  # noqa: BLE001  (told with the other faults)
                self.hands[at].browser.book.broken.append(traceback.format_exc())
                self.known.clear()
                time.sleep(NOTHING)
            at = 1 - at
        for hand in self.hands:
            hand.browser.close()

    def _turn(self, at: int) -> bool:
        """Roll once and score, both at a stroke. False where it was not to be."""
        known = self.known.get(at)
        if known is None:
            known = self._look(at)
            return known is not None and self._make(at, known.token, Act("score", box=known.boxes.pop()))
        if not known.boxes:
            return False
        score = Act("score", box=known.boxes.pop())
        rolled, scored = self._send(at, known.token, ROLL, score)
        return rolled and (scored or self._make(at, known.token, score))  # it may have overtaken the roll

    def _look(self, at: int) -> Known | None:
        """Learn from the page what is open, the first roll made. None where it is not this one's turn."""
        hand = self.hands[at]
        page = hand.browser.get(self.table)
        if not _can(page, "score"):
            form = page.form("/move/")
            if form is None:
                return None
            self.version = int(form.values("version")[0])
            if not self._make(at, form.values("csrfmiddlewaretoken")[0], ROLL):
                return None
            page = hand.browser.get(self.table)
        form = page.form("/move/")
        if form is None:
            return None
        self.version = int(form.values("version")[0])
        boxes = hand.rng.sample(form.values("box"), len(form.values("box")))
        self.known[at] = Known(form.values("csrfmiddlewaretoken")[0], boxes)
        return self.known[at]

    def _make(self, at: int, token: str, act: Act) -> bool:
        [made] = self._send(at, token, act)
        return made

    def _send(self, at: int, token: str, *acts: Act) -> list[bool]:
        """Send these moves, each off the page that the one before will make. Which of them were made."""
        moves = []
        for later, act in enumerate(acts):
            box = [("box", act.box)] if act.box else []
            fields = [("csrfmiddlewaretoken", token), ("version", str(self.version + later)), *box]
            moves.append((act, [*fields, ("do", act.kind)]))
        made = [one.status == 302 for one in self.hands[at].send(f"{self.table}move/", moves, TAKEN)]
        self.version += sum(made)
        self.hands[at].browser.book.deeds += ["move: in a hurry"] * sum(made)
        return made

    def _again(self) -> None:
        """Both ask for another match; the second to ask says yes to the first. Or they play on."""
        for hand in self.hands:
            form = hand.browser.get(self.table).form("/again/")
            if form is None:
                return
            answer = hand.browser.post(form.action, form.sent(), MOVED)
            found = hand.browser.follow(answer).path if answer.status == 302 else self.table
        self.table = found


def _can(page: Page, kind: str) -> bool:
    return any(words.startswith(kind) for words in page.legal)
