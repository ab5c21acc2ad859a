"""An admin makes a league, players enter and play, the table changes; a challenge moves a rung."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Match
from ladders.events import entries, lifecycle, teams
from ladders.ladder import climbing, order
from ladders.models import Event, Ladder
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import look_over
from tests.browser.waiting import scripted
from tests.games.tables import play_out
from tests.long import sample
from tests.worker import work

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


def test_a_league_from_the_admin_to_its_table(seat: Sit, alice: User, bob: User, carol: User) -> None:
    director = seat(User.objects.create_superuser("referee1", "r@example.org"))
    director.goto("/admin/ladders/event/add/")
    director.locator("[name=name]").fill("Autumn league")
    director.locator("[name=format]").select_option("league")
    director.locator("[name=code]").select_option("BO")
    director.locator("[name=matches]").fill("1")
    director.locator("[name=_continue]").click()
    event = Event.objects.get()
    director.get_by_role("link", name="Open", exact=True).click()
    director.locator(".submit-row input").click()
    for player in (alice, bob, carol):
        page = seat(player, 360)
        page.goto("/events/")
        page.get_by_role("link", name="Autumn league").first.click()
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_text("You are in.")).to_be_visible()
    director.goto(f"/admin/ladders/event/{event.pk}/change/")
    director.get_by_role("link", name="Start", exact=True).click()
    director.locator(".submit-row input").click()
    work()
    match = play_out(Match.objects.get(event=event.pk))
    best = match.seats.get(place=1).name
    page = seat(alice, 360)
    page.goto(f"/events/{event.pk}/")
    expect(page.locator(".standings tbody tr").first).to_contain_text(best)
    expect(page.locator(".standings tbody tr").first).to_contain_text("3")
    for width, scheme in ((360, "dark"), (1280, "light")):
        assert look_over(seat(alice, width, scheme), f"/events/{event.pk}/") == []
    assert look_over(page, "/events/") == []
    assert look_over(page, f"/events/{event.pk}/log/") == []


def test_a_challenge_moves_a_rung(seat: Sit, alice: User, bob: User, carol: User) -> None:
    ladder = Ladder.objects.create(code="BO")
    for player in (alice, bob):
        climbing.join(ladder.pk, player)
    User.objects.update(last_seen=timezone.now())
    page = seat(carol, 360)
    page.goto("/ladders/bo/")
    page.get_by_role("button", name="Join at the bottom").click()
    assert look_over(page, "/ladders/bo/") == []
    page.get_by_role("button", name="Challenge alice").click()
    expect(page.get_by_text("Two matches have begun")).to_be_visible()
    for match in Match.objects.filter(status="running"):
        client = seat(alice)
        client.goto(f"/matches/{match.pk}/resign/")
        client.locator("main form button").first.click()
        client.wait_for_url(f"**/matches/{match.pk}/")
    work()
    assert order.rank(ladder.pk, carol.pk) == 1
    page.goto("/ladders/bo/")
    expect(page.locator(".rung").first).to_contain_text("carol")


@pytest.mark.parametrize(("width", "scheme"), sample([(360, "dark"), (1280, "light")], 360))
def test_a_team_talks_on_its_page(seat: Sit, alice: User, bob: User, width: int, scheme: str) -> None:
    event = Event.objects.create(name="Pairs", format="team", code="BO", pace="split", target=500)
    lifecycle.open_entries(event.pk)
    team = teams.make_team(event.pk, alice, "Reds", [bob])
    page = seat(bob, width, scheme)
    page.goto(team.get_absolute_url())
    page.get_by_role("button", name="Join Reds").click()
    page.get_by_label(re.compile("Say something")).fill("Here I am.")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#remarks")).to_contain_text("Here I am.")
    assert look_over(page, team.get_absolute_url()) == []
    assert look_over(page, event.get_absolute_url()) == []


def test_an_organiser_makes_an_event_and_others_see_its_table_change(
    seat: Sit, alice: User, bob: User, carol: User
) -> None:
    alice.user_permissions.add(Permission.objects.get(codename="organise_event"))
    lead = seat(alice, 360)
    lead.goto("/events/")
    lead.get_by_role("link", name="Make an event").click()
    assert look_over(lead, lead.url) == []
    lead.get_by_label("Name", exact=True).fill("Winter cup")
    lead.get_by_label("Format", exact=True).select_option("league")
    lead.get_by_label("Game", exact=True).select_option("BO")
    lead.get_by_label("Matches", exact=True).fill("1")
    lead.get_by_role("button", name="Prepare it").click()
    lead.get_by_role("link", name="Open", exact=True).click()
    lead.get_by_role("button", name="Open").click()
    event = Event.objects.get()
    for player in (bob, carol):
        entries.enter(event.pk, player)
    lead.goto(f"/events/{event.pk}/lead/")
    assert look_over(lead, lead.url) == []
    lead.get_by_role("link", name="Start", exact=True).click()
    lead.get_by_role("button", name="Start").click()
    lead.get_by_role("link", name="The event’s page").click()
    work()
    expect(lead.get_by_role("heading", name="Winter cup")).to_be_visible()
    scripted(lead)
    work()
    match = play_out(Match.objects.get(event=event.pk))
    lead.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as when one comes back to it
    best = "|".join(seat.name for seat in match.seats.filter(place=1))  # two may be level
    expect(lead.locator(".standings tbody tr").first).to_contain_text(re.compile(best))
    expect(lead.locator(".standings tbody tr").first).to_contain_text("2")
