"""Nobody decides about their own match: neither organisers, nor staff, nor administrators."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Match
from ladders import impartial
from ladders.events import entries, leading, lifecycle, teams
from ladders.models import Entry, Event, Fixture
from tests.games.tables import begin
from tests.ladders.events import begun, open_matches, opened, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture(params=["organiser", "administrator"])
def alice_leads(request: pytest.FixtureRequest, alice: User) -> User:
    """Alice, who may decide about the events of this file."""
    cache.clear()
    if request.param == "organiser":
        alice.user_permissions.add(Permission.objects.get(codename="organise_event"))
    else:
        User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    return User.objects.get(pk=alice.pk)


def decide(client: Client, event: Event, what: str, **given: object) -> int:
    return client.post(
        reverse("ladders:decide", args=[event.pk, what]), {"why": "Because.", **given}
    ).status_code


def state(event: Event) -> object:
    """All that a decision could change."""
    return [
        list(Event.objects.filter(pk=event.pk).values_list("status", "paused_until")),
        list(Entry.objects.order_by("pk").values_list("player", "status", "withdrawn_at", "substitute")),
        list(Match.objects.order_by("pk").values_list("status", "deadline", "adjudicated")),
        list(event.log.values_list("what", flat=True)),
    ]


def decisions(event: Event, entry: Entry) -> dict[str, dict[str, object]]:
    fixture = Fixture.objects.filter(
        section__event=event, seats__contains=[entry.pk], result__isnull=True
    ).first()
    return {
        "withdraw": {"entry": entry.pk},
        "substitute": {"entry": entry.pk, "player": "carol"},
        "pause": {"days": 3},
        "cancel": {},
        "extend": {"fixture": fixture.pk if fixture else 0, "days": 2},
        "replay": {"fixture": fixture.pk if fixture else 0},
        "discount": {"fixture": fixture.pk if fixture else 0, "sure": "yes"},
        "adjudicate": {"fixture": fixture.pk if fixture else 0, **first_wins(fixture)},
    }


def first_wins(fixture: Fixture | None) -> dict[str, object]:
    """A form that decides a match of two, or of more, for whoever sits first."""
    count = len(fixture.seats) if fixture else 2
    return {"winner": "0", "sure": "yes"} | {f"place_{seat}": seat + 1 for seat in range(count)}


def test_who_plays_in_a_section_decides_nothing_in_it(
    client: Client, alice_leads: User, bob: User, carol: User
) -> None:
    """Not about one's own match, and not about the others either, which stand in the same table."""
    event = begun(opened("round-robin", organiser=alice_leads), [alice_leads, bob, *players(2)])
    client.force_login(alice_leads)
    for name in ("alice", "bob", "p00"):
        entry = event.entries.get(player__username=name)
        for what, given in decisions(event, entry).items():
            before = state(event)
            assert decide(client, event, what, **given) == 403, (name, what)
            assert state(event) == before


def test_who_does_not_play_decides_all_of_it(
    client: Client, alice_leads: User, bob: User, carol: User
) -> None:
    event = begun(opened("round-robin", organiser=alice_leads), [bob, *players(3)])
    client.force_login(alice_leads)
    for what, given in decisions(event, event.entries.get(player=bob)).items():
        with transaction.atomic():
            assert decide(client, event, what, **given) == 302, what
            transaction.set_rollback(True)
    assert decide(client, event, "withdraw", entry=event.entries.get(player=bob).pk) == 302
    assert decide(client, event, "cancel") == 302


def test_in_another_section_it_is_no_match_of_ones_own(client: Client, alice_leads: User) -> None:
    event = begun(opened("league", organiser=alice_leads, division=4), [alice_leads, *players(7)])
    own = event.sections.get(places__entry__player=alice_leads)
    client.force_login(alice_leads)
    for section in event.sections.all():
        fixture = Fixture.objects.filter(section=section, result__isnull=True, match_id__isnull=False).first()
        assert fixture
        assert decide(client, event, "extend", fixture=fixture.pk, days=2, whole_round="on") == 403
        status = decide(client, event, "adjudicate", fixture=fixture.pk, **first_wins(fixture))
        assert status == (403 if section == own else 302)
        place = section.places.exclude(entry__player=alice_leads).first()
        assert place
        status = decide(client, event, "withdraw", entry=place.entry_id)
        assert status == (403 if section == own else 302)


def test_a_team_of_ones_own_is_ones_own(client: Client, alice_leads: User, bob: User, carol: User) -> None:
    event = opened("team", organiser=alice_leads)
    one, other = players(2)
    for captain, second, name in ((bob, alice_leads, "Reds"), (one, other, "Blues")):
        team = teams.make_team(event.pk, captain, name, [second])
        client.force_login(alice_leads)
        teams.accept(team.pk, second)
    blues = event.entries.get(team__name="Blues")
    assert decide(client, event, "withdraw", entry=blues.pk) == 403, "before it begins"
    lifecycle.start(event.pk)
    work()
    for what, given in decisions(event, blues).items():
        refused = 409 if what == "substitute" else 403  # a team has no seat to take over
        assert decide(client, event, what, **given) == refused, what


