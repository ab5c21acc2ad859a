"""The director's desk: matches by names, what needs a hand, and decisions seen before they are taken."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Report, User
from games.match import play, staff
from games.models import Match
from ladders.events import deciding, decisions, leading
from ladders.models import Event, Fixture
from tests.games.tables import play_out
from tests.ladders.events import begun, open_matches, opened, players
from tests.long import sample
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def decide(client: Client, event: Event, what: str, **given: object) -> int:
    return client.post(
        reverse("ladders:decide", args=[event.pk, what]), {"why": "Because.", **given}
    ).status_code


def matches(client: Client, event: Event, **query: str) -> str:
    return client.get(reverse("ladders:matches", args=[event.pk]), query).content.decode()


def of(event: Event) -> Fixture:
    return Fixture.objects.filter(section__event=event).order_by("pk")[0]


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
    late, soon, *rest = Fixture.objects.filter(section__event=event).order_by("pk")
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


@pytest.mark.parametrize("show", sample(["running", "hand", "over"], "running", "hand"))
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
        Fixture.objects.filter(section__event=event).update(deadline=timezone.now())
        if show == "over":
            for match in open_matches(event):
                staff.adjudicate(match.pk, [1, 2], "x")
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
    assert not words() & {"correct", "reopen", "resume", "reinstate", "champions", "offence", "end", "clear"}
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
    for what, said in (("cancel", "This cannot be undone."), ("pause", "How to undo it:")):
        assert said in client.get(reverse("ladders:decide", args=[event.pk, what])).content.decode()
