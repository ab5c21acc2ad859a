"""Who goes late, is taken out late, or cannot come back: every table still is what its results make of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import leaving
from accounts.models import User
from games.match import staff
from ladders.events import checking, eligibility, entries, lifecycle, log, offences, teams
from ladders.models import Entry, Event, Fixture, Place
from tests.ladders.events import begun, open_matches, opened, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def decide_all(event: Event) -> None:
    """Everything that is open is won by the first seat."""
    for match in open_matches(event):
        staff.adjudicate(match.pk, list(range(1, match.seats.count() + 1)), "A test.")
    work()
    event.refresh_from_db()


def two_divisions() -> tuple[Event, list[User]]:
    """A league of two divisions of two, of which the first has played its only match."""
    event = begun(opened("league", matches=1, division=2, moving=1), players(4))
    first = open_matches(event)[0]
    staff.adjudicate(first.pk, [1, 2], "A test.")
    work()
    done = event.sections.get(over=True)
    return event, [place.entry.player for place in done.places.order_by("position") if place.entry.player]


def test_who_leaves_a_league_when_their_own_division_is_over_keeps_the_rank() -> None:
    event, (winner, other) = two_divisions()
    entries.withdraw_player(event.pk, winner)
    work()
    assert Place.objects.get(entry__player=winner).rank == 1
    assert Place.objects.get(entry__player=other).rank == 2
    assert checking.recompute() == []
    decide_all(event)
    assert event.status == Event.Status.REVIEW


def test_who_leaves_a_division_in_which_nobody_else_is_left_has_no_rank() -> None:
    event = begun(opened("league", matches=2, division=2, moving=1), players(4))
    one, other = [seat.player for seat in open_matches(event)[0].seats.select_related("player")]
    assert one
    assert other
    for player in (one, other):
        entries.withdraw_player(event.pk, player)
        work()
        assert Place.objects.get(entry__player=player).rank is None
        assert checking.recompute() == []


@pytest.mark.long
def test_a_disqualification_in_a_later_stage_shows_in_the_first_too(alice: User) -> None:
    event = begun(opened("round-robin"), players(9))
    decide_all(event)
    assert event.stage == 2
    entry = event.sections.get(stage=2).places.first().entry  # type: ignore[union-attr]
    offences.record_offence(entry.pk, alice, "It was not fair.", at_once=True)
    assert set(Place.objects.filter(entry=entry, section__stage=1).values_list("rank", flat=True)) == {None}
    work()
    assert set(Place.objects.filter(entry=entry).values_list("rank", flat=True)) == {None}
    assert checking.recompute() == []
    offences.clear(entry.pk, alice, "It was fair.")
    assert None not in Place.objects.filter(entry=entry, section__stage=1).values_list("rank", flat=True)


def test_whose_account_is_closed_is_cleared_and_not_put_back(alice: User) -> None:
    who = players(4)
    event = begun(opened("swiss"), who)
    entry = event.entries.get(player=who[0])
    offences.record_offence(entry.pk, alice, "It was not fair.", at_once=True)
    work()
    leaving.close(who[0])
    offences.clear(entry.pk, alice, "It was fair.")
    work()
    entry.refresh_from_db()
    assert not entry.disqualified
    assert entry.withdrawn_at
    for _ in range(3):
        decide_all(event)
    assert event.trouble == ""
    assert event.status == Event.Status.REVIEW


def test_what_those_who_left_lost_is_in_the_table_though_it_ended_after_all_the_rest() -> None:
    who = players(2)
    event = begun(opened("league", matches=2), who)
    for player in who:
        entries.withdraw_player(event.pk, player)
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.REVIEW
    assert not event.sections.filter(stale=True).exists()
    assert checking.recompute() == []


def test_a_captain_says_that_the_team_will_come() -> None:
    event = opened("team", begins_at=timezone.now() + timedelta(days=9))
    one, other, three, four = players(4)
    for captain, member in ((one, other), (three, four)):
        team = teams.make_team(event.pk, captain, f"Team of {captain}", [member])
        teams.accept(team.pk, member)
    assert not event.entries.filter(confirmed=True).exists()
    for captain in (one, three):
        entries.confirm(event.pk, captain)
    with pytest.raises(eligibility.MayNotEnter):
        entries.confirm(event.pk, other)
    assert lifecycle.start(event.pk).status == Event.Status.RUNNING


def test_who_is_back_plays_what_was_left_out_meanwhile(alice: User) -> None:
    event = begun(opened("round-robin"), players(4))
    match = open_matches(event)[0]
    fixture = Fixture.objects.get(match_id=match.pk)
    staff.void(match.pk, "A mistake.")
    offences.record_offence(fixture.seats[0], alice, "Rude.", at_once=True)
    work()
    fixture.refresh_from_db()
    assert fixture.match_id is None
    assert not fixture.waits, "there is nobody to play it"
    offences.clear(fixture.seats[0], alice, "It was somebody else.")
    work()
    fixture.refresh_from_db()
    event.refresh_from_db()
    assert event.trouble == ""
    assert fixture.match_id in {match.pk for match in open_matches(event)}


def test_who_has_left_before_the_start_has_nothing_to_leave_any_more() -> None:
    who = players(3)
    event = opened("swiss")
    for player in who:
        entries.enter(event.pk, player)
    entries.withdraw_player(event.pk, who[2])
    for status in (Event.Status.OPEN, Event.Status.RUNNING):
        with pytest.raises(eligibility.MayNotEnter):
            entries.withdraw_player(event.pk, who[2])
        if status == Event.Status.OPEN:
            lifecycle.start(event.pk)
            work()
    assert event.log.filter(what__startswith="p02 ").count() == 2, "came, and left once"
    assert event.entries.get(player=who[2]).withdrawn_at is None


def test_a_team_that_is_taken_back_while_somebody_waits_to_join_it_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    who = players(2)
    event = opened("team")
    team = teams.make_team(event.pk, who[0], "Two", [who[1]])
    lock = log.lock

    def wait(event_id: int) -> Event:
        team.delete()
        return lock(event_id)

    monkeypatch.setattr(log, "lock", wait)
    with pytest.raises(eligibility.MayNotEnter, match="no longer exists"):
        teams.accept(team.pk, who[1])


@pytest.mark.parametrize("runs", [False, True])
def test_of_a_captain_who_was_asked_in_the_team_leaves(runs: bool) -> None:
    who = players(4)
    event = opened("team", way="invited")
    entries.invite(event.pk, who)
    for captain, other in (who[:2], who[2:]):
        team = teams.make_team(event.pk, captain, f"Of {captain}", [other])
        teams.accept(team.pk, other)
    if runs:
        lifecycle.start(event.pk)
        work()
    entries.withdraw_player(event.pk, who[0])
    entry = event.entries.get(team__captain=who[0])
    assert entry.withdrawn_at is not None if runs else entry.status == Entry.Status.LEFT
    assert event.entries.get(player=who[0]).withdrawn_at is None
