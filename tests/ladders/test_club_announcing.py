"""What happens in a club is posted to the webhook that its officers set, once, and nobody else sees it."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import leaving, spending
from accounts.models import Delivery, Hook, HookPost, User
from accounts.notices import post, send, trying
from accounts.notices.post import Answer, Post
from accounts.notices.ways import Unreachable
from ladders.clubs import announcing, founding, matches, membership
from ladders.models import Club, ClubHook, ClubMatch
from tests.at_once import raised_at_once
from tests.ladders import clubs
from tests.ladders.clubs import TERMS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
URL = "https://hooks.example.org/reds"


@pytest.fixture
def posts(monkeypatch: pytest.MonkeyPatch) -> list[Post]:
    """What goes out."""
    found: list[Post] = []

    def post_all(some: Sequence[Post]) -> list[Answer]:
        found.extend(some)
        return [Answer(204, 0.1) for _ in some]

    monkeypatch.setattr(send, "post_all", post_all)
    return found


@pytest.fixture
def reds(alice: User) -> Club:
    """Hers, open to all, with a webhook."""
    club = clubs.club(alice, way="open")
    announcing.choose(club.pk, alice, URL, "plain")
    return club


def said(posts: list[Post]) -> list[dict[str, object]]:
    """What has been posted since."""
    send.send_due()
    found = [json.loads(one.body) for one in posts]
    posts.clear()
    return found


def test_who_joins_and_leaves_is_posted_once(reds: Club, alice: User, bob: User, posts: list[Post]) -> None:
    membership.come(reds.pk, bob)
    (joined,) = said(posts)
    assert joined["kind"] == "club-joined"
    assert joined["subject"] == "bob has joined Red Dice"
    assert (joined["player"], joined["club"]) == ("bob", {"id": reds.pk, "name": "Red Dice"})
    assert joined["url"] == settings.SITE_URL + reds.get_absolute_url()
    assert isinstance(joined["id"], int)
    assert joined["id"] > 0
    assert said(posts) == []
    membership.expel(reds.pk, bob, alice, "He shouts.")
    (left,) = said(posts)
    assert (left["kind"], left["text"]) == ("club-left", "")
    assert left["id"] != joined["id"]


def test_what_did_not_happen_is_not_posted(reds: Club, bob: User, posts: list[Post]) -> None:
    with transaction.atomic():
        membership.come(reds.pk, bob)
        transaction.set_rollback(True)
    assert said(posts) == []


def test_both_clubs_hear_of_a_match_and_how_it_ended(
    reds: Club, alice: User, bob: User, posts: list[Post]
) -> None:
    blues = clubs.club(bob, name="Blue Dice")
    announcing.choose(blues.pk, bob, "https://hooks.example.org/blues", "plain")
    first = matches.challenge(reds.pk, blues.pk, alice, TERMS)
    both = said(posts)
    assert [one["kind"] for one in both] == ["club-challenge"] * 2
    assert {str(one["club"]) for one in both} == {
        str({"id": club.pk, "name": club.name}) for club in (reds, blues)
    }
    matches.decline(first.pk, bob)
    off = said(posts)
    assert [(one["kind"], one["text"]) for one in off] == [("club-match-off", "Blue Dice declined.")] * 2
    second = matches.challenge(reds.pk, blues.pk, alice, TERMS)
    matches.accept(second.pk, bob)
    matches.say_yes(second.pk, reds.pk, alice)
    matches.close(second.pk, reds.pk, alice)
    matches.close(second.pk, blues.pk, bob)
    second.refresh_from_db()
    assert second.status == ClubMatch.Status.OVER, "nobody else came"
    over = said(posts)[-2:]
    assert [one["kind"] for one in over] == ["club-match-over"] * 2
    assert over[0]["points"] == [second.home_points, second.away_points]


def test_one_that_is_off_or_away_is_posted_nothing(reds: Club, bob: User, carol: User) -> None:
    Hook.objects.update(off_at=reds.founded_at)
    membership.come(reds.pk, bob)
    announcing.choose(reds.pk, bob, "", "plain")
    membership.come(reds.pk, carol)
    assert not Delivery.objects.exists()
    assert not ClubHook.objects.exists()


def test_it_goes_with_the_club_and_with_who_set_it(reds: Club, alice: User, bob: User) -> None:
    membership.come(reds.pk, bob)
    other = clubs.club(bob, name="Blue Dice")
    announcing.choose(other.pk, bob, URL, "plain")
    founding.close(other.pk, bob, "No time.")
    assert not ClubHook.objects.filter(club=other).exists()
    leaving.close(alice)
    assert not Hook.objects.exists()
    assert Club.objects.get(pk=reds.pk).closed_at is None


def test_its_pages_follow_the_name(reds: Club) -> None:
    staff = User.objects.create_superuser("root")
    founding.rename(reds.pk, staff, "Pink Dice", "It must be.")
    assert Hook.objects.get().page == reverse("ladders:club_hook", args=["pink-dice"])


def test_only_who_leads_sees_and_sets_it(client: Client, alice: User, bob: User, carol: User) -> None:
    club = clubs.club(alice, bob, carol)
    clubs.officer(club, bob)
    page = reverse("ladders:club_hook", args=[club.slug])
    client.force_login(bob)
    for wrong in ("http://hooks.example.org/", "https://localhost:0/", "ftp://x.example.org/"):
        assert client.post(page, {"hook": wrong, "shape": "plain"}).status_code == 400
    assert client.post(page, {"hook": URL, "shape": "slack"}).status_code == 302
    hook = Hook.objects.get()
    assert (hook.owner, hook.page, hook.shape) == (bob, page, "slack")
    client.force_login(alice)
    shown = client.get(page).content.decode()
    assert hook.secret in shown
    assert "hooks.example.org" in shown
    client.force_login(carol)
    for path in (page, f"{page}on/", f"{page}test/"):
        assert client.post(path, {"hook": "", "shape": "plain"}).status_code == 403
    assert client.get(page).status_code == 403
    assert "hooks.example.org" not in client.get(club.get_absolute_url()).content.decode()


def test_a_closed_club_has_none_for_staff_either(client: Client, reds: Club, director: User) -> None:
    Club.objects.update(closed_at=timezone.now())
    page, before = reverse("ladders:club_hook", args=[reds.slug]), Hook.objects.values().get()
    client.force_login(director)
    assert client.get(page).status_code == 404
    for path in (page, f"{page}on/", f"{page}test/"):
        assert client.post(path, {"hook": "", "shape": "plain"}).status_code == 404
    assert Hook.objects.values().get() == before


@pytest.mark.django_db(transaction=True)
def test_a_club_that_closes_meanwhile_is_left_with_none(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = clubs.club(alice)
    assert not raised_at_once(
        lambda: announcing.choose(club.pk, alice, URL, "plain"),
        lambda: founding.close(club.pk, alice, "No time."),
    )
    assert not Hook.objects.exists()
    later = clubs.club(alice, name="Blue Dice")
    monkeypatch.setattr(spending, "spend", lambda *_: founding.close(later.pk, alice, "No time."))
    client.force_login(alice)
    page = reverse("ladders:club_hook", args=[later.slug])
    assert client.post(page, {"hook": URL, "shape": "plain"}).status_code == 404
    assert not Hook.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_officers_at_once_set_one(alice: User, bob: User) -> None:
    club = clubs.club(alice, bob)
    clubs.officer(club, bob)
    assert not raised_at_once(
        lambda: announcing.choose(club.pk, alice, URL, "plain"),
        lambda: announcing.choose(club.pk, bob, "https://other.example.org/", "plain"),
    )
    assert (ClubHook.objects.count(), Hook.objects.count()) == (1, 1)


def test_a_test_and_a_failure_stand_in_the_log(
    client: Client, reds: Club, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = reverse("ladders:club_hook", args=[reds.slug])
    client.force_login(alice)
    monkeypatch.setattr(post, "post", lambda _one: Answer(204, 0.2))
    assert "the answer was 204" in client.post(f"{page}test/", follow=True).content.decode()
    monkeypatch.setattr(send, "post_all", lambda some: [Answer(500, 0.1) for _ in some])
    membership.come(reds.pk, bob)
    send.send_due()
    Delivery.objects.update(due=reds.founded_at)
    Hook.objects.update(rest_until=None)
    monkeypatch.setattr(send, "post_all", lambda some: [Unreachable("No line.") for _ in some])
    send.send_due()
    kept = HookPost.objects.order_by("pk").values_list("kind", "tries", "status", "why")
    assert list(kept) == [
        ("test", 1, 204, ""),
        ("club-joined", 1, 500, "The answer was 500."),
        ("club-joined", 2, None, "No line."),
    ]
    shown = client.get(page).content.decode()
    assert "The answer was 500." in shown
    assert "bob has joined" not in shown, "what was said is not kept"


def test_switching_on_undoes_nothing_that_another_page_has_done(reds: Club, alice: User) -> None:
    seen = Hook.objects.get()
    Hook.objects.update(fails=10, off_at=timezone.now())
    announcing.choose(reds.pk, alice, f"{URL}/2", "plain")
    trying.switch_on(seen)
    now = Hook.objects.get()
    assert (now.url, now.fails, now.off_at) == (f"{URL}/2", 0, None)
    announcing.choose(reds.pk, alice, "", "plain")
    trying.switch_on(seen)
    assert not Hook.objects.exists()