def test_a_team_that_one_has_left_is_ones_own_no_more(
    client: Client, alice_leads: User, bob: User, carol: User
) -> None:
    event = opened("team", organiser=alice_leads)
    one, other = players(2)
    for captain, others, name in ((bob, [alice_leads, carol], "Reds"), (one, [other], "Blues")):
        team = teams.make_team(event.pk, captain, name, others)
        for member in others:
            teams.accept(team.pk, member)
    lifecycle.start(event.pk)
    reds = event.entries.select_related("team").get(team__name="Reds")
    client.force_login(alice_leads)
    assert decide(client, event, "withdraw", entry=reds.pk) == 403
    assert reds.team
    teams.leave(reds.team.pk, alice_leads)
    assert decide(client, event, "withdraw", entry=reds.pk) == 302


def test_at_the_door_nobody_is_sent_away_by_who_waits_there(
    client: Client, alice_leads: User, bob: User
) -> None:
    event = opened("league", organiser=alice_leads)
    for player in (alice_leads, bob):
        entries.enter(event.pk, player)
    client.force_login(alice_leads)
    assert decide(client, event, "withdraw", entry=event.entries.get(player=bob).pk) == 403
    assert decide(client, event, "invite", players="alice") == 403
    assert decide(client, event, "start") == 302, "to begin decides about nobody"


def test_nobody_asks_themselves_in_or_gives_themselves_a_seat(
    client: Client, alice_leads: User, bob: User
) -> None:
    event = opened("league", organiser=alice_leads, way="invited")
    client.force_login(alice_leads)
    assert decide(client, event, "invite", players="bob, alice") == 403
    assert not event.entries.exists()
    assert decide(client, event, "invite", players="bob") == 302
    running_now = begun(opened("league", organiser=alice_leads), players(2))
    entry = running_now.entries.first()
    assert entry
    assert decide(client, running_now, "substitute", entry=entry.pk, player="alice") == 403


def test_offences_in_ones_own_section_are_for_others_too(alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    alice.refresh_from_db()
    event = begun(opened("league"), [alice, bob])
    entry = event.entries.select_related("event").get(player=bob)
    for what in ("offence", "clear"):
        with pytest.raises(leading.REFUSED):
            leading.decide(event, what, {"entry": entry, "why": "Rude."}, alice)
    entry.refresh_from_db()
    assert not entry.warned


@pytest.mark.parametrize("what", ["adjudicate", "void"])
def test_nor_in_the_admin(client: Client, alice: User, bob: User, carol: User, what: str) -> None:
    """Neither a match of one's own, nor one of one's own section; the event's decisions go the same way."""
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    client.force_login(alice)
    event = begun(opened("round-robin"), [alice, bob, *players(2)])
    other = next(one for one in open_matches(event) if not one.seats.filter(player=alice).exists())
    form = {"reason": "Because.", "place_0": 1, "place_1": 2}
    for match in (begin("BO", alice, bob), other):
        page = reverse(f"admin:games_match_{what}", args=[match.pk])
        assert client.get(page).status_code == 403
        assert client.post(page, form).status_code == 403
        match.refresh_from_db()
        assert match.status == Match.Status.RUNNING
    foreign = begin("BO", bob, carol)
    assert client.post(reverse(f"admin:games_match_{what}", args=[foreign.pk]), form).status_code == 302
    page = reverse("admin:ladders_event_decide", args=[event.pk, "pause"])
    assert client.post(page, {"days": 3, "why": "x"}).status_code == 200
    event.refresh_from_db()
    assert event.paused_until is None


@pytest.mark.parametrize("what", sorted(impartial.ABOUT_ALL))
def test_who_plays_touches_the_whole_event_neither_while_it_runs_nor_in_the_review(
    alice: User, bob: User, what: str
) -> None:
    event = begun(opened("round-robin"), [alice, bob, *players(2)])
    for event.status in (Event.Status.RUNNING, Event.Status.REVIEW):
        with pytest.raises(impartial.Concerned):
            impartial.must_not_be_concerned(event, what, {}, alice)
    Entry.objects.filter(player=alice).update(withdrawn_at=timezone.now())
    impartial.must_not_be_concerned(event, what, {}, alice)


def test_a_match_that_one_still_plays_is_ones_own_though_the_entry_is_out(
    client: Client, alice_leads: User
) -> None:
    """Who has just withdrawn sits there until the worker comes."""
    event = begun(opened("league", organiser=alice_leads), [alice_leads, *players(1)])
    entry = event.entries.get(player=alice_leads)
    entries.withdraw(entry, None, "")
    assert not impartial.own_entries(event, alice_leads)
    fixture = Fixture.objects.filter(section__event=event, result__isnull=True)[0]
    assert alice_leads.pk in fixture.players
    client.force_login(alice_leads)
    before = state(event)
    assert decide(client, event, "adjudicate", fixture=fixture.pk, **first_wins(fixture)) == 403
    assert state(event) == before
    assert impartial.shares_the_section(alice_leads, fixture.match_id or 0)
