"""Papers and sheets to print: each sheet on one page of A4, the papers clean for axe on phone and desk."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from games.rules import RULES
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import LOOKS, look_over

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
KEPT = os.environ.get("KEEP_PICTURES", "")
"""A folder for what the tests see, to be looked at."""


def test_every_sheet_prints_on_one_page(seat: Sit) -> None:
    page = seat(None, 360, "dark")
    for code in RULES:
        page.goto(f"/rules/{code.lower()}/sheet/")
        printed = page.pdf(prefer_css_page_size=True, print_background=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, code
        if KEPT:
            (Path(KEPT) / f"sheet-{code}.pdf").write_bytes(printed)


@pytest.mark.parametrize("look", [LOOKS[0], pytest.param(LOOKS[1], marks=pytest.mark.long)])
def test_papers_are_fit_for_everybody(seat: Sit, look: tuple[int, str]) -> None:
    page, found = seat(None, *look), list[str]()
    for address in ("/privacy/", "/terms/", "/contact/", "/rules/bt/sheet/", "/rules/dk/sheet/"):
        found += look_over(page, address)
        if KEPT:
            name = f"papers{address.replace('/', '-')}{look[0]}.png"
            page.screenshot(path=Path(KEPT) / name, full_page=True)
    assert not found
