"""What may come back in place of the site's own answer, and a table at which something has been chosen."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from accounts.models import User
from games.models import Match
from games.rules.base import Kind, Move
from tests.browser.waiting import tap, until
from tests.games.tables import begin, make

FOREIGN = "<html><head><title>{0}</title></head><body><center><h1>{0}</h1></center></body></html>"
COMPLAINTS = ("Failed to load resource", "net::", "Refused to", "EventSource")
"""What browsers write to the console of requests that fail."""


RESTED = 95
"""Seconds after which all that a page was to send again has been sent again."""


@dataclass
class Broken:
    """Stands between a page and the site: answers instead of it while `how` is set, and counts.

    With `method` it lets everything else through.
    """

    page: Page
    address: str = "**/move/"
    method: str = ""
    how: Callable[[Route], None] | None = None
    asked: list[str] = field(default_factory=list)
    """The bodies of all that was sent."""
    held: list[Route] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    """When it was sent, in seconds of an arbitrary clock."""

    def __post_init__(self) -> None:
        self.page.route(self.address, self._answer)

    def _answer(self, route: Route) -> None:
        if self.method and route.request.method != self.method:
            return route.fallback()
        self.asked.append(route.request.post_data or "")
        self.times.append(time.monotonic())
        return route.fallback() if self.how is None else self.how(route)

    def say(self, status: int, body: str = "", **headers: str) -> None:
        """Answer so from now on."""
        kept = {
            "content-type": "text/html",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        self.how = lambda route: route.fulfill(status=status, body=body, headers=kept)

    def be_away(self) -> None:
        """It asks to be left alone so long that nothing is sent again by itself before `RESTED` seconds."""
        self.say(503, retry_after=str(RESTED - 5))

    def cut(self) -> None:
        """The line is cut before anything arrives."""
        self.how = lambda route: route.abort("connectionreset")

    def cut_after(self) -> None:
        """Everything arrives and is done, once, but no answer comes back."""

        def act(route: Route) -> None:
            route.fetch(max_redirects=0)
            self.how = None
            route.abort("connectionreset")

        self.how = act

    def hold(self) -> None:
        """Nothing comes back at all."""
        self.how = self.held.append

    def mend(self) -> None:
        """The site answers again."""
        self.how = None

    def let_go(self) -> None:
        """What was held back first goes on to the site."""
        until(self.page, lambda: self.held)
        self.held[0].fallback()


CUTS: list[Callable[[Broken], None]] = [Broken.cut, Broken.cut_after]


def line(page: Page) -> Locator:
    """The one sentence."""
    return page.locator("#line [role=status]")


def lay(page: Page, player: User, **options: Any) -> Match:
    """A practice after a first roll, with two dice and a box chosen, and something half typed."""
    match = begin("BZ", player, **options)
    make(match, player, Move(Kind.ROLL))
    page.clock.install()
    page.goto(f"/matches/{match.pk}/")
    choose(page)
    return match


def pass_time(page: Page, seconds: float) -> None:
    """Let the page's clock, installed before it was opened, go on at once: all that it waits for falls due,
    and what it sends then has arrived.
    """
    page.clock.run_for(round(1000 * seconds))
    page.wait_for_timeout(300)


def choose(page: Page) -> None:
    """Two dice, a box, and words."""
    tap(page.locator("[name=keep]").nth(0))
    tap(page.locator("[name=keep]").nth(2))
    tap(page.locator("[name=box][value=chance]"))
    page.locator("#typed").fill("keep 1")


def expect_kept(page: Page) -> None:
    """All of it still stands there, and the button that was pressed can be pressed again."""
    expect(page.locator("#table")).to_be_visible()
    for number, chosen in enumerate((True, False, True, False, False)):
        expect(page.locator("[name=keep]").nth(number)).to_be_checked(checked=chosen)
    expect(page.locator("[name=box][value=chance]")).to_be_checked()
    expect(page.locator("#typed")).to_have_value("keep 1")
    expect(page.locator("[data-roll]")).to_be_enabled()


def rolls(match: Match) -> int:
    """How many rolls the log of the match has."""
    return match.moves.filter(kind=Kind.ROLL.value).count()
