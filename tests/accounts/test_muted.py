"""Who is muted says nothing to others anywhere: neither anew, nor by what was written before."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from accounts import models
from accounts.models import News, Picture, Profile, User
from games.chat import Beside
from ladders.events import eligibility, leaders, lifecycle, offences, teams
from ladders.events.rooms import OfTeam
from ladders.models import Event, Log, Team
from tests.games.tables import begin
from tests.ladders.events import begun, opened, players
from tests.talking import say, texts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
WORDS = "Buy my dice"


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


def mute(player: User, *, still: bool = True) -> User:
    until = timezone.now() + timedelta(days=3 if still else -3)
    User.objects.filter(pk=player.pk).update(muted_until=until)
    return User.objects.get(pk=player.pk)


def shown(client: Client, address: str) -> bool:
    return WORDS in client.get(address).content.decode()


def test_the_profile(client: Client, alice: User, bob: User) -> None:
    Profile.objects.create(player=alice, about=WORDS)
    page = reverse("games:player", args=["alice"])
    assert shown(client, page)
    mute(alice)
    assert not shown(client, page)
    client.force_login(bob)
    assert not shown(client, page)
    client.force_login(alice)
    assert shown(client, page), "one sees one's own"
    answer = client.post(reverse("profile_edit"), {"about": "Look here", "country": "AT"})
    assert answer.status_code == 400
    assert "You may not write until" in answer.content.decode()
    form = {"about": WORDS, "country": "AT", "chat": "on"}
    assert client.post(reverse("profile_edit"), form).status_code == 302, "what is no words can be changed"
    mute(alice, still=False)
    client.logout()
    assert shown(client, page), "it is over"


def test_the_picture(client: Client, alice: User, bob: User) -> None:
    Picture.objects.create(player=alice, data=b"painted")
    page = reverse("picture", args=["alice"])
    mute(alice)
    client.force_login(bob)
    assert client.get(page).status_code == 404
    assert page not in client.get(reverse("games:player", args=["alice"])).content.decode()
    client.force_login(alice)
    answer = client.get(page)
    assert (answer.status_code, "public" in answer["Cache-Control"]) == (200, False)
    file = io.BytesIO()
    Image.new("RGB", (9, 9)).save(file, "PNG")
    file.seek(0)
    file.name = "mine.png"
    assert client.post(reverse("picture_upload"), {"picture": file}).status_code == 403
    assert bytes(Picture.objects.get().data) == b"painted"
    assert client.post(reverse("picture_upload"), {"what": "remove"}).status_code == 302


def test_what_players_say_of_the_site(client: Client, alice: User) -> None:
    models.Testimonial.objects.create(player=alice, text=WORDS, approved_at=timezone.now())
    assert shown(client, reverse("voices"))
    mute(alice)
    assert not shown(client, reverse("voices"))
    client.force_login(alice)
    assert client.post(reverse("voices"), {"text": "More", "consent": "on"}).status_code == 400
    assert models.Testimonial.objects.get().text == WORDS


def test_remarks_beside_a_match(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    say(Beside(match), alice, WORDS)
    alice = mute(alice)
    assert texts(Beside(match), bob) == []
    assert texts(Beside(match), alice) == [WORDS]


def test_remarks_in_a_team_and_its_name(alice: User, bob: User) -> None:
    event = opened("team")
    team: Team = teams.make_team(event.pk, alice, "Reds", [bob])
    teams.accept(team.pk, bob)
    say(OfTeam(team), alice, WORDS)
    alice = mute(alice)
    assert texts(OfTeam(team), bob) == []
    assert texts(OfTeam(team), alice) == [WORDS]
    with pytest.raises(eligibility.MayNotEnter):
        teams.make_team(opened("team").pk, alice, WORDS, [bob])


def test_events(client: Client, alice: User, bob: User) -> None:
    alice.user_permissions.add(Permission.objects.get(codename="organise_event"))
    event = opened("league", organiser=alice, about=WORDS, promise="Promise: " + WORDS)
    assert shown(client, event.get_absolute_url())
    alice = mute(alice)
    assert not shown(client, event.get_absolute_url())
    client.force_login(alice)
    for page in (
        reverse("ladders:new"),
        reverse("ladders:change", args=[event.pk]),
        reverse("ladders:decide", args=[event.pk, "cancel"]),
    ):
        assert client.post(page, {"why": WORDS}).status_code == 403, page
    event.refresh_from_db()
    assert event.status == Event.Status.OPEN


def test_appeals_reach_who_decides_and_nobody_else(alice: User, bob: User) -> None:
    event = begun(opened("league"), [alice, *players(1)])
    judge = User.objects.create_superuser("judge", "judge@example.org")
    offences.record_offence(event.entries.get(player=alice).pk, judge, "Rude.")
    offences.appeal(event.pk, mute(alice), WORDS)
    assert not Log.objects.filter(why=WORDS).exists()
    assert judge.notices.filter(text=WORDS).exists()


def test_news_by_the_staff(client: Client, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    bob.user_permissions.set(Permission.objects.all())
    bob = mute(bob)
    client.force_login(bob)
    assert client.post(reverse("admin:accounts_news_add"), {"title": "x", "text": WORDS}).status_code == 403
    assert not News.objects.exists()
    assert not leaders.is_staff(bob)
    event = lifecycle.open_entries(Event.objects.create(name="Mine", format="league", code="BO").pk)
    assert not leaders.may_lead(bob, event)
