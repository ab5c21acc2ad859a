"""News and what players say."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import News, Notice, Preferences, User
from accounts.models import news as models
from accounts.news import publishing

pytestmark = pytest.mark.django_db


def test_news_are_shown_once_they_are_published(
    client: Client, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "AT_ONCE", 1)
    for player in (alice, carol):
        Preferences.objects.create(player=player, mail={"news": "once"})
    staff = User.objects.create_superuser("referee1", "r@example.org")
    news = News.objects.create(title="New dice", text="They are round.")
    assert "New dice" not in client.get(reverse("news")).content.decode()
    client.force_login(staff)
    form = {"action": "publish", "_selected_action": [news.pk]}
    for _ in range(2):
        client.post(reverse("admin:accounts_news_changelist"), form)
    assert "New dice" in Client().get(reverse("news")).content.decode()
    assert "New dice" in Client().get(reverse("news_feed")).content.decode()
    assert not Notice.objects.exists(), "the request told nobody"
    assert [publishing.tell_news(), publishing.tell_news()] == [1, 0]
    told = Notice.objects.filter(kind="news")
    assert sorted(notice.player.username for notice in told) == ["alice", "carol"]


@pytest.mark.parametrize(("rights", "muted"), [({"view_news"}, False), ({"view_news", "change_news"}, True)])
def test_who_may_only_read_news_in_the_admin_publishes_none(
    client: Client, bob: User, rights: set[str], muted: bool
) -> None:
    bob.is_staff = True
    bob.muted_until = timezone.now() + timedelta(days=1) if muted else None
    bob.save()
    bob.user_permissions.set(Permission.objects.filter(codename__in=rights))
    news = News.objects.create(title="New dice", text="They are round.")
    client.force_login(bob)
    page = reverse("admin:accounts_news_changelist")
    assert "New dice" in client.get(page).content.decode()
    client.post(page, {"action": "publish", "_selected_action": [news.pk]})
    news.refresh_from_db()
    assert news.published_at is None
    assert "New dice" not in Client().get(reverse("news")).content.decode()


def test_words_of_players_need_consent_and_leave(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post(reverse("voices"), {"text": "Lovely."}).status_code == 400
    assert client.post(reverse("voices"), {"text": "Lovely.", "consent": "on"}).status_code == 302
    assert "Lovely." not in Client().get(reverse("voices")).content.decode()
    models.Testimonial.objects.update(approved_at=timezone.now())
    assert "Lovely." in Client().get(reverse("voices")).content.decode()
    client.post(reverse("voices"), {"text": "Awful.", "consent": "on"})
    assert "Awful." not in Client().get(reverse("voices")).content.decode(), "it is read anew"
    client.post(reverse("voices"), {"what": "remove"})
    assert not models.Testimonial.objects.exists()


def test_visitors_say_nothing(client: Client) -> None:
    assert client.post(reverse("voices"), {"text": "x", "consent": "on"}).status_code == 302
    assert not models.Testimonial.objects.exists()
