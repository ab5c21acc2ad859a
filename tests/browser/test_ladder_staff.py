"""Staff decide about a ladder in the Django admin: each with a reason, told, and logged for all to read."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import Notice, User
from games.models import Match
from ladders.ladder import climbing, order
from ladders.models import Ladder
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


@pytest.fixture
def ladder(alice: User, bob: User, carol: User) -> Ladder:
    """With alice on top, bob and carol below, who has challenged her."""
    made = Ladder.objects.create(code="BO")
    for player in (alice, bob, carol):
        climbing.join(made.pk, player)
    User.objects.update(last_seen=timezone.now())
    climbing.challenge(made.pk, carol, alice)
    return made


@pytest.fixture
def referee(db: None) -> User:
    """Somebody of the staff with the rights to decide about ladders, and no others."""
    made = User.objects.create_user("referee1", "r@example.org", is_staff=True)
    rights = ("view_ladder", "change_ladder")
    made.user_permissions.add(*Permission.objects.filter(codename__in=rights))
    return User.objects.get(pk=made.pk)


def decide(page: Page, name: str, given: dict[str, str], said: str = "Done, and logged.") -> None:
    """Take a decision about the ladder that the page shows, and read what is said to it."""
    page.get_by_role("link", name=name, exact=True).click()
    for label, value in given.items():
        field = page.get_by_label(label)
        field.select_option(value) if field.evaluate("it => it.tagName") == "SELECT" else field.fill(value)
    page.get_by_role("button", name=name).click()
    expect(page.get_by_text(said)).to_be_visible()


def open_ladder(page: Page) -> None:
    """Go to the ladder in the admin."""
    page.goto("/admin/")
    page.get_by_role("link", name="Ladders", exact=True).click()
    page.locator("#result_list tbody").get_by_role("link").first.click()


def place_on_top_at_the_second_try(page: Page, name: str, why: str) -> None:
    """First on a rung that is not there, which is refused."""
    given = {"Player:": name, "Rung:": "9", "Why:": why}
    decide(page, "Place a player", given, "The rungs are from 1 to 3.")
    page.get_by_label("Rung:").fill("1")
    page.get_by_role("button", name="Place a player").click()
    expect(page.get_by_text("Done, and logged.")).to_be_visible()


def read(page: Page, path: str, said: str) -> None:
    """Read it on the page at this path, where it stands once."""
    page.goto(path)
    expect(page.get_by_text(said)).to_be_visible()


def read_why(page: Page, *reasons: str) -> None:
    """Read all these reasons, and who decided, where everybody can."""
    page.get_by_role("link", name="What happened").click()
    for said in reasons:
        expect(page.get_by_text(said)).to_be_visible()
    expect(page.get_by_text("(by referee1)").first).to_be_visible()


def rungs(page: Page) -> list[str]:
    """Who stands where, on the page that all can see."""
    page.goto("/ladders/bo/")
    return [one.split("\n")[1] for one in page.locator(".rung").all_inner_texts()]


def told(player: User) -> list[str]:
    """What the player was told of ladders, the latest last, with the reasons."""
    found = Notice.objects.filter(player=player, key__startswith="ladder-").order_by("pk")
    return [f"{notice.subject}: {notice.text}" for notice in found]


def test_staff_decide_in_the_admin_and_all_can_read_why(
    seat: Sit, watch: Watch, ladder: Ladder, referee: User, alice: User, bob: User, carol: User
) -> None:
    watch.expected = ("409",)
    page, other = seat(referee), seat(bob, 360, "dark")
    open_ladder(page)
    expect(page.get_by_role("link", name="Restore what was frozen or removed")).to_have_count(0)
    here = page.url

    decide(
        page,
        "Decide a challenge",
        {"Challenge:": str(ladder.challenges.get().pk), "Winner:": "challenger", "Why:": "alice was away."},
    )
    expect(page.get_by_role("link", name="Decide a challenge")).to_have_count(0)
    assert rungs(other) == ["carol", "alice", "bob"]
    assert told(alice)[-1].endswith("Your challenge is decided: alice was away.")
    assert Match.objects.filter(status="finished").count() == 2

    decide(page, "Freeze a rung or the ladder", {"Player:": "alice", "Why:": "We look at a report."})
    assert told(alice)[-1].endswith("none begin: We look at a report.")
    other.goto("/ladders/bo/")
    expect(other.get_by_role("button", name="Challenge alice")).to_have_count(0)

    decide(page, "Remove a player", {"Player:": "carol", "Days:": "7", "Why:": "Two accounts."})
    assert rungs(other) == ["alice", "bob"]
    assert told(carol)[-1].endswith("You are taken off the ladder: Two accounts.")

    decide(page, "Restore what was frozen or removed", {"What:": str(carol.pk), "Why:": "A mistake."})
    assert rungs(other) == ["carol", "alice", "bob"]
    assert told(carol)[-1].endswith("You are back on rung 1: A mistake.")
    decide(page, "Restore what was frozen or removed", {"What:": str(alice.pk), "Why:": "All is well."})
    other.goto("/ladders/bo/")
    expect(other.get_by_role("button", name="Challenge alice")).to_be_visible()

    place_on_top_at_the_second_try(page, "bob", "He came back.")
    assert rungs(other) == ["bob", "carol", "alice"]
    assert told(bob)[-1].endswith("You are placed on rung 1: He came back.")

    decide(page, "Freeze a rung or the ladder", {"Why:": "The dice are looked at."})
    read(other, "/ladders/bo/", "The staff have frozen this ladder for now")
    decide(page, "Restore what was frozen or removed", {"Why:": "They are well."})
    assert not Ladder.objects.get(pk=ladder.pk).frozen_at
    assert page.url == here

    read_why(
        other, "alice was away.", "We look at a report.", "Two accounts.", "A mistake.", "They are well."
    )
    read(other, "/accounts/notices/", "You are placed on rung 1")
    assert order.rank(ladder.pk, bob.pk) == 1


def test_staff_without_the_right_see_no_ladders(seat: Sit, watch: Watch, ladder: Ladder, bob: User) -> None:
    watch.expected = ("403",)
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    page = seat(User.objects.get(pk=bob.pk))
    page.goto("/admin/")
    expect(page.get_by_role("link", name="Ladders", exact=True)).to_have_count(0)
    answer = page.goto(f"/admin/ladders/ladder/{ladder.pk}/freeze/now/")
    assert answer
    assert answer.status == 403
    assert not Ladder.objects.get(pk=ladder.pk).frozen_at
