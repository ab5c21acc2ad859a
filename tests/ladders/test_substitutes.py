"""A substitute takes over everything that still runs: seat, card and clock."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from games.match import staff
from games.models import Match
from games.seats import handover
from ladders.events import entries, offences, substituting
from ladders.events.eligibility import MayNotEnter
from ladders.models import Entry, Event, Fixture, Place
from ladders.reasons import BadDecision
from tests.games.tables import legal, make, play_out, seat_of, to_move
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.ladders.test_arena import later
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def handed_over(alice: User, bob: User) -> tuple[Event, Match, User, User]:
    """In the middle of a turn bob takes the seat of who is to move: the event, the match, leaver, other."""
    event = begun(opened("swiss"), players(2))
    (match,) = open_matches(event)
    work()
    leaver = to_move(match)
    make(match, leaver, legal(match, leaver)[0])
    other = match.seats.exclude(player=leaver).get().player
    assert other
    substituting.ask(Entry.objects.get(event=event, player=leaver).pk, bob, alice, "Ill.")
    substituting.accept(event.pk, bob)
    work()
    return event, match, leaver, other


def test_seat_card_and_clock_go_over(alice: User, bob: User) -> None:
    event = begun(opened("swiss"), players(2))
    (match,) = open_matches(event)
    leaver = to_move(match)
    make(match, leaver, legal(match, leaver)[0])
    before = seat_of(match, leaver)
    match.refresh_from_db()
    state = match.state
    substituting.ask(Entry.objects.get(event=event, player=leaver).pk, bob, alice, "Ill.")
    substituting.accept(event.pk, bob)
    match.refresh_from_db()
    after = seat_of(match, bob)
    assert match.state == state
    assert match.rated is False
    assert (after.index, after.deadline, after.to_move, after.since) == (
        *(before.index, before.deadline, True, before.since),
    )
    fixture, entry = Fixture.objects.get(), Entry.objects.get(player=bob)
    assert fixture.players[fixture.seats.index(entry.pk)] == bob.pk
    make(match, bob, legal(match, bob)[0])
    play_to_the_end(event)
    assert len(set(Place.objects.values_list("played", flat=True))) == 1


def test_who_left_is_told_nothing_more_of_the_turn_and_who_came_is(alice: User, bob: User) -> None:
    _event, match, leaver, other = handed_over(alice, bob)
    page = f"/matches/{match.pk}/"
    assert not Notice.objects.filter(player=leaver, address=page, kind="turn", settled_at=None).exists()
    assert Notice.objects.filter(player=bob, address=page, kind="start").count() == 1
    assert Notice.objects.filter(player=bob, address=page, kind="turn", settled_at=None).count() == 1
    assert not Notice.objects.filter(player=other, address=page, subject__contains="taken over").exists()


def test_who_took_a_seat_at_a_match_that_is_over_by_now_is_told_of_the_end_alone(
    alice: User, bob: User
) -> None:
    event = begun(opened("swiss"), players(2))
    (match,) = open_matches(event)
    leaver = to_move(match)
    substituting.ask(Entry.objects.get(event=event, player=leaver).pk, bob, alice, "Ill.")
    substituting.accept(event.pk, bob)
    staff.adjudicate(match.pk, [1, 2], "They agreed on it.")
    work()
    told = Notice.objects.filter(player=bob, address=f"/matches/{match.pk}/")
    assert list(told.values_list("kind", flat=True)) == ["over"]


def test_who_waits_at_the_door_may_take_a_seat_over_and_waits_no_more(
    alice: User, bob: User, carol: User
) -> None:
    event = opened("swiss", most=2, begins_at=timezone.now() + timedelta(days=1))
    event = begun(event, [*players(2), bob, carol])
    assert event.entries.get(player=bob).status == Entry.Status.WAITING
    entry = event.entries.get(player__username="p00")
    substituting.ask(entry.pk, bob, alice, "Ill.")
    assert event.entries.filter(player=bob).exists(), "until the yes"
    substituting.accept(event.pk, bob)
    assert event.entries.get(player=bob) == entry
    assert event.entries.get(player=carol).status == Entry.Status.WAITING, "whoever else waits goes on to"


def test_whom_the_staff_barred_until_yesterday_may_take_a_seat_over(alice: User, bob: User) -> None:
    bob.barred_until = timezone.now() - timedelta(days=1)
    bob.save(update_fields=["barred_until"])
    event = begun(opened("swiss"), players(2))
    substituting.ask(event.entries.order_by("pk")[0].pk, bob, alice, "Ill.")
    substituting.accept(event.pk, bob)
    assert event.entries.filter(player=bob).exists()


def test_a_seat_that_was_given_up_goes_to_nobody(alice: User, bob: User) -> None:
    event = begun(opened("swiss"), players(3))
    entry = event.entries.select_related("player").order_by("pk")[0]
    substituting.ask(entry.pk, bob, alice, "Ill.")
    assert entry.player
    entries.withdraw_player(event.pk, entry.player)
    with pytest.raises(MayNotEnter, match="still in"):
        substituting.accept(event.pk, bob)
    with pytest.raises(BadDecision, match="still in"):
        substituting.ask(entry.pk, bob, alice, "Ill.")


def test_a_warning_stays_with_who_was_warned(alice: User, bob: User) -> None:
    event = begun(opened("swiss"), players(2))
    entry = event.entries.order_by("pk")[0]
    assert offences.record_offence(entry.pk, alice, "Swearing.") == "warning"
    substituting.ask(entry.pk, bob, alice, "Ill.")
    substituting.accept(event.pk, bob)
    with pytest.raises(BadDecision, match="no warning"):
        offences.clear(entry.pk, alice, "Not he.")
    assert offences.record_offence(entry.pk, alice, "Shouting.") == "warning", "it is the first of this one"


def test_what_one_said_against_a_warning_stays_with_them(alice: User, bob: User) -> None:
    event = begun(opened("swiss"), players(2))
    entry = event.entries.select_related("player").order_by("pk")[0]
    assert entry.player
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    offences.record_offence(entry.pk, alice, "Swearing.")
    offences.appeal(event.pk, entry.player, "I was not.")
    substituting.ask(entry.pk, bob, alice, "Ill.")
    substituting.accept(event.pk, bob)
    with later(timedelta(hours=1)):
        offences.record_offence(entry.pk, alice, "Shouting.")
        offences.appeal(event.pk, bob, "I whispered.")
    told = Notice.objects.filter(player=alice, key__startswith=f"appeal-{entry.pk}-").order_by("pk")
    assert [one.text for one in told] == ["I was not.", "I whispered."]


def test_what_is_over_stays_with_who_played_it(alice: User, bob: User) -> None:
    event = begun(opened("league", matches=2), players(2))
    (match,) = open_matches(event)
    entry = Entry.objects.get(event=event, player__username="p00")
    gone = entry.player
    play_out(match)
    substituting.ask(entry.pk, bob, alice, "Ill.")
    substituting.accept(event.pk, bob)
    assert match.seats.filter(player=gone).exists()
    (second,) = open_matches(event)
    assert second.seats.filter(player=bob).exists()
    assert not second.seats.filter(player=gone).exists()


def test_nothing_is_handed_over_of_a_match_that_is_over_or_to_who_sits_there(alice: User, bob: User) -> None:
    event = begun(opened("swiss"), players(2))
    (match,) = open_matches(event)
    one, other = [seat.player for seat in match.seats.select_related("player")]
    assert one
    assert other
    assert not handover.take_over(match.pk, one.pk, other)
    assert not handover.take_over(match.pk, alice.pk, bob)
    play_out(match)
    assert not handover.take_over(match.pk, one.pk, bob)
    assert event.entries.count() == 2
