"""What was said and reported before all rooms were one is there afterwards, by the same players."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from accounts.models import Message, Report
from games.models import Match, Remark
from ladders.models import Event, Team, TeamRemark

BEFORE = [("accounts", "0015_spent"), ("games", "0011_pledges"), ("ladders", "0008_arenas")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_words_of_before_survive() -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    executor = MigrationExecutor(connection)
    try:
        executor.migrate(BEFORE)
        old = executor.loader.project_state(BEFORE).apps
        user = old.get_model("accounts", "User")
        alice, bob = (
            user.objects.create(username=name, email=f"{name}@example.org") for name in ("alice", "bob")
        )
        low, high = sorted((alice, bob), key=lambda one: one.pk)
        thread = old.get_model("accounts", "Thread").objects.create(low=low, high=high, last_by=alice)
        message = old.get_model("accounts", "Message")
        message.objects.create(thread=thread, sender=alice, text="A message")
        message.objects.create(thread=thread, sender=None, text="Of one who left")
        old.get_model("accounts", "Report").objects.create(by=bob, about=alice, why="Hm", quote="A message")
        match = old.get_model("games", "Match").objects.create(code="BO", rules_version=1)
        old.get_model("games", "Remark").objects.create(match=match, player=bob, text="x" * 300)
        event = old.get_model("ladders", "Event").objects.create(name="Cup", format="team")
        team = old.get_model("ladders", "Team").objects.create(event=event, name="Reds")
        old.get_model("ladders", "TeamRemark").objects.create(team=team, player=alice, text="To the team")
    finally:
        MigrationExecutor(connection).migrate(newest)
    said = ("player__username", "text")
    assert list(Message.objects.order_by("pk").values_list(*said)) == [
        ("alice", "A message"),
        (None, "Of one who left"),
    ]
    assert Remark.objects.values_list(*said).get() == ("bob", "x" * 300)
    assert TeamRemark.objects.values_list(*said).get() == ("alice", "To the team")
    assert Report.objects.values_list("about__username", "quote").get() == ("alice", "A message")


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_words_that_were_too_long_before_are_cut_on_the_way_back() -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    match = Match.objects.create(code="BO", rules_version=1)
    team = Team.objects.create(event=Event.objects.create(name="Cup", format="team"), name="Reds")
    long = "x" * 299 + "é" * 2
    Remark.objects.create(match=match, text=long)
    TeamRemark.objects.create(team=team, text=long)
    try:
        MigrationExecutor(connection).migrate(BEFORE)
    finally:
        MigrationExecutor(connection).migrate(newest)
    assert Remark.objects.get().text == TeamRemark.objects.get().text == "x" * 299 + "é"
