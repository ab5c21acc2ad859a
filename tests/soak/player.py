"""A player: makes moves all the time, and now and then does one of the other things that players do."""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Event

from tests.soak.browser import Browser, NoAnswer
from tests.soak.page import Page
from tests.soak.stream import Ear
from tests.soak.table import Hand

MOVES_BETWEEN = 6
SECONDS_BETWEEN = 3.0
"""After so many moves, or so long, something else is done."""
TRIES = 4
"""Deeds that are tried at once until there is an occasion for one."""
STAYS = 12
"""Looks at a table after a move for the opponent's answer, before another match is turned to."""
GLANCE = 0.04  # seconds between two such looks where no stream tells of the change
NOTHING = 0.3  # seconds to wait where there is nothing to do at all
TABLE = r"/matches/\d+/"
LIST = "/matches/"

Deed = Callable[["Player"], bool]
"""Something to do. False where there was no occasion for it."""


@dataclass
class Site:
    """What all players share: where to play, with whom, until when, and what they have seen."""

    port: int
    names: list[str]
    over: Event
    matches: list[str] = field(default_factory=list)
    """Addresses of tables that somebody has sat at."""
    done: set[str] = field(default_factory=set)
    """What anybody has done so far, beside playing."""


@dataclass
class Player:
    """One of the cast."""

    site: Site
    browser: Browser
    hand: Hand
    rng: random.Random
    deeds: Mapping[str, Deed]
    stays: bool = False
    """Whether the player waits at the table for the opponent's answer."""
    ear: Ear | None = None
    order: list[str] = field(default_factory=list)
    """The deeds that are to be done, in this order; what was done goes to the end."""

    @classmethod
    def of(cls, site: Site, hand: Hand, place: int, deeds: Mapping[str, Deed]) -> Player:
        """The player at this place in the cast: each begins with another deed, two of three hear a stream."""
        browser, names = hand.browser, list(deeds)
        first = place * len(names) // len(site.names)
        ear = Ear(browser, browser.book) if place % 3 else None
        order = [*names[first:], *names[:first]]
        return cls(site, browser, hand, hand.rng, deeds, stays=place % 4 != 0, ear=ear, order=order)

    @property
    def name(self) -> str:
        """The user name."""
        return self.browser.who

    def others(self, count: int) -> list[str]:
        """So many others, by name."""
        return self.rng.sample([name for name in self.site.names if name != self.name], count)

    def run(self) -> None:
        """Play until it is over. What goes wrong in here is a fault of the soak, and written down as one."""
        page: Page | None = None
        moves, since = 0, time.monotonic()
        while not self.site.over.is_set():
            try:
                if moves >= MOVES_BETWEEN or time.monotonic() > since + SECONDS_BETWEEN:
                    self.deed()
                    moves, since = 0, time.monotonic()
                page = self.table(page)
                if page is None:
                    moves += 2
                    time.sleep(NOTHING)
                else:
                    page = self.hand.turn(page)
                    moves += 1
            except NoAnswer:
                page = None
                time.sleep(NOTHING)
            except Exception:  # noqa: BLE001  (told with the other faults)
                page = None
                self.browser.book.broken.append(f"{self.name}: {traceback.format_exc()}")
                time.sleep(NOTHING)
        if self.ear is not None:
            self.ear.close()
        self.browser.close()

    def deed(self) -> None:
        """Do the next thing for which there is an occasion; what there was none for stays the next.

        Half of what is tried is what nobody has done, while there is such a thing: all is soon done once. The
        other half makes the occasions for it.
        """
        new = [name for name in self.order if name not in self.site.done][: TRIES // 2]
        tried = [*new, *(name for name in self.order if name not in new)][:TRIES]
        for name in tried:
            if self.deeds[name](self):
                self.browser.book.deeds.append(name)
                self.site.done.add(name)
                self.order.remove(name)
                self.order.append(name)
                return
        self.order = [*(name for name in self.order if name not in tried), *tried]

    def table(self, page: Page | None) -> Page | None:
        """A page where it is this player's turn: this one, the same a moment later, or another; or None."""
        if page is not None and page.form("/move/") is None and self.stays:
            page = self._stay(page)
        if page is not None and page.form("/move/") is not None:
            return page
        found = page.links(TABLE) if page is not None and "data-next" in page.text else []
        waiting = found or self.waiting()
        if not waiting:
            return None
        page = self.browser.get(waiting[0] if found else self.rng.choice(waiting))
        self.see(page)
        return page if page.form("/move/") is not None else None

    def waiting(self) -> list[str]:
        """The tables that wait for the player, off the list of matches."""
        mine = self.browser.get(LIST).text
        asks = mine.partition('aria-labelledby="mine"')[2].partition("</section>")[0]
        return Page(LIST, 200, asks).links(TABLE)

    def see(self, page: Page) -> None:
        """Remember a table for those who watch, and open a stream to it now and then."""
        if page.path not in self.site.matches:
            self.site.matches.append(page.path)
        if self.ear is not None:
            self.ear.turn_to(page)

    def _stay(self, page: Page) -> Page:
        """Look again until it is this player's turn, or the match is over, or patience ends."""
        for _ in range(STAYS):
            if self.site.over.is_set() or "match-" not in page.data("channels"):
                break
            if self.ear is None or not self.ear.wait(GLANCE * 4):
                time.sleep(GLANCE)
            page = self.browser.get(
                page.path.removesuffix("move/")
            )  # a move that was refused shows the table
            if page.form("/move/") is not None:
                break
        return page
