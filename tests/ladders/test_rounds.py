"""Rounds: results count once, ends and withdrawals, matches taken back, more time, two things at once."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.match import clocks, play, staff
from games.match.signals import match_finished
from games.models import EventHoliday, Match
from ladders.events import (
    checking,
    deadlines,
    deciding,
    eligibility,
    entries,
    postponing,
)
from ladders.models import Event, Fixture, Place
from tests.at_once import at_once
from tests.games.tables import play_out, seat_of, to_move
from tests.games.test_clocks import pass_time
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_a_result_counts_once_however_often_it_is_said() -> None:
    event = begun(opened("league", matches=2), players(2))
    (match,) = open_matches(event)
    match = play_out(match)
    before = list(Place.objects.values_list("entry", "points", "played"))
    for _ in range(2):
        match_finished.send(sender=Match, match=match)
        work()
    assert list(Place.objects.values_list("entry", "points", "played")) == before
    assert Fixture.objects.count() == 2


def test_who_withdraws_early_is_annulled_and_plays_no_more() -> None:
    who = players(3)
    event = begun(opened("league", matches=3), who)
    entries.withdraw_player(event.pk, who[0])
    event = play_to_the_end(event)
    assert event.status == Event.Status.REVIEW
    place = Place.objects.get(entry__player=who[0])
    assert place.rank is None
    later = Fixture.objects.filter(round__gt=1)
    assert all(place.entry_id not in fixture.seats for fixture in later)
    with pytest.raises(eligibility.MayNotEnter):
        entries.withdraw_player(event.pk, who[0])


def test_a_round_closes_at_its_deadline() -> None:
    event = begun(opened("swiss"), players(4))
    Fixture.objects.update(deadline=timezone.now())
    assert deadlines.close_due(event.pk, timezone.now()) == 2
    work()
    assert Fixture.objects.filter(round=1, result__isnull=True).count() == 0
    assert Fixture.objects.filter(round=2).count() == 2
    assert deadlines.close_due(event.pk, timezone.now()) == 0
    assert event.status == Event.Status.RUNNING


@pytest.mark.parametrize("here", [True, False])
def test_a_holiday_in_this_event_and_in_no_other_holds_the_round_up(here: bool) -> None:
    event = begun(opened("swiss", clock="relaxed"), players(2))
    (match,) = open_matches(event)
    now = timezone.now()
    where = event.pk if here else opened("league").pk
    EventHoliday.objects.create(
        player=to_move(match), event=where, span=timedelta(days=1), until=now + timedelta(days=1)
    )
    Fixture.objects.update(deadline=now)
    assert deadlines.close_due(event.pk, now) == (0 if here else 1)
    match.refresh_from_db()
    assert match.over is not here


def test_the_holiday_of_who_is_not_to_move_holds_no_round_up() -> None:
    event = begun(opened("swiss", clock="relaxed"), players(2))
    (match,) = open_matches(event)
    now, waits = timezone.now(), match.seats.get(to_move=False).player
    assert waits
    away = now + timedelta(days=1)
    EventHoliday.objects.create(player=waits, event=event.pk, span=timedelta(days=1), until=away)
    Fixture.objects.update(deadline=now)
    assert deadlines.close_due(event.pk, now) == 1
    match.refresh_from_db()
    assert match.over


def test_a_match_that_staff_made_void_is_played_again_at_once() -> None:
    event = begun(opened("league", matches=1), players(2))
    (match,) = open_matches(event)
    Fixture.objects.update(deadline=timezone.now() + timedelta(days=1))
    staff.void(match.pk, "A mistake.")
    work()
    (again,) = open_matches(event)
    assert again.pk != match.pk
    fixture = Fixture.objects.get()
    assert fixture.match_id == again.pk
    assert fixture.deadline
    assert fixture.deadline > timezone.now() + timedelta(days=29), "with a fresh deadline"
    assert again.deadline == fixture.deadline
    event = play_to_the_end(event)
    assert event.status == Event.Status.REVIEW


def test_time_outs_in_events_lose_at_once_and_are_counted() -> None:
    event = begun(opened("swiss"), players(2))
    (match,) = open_matches(event)
    assert match.event == event.pk
    pass_time(timedelta(hours=49))
    clocks.keep_time()
    work()
    fixture = Fixture.objects.get(match_id=match.pk)
    assert fixture.result
    assert len(fixture.result["timed_out"]) == 1


def test_a_pause_extends_rounds_and_clocks(alice: User) -> None:
    event = begun(opened("swiss"), players(2))
    (match,) = open_matches(event)
    before, deadline = Fixture.objects.get().deadline, match.deadline
    deciding.pause(event.pk, 5, alice, "Summer.")
    match.refresh_from_db()
    assert before
    assert deadline
    assert Fixture.objects.get().deadline == before + timedelta(days=5)
    assert match.deadline == deadline + timedelta(days=5)
    match.refresh_from_db()
    play.resign(match.pk, match.seats.get(index=0).player, match.version)  # type: ignore[arg-type]
    work()
    assert Fixture.objects.count() == 1, "nothing new begins while it rests"
    Event.objects.update(paused_until=timezone.now())
    work()
    assert Fixture.objects.count() == 2


def test_a_round_is_postponed_when_all_agree() -> None:
    who = players(2)
    event = begun(opened("league"), who)
    before = Fixture.objects.get().deadline
    assert before
    assert not postponing.agree(event.pk, who[0])
    assert postponing.agree(event.pk, who[1])
    assert Fixture.objects.get().deadline == before + postponing.POSTPONED
    assert Match.objects.get().deadline == before + postponing.POSTPONED, "the table reads the same deadline"
    assert not Place.objects.exclude(postpones=None).exists()


@pytest.mark.parametrize("form", ["league", "swiss"])
def test_who_agreed_to_postpone_a_round_has_not_agreed_to_postpone_the_next(form: str) -> None:
    who = players(2)
    event = begun(opened(form), who)
    assert not postponing.agree(event.pk, who[0])
    (match,) = open_matches(event)
    play_out(match)
    (match,) = open_matches(event)
    entry = event.entries.get(player=who[0])
    assert postponing.agreement(event, entry) == postponing.Agreement(0, 2, mine=False)
    assert not postponing.agree(event.pk, who[1])
    work()
    assert Match.objects.get(pk=match.pk).deadline == match.deadline
    assert postponing.agree(event.pk, who[0])


def test_who_has_withdrawn_is_not_asked_to_postpone() -> None:
    who = players(3)
    event = begun(opened("league"), who)
    entries.withdraw_player(event.pk, who[2])
    work()
    assert not postponing.agree(event.pk, who[0])
    assert postponing.agree(event.pk, who[1])


@pytest.mark.parametrize("form", ["league", "swiss"])
def test_when_the_last_who_did_not_agree_withdraws_the_others_have_what_they_agreed_on(form: str) -> None:
    who = players(5 if form == "swiss" else 3)
    event = begun(opened(form), who)
    one = Fixture.objects.filter(result__isnull=True, deadline__isnull=False)[0]
    assert one.deadline
    for player in who[:-1]:
        assert not postponing.agree(event.pk, player)
    entries.withdraw_player(event.pk, who[-1])
    work()
    assert event.log.filter(what__startswith="The round is postponed").count() == 1
    assert not Place.objects.exclude(postpones=None).exists()
    still = Fixture.objects.filter(result__isnull=True, pk=one.pk).first()
    assert still is None or still.deadline == one.deadline + postponing.POSTPONED
    work()
    assert event.log.filter(what__startswith="The round is postponed").count() == 1


def test_nobody_has_to_agree_with_themselves_alone_when_the_other_withdraws() -> None:
    who = players(2)
    event = begun(opened("league"), who)
    assert not postponing.agree(event.pk, who[0])
    entries.withdraw_player(event.pk, who[1])
    postponing.postpone_if_all_agree(event.pk)  # as long as what they play has not been closed
    work()
    assert not event.log.filter(what__startswith="The round is postponed").exists()


def test_a_division_is_not_postponed_because_another_agrees() -> None:
    who = players(8)
    event = begun(opened("league", division=4), who)
    first, second = event.sections.order_by("number")
    inside = {place.entry.player: place.section_id for place in Place.objects.select_related("entry__player")}
    agreeing = [player for player in who if inside[player] == first.pk]
    for player in agreeing[:-1]:
        postponing.agree(event.pk, player)
    entries.withdraw_player(event.pk, agreeing[-1])
    before = set(second.fixtures.values_list("deadline", flat=True))
    work()
    assert event.log.filter(what__startswith="The round is postponed").count() == 1
    assert set(second.fixtures.values_list("deadline", flat=True)) == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("also", ["result", "withdrawal"])
def test_two_things_at_the_same_moment_leave_one_right_table(also: str) -> None:
    who = players(4)
    event = begun(opened("round-robin"), who)
    first, second = open_matches(event)[:2]

    def resign(match: Match) -> None:
        player = match.seats.get(index=0).player
        assert player
        with suppress(play.MatchOver, play.Stale):
            play.resign(match.pk, player, play.version_for(match, seat_of(match, player)))

    def withdraw() -> None:
        entries.withdraw_player(event.pk, who[0])

    at_once(lambda: resign(first), (lambda: resign(second)) if also == "result" else withdraw)
    assert checking.recompute() == [], "what waits to be followed up is not forgotten"
    work()
    assert checking.recompute() == []
    event = play_to_the_end(event)
    assert event.status == Event.Status.REVIEW
