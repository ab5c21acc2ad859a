"""Pages in a real Chromium with an empty cache: bytes, first paint, layout shift and blocking time."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from playwright.sync_api import Browser, sync_playwright

from accounts.models import User
from dicepool.refill import add_sets
from games.models import Match
from games.rules.base import Kind, Move
from tests.benchmarks.served import server
from tests.browser.conftest import CHROMIUM, QUIET
from tests.games.tables import begin, make, play_out, to_move
from tests.signed_in import session

ROUNDS = 5
WATCH = """
window.seen = {shift: 0, blocked: 0};
const see = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take))
  .observe({type, buffered: true});
see("layout-shift", (one) => { if (!one.hadRecentInput) seen.shift += one.value; });
see("longtask", (one) => { seen.blocked += Math.max(0, one.duration - 50); });
"""


@dataclass(frozen=True, slots=True)
class Figures:
    """What one visit cost: bytes over the line without pictures, milliseconds, and shift."""

    bytes: float
    paint: float
    shift: float
    blocked: float


def run(report: Callable[[str, str, str], None]) -> None:
    """Print the figures of each page, beside those of the plainest page of the same server."""
    alice, bob = (User.objects.create_user(name, f"{name}@example.org") for name in ("alice", "bobby"))
    add_sets(20_000, "benchmark")
    pages = _pages(alice, bob)
    with server() as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        plain = _visit(browser, port, None, "/offline/")
        for name, (player, address) in pages.items():
            found = _visit(browser, port, player, address)
            report(
                f"{name}: bytes, first paint, shift, blocking",
                f"{found.bytes / 1000:.0f} kB, {found.paint:.0f} ms, {found.shift:.3f},"
                f" {found.blocked:.0f} ms",
                f"{plain.bytes / 1000:.0f} kB, {plain.paint:.0f} ms: the plainest page",
            )
        browser.close()


def _pages(alice: User, bob: User) -> dict[str, tuple[User | None, str]]:
    running: Match = begin("BT", alice, bob)
    mover = to_move(running)
    make(running, mover, Move(Kind.ROLL))
    over = play_out(begin("BZ", alice, bob))
    return {
        "front page": (None, "/"),
        "my matches": (alice, "/matches/"),
        "a table of Triple Boatzee": (mover, f"/matches/{running.pk}/"),
        "a replay": (None, f"/matches/{over.pk}/replay/?step=20"),
        "events": (alice, "/events/"),
        "the dice": (None, "/dice/"),
    }


def _visit(browser: Browser, port: int, player: User | None, address: str) -> Figures:
    """The medians of some visits, each in a fresh session at a phone's width; one before them to warm up."""
    visits = [_once(browser, port, player, address) for _ in range(ROUNDS + 1)][1:]
    return Figures(
        *(
            statistics.median(getattr(visit, name) for visit in visits)
            for name in ("bytes", "paint", "shift", "blocked")
        )
    )


def _once(browser: Browser, port: int, player: User | None, address: str) -> Figures:
    base = f"http://localhost:{port}"
    context = browser.new_context(viewport={"width": 360, "height": 780}, service_workers="block")
    if player is not None:
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session(player), "url": base}
        context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    page.add_init_script(WATCH)
    pictures: set[str] = set()
    sizes: dict[str, float] = {}
    network = context.new_cdp_session(page)
    network.on(
        "Network.responseReceived",
        lambda told: pictures.add(told["requestId"]) if told["type"] == "Image" else None,
    )
    network.on(
        "Network.loadingFinished",
        lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}),
    )
    network.send("Network.enable")
    page.goto(base + address)
    page.wait_for_load_state("networkidle")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    seen = page.evaluate("window.seen")
    context.close()
    over_the_line = sum(size for key, size in sizes.items() if key not in pictures)
    return Figures(over_the_line, paint, seen["shift"], seen["blocked"])
