"""Sixteen who play as fast as they can while machines die, and what they were told meanwhile."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from tests.failover import looking
from tests.soak.book import Book
from tests.soak.browser import SEEN, Browser, NoAnswer
from tests.soak.page import Fields, Page
from tests.soak.pair import Pair
from tests.soak.player import Site as Tables
from tests.soak.table import MOVED, Hand

NEXT = re.compile(r'id="what-next".*?<a class="button[^"]*" href="(/matches/\d+/)">', re.DOTALL)
"""Where the end of a match leads to the one that was begun after it."""
BREATH = 0.25  # seconds until somebody who was told that the site cannot answer tries again


class Patient(Browser):
    """A browser that waits a moment where the site cannot answer, or only shows, as pages' scripts do."""

    def get(self, path: str, expect: Collection[int] = SEEN) -> Page:
        """Look at a page. Raises NoAnswer, also where the site says that it cannot answer."""
        return self._or_wait([super().get(path, expect)])[0]

    def at_once(self, forms: list[tuple[str, Fields]], expect: Collection[int]) -> list[Page]:
        """Send forms. Raises NoAnswer: what the site then did of them nobody knows."""
        return self._or_wait(super().at_once(forms, expect))

    def _or_wait(self, pages: list[Page]) -> list[Page]:
        if any(page.status >= 500 or looking.MENDING in page.text for page in pages):
            time.sleep(BREATH)
            raise NoAnswer(pages[0].path)
        return pages

    def _note(
        self, method: str, path: str, status: int, seconds: float, *, expected: bool, reason: str
    ) -> None:
        super()._note(method, path, status, seconds, expected=expected, reason=reason)
        if status == 0:
            time.sleep(BREATH)


class Steady(Pair):
    """Two who find to their next match also where an answer was lost on the way there."""

    def _again(self) -> None:
        found = self.table
        for hand in self.hands:
            page = hand.browser.get(self.table)
            form, there = page.form("/again/"), NEXT.search(page.text)
            if form is not None:
                answer = hand.browser.post(form.action, form.sent(), MOVED)
                found = hand.browser.follow(answer).path if answer.status == 302 else found
            elif there is not None:
                found = there[1]
        self.table = found


@dataclass
class Players:
    """All of them, two at a table, each in a thread of its own pair."""

    pairs: Sequence[Pair]
    book: Book
    over: threading.Event
    threads: list[threading.Thread] = field(default_factory=list)

    @classmethod
    def of(
        cls, port: int, tables: list[tuple[str, str, int]], sessions: dict[str, str], seed: int
    ) -> Players:
        """Those at these tables (who, against whom, which match), each signed in by a session."""
        from django.conf import settings

        book, over, rng = Book(), threading.Event(), random.Random(seed)
        site = Tables(port, list(sessions), over)
        hands = {
            name: Hand(
                Patient(port, name, f"192.0.2.{number}", book, {settings.SESSION_COOKIE_NAME: key}),
                random.Random(rng.random()),
            )
            for number, (name, key) in enumerate(sessions.items(), 1)
        }
        return cls(
            [Steady(site, (hands[one], hands[two]), f"/matches/{match}/") for one, two, match in tables],
            book,
            over,
        )

    def begin(self) -> None:
        """Let them play."""
        self.threads = [threading.Thread(target=pair.run, daemon=True) for pair in self.pairs]
        for thread in self.threads:
            thread.start()

    def end(self) -> None:
        """Let each finish what was begun."""
        self.over.set()
        for thread in self.threads:
            thread.join()

    def rate(self, seconds: float) -> float:
        """Acknowledged moves a second over the last so many."""
        since = time.time() - seconds
        return sum(ack.at >= since for ack in self.book.acks[-5000:]) / seconds

    def behind(self, moment: float) -> set[str]:
        """Whoever's table has had no acknowledged move since that moment, by the names of both."""
        moved = {ack.who for ack in self.book.acks[-5000:] if ack.at > moment}
        names = [{hand.browser.who for hand in pair.hands} for pair in self.pairs]
        return {" and ".join(sorted(both)) for both in names if not both & moved}
