"""Events of a club: for its members alone, led by its officers together, but for results."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from ladders.clubs import membership
from ladders.events import eligibility, entries, leaders, leading, lifecycle, substituting, teams
from ladders.events.decisions import DECISIONS
from ladders.models import Club, Event
from ladders.reasons import BadDecision
from tests.ladders import clubs
from tests.ladders.events import begun, opened
from tests.ladders.views.test_organise import FORM

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
RESULTS = {"adjudicate", "correct", "reopen", "replay", "discount"}


@pytest.fixture
def reds(alice: User, bob: User) -> Club:
    cache.clear()
    return clubs.club(alice, bob)


def test_officers_make_events_for_members(client: Client, reds: Club, alice: User, bob: User) -> None:
    address = f"{reverse('ladders:new')}?club=red-dice"
    client.force_login(bob)
    assert client.post(address, FORM).status_code == 403
    client.force_login(alice)
    assert client.post(reverse("ladders:new"), FORM).status_code == 403, "for everybody only who may organise"
    assert "Only the members of Red Dice" in client.get(address).content.decode()
    assert client.post(f"{reverse('ladders:new')}?club=nobodys", FORM).status_code == 404
    assert client.post(address, FORM).status_code == 302
    event = Event.objects.get()
    assert (event.club, event.organiser) == (reds, alice)
    assert client.get(reverse("ladders:lead", args=[event.pk])).status_code == 200
    clubs.officer(reds, bob)
    client.force_login(bob)
    assert client.get(reverse("ladders:lead", args=[event.pk])).status_code == 200, "all officers lead it"


def test_only_members_enter_alone_in_teams_or_for_others(
    reds: Club, alice: User, bob: User, carol: User
) -> None:
    event = opened("league", club=reds)
    with pytest.raises(eligibility.MayNotEnter, match="Only the members of Red Dice"):
        entries.enter(event.pk, carol)
    pairs = opened("team", club=reds)
    team = teams.make_team(pairs.pk, alice, "Us", [carol])
    with pytest.raises(eligibility.MayNotEnter, match="Only the members of Red Dice"):
        teams.accept(team.pk, carol)
    event = begun(event, [alice, bob])
    with pytest.raises(BadDecision, match="Only the members of Red Dice"):
        substituting.ask(event.entries.get(player=bob).pk, carol, alice, "Away.")
    membership.leave(reds.pk, bob)
    assert event.entries.get(player=bob).withdrawn_at is None, "who leaves the club plays on"


def test_officers_decide_all_but_results(reds: Club, alice: User, carol_leads: User) -> None:
    event = opened("league", club=reds)

    def offered(player: User) -> set[str]:
        return {word for word, one in DECISIONS.items() if leading.may(player, event, one)}

    assert not offered(alice) & RESULTS
    assert {"start", "withdraw", "extend", "pause", "cancel", "clone"} <= offered(alice)
    assert not leaders.may_lead(carol_leads, event)
    membership.invite(reds.pk, carol_leads, alice)
    membership.come(reds.pk, carol_leads)
    clubs.officer(reds, carol_leads)
    assert offered(carol_leads) >= RESULTS, "the site lets carol organise"
    event.club = None
    assert not leaders.may_lead(alice, event)


def test_who_is_no_officer_any_longer_or_muted_leads_nothing(reds: Club, alice: User, bob: User) -> None:
    event = opened("league", club=reds, organiser=bob)
    assert not leaders.may_lead(bob, event)
    clubs.officer(reds, bob)
    assert leaders.may_lead(bob, event)
    assert leaders.of(event) == [bob, alice]
    bob.muted_until = timezone.now() + timedelta(days=1)
    assert not leaders.may_lead(bob, event)
    Club.objects.update(closed_at=timezone.now())
    assert not leaders.may_lead(alice, Event.objects.get())


def test_what_follows_is_the_clubs_too(reds: Club, alice: User, bob: User) -> None:
    event = begun(opened("league", club=reds, recurring=True), [alice, bob])
    assert Event.objects.get(previous=event).club == reds


def test_it_is_listed_with_the_club(client: Client, reds: Club, alice: User) -> None:
    event = opened("league", club=reds)
    assert event.name not in client.get(reverse("ladders:index")).content.decode()
    assert event.name in client.get(reds.get_absolute_url()).content.decode()
    shown = client.get(event.get_absolute_url()).content.decode()
    assert reds.get_absolute_url() in shown
    assert "Members of Red Dice only." in shown
    client.force_login(alice)
    assert event.name in client.get(reverse("ladders:index")).content.decode(), "alice leads it"
    lifecycle.cancel(event.pk, alice, "No time.")


def test_a_draft_is_shown_to_nobody_on_the_page_of_the_club(client: Client, reds: Club, alice: User) -> None:
    draft = Event.objects.create(name="A secret", format="league", code="BO", club=reds, organiser=alice)
    assert draft.name not in client.get(reds.get_absolute_url()).content.decode()
    client.force_login(alice)
    assert draft.name not in client.get(reds.get_absolute_url()).content.decode()
    lifecycle.open_entries(draft.pk, alice)
    assert draft.name in client.get(reds.get_absolute_url()).content.decode()
