"""Leaders in a browser: lists that are chosen from, a player's numbers and achievements."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import Profile, User
from games.feats import counting, spread
from games.models import Deed, Earned, Rating
from games.standings import keeping
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import LOOKS, flaws
from tests.long import sample

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PICTURES = os.environ.get("LEADERS_PICTURES", "")


def furnish(alice: User, bob: User) -> None:
    """A few dozen players with ratings and records, alice among them."""
    people = [alice, bob, *User.objects.bulk_create(User(username=f"player-{n}") for n in range(60))]
    now = timezone.now()
    for number, player in enumerate(people):
        Profile.objects.update_or_create(player=player, defaults={"country": "NO" if number % 3 else "FR"})
        values = {"deviation": 60.0, "volatility": 0.06, "matches": 20, "at": now}
        Rating.objects.create(player=player, code="BZ", kind="duel", mean=1500 + 7 * number % 300, **values)
        keeping.refresh(player.pk)
        for match in range(20 if number < 2 else 2):
            total = 120 + (37 * number + 53 * match) % 200
            Deed.objects.create(
                player=player,
                match=100 * number + match,
                code="BZ",
                ended_at=now - timedelta(days=match),
                total=total,
                bar=total // 20,
                alike=match % 3,
                won=1 - match % 3,
                late=False,
            )
        counting.add_anew(player)
    for feat, match in (("solid-top", 1), ("at-once", 2), ("giant", 3), ("last-round", 4)):
        Earned.objects.create(player=alice, feat=feat, match=match, at=now)
    Earned.objects.create(player=alice, feat="league", event=1, at=now)
    assert spread.place(spread.of_ratings("BZ", "duel"), 1500).of == len(people)


def looked_over(page: Page, name: str) -> None:
    assert flaws(page, name) == []
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}-{page.viewport_size['width']}.png", full_page=True)  # type: ignore[index]


@pytest.mark.parametrize(("width", "scheme"), sample(LOOKS, 360))
def test_leaders_and_a_players_numbers(seat: Sit, alice: User, bob: User, width: int, scheme: str) -> None:
    furnish(alice, bob)
    page = seat(alice, width, scheme)
    page.goto("/rules/")
    page.get_by_role("contentinfo").get_by_role("link", name="Leaders").click()
    expect(page.get_by_role("heading", name="Boatzee: rated best")).to_be_visible()
    expect(page.get_by_text("Your place:")).to_be_visible()
    looked_over(page, "ratings")
    page.get_by_role("link", name="Show the list from there").click()
    expect(page.locator(".leaders__mine")).to_contain_text("alice")
    page.get_by_label("Players", exact=True).select_option("country")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_label("Country")).to_have_value("FR")
    expect(page.locator(".leaders tbody tr")).to_have_count(21)
    looked_over(page, "country")
    page.get_by_role("link", name="Records", exact=True).click()
    expect(page.get_by_role("heading", name="Boatzee: Highest total of all time")).to_be_visible()
    page.get_by_label("Record", exact=True).select_option("days")
    page.get_by_label("Time", exact=True).select_option("month")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Boatzee: Days in a row")).to_be_visible()
    looked_over(page, "records")
    page.get_by_role("link", name="The time before").click()
    page.get_by_role("link", name="Achievements").click()
    expect(page.get_by_text("You have earned 5 of 26.")).to_be_visible()
    looked_over(page, "achievements")
    page.goto("/players/alice/")
    expect(page.get_by_role("heading", name="In numbers")).to_be_visible()
    looked_over(page, "player")
    page.get_by_role("region", name="In numbers").get_by_role("link", name="Boatzee").click()
    expect(page.get_by_role("img", name="Totals in steps of 20 points.")).to_be_visible()
    looked_over(page, "player-game")
