"""Arenas run: pairs are made as soon as two are free, players come and go, and it ends with its time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from games import clock
from games.match import clocks, play
from games.models import Holiday, Match
from games.seats import lobby
from ladders import table
from ladders.events import (
    checking,
    deciding,
    eligibility,
    engine,
    entries,
    lifecycle,
    waiting,
)
from ladders.formats import arena, base
from ladders.models import Entry, Event, Fixture, Medal, Place
from tests.games.tables import play_out, seat_of, to_move
from tests.games.test_clocks import pass_time
from tests.ladders.events import begun, open_matches, opened, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


MINUTE = timedelta(minutes=1)


def resign(match: Match) -> User:
    """Whoever is to move rolls, gives the match up, and the worker follows it up. Returns who it was."""
    move_on(match)
    match.refresh_from_db()
    player = to_move(match)
    play.resign(match.pk, player, play.version_for(match, seat_of(match, player)))
    work()
    return player


def move_on(match: Match) -> None:
    """Whoever is to move rolls, so that it is there."""
    match.refresh_from_db()
    player = to_move(match)
    move = match.rules.moves(match.table, seat_of(match, player).index)[0]
    play.move(match.pk, player, play.version_for(match, seat_of(match, player)), move)


def take_turn(match: Match) -> None:
    """Whoever is to move plays the turn to its end."""
    player = to_move(match)
    while to_move(match) == player:
        match.refresh_from_db()
        legal = match.rules.moves(match.table, seat_of(match, player).index)
        play.move(match.pk, player, play.version_for(match, seat_of(match, player)), legal[-1])
        match.refresh_from_db()


def later(span: timedelta) -> Any:
    """So much later, for what is not a row."""
    moment = timezone.now() + span
    return mock.patch.object(timezone, "now", return_value=moment)


def who_plays(event: Event) -> list[set[str]]:
    return [{seat.name for seat in match.seats.all()} for match in open_matches(event)]


def test_a_pair_is_made_as_soon_as_two_are_free_and_not_the_same_again() -> None:
    event = begun(opened("arena"), players(5))
    first, second = open_matches(event)
    assert first.clock == clock.LIVE
    assert first.rated
    before = {seat.name for seat in first.seats.all()}
    resign(first)
    (made,) = [pair for pair in who_plays(event) if pair != {seat.name for seat in second.seats.all()}]
    assert made != before
    assert len(made & before) == 1, "with the one who waited"
    assert Place.objects.filter(points="2").count() == 1
    assert checking.recompute() == []


def test_an_arena_plays_to_its_medals(monkeypatch: pytest.MonkeyPatch) -> None:
    event = begun(opened("arena", minutes=30), players(4))
    section = event.sections.get()
    assert section.ends_at is not None
    assert abs(section.ends_at - timezone.now() - 30 * MINUTE) < MINUTE
    assert all(fixture.deadline == section.ends_at for fixture in Fixture.objects.all())
    for seed in range(6):
        play_out(open_matches(event)[0], seed)
        if not open_matches(event):
            with later(arena.PATIENCE):
                work()
    assert Fixture.objects.filter(result__isnull=False).count() == 6
    with later(30 * MINUTE):
        clocks.keep_time()
        work()
    event.refresh_from_db()
    assert event.status == Event.Status.REVIEW
    assert checking.recompute() == []
    lifecycle.finish(event.pk)
    assert Medal.objects.filter(place=1).exists()


def test_what_runs_at_the_end_is_decided_by_the_totals_and_nobody_is_paired_in_the_last_minutes() -> None:
    event = begun(opened("arena"), players(4))
    one, other = open_matches(event)
    for match in (one, other):  # both of each have been there
        for _ in range(2):
            take_turn(match)
    left = table.time_for("BO")
    event.sections.update(ends_at=timezone.now() + left - timedelta(seconds=1), wakes_at=timezone.now())
    work()
    resign(one)
    assert len(open_matches(event)) == 1, "the two who are free are not paired any more"
    event.refresh_from_db()
    assert event.status == Event.Status.RUNNING
    event.sections.update(ends_at=timezone.now())
    Fixture.objects.filter(result__isnull=True).update(deadline=timezone.now())
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.REVIEW
    other.refresh_from_db()
    assert other.adjudicated
    result = Fixture.objects.get(match_id=other.pk).result
    assert result
    assert result["absent"] == []
    totals = [seat.total for seat in other.seats.order_by("index")]
    assert result["places"] == [1 + sum(more > mine for more in totals) for mine in totals]


def test_who_lets_the_clock_run_out_loses_and_rests_until_they_come_back() -> None:
    event = begun(opened("arena"), players(3))
    (match,) = open_matches(event)
    late = to_move(match)
    pass_time(clock.TURN + MINUTE)
    clocks.keep_time()
    work()
    place = Place.objects.get(entry__player=late)
    assert place.resting
    assert place.points == "0"
    assert late.username not in set().union(*who_plays(event))
    assert len(open_matches(event)) == 1, "the opponent does not wait for them"
    entries.rest(event.pk, late, resting=False)
    work()
    resign(open_matches(event)[0])
    assert late.username in set().union(*who_plays(event))


def test_a_live_clock_spends_no_holiday_has_no_days_off_and_reminds_nobody(alice: User, bob: User) -> None:
    User.objects.update(spend_holiday=True, days_off=[timezone.now().weekday()])
    event = begun(opened("arena"), [alice, bob])
    (match,) = open_matches(event)
    seat = match.seats.get(to_move=True)
    assert seat.deadline is not None
    assert seat.deadline - timezone.now() <= clock.TURN
    assert seat.remind_at is None
    assert Notice.objects.filter(key__startswith="turn-").count() == 1, "of the first turn alone"
    for _ in range(6):
        move_on(match)
        work()
    assert Notice.objects.filter(key__startswith="turn-").count() == 1
    pass_time(clock.TURN + MINUTE)
    clocks.keep_time()
    match.refresh_from_db()
    assert match.over
    assert not Holiday.objects.exists()


def test_a_rematch_of_a_live_match_is_played_by_days(alice: User, bob: User) -> None:
    event = begun(opened("arena"), [alice, bob])
    (match,) = open_matches(event)
    resign(match)
    assert lobby.rematch(match.pk, alice).clock == clock.DEFAULT_PRESET


def test_players_enter_while_it_runs_and_are_paired() -> None:
    one, other, third, fourth = players(4)
    event = begun(opened("arena"), [one, other])
    entries.enter(event.pk, third)
    work()
    place = Place.objects.get(entry__player=third)
    assert (place.seed, place.position) == (3, 3)
    assert len(open_matches(event)) == 1
    entries.enter(event.pk, fourth)
    work()
    assert who_plays(event)[1] == {third.username, fourth.username}
    with pytest.raises(eligibility.MayNotEnter):
        entries.enter(event.pk, fourth)
    assert checking.recompute() == []


@pytest.mark.parametrize("why", ["full", "late", "league", "over"])
def test_nobody_enters_what_is_full_or_nearly_over_or_no_arena(why: str) -> None:
    who = players(3)
    event = begun(opened("league" if why == "league" else "arena"), who[:2])
    if why == "full":
        Event.objects.update(most=2)
    elif why == "late":
        event.sections.update(ends_at=timezone.now() + table.time_for("BO") - timedelta(seconds=1))
    elif why == "over":
        deciding.end(event.pk, who[2], "Enough.")
    with pytest.raises(eligibility.MayNotEnter):
        entries.enter(event.pk, who[2])
    assert not Entry.objects.filter(player=who[2]).exists()


def test_who_rests_is_given_no_match_and_only_who_is_in_rests() -> None:
    who = players(4)
    event = begun(opened("arena"), who[:3])
    entries.rest(event.pk, who[0], resting=True)
    for _ in range(3):
        match = next(iter(open_matches(event)), None)
        if match is None:
            break
        resign(match)
    assert who[0].username not in set().union(set(), *who_plays(event))
    with pytest.raises(eligibility.MayNotEnter):
        entries.rest(event.pk, who[3], resting=True)
    league = begun(opened("league"), who[:2])
    with pytest.raises(eligibility.MayNotEnter):
        entries.rest(league.pk, who[0], resting=True)
    entries.withdraw_player(event.pk, who[0])
    with pytest.raises(eligibility.MayNotEnter):
        entries.rest(event.pk, who[0], resting=False)


def test_an_arena_where_all_rest_waits_for_somebody_and_is_no_fault() -> None:
    who = players(2)
    event = begun(opened("arena"), who)
    for player in who:
        entries.rest(event.pk, player, resting=True)
    resign(open_matches(event)[0])
    event.refresh_from_db()
    assert event.trouble == ""
    assert engine.due(timezone.now()) == []
    found = engine.waiting_of(event)
    assert found.what is waiting.For.PLAYERS
    assert found.until == event.sections.get().wakes_at
    assert found.until is not None
    assert engine.due(found.until) == [event.pk]
    with later(found.until - timezone.now()):
        work()
        event.refresh_from_db()
        assert event.status == Event.Status.RUNNING or event.status == Event.Status.REVIEW
        assert event.status == Event.Status.REVIEW, "nobody plays, and nobody will"


def test_two_who_have_just_met_are_paired_again_a_minute_later_by_the_clock_alone() -> None:
    event = begun(opened("arena"), players(4))
    first, _second = open_matches(event)
    before = {seat.name for seat in first.seats.all()}
    resign(first)
    assert len(open_matches(event)) == 1
    moment = event.sections.get().wakes_at
    assert moment is not None
    assert engine.due(moment - timedelta(seconds=1)) == []
    assert engine.due(moment) == [event.pk]
    with later(moment - timezone.now()):
        work()
    assert before in who_plays(event)


@pytest.mark.parametrize(
    "changes",
    [
        {"pace": "split"},
        {"clock": "main"},
        {"weekend": None},
        {"minutes": 29},
        {"minutes": 181},
        {"format": "swiss"},
    ],
    ids=str,
)
def test_what_is_not_live_is_no_arena_and_nothing_else_is_live(changes: dict[str, Any]) -> None:
    kept = {"format": "arena", "code": "BO", "pace": "turns", "clock": "live", "weekend": []}
    event = Event.objects.create(name="x", **{**kept, **changes})
    with pytest.raises(base.BadField):
        lifecycle.open_entries(event.pk)
    Event.objects.update(**kept, minutes=60)
    lifecycle.open_entries(event.pk)


def test_the_next_of_a_recurring_arena_is_one() -> None:
    event = begun(opened("arena", recurring=True, minutes=45), players(2))
    heir = event.successor
    assert (heir.format, heir.minutes, heir.clock, heir.weekend) == ("arena", 45, "live", [])
