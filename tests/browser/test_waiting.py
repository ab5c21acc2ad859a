"""A test that has to wait for a page can, whatever the page's content policy forbids."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Seat as Sit
from tests.browser.numbers.kept import kept
from tests.browser.waiting import settled, until

BUSY = """() => {
  document.body.setAttribute("data-sending", "");
  setTimeout(() => document.body.removeAttribute("data-sending"), 400);
  setTimeout(() => localStorage.setItem("boatzee-late", "1"), 800);
}"""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_what_is_not_there_at_the_first_look_is_waited_for(seat: Sit) -> None:
    page = seat()
    page.goto("/rules/")
    page.evaluate(BUSY)
    assert page.locator("body[data-sending]").count() == 1
    settled(page)
    assert page.locator("body[data-sending]").count() == 0
    until(page, lambda: kept(page, "late"))


def test_no_test_has_a_page_evaluate_what_it_waits_for() -> None:
    """It would fail now and then: whenever the page is not ready at the first look."""
    others = [file for file in Path(__file__).parent.rglob("*.py") if file != Path(__file__)]
    assert [file.name for file in others if ".wait_for_function(" in file.read_text()] == []
