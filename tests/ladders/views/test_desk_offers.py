"""What a director is offered and told: in words, with every reason kept, and nothing that cannot be done."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Notice, User
from ladders.events import eligibility, entries, leading, lifecycle, offences, seeding
from ladders.events.event_forms import EventForm
from ladders.events.making import parts
from ladders.formats import FORMATS
from ladders.models import Entry, Event, Fixture, Log
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.ladders.test_engine import resign
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def staff(client: Client) -> User:
    """Somebody of the staff, signed in."""
    found = User.objects.create_superuser("referee", "referee@example.org")
    client.force_login(found)
    return found


def decide(client: Client, event: Event, what: str, **given: object) -> int:
    return client.post(reverse("ladders:decide", args=[event.pk, what]), given).status_code


def text_of(client: Client, name: str, event: Event, query: str = "") -> str:
    return client.get(reverse(f"ladders:{name}", args=[event.pk]) + query).content.decode()


def test_a_preview_is_in_words() -> None:
    league = opened("league", division=3)
    swiss = opened("swiss")
    for player in players(5):
        entries.enter(league.pk, player)
        entries.enter(swiss.pk, player)
    assert [line.partition(":")[0] for line in seeding.preview(league)] == [
        "Division 1. Round 1",
        "Division 2. Round 1",
    ]
    lines = seeding.preview(swiss)
    assert all(line.startswith("Round 1: p0") for line in lines)
    assert sum(line.endswith("has a bye") for line in lines) == 1


def test_the_reason_of_whatever_is_decided_is_kept(client: Client, staff: User) -> None:
    event = Event.objects.create(name="Cup", format="league", code="BO", matches=1)
    said = {}
    for what in ("open", "invite", "start"):
        given = {"why": f"Why {what}."}
        if what == "invite":
            given["players"] = ", ".join(player.username for player in players(3))
        assert decide(client, event, what, **given) == 302
        said[what] = given["why"]
        if what == "invite":
            for entry in event.entries.all():
                assert entry.player
                entries.enter(event.pk, entry.player)
    work()
    play_to_the_end(event)
    assert decide(client, event, "finish", why="Why finish.") == 302
    reasons = set(Log.objects.filter(event=event).values_list("why", flat=True))
    assert reasons >= {*said.values(), "Why finish."}


def test_of_a_match_that_has_just_ended_nothing_is_offered(client: Client, staff: User) -> None:
    event = begun(opened("knockout"), players(2))
    first, second = open_matches(event)
    resign(first)
    ended, runs = (Fixture.objects.get(match_id=match.pk) for match in (first, second))
    page = text_of(client, "matches", event)
    for word in ("adjudicate", "replay", "discount", "extend"):
        assert f"{word}/?fixture={runs.pk}" in page
        assert f"{word}/?fixture={ended.pk}" not in page
        assert decide(client, event, word, fixture=ended.pk, winner="0", days="3", why="Hm.") == 400
    assert "It is over; the table will show it in a moment." in page
    resign(second)
    assert not leading.open_to(staff, event) or not {
        one.word for one in leading.open_to(staff, event) if one.match
    }
    work()
    assert f"correct/?fixture={ended.pk}" in text_of(client, "matches", event, "?show=over")


def test_who_was_invited_can_be_taken_out_and_asked_again(client: Client, staff: User, bob: User) -> None:
    event = opened("swiss", way=Event.Way.INVITED)
    assert "withdraw/" not in text_of(client, "lead", event), "nobody is there"
    entries.invite(event.pk, [bob], staff)
    entry = event.entries.get()
    assert "withdraw/" in text_of(client, "lead", event)
    assert decide(client, event, "withdraw", entry=entry.pk, why="A mistake.") == 302
    entry.refresh_from_db()
    assert entry.status == Entry.Status.LEFT
    with pytest.raises(eligibility.MayNotEnter):
        entries.enter(event.pk, bob)
    assert decide(client, event, "invite", players="bob", why="No mistake.") == 302
    entries.enter(event.pk, bob)
    assert event.entries.get().status == Entry.Status.IN


def test_who_is_in_or_waits_is_not_put_back_by_an_invitation(staff: User, alice: User, bob: User) -> None:
    event = opened("swiss")
    entries.enter(event.pk, alice)
    entries.invite(event.pk, [alice, bob], staff)
    assert dict(event.entries.values_list("player", "status")) == {alice.pk: "in", bob.pk: "invited"}


def test_nobody_asks_in_who_is_suspended(client: Client, staff: User, bob: User) -> None:
    event = opened("swiss")
    bob.suspended_until = event.created_at + timedelta(days=365)
    bob.save()
    assert decide(client, event, "invite", players="bob", why="Come.") == 409
    assert not event.entries.exists()
    assert not Notice.objects.filter(player=bob).exists()


def test_who_is_disqualified_during_the_review_is_shown_so(client: Client, staff: User) -> None:
    event = play_to_the_end(begun(opened("league", matches=1), players(3)))
    assert event.status == Event.Status.REVIEW
    entry = event.entries.all()[0]
    offences.record_offence(entry.pk, staff, "Rude.", at_once=True)
    shown = client.get(event.get_absolute_url()).content.decode()
    assert '<span class="tag">disqualified</span>' in shown


def test_every_field_of_the_form_has_a_part_and_champions_are_not_made_by_it() -> None:
    form = EventForm()
    laid = [field.name for part in parts(form) for field in part.visible_fields]
    assert sorted(laid) == sorted(form.fields)
    offered = dict(form.fields["format"].choices)  # type: ignore[attr-defined]
    assert set(offered) == {"", *FORMATS} - {"champions"}, "none is chosen for who makes it"
    made = Event(format="champions", code="BO")
    assert "champions" in dict(EventForm(instance=made).fields["format"].choices)  # type: ignore[attr-defined]


def test_the_form_asks_of_each_format_what_concerns_it() -> None:
    fields = {field.name: field.field for part in parts(EventForm()) for field in part.visible_fields}

    def asked(name: str, **chosen: str) -> bool:
        when = fields[name].widget.attrs.get("data-when", "")
        return all(chosen[one.partition(":")[0]] in one.partition(":")[2].split(",") for one in when.split())

    assert {form for form in FORMATS if asked("minutes", format=form)} == {"arena"}
    for name, but in (("pace", {"arena", "duplicate"}), ("round_days", {"arena"})):
        assert {form for form in ("", *FORMATS) if not asked(name, format=form)} == but
    assert asked("clock", format="swiss", pace="turns")
    assert not asked("clock", format="swiss", pace="split")
    assert not asked("clock", format="arena", pace="turns"), "it is played live"
    assert asked("name")


def test_a_part_with_a_fault_is_open() -> None:
    form = EventForm({"event-lowest": "x"})
    assert [part.open for part in parts(form)] == [True, True, True, False, False]


def test_a_draft_shows_what_players_will_agree_to(client: Client, staff: User) -> None:
    event = Event.objects.create(name="Cup", format="league", code="BO", matches=7)
    shown = text_of(client, "lead", event)
    assert "What players will agree to" in shown
    assert "7 matches, in each of which everybody in a division plays at one table." in shown


def test_settings_of_what_is_over_are_not_offered(client: Client, staff: User) -> None:
    event = opened("league")
    change = reverse("ladders:change", args=[event.pk])
    assert change in text_of(client, "lead", event)
    lifecycle.cancel(event.pk, staff, "Nobody came.")
    assert change not in text_of(client, "lead", event)
