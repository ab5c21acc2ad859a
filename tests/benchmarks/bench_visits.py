"""Pages in a real Chromium with an empty cache: bytes, first paint, layout shift and blocking time."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import replace

from django.conf import settings
from playwright.sync_api import Browser, sync_playwright

from accounts.models import User
from dicepool.refill import add_sets
from games.models import Match
from games.rules.base import Kind, Move
from tests.benchmarks.served import server
from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.visits import Visit, visit
from tests.games.tables import begin, make, play_out, to_move
from tests.signed_in import session

ROUNDS = 5


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
    tables = {}
    for code, game in (("BZ", "Boatzee"), ("BT", "Triple Boatzee")):
        running: Match = begin(code, alice, bob)
        mover = to_move(running)
        make(running, mover, Move(Kind.ROLL))
        tables[f"a table of {game}"] = (mover, f"/matches/{running.pk}/")
    over = play_out(begin("BZ", alice, bob))
    return {
        "front page": (None, "/"),
        "my matches": (alice, "/matches/"),
        **tables,
        "a replay": (None, f"/matches/{over.pk}/replay/?step=20"),
        "events": (alice, "/events/"),
        "the dice": (None, "/dice/"),
    }


def _visit(browser: Browser, port: int, player: User | None, address: str) -> Visit:
    """The medians of some visits; one before them to warm up."""
    base = f"http://localhost:{port}"
    visits = []
    for _ in range(ROUNDS + 1):
        key = session(player) if player else ""
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": key, "url": base} if player else None
        visits.append(visit(browser, base + address, cookie))
    one, *others = visits[1:]
    figures = {
        name: statistics.median(getattr(each, name) for each in (one, *others))
        for name in ("bytes", "paint", "shift", "blocked")
    }
    return replace(one, **figures)
