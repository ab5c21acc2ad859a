"""A director's browser at the desk of one event."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from ladders.models import Event
from tests.browser.test_accessibility import flaws
from tests.worker import work

Fill = Callable[[Page], object]
"""Fills in what a decision asks for."""


def nothing(page: Page) -> None:
    """It asks for nothing that has to be given."""


@dataclass(frozen=True)
class Desk:
    """The pages on which an event is led; with `strict` each is looked over for what bars anybody."""

    page: Page
    event: Event
    strict: bool = False

    def go(self, path: str = "lead/") -> None:
        """To the desk itself, or to another page of the event."""
        self.page.goto(f"/events/{self.event.pk}/{path}")
        self.look_over()

    def look_over(self) -> None:
        """Nothing bars anybody from the page that is open, where that is asked for."""
        assert not self.strict or flaws(self.page, self.page.url) == []

    def offers(self) -> set[str]:
        """The names of what the open page offers to decide."""
        self.page.wait_for_load_state()
        return set(self.page.locator(".decisions a").all_inner_texts())

    def open(self, name: str, fill: Fill = nothing) -> None:
        """The form of a decision about the event, which is open."""
        self.page.get_by_role("link", name=name, exact=True).click()
        self.look_over()
        fill(self.page)

    def open_match(self, name: str, fill: Fill) -> None:
        """The form of a decision about the first match in the list, which is open."""
        expect(self.page.get_by_role("heading", name=re.compile("^Round 1: "))).not_to_have_count(0)
        self.page.get_by_role("link", name=re.compile(f"^{name}: ")).first.click()
        self.look_over()
        fill(self.page)

    def foresee(self, name: str) -> Locator:
        """What the decision would change, before it is taken."""
        self.page.get_by_role("button", name="See what it changes").click()
        expect(self.page.get_by_role("heading", name="What it changes")).to_be_visible()
        expect(self.page.get_by_role("button", name=f"{name}, as shown")).to_be_visible()
        self.look_over()
        return self.page.locator("main form li")

    def press(self, name: str) -> None:
        """Take the decision, and let the worker follow."""
        self.page.get_by_role("button", name=name, exact=True).click()
        expect(self.page.get_by_text("Done, and logged.")).to_be_visible()
        work()

    def cannot_be_undone(self) -> None:
        """The form says so before it is sent."""
        expect(self.page.get_by_text("This cannot be undone.")).to_be_visible()


def why(text: str) -> Fill:
    """The reason."""
    return lambda page: page.get_by_label("Why").fill(text)


def about(name: str, reason: str) -> Fill:
    """An entry by its name, and the reason."""

    def fill(page: Page) -> None:
        page.get_by_label("Entry").select_option(label=name)
        why(reason)(page)

    return fill


def won_by(seat: int, reason: str) -> Fill:
    """The player of this seat wins; of more than two the others share the second place."""

    def fill(page: Page) -> None:
        why(reason)(page)  # waits for the form, as counting does not; it stands below what is counted
        radios, places = page.get_by_role("radio"), page.get_by_label(re.compile("^Place of "))
        if radios.count():
            radios.nth(seat).check()
        for number in range(places.count()):
            places.nth(number).select_option("1" if number == seat else "2")

    return fill
