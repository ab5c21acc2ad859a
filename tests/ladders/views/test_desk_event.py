"""What a director decides beside the matches: seeds, words to all, the same event again, offences."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.people import relations
from games.match import staff
from games.models import Match
from ladders.events import checking, entries, offences
from ladders.models import Entry, Event
from tests.ladders.events import begun, open_matches, opened, players
from tests.ladders.views.test_desk import decide, of
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_seeds_by_hand_hold_and_the_others_follow(
    client: Client, carol_leads: User, alice: User, bob: User
) -> None:
    event = opened("knockout", organiser=carol_leads)
    for player in (alice, bob, *players(2)):
        entries.enter(event.pk, player)
    client.force_login(carol_leads)
    assert decide(client, event, "seed", order="P01\nbob\nbob") == 400
    assert decide(client, event, "seed", order="nobody") == 400
    assert decide(client, event, "seed", order="P01\nbob\n") == 302
    preview = client.get(reverse("ladders:decide", args=[event.pk, "preview"])).content.decode()
    assert "p01" in preview
    assert decide(client, event, "start") == 302
    names = [entry.name for entry in event.entries.order_by("seed")]
    assert names[:2] == ["p01", "bob"]
    assert set(names) == {"p00", "p01", "alice", "bob"}


def test_seeds_are_nobodys_who_plays(client: Client, carol_leads: User, alice: User) -> None:
    event = opened("knockout", organiser=carol_leads)
    for player in (alice, carol_leads):
        entries.enter(event.pk, player)
    client.force_login(carol_leads)
    assert decide(client, event, "seed", order="carol") == 403
    assert not event.entries.filter(seed__isnull=False).exists()


def test_a_word_to_all_reaches_all_but_who_wants_none(
    client: Client, carol_leads: User, alice: User, bob: User
) -> None:
    event = begun(opened("league", organiser=carol_leads), [alice, bob, carol_leads])
    relations.ignore(bob, carol_leads)
    client.force_login(carol_leads)
    assert decide(client, event, "word", why="") == 400
    assert decide(client, event, "word", why="The hall opens at six.") == 302
    assert alice.notices.get(key__startswith="word-").text == "The hall opens at six."
    for player in (bob, carol_leads):
        assert not player.notices.filter(key__startswith="word-").exists()
    assert event.log.filter(why="The hall opens at six.", by=carol_leads).exists()


def test_an_event_is_made_once_more(client: Client, carol_leads: User) -> None:
    event = begun(opened("league", organiser=carol_leads, matches=7), players(2))
    client.force_login(carol_leads)
    answer = client.post(reverse("ladders:decide", args=[event.pk, "clone"]), {})
    new = Event.objects.latest("pk")
    assert answer["Location"] == reverse("ladders:lead", args=[new.pk])
    assert (new.status, new.matches, new.organiser) == ("draft", 7, carol_leads)
    assert not new.entries.exists()


def test_champions_are_made_of_a_league_and_not_once_more(client: Client, carol_leads: User) -> None:
    client.force_login(carol_leads)
    for form, there in (("league", True), ("champions", False)):
        event = opened(form, organiser=carol_leads)
        address = reverse("ladders:decide", args=[event.pk, "clone"])
        shown = client.get(reverse("ladders:lead", args=[event.pk])).content.decode()
        assert (f'"{address}"' in shown) is there
        assert client.post(address, {}).status_code == (302 if there else 409)
    assert Event.objects.count() == 3


def test_abuse_disqualifies_at_once_and_is_taken_back(client: Client, alice: User, bob: User) -> None:
    client.force_login(User.objects.create_superuser("referee1", "r@example.org"))
    event = begun(opened("league", matches=1), [alice, bob, *players(1)])
    out = event.entries.filter(player=alice, disqualified=True)
    address = reverse("ladders:decide", args=[event.pk, "offence"])
    form = {"entry": event.entries.get(player=alice).pk, "why": "Abuse.", "at_once": "on"}
    assert "alice is disqualified" in client.post(address, form).content.decode()
    assert not out.exists(), "nothing has happened yet"
    assert client.post(address, {**form, "sure": "yes"}).status_code == 302
    assert out.exists()
    assert decide(client, event, "clear", entry=form["entry"], sure="yes") == 302
    assert not out.exists()


def test_what_clearing_changes_is_said_before_it_is_done(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    judge = User.objects.create_superuser("referee1", "r@example.org")
    client.force_login(judge)
    event = begun(opened("knockout"), [alice, bob, carol, *players(1)])
    cheat, warned, gone = (event.entries.get(player=player) for player in (alice, bob, carol))
    entries.withdraw(gone, None, "No time.")
    for entry in (cheat, gone):
        offences.record_offence(entry.pk, judge, "Abuse.", at_once=True)
    offences.record_offence(warned.pk, judge, "Rude.")

    def said(entry: Entry) -> str:
        address = reverse("ladders:decide", args=[event.pk, "clear"])
        page = client.post(address, {"why": "Because.", "entry": entry.pk}).content.decode()
        assert Entry.objects.get(pk=entry.pk).warned, "nothing has happened yet"
        return page

    assert "The warning of bob is taken back." in said(warned)
    assert "carol had left before, or cannot play: that stays so." in said(gone)
    assert "alice plays on; what was lost meanwhile stays lost." in said(cheat)
    for _ in range(2):
        work()
        for match in Match.objects.filter(event=event.pk, status=Match.Status.RUNNING):
            staff.adjudicate(match.pk, [1, 2], "A test.")
    for entry in event.entries.filter(withdrawn_at=None).exclude(pk=warned.pk):
        offences.record_offence(entry.pk, judge, "Abuse.", at_once=True)
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.REVIEW
    assert "what was not played will not be played" in said(cheat)
    assert decide(client, event, "clear", entry=cheat.pk, sure="yes") == 302
    work()
    event.refresh_from_db()
    assert (event.status, event.trouble) == (Event.Status.REVIEW, "")
    assert not Match.objects.filter(event=event.pk, status=Match.Status.RUNNING).exists()
    assert checking.recompute() == []


def test_the_admin_offers_and_does_the_same(client: Client, alice: User, bob: User) -> None:
    client.force_login(User.objects.create_superuser("referee1", "r@example.org"))
    event = begun(opened("league", matches=1, pace="turns"), [alice, bob])
    page = client.get(reverse("admin:ladders_event_change", args=[event.pk])).content.decode()
    for what in ("adjudicate", "extend", "end"):
        assert reverse("admin:ladders_event_decide", args=[event.pk, what]) in page
    assert reverse("admin:ladders_event_decide", args=[event.pk, "resume"]) not in page
    fixture = of(event)
    address = reverse("admin:ladders_event_decide", args=[event.pk, "adjudicate"])
    assert "Round 1: " in client.get(address).content.decode()
    form = {"fixture": fixture.pk, "winner": "0", "why": "bob is ill."}
    assert "points become" in client.post(address, form).content.decode()
    assert open_matches(event)
    assert client.post(address, {**form, "sure": "yes"}).status_code == 302
    assert not open_matches(event)
    found = client.get(reverse("admin:ladders_event_changelist"), {"q": "alice"}).content.decode()
    assert event.name in found
