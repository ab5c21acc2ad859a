"""The director's desk: matches by names, what needs a hand, and decisions seen before they are taken."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import relations
from accounts.models import Report, User
from games import play
from games.models import Match
from ladders import deciding, decisions, entering, leading
from ladders.models import Entry, Event, Fixture
from tests.games.tables import play_out
from tests.ladders.events import begun, open_matches, opened, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def carol_leads(carol: User) -> User:
    """Carol, with leave to organise."""
    carol.user_permissions.add(Permission.objects.get(codename="organise_event"))
    return User.objects.get(pk=carol.pk)


def decide(client: Client, event: Event, what: str, **given: object) -> int:
    return client.post(
        reverse("ladders:decide", args=[event.pk, what]), {"why": "Because.", **given}
    ).status_code


def matches(client: Client, event: Event, **query: str) -> str:
    return client.get(reverse("ladders:matches", args=[event.pk]), query).content.decode()


def of(event: Event) -> Fixture:
    return Fixture.objects.filter(group__event=event).order_by("pk")[0]


def test_matches_stand_there_by_names_with_scores_and_who_is_to_move(
    client: Client, carol_leads: User, alice: User, bob: User
) -> None:
    event = begun(opened("round-robin", organiser=carol_leads, at_once=1), [alice, bob, *players(2)])
    client.force_login(carol_leads)
    shown = matches(client, event)
    match = next(one for one in open_matches(event) if one.seats.filter(player=alice).exists())
    assert f'id="match-{match.pk}"' in shown
    assert "alice" in shown
    assert "to move" in shown
    assert reverse("games:table", args=[match.pk]) in shown
    assert f"{reverse('ladders:decide', args=[event.pk, 'adjudicate'])}?fixture=" in shown
    assert "?fixture=" in matches(client, event, q="ALICE")
    assert "There is no such match" in matches(client, event, q="nobody\x00")
    assert client.get(reverse("ladders:matches", args=[event.pk]), {"show": "x"}).status_code == 404


def test_hidden_cards_stay_hidden_from_who_leads(
    client: Client, carol_leads: User, alice: User, bob: User
) -> None:
    event = begun(opened("league", organiser=carol_leads), [alice, bob])
    match = open_matches(event)[0]
    seat = match.seats.get(player=alice)
    for _move in range(8):
        match.refresh_from_db()
        seat.refresh_from_db()
        move = match.rules.moves(match.table, seat.index)[-1]
        play.move(match.pk, alice, play.version_for(match, seat), move)
    seat.refresh_from_db()
    assert seat.moves == 8
    seat.total = 4321
    seat.save()
    client.force_login(carol_leads)
    fixture = of(event)
    page = client.get(
        reverse("ladders:decide", args=[event.pk, "adjudicate"]), {"fixture": fixture.pk}
    ).content.decode()
    for shown in (matches(client, event), page):
        assert "4321" not in shown
        assert "The cards are hidden until all have finished" in shown
        assert "of 2 have finished" not in shown
        assert "to move" not in shown


def test_what_needs_a_hand(client: Client, carol_leads: User, alice: User, bob: User) -> None:
    event = begun(opened("round-robin", organiser=carol_leads), [alice, bob, *players(2)])
    client.force_login(carol_leads)
    assert "Nothing needs a hand" in matches(client, event, show="hand")
    late, soon, *rest = Fixture.objects.filter(group__event=event).order_by("pk")
    for fixture, hours in ((late, -2), (soon, 20)):
        Fixture.objects.filter(pk=fixture.pk).update(deadline=timezone.now() + timedelta(hours=hours))
    shown = matches(client, event, show="hand")
    assert "out of time" in shown
    assert "ends soon" in shown
    assert shown.count('id="match-') == 2
    clock = Match.objects.get(pk=rest[0].match_id or 0)
    Match.objects.filter(pk=clock.pk).update(deadline=timezone.now() + timedelta(hours=3))
    assert f'id="match-{clock.pk}"' in matches(client, event, show="hand")


def test_a_report_among_the_players_needs_a_hand_and_one_from_elsewhere_is_for_staff(
    client: Client, carol_leads: User, alice: User, bob: User
) -> None:
    event = begun(opened("round-robin", organiser=carol_leads), [alice, bob, *players(2)])
    Report.objects.create(by=carol_leads, about=alice, why="Elsewhere.")
    client.force_login(carol_leads)
    assert "reported" not in matches(client, event, show="hand")
    staff = User.objects.create_superuser("referee1", "r@example.org")
    client.force_login(staff)
    assert "reported" in matches(client, event, show="hand")
    Report.objects.create(by=bob, about=alice, why="Here.")
    client.force_login(carol_leads)
    shown = matches(client, event, show="hand")
    assert "reported" in shown
    assert "Here." not in shown
    Report.objects.update(decided_at=timezone.now())
    assert "reported" not in matches(client, event, show="hand")


@pytest.mark.parametrize("show", ["running", "hand", "over"])
def test_the_list_costs_the_same_however_long(client: Client, carol_leads: User, show: str) -> None:
    def cost(event: Event) -> int:
        with CaptureQueriesContext(connection) as counted:
            assert client.get(reverse("ladders:matches", args=[event.pk]), {"show": show}).status_code == 200
        return len(counted)

    client.force_login(carol_leads)
    everybody = players(6)
    small = begun(opened("round-robin", organiser=carol_leads), everybody[:4])
    large = begun(opened("round-robin", organiser=carol_leads), everybody)
    for event in (small, large):
        Fixture.objects.filter(group__event=event).update(deadline=timezone.now())
        if show == "over":
            for match in open_matches(event):
                play.adjudicate(match.pk, [1, 2], "x")
            work()
    client.get(reverse("ladders:matches", args=[small.pk]))
    assert cost(small) == cost(large)


def test_a_match_is_decided_by_name_after_one_saw_what_it_changes(
    client: Client, carol_leads: User, alice: User, bob: User
) -> None:
    event = begun(opened("league", organiser=carol_leads, matches=1, pace="turns"), [alice, bob])
    fixture = of(event)
    client.force_login(carol_leads)
    address = reverse("ladders:decide", args=[event.pk, "adjudicate"])
    choosing = client.get(address).content.decode()
    assert "Round 1: " in choosing
    page = client.get(address, {"fixture": fixture.pk}).content.decode()
    assert "Who wins?" in page
    assert decide(client, event, "adjudicate", fixture=fixture.pk, winner="draw", why=" ") == 409
    assert "A draw" in page
    alices = next(seat for seat, key in enumerate(fixture.seats) if event.entries.get(pk=key).player == alice)
    form = {"fixture": fixture.pk, "winner": alices, "why": "bob is ill."}
    seen = client.post(address, form)
    assert seen.status_code == 200
    assert "alice: 0 points become 2 points" in seen.content.decode()
    match = open_matches(event)[0]
    assert match.status == Match.Status.RUNNING, "nothing has happened yet"
    assert client.post(address, {**form, "sure": "yes"}).status_code == 302
    work()
    match.refresh_from_db()
    assert match.seats.get(player=alice).place == 1
    assert event.log.filter(what__contains="1. alice, 2. bob", why="bob is ill.").exists()
    assert client.post(address, {**form, "sure": "yes"}).status_code in {302, 409}, "once"


def test_a_match_of_more_is_decided_by_places(client: Client, carol_leads: User) -> None:
    event = begun(opened("league", organiser=carol_leads, matches=1), players(3))
    fixture = of(event)
    client.force_login(carol_leads)
    form = {"fixture": fixture.pk, "place_0": 2, "place_1": 1, "place_2": 2, "sure": "yes"}
    assert decide(client, event, "adjudicate", **{**form, "place_2": 4}) == 400
    assert decide(client, event, "adjudicate", **form) == 302
    match = Match.objects.get(pk=fixture.match_id or 0)
    assert list(match.seats.order_by("index").values_list("place", flat=True)) == [2, 1, 2]


@pytest.mark.parametrize("fixture", ["", "0", "x", "99999999999999999999"])
def test_a_match_that_is_none_is_asked_for_again(client: Client, carol_leads: User, fixture: str) -> None:
    event = begun(opened("league", organiser=carol_leads), players(2))
    client.force_login(carol_leads)
    assert decide(client, event, "adjudicate", fixture=fixture, winner="0", sure="yes") == 400
    address = reverse("ladders:decide", args=[event.pk, "adjudicate"])
    assert client.get(address, {"fixture": fixture}).status_code == (400 if fixture else 200)


def test_another_events_match_is_not_decided_here(client: Client, carol_leads: User) -> None:
    one, two, three, four = players(4)
    mine = begun(opened("league", organiser=carol_leads), [one, two])
    other = begun(opened("league"), [three, four])
    client.force_login(carol_leads)
    assert decide(client, mine, "adjudicate", fixture=of(other).pk, winner="0", sure="yes") == 400
    assert open_matches(other)


def test_only_what_fits_is_offered(client: Client, carol_leads: User, alice: User, bob: User) -> None:
    event = opened("league", organiser=carol_leads, matches=1)

    def words() -> set[str]:
        event.refresh_from_db()
        return {one.word for one in leading.open_to(carol_leads, event)}

    assert "seed" not in words(), "nobody is in"
    begun(event, [alice, bob])
    assert {"adjudicate", "extend", "replay", "pause"} <= words()
    assert not words() & {"correct", "reopen", "resume", "reinstate", "champions", "offend", "end", "clear"}
    deciding.pause(event.pk, 2, carol_leads, "x")
    assert "resume" in words()
    play_out(open_matches(event)[0])
    assert "correct" in words()
    assert not words() & {"adjudicate", "extend", "pause", "resume"}
    client.force_login(carol_leads)
    assert decide(client, event, "extend", fixture=of(event).pk, days=2) == 409


def test_what_cannot_be_undone_says_so_and_what_can_says_how(
    client: Client, carol_leads: User, alice: User, bob: User
) -> None:
    for one in decisions.DECISIONS.values():
        assert one.word == "preview" or bool(one.undo) != one.for_good, one.word
    event = begun(opened("league", organiser=carol_leads), [alice, bob])
    client.force_login(carol_leads)
    for what, said in (("cancel", "This cannot be undone."), ("pause", "To undo it:")):
        assert said in client.get(reverse("ladders:decide", args=[event.pk, what])).content.decode()


def test_seeds_by_hand_hold_and_the_others_follow(
    client: Client, carol_leads: User, alice: User, bob: User
) -> None:
    event = opened("knockout", organiser=carol_leads)
    for player in (alice, bob, *players(2)):
        entering.enter(event.pk, player)
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
        entering.enter(event.pk, player)
    client.force_login(carol_leads)
    assert decide(client, event, "seed", order="carol") == 403
    assert not event.entries.filter(seed__isnull=False).exists()


def test_a_word_to_all_reaches_all_but_who_wants_none(
    client: Client, carol_leads: User, alice: User, bob: User
) -> None:
    event = begun(opened("league", organiser=carol_leads), [alice, bob])
    relations.ignore(bob, carol_leads)
    client.force_login(carol_leads)
    assert decide(client, event, "word", why="") == 400
    assert decide(client, event, "word", why="The hall opens at six.") == 302
    assert alice.notices.get(key__startswith="word-").text == "The hall opens at six."
    assert not bob.notices.filter(key__startswith="word-").exists()
    assert event.log.filter(why="The hall opens at six.", by=carol_leads).exists()


def test_an_event_is_made_once_more(client: Client, carol_leads: User) -> None:
    event = begun(opened("league", organiser=carol_leads, matches=7), players(2))
    client.force_login(carol_leads)
    answer = client.post(reverse("ladders:decide", args=[event.pk, "clone"]), {})
    new = Event.objects.latest("pk")
    assert answer["Location"] == reverse("ladders:lead", args=[new.pk])
    assert (new.status, new.matches, new.organiser) == ("draft", 7, carol_leads)
    assert not new.entries.exists()


def test_abuse_disqualifies_at_once_and_is_taken_back(client: Client, alice: User, bob: User) -> None:
    client.force_login(User.objects.create_superuser("referee1", "r@example.org"))
    event = begun(opened("league", matches=1), [alice, bob, *players(1)])
    out = event.entries.filter(player=alice, disqualified=True)
    address = reverse("ladders:decide", args=[event.pk, "offend"])
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
    entering.withdraw(gone, None, "No time.")
    for entry in (cheat, gone):
        deciding.offend(entry.pk, judge, "Abuse.", at_once=True)
    deciding.offend(warned.pk, judge, "Rude.")

    def said(entry: Entry) -> str:
        address = reverse("ladders:decide", args=[event.pk, "clear"])
        page = client.post(address, {"why": "Because.", "entry": entry.pk}).content.decode()
        assert Entry.objects.get(pk=entry.pk).warned, "nothing has happened yet"
        return page

    assert "bob is warned no more." in said(warned)
    assert "carol had left before, or cannot play: that stays so." in said(gone)
    assert "alice plays on; what was lost meanwhile stays lost." in said(cheat)
    for _ in range(2):
        work()
        for match in Match.objects.filter(event=event.pk, status=Match.Status.RUNNING):
            play.adjudicate(match.pk, [1, 2], "A test.")
    for entry in event.entries.filter(withdrawn_at=None).exclude(pk=warned.pk):
        deciding.offend(entry.pk, judge, "Abuse.", at_once=True)
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.REVIEW
    assert "what was not played is not played any more" in said(cheat)
    assert decide(client, event, "clear", entry=cheat.pk, sure="yes") == 302
    work()
    event.refresh_from_db()
    assert (event.status, event.trouble) == (Event.Status.REVIEW, "")
    assert not Match.objects.filter(event=event.pk, status=Match.Status.RUNNING).exists()
    assert deciding.recompute() == []


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
