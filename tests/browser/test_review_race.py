"""The review of a match of Dice 10000 as its page tells it: each figure beside those that it must fit."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from dicepool import pool
from games.coach import advice, reviews
from games.models import Match
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import LOOKS, flaws
from tests.dicepool.seeded import Seeded
from tests.games.analysis.race_tables import advisor
from tests.games.tables import begin, play_out
from tests.long import sample

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]

WORSE = r"That wins \d+\.\d fewer matches in 100 than the best\. (\d+) moves? (?:is|are) better\."
ROUNDED = 0.05
"""What a figure with one digit behind the point may be off."""


@pytest.fixture
def match(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match to 2,000, always the same, and reviewed by a coach with coarse tables."""
    seeded = Seeded(random.Random(7))
    for taken in ("draw", "reserve", "unseal"):
        monkeypatch.setattr(pool, taken, getattr(seeded, taken))
    monkeypatch.setattr(advice, "advisor", lambda rules: advisor())
    match = play_out(begin("DK", alice, bob, options={"target": 2000}), 3)
    assert reviews.make_due() == 1
    return match


def figure(words: str) -> float:
    """The number that stands there."""
    return float(re.sub(r"[^\d.−]", "", words).replace("−", "-"))


def row(page: Page, name: str) -> list[float]:
    """What stands in one row of the sums, for each player."""
    cells = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name, exact=True))
    return [figure(cell) for cell in cells.get_by_role("cell").all_inner_texts()]


def column(table: Locator, place: int) -> list[float]:
    """The figures of one column of the turns, as far as there are any."""
    found = table.locator(f"tbody tr > :nth-child({place})").all_inner_texts()
    return [figure(words) for words in found if words.strip()]


def fits(figures: list[float], total: float) -> bool:
    """Whether rounded figures make the rounded total."""
    return abs(sum(figures) - total) <= ROUNDED * (len(figures) + 1)


@pytest.mark.parametrize(("width", "scheme"), sample(LOOKS, 360))
def test_the_figures_of_a_race_make_its_end(
    seat: Sit, alice: User, match: Match, width: int, scheme: str
) -> None:
    page = seat(alice, width, scheme)
    page.goto(f"/matches/{match.pk}/")
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.get_by_role("heading", name="The player or the dice?")).to_be_visible()
    assert flaws(page, "the review of a race") == []
    seats = list(match.seats.order_by("index"))
    assert row(page, "Total") == [one.total for one in seats]
    start, lost, luck = (
        row(page, f"Chance to win {what}")
        for what in ("before the first roll", "lost by decisions", "gained by luck")
    )
    assert sum(start) == pytest.approx(100)
    for mine, other in ((0, 1), (1, 0)):
        had = start[mine] - lost[mine] + luck[mine] + lost[other] - luck[other]
        assert had == pytest.approx(100 if seats[mine].place == 1 else 0, abs=5 * ROUNDED)
    for index, one in enumerate(seats):
        page.get_by_role("navigation", name="Whose decisions").get_by_role("link", name=one.name).click()
        expect(page).to_have_url(re.compile(rf"[?&]seat={one.index + 1}\b"))
        turns = page.get_by_role("table").filter(has=page.get_by_role("columnheader", name="Luck"))
        assert fits(column(turns, 3), luck[index])
        assert fits(column(turns, 6), lost[index])


def test_each_way_to_play_the_costliest_position_is_answered(seat: Sit, alice: User, match: Match) -> None:
    page = seat(alice, 360)
    page.goto(f"/matches/{match.pk}/review/")
    costliest = page.get_by_role("article").first
    costliest.get_by_text("What was best").click()
    best = costliest.locator("details strong").inner_text()
    choices = costliest.get_by_label("Try again")
    named = choices.get_by_role("option").all_inner_texts()
    assert best in named
    better: dict[str, int] = {}
    for name in named:
        page.get_by_role("article").first.get_by_label("Try again").select_option(label=name)
        page.get_by_role("article").first.get_by_role("button", name="What is that worth?").click()
        said = page.get_by_role("article").first.get_by_role("status").inner_text()
        if name == best:
            assert said == "That is best."
            continue
        told = re.fullmatch(WORSE, said)
        assert told or said == "That is as good as the best.", said
        better[name] = int(told[1]) if told else 0
    did = costliest.locator("strong").first.inner_text()
    assert better[did] > 0
