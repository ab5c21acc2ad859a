"""What waited to be sent before there was one outbox is in it afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts.models import Delivery, Preferences, User
from accounts.notices import send
from accounts.notices.post import Answer, Post

BEFORE = [("accounts", "0011_news_told"), ("ladders", "0002_team_remarks")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_letters_deliveries_and_webhooks_are_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    try:
        executor.migrate(BEFORE)
        old = executor.loader.project_state(BEFORE).apps
        now = timezone.now()
        alice = old.get_model("accounts", "User").objects.create(username="alice", email="a@example.org")
        old.get_model("accounts", "Telling").objects.create(
            player=alice, hook="https://a.example.org/", hook_secret="abc"
        )
        notice = old.get_model("accounts", "Notice").objects.create(
            player=alice, kind="turn", subject="Hello", address="/", key="k", spread=True
        )
        old.get_model("accounts", "Delivery").objects.create(notice=notice, way="hook", due=now)
        old.get_model("accounts", "Delivery").objects.create(notice=notice, way="mail", due=now, tries=2)
        old.get_model("accounts", "Letter").objects.create(
            to="dora@example.org", subject="Come", text="x", html="<p>x", due=now
        )
        event = old.get_model("ladders", "Event").objects.create(name="A\ncup", format="team")
        team = old.get_model("ladders", "Team").objects.create(event=event, name="We\r\nthem")
    finally:
        MigrationExecutor(connection).migrate(newest)
    from ladders.models import Event, Team

    assert Event.objects.get().name == "A cup"
    assert Team.objects.get().name == f"We them {team.pk}"
    hook = Preferences.objects.get().webhook
    assert hook is not None
    assert (hook.url, hook.secret, hook.owner.username) == ("https://a.example.org/", "abc", "alice")
    lanes = dict(Delivery.objects.values_list("way", "lane"))
    player = User.objects.get(username="alice").pk
    assert lanes == {
        "hook": f"hook-{hook.pk}",
        "mail": f"player-{player}",
        "letter": "letter-dora@example.org",
    }
    assert Delivery.objects.get(way="mail").tries == 2
    posts: list[Post] = []

    def post_all(some: Any) -> list[Answer]:
        posts.extend(some)
        return [Answer(200, 0.1) for _ in some]

    monkeypatch.setattr(send, "post_all", post_all)
    from tests.mails import sent

    assert [(one.subject, one.to) for one in sent()] == [("Come", ["dora@example.org"])]
    assert [one.url for one in posts] == ["https://a.example.org/"]
