"""A team's page: its order for everybody, its talk for its members alone."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.people import relations
from ladders.events import lifecycle, queries, teams
from ladders.models import Team, TeamRemark
from tests.ladders.events import opened, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def team(alice: User, bob: User) -> Team:
    """Alice and bob, in an event that has begun against two others."""
    cache.clear()
    event = opened("team")
    made = teams.make_team(event.pk, alice, "Reds", [bob])
    teams.accept(made.pk, bob)
    one, other = players(2)
    against = teams.make_team(event.pk, one, "Blues", [other])
    teams.accept(against.pk, other)
    lifecycle.start(event.pk)
    work()
    return made


def said_at(team: Team) -> str:
    return reverse("ladders:team_talk", args=[team.pk])


def test_members_talk_and_nobody_else_hears_it(
    client: Client, team: Team, alice: User, bob: User, carol: User
) -> None:
    client.force_login(alice)
    assert client.post(said_at(team), {"text": "Let us <win>."}).status_code == 302
    assert client.post(said_at(team), {"text": " "}).status_code == 400
    client.force_login(bob)
    assert "Let us &lt;win&gt;." in client.get(team.get_absolute_url()).content.decode()
    client.force_login(carol)
    assert "Let us" not in client.get(team.get_absolute_url()).content.decode()
    assert client.post(said_at(team), {"text": "Me too"}).status_code == 403
    client.logout()
    assert "Let us" not in client.get(team.get_absolute_url()).content.decode()
    assert client.post(said_at(team), {"text": "Me too"}).status_code == 302, "to sign in"
    assert TeamRemark.objects.count() == 1


def test_who_is_ignored_is_not_heard(client: Client, team: Team, alice: User, bob: User) -> None:
    client.force_login(alice)
    client.post(said_at(team), {"text": "Let us win."})
    relations.ignore(bob, alice)
    client.force_login(bob)
    assert "Let us win" not in client.get(team.get_absolute_url()).content.decode()


def test_who_has_left_the_team_is_out_of_its_talk(client: Client, team: Team, bob: User) -> None:
    team.members.filter(player=bob).update(left=True)
    client.force_login(bob)
    assert client.get(said_at(team)).status_code == 403
    assert client.post(said_at(team), {"text": "And yet"}).status_code == 403


def test_each_fixture_says_whose_turn_in_the_order_it_is(client: Client, team: Team) -> None:
    turns = {tuple(sorted(game.names)) for game in queries.team_fixtures(team)}
    assert turns == {("Blues (p00)", "Reds (alice)"), ("Blues (p01)", "Reds (bob)")}
    for address in (team.get_absolute_url(), team.event.get_absolute_url()):
        assert "Reds (alice)" in client.get(address).content.decode()


def test_before_the_start_who_is_asked_may_decline_and_who_is_in_may_leave(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    event = opened("team")
    made = teams.make_team(event.pk, alice, "Greens", [bob, carol])
    page, act = made.get_absolute_url(), reverse("ladders:team_act", args=[made.pk])
    client.force_login(carol)
    shown = client.get(page).content.decode()
    assert 'value="join"' in shown
    assert ">Decline<" in shown
    answer = client.post(act, {"what": "leave"}, follow=True)
    assert "You are not in Greens." in answer.content.decode()
    assert client.post(act, {"what": "leave"}).status_code == 409
    assert 'value="leave"' not in client.get(page).content.decode()
    client.force_login(bob)
    client.post(act, {"what": "join"})
    shown = client.get(page).content.decode()
    assert ">Leave the team<" in shown
    assert 'value="join"' not in shown
    assert event.entries.count() == 1
    assert client.post(act, {"what": "leave"}).status_code == 302
    assert list(made.members.values_list("player", flat=True)) == [alice.pk]


def test_once_it_has_begun_the_page_of_a_team_is_not_where_one_leaves_it(
    client: Client, team: Team, bob: User
) -> None:
    client.force_login(bob)
    assert 'value="leave"' not in client.get(team.get_absolute_url()).content.decode()
