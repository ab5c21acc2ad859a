"""How a test waits for a page without asking it to `eval`.

Playwright's `wait_for_function` has the page evaluate a string anew each time it looks, which the content
policy of every page refuses as soon as the first look was not enough.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

LOOKS, PAUSE = 150, 100  # as often, after so many milliseconds: as long as `expect` is patient
LEAP = 60  # seconds; the clock is not stopped at a time that is over by the time the page is told


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


def scripted(page: Page) -> None:
    """A click that leads on returns as soon as the next page has begun, before its scripts are there."""
    page.wait_for_load_state()


NOTE = """(names) => {
  window.noted ??= {};
  for (const name of names) window.noted[name] = { most: 0, shown: [] };
  const look = () => names.forEach((name) => {
    const found = [...document.querySelectorAll(name)];
    const here = window.noted[name];
    here.most = Math.max(here.most, found.length);
    for (const { outerHTML } of found) if (here.shown.at(-1) !== outerHTML) here.shown.push(outerHTML);
  });
  const all = { attributes: true, childList: true, characterData: true, subtree: true };
  new MutationObserver(look).observe(document, all);
  look();
}"""


def note(page: Page, *selectors: str) -> None:
    """Note all that comes to be on this page from now on, however short it stays: `noted` tells of it."""
    page.evaluate(NOTE, selectors)


def noted(page: Page, selector: str) -> tuple[int, str]:
    """How many there were at once at most, and all that they have been."""
    found = page.evaluate("name => window.noted[name]", selector)
    return found["most"], "\n".join(found["shown"])


def stop_time(page: Page) -> None:
    """The page's clock, which was installed before, leaps, and goes on by `run_for` alone from then on.

    What a page shows for a moment only, such as what it says before it tries again, stays there to be seen
    however slow it all is.
    """
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + LEAP)


def until(page: Page, ready: Callable[[], object]) -> None:
    """Wait for what no locator can see: what a browser keeps."""
    for _ in range(LOOKS):
        if ready():
            return
        page.wait_for_timeout(PAUSE)
    raise AssertionError("It did not come to be.")
