"""How a test waits for a page without asking it to `eval`.

Playwright's `wait_for_function` has the page evaluate a string anew each time it looks, which the content
policy of every page refuses as soon as the first look was not enough.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

LOOKS, PAUSE = 150, 100  # as often, after so many milliseconds: as long as `expect` is patient


def settled(page: Page) -> None:
    """A table that is being put in place takes no tap and no word."""
    expect(page.locator("[data-sending]")).to_have_count(0)


def tap(one: Locator, *, chosen: bool = True) -> None:
    """Tap a die or a box, or one that is chosen once more, and see it in the table as it then lies.

    Playwright's `check` looks at the very element that it has clicked, which may have been replaced by then.
    """
    settled(one.page)
    if one.is_checked() != chosen:
        one.click()
    expect(one).to_be_checked(checked=chosen)


def until(page: Page, ready: Callable[[], object]) -> None:
    """Wait for what no locator can see: what a browser keeps."""
    for _ in range(LOOKS):
        if ready():
            return
        page.wait_for_timeout(PAUSE)
    raise AssertionError("It did not come to be.")
