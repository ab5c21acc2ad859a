"""What a browser keeps of its player's own numbers, for tests."""

from __future__ import annotations

from functools import partial
from typing import Any

from playwright.sync_api import Page

from games.models import Match, Move
from games.packed import chains
from tests.browser.waiting import until

KEPT = """mark => Object.fromEntries(Object.keys(localStorage).filter(name => name.startsWith(mark))
  .map(name => [name.slice(mark.length), JSON.parse(localStorage.getItem(name))]))"""
NOW = "localStorage.removeItem('boatzee-proved')"


def kept(page: Page, mark: str) -> dict[str, Any]:
    """What the browser keeps under this mark, by name."""
    found: dict[str, Any] = page.evaluate(KEPT, f"boatzee-{mark}")
    return found


def rolls(match: Match, seat: int | None = None) -> list[Move]:
    """The rolls of a match, or of a seat, in order."""
    found = match.moves.exclude(numbers=[]).order_by("number")
    return list(found if seat is None else found.filter(seat=seat))


def before(number: str) -> str:
    """The number that this one takes the place of, where a browser has made both (docs/dice.md)."""
    return chains.before(bytes.fromhex(number)).hex()


def proved(page: Page, match: Match, count: int) -> dict[str, Any]:
    """What the browser keeps of its rolls, once it has proved so many of them."""

    def so_far() -> int:
        return sum(bool(one.get("proved")) for one in kept(page, "receipt-").values())

    def one_more(before: int) -> bool:
        return so_far() > before

    while (before := so_far()) < count:
        page.evaluate(NOW)
        page.goto(f"/matches/{match.pk}/")
        until(page, partial(one_more, before))
    return kept(page, "receipt-")
