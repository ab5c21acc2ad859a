"""Absent means one thing everywhere (rules.md, "Organised play"), and one deadline is read by all."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from accounts.models import User
from games.match import clocks, staff
from games.models import EventHoliday, Match, Pulse, Seat
from games.rules.base import Kind, Move
from ladders import absence
from ladders.models import Entry, Event, Fixture, Place
from tests.games.tables import begin, legal, make, seat_of, to_move
from tests.games.test_clocks import pass_time
from tests.ladders.events import begun, open_matches, opened, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def fill(match: Match, player: User) -> None:
    """Play one's card to its end."""
    while seat_of(match, player).to_move:
        choices = legal(match, player)
        score = [move for move in choices if move.kind is Kind.SCORE]
        make(match, player, score[0] if score else choices[0])


def time_is_up(event: Event) -> None:
    """The round's deadline, as every clock reads it, has passed."""
    past = timezone.now() - timedelta(seconds=1)
    Fixture.objects.filter(section__event=event, result__isnull=True).update(deadline=past)
    Seat.objects.filter(match__event=event.pk, to_move=True).update(deadline=past)
    Match.objects.filter(event=event.pk, status="running").update(deadline=past, due=past)


def absent(event: Event) -> set[str]:
    """The names of whom the results call absent."""
    keys = {
        key
        for fixture in Fixture.objects.filter(section__event=event)
        for key in (fixture.result or {}).get("absent", [])
    }
    return {entry.name for entry in Entry.objects.filter(pk__in=keys)}


def points(event: Event) -> dict[str, str]:
    """The table, by name."""
    return {place.entry.name: place.points for place in Place.objects.filter(section__event=event)}


def split_league(count: int) -> tuple[Event, Match, list[User]]:
    who = players(count)
    event = begun(opened("league", matches=1), who)
    (match,) = open_matches(event)
    return event, match, who


@pytest.mark.parametrize("first", ["clock", "round"])
def test_a_split_card_with_an_open_box_scores_nothing(first: str) -> None:
    event, match, (one, other) = split_league(2)
    fill(match, one)
    for _ in range(3):
        make(match, other, legal(match, other)[0])
    time_is_up(event)
    if first == "clock":
        clocks.keep_time()
    work()
    assert absent(event) == {"p01"}
    assert points(event) == {"p00": "2", "p01": "0"}


def test_two_who_both_come_late_are_both_absent_and_the_match_is_not_void() -> None:
    event, match, _ = split_league(2)
    time_is_up(event)
    clocks.keep_time()
    work()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert absent(event) == {"p00", "p01"}
    assert set(points(event).values()) == {"0"}


def test_with_one_of_five_absent_the_others_get_five_to_two() -> None:
    event, match, who = split_league(5)
    for player in who[:4]:
        fill(match, player)
    time_is_up(event)
    work()
    assert absent(event) == {"p04"}
    assert sum(Fraction(one) for one in points(event).values()) == 5 + 4 + 3 + 2
    assert points(event)["p04"] == "0"


def test_who_resigns_an_open_split_card_is_absent() -> None:
    event, match, (one, other) = split_league(2)
    fill(match, one)
    make(match, other, Move(Kind.RESIGN))
    work()
    assert absent(event) == {"p01"}


def test_a_loss_by_the_clock_is_absence() -> None:
    event = begun(opened("swiss"), players(2))
    (match,) = open_matches(event)
    late = to_move(match)
    make(match, late, legal(match, late)[0])
    pass_time(timedelta(hours=49))
    clocks.keep_time()
    work()
    assert absent(event) == {late.get_username()}


def test_at_the_round_s_end_who_never_moved_is_absent_and_else_the_totals_decide() -> None:
    event = begun(opened("swiss", "BO", clock="relaxed"), players(4))
    never, moved = open_matches(event)
    idle = to_move(never)
    for _ in range(4):
        player = to_move(moved)
        choices = legal(moved, player)
        make(moved, player, next((move for move in choices if move.kind is Kind.SCORE), choices[0]))
    Fixture.objects.filter(section__event=event).update(deadline=timezone.now())
    work()
    results = {fixture.match_id: fixture for fixture in Fixture.objects.filter(section__event=event, round=1)}
    (gone,) = results[never.pk].result["absent"]  # type: ignore[index]
    assert Entry.objects.get(pk=gone).player == idle
    place = results[never.pk].seats.index(gone)
    assert results[never.pk].result["places"][place] == 2  # type: ignore[index]
    assert results[moved.pk].result["absent"] == []  # type: ignore[index]
    totals = results[moved.pk].result["totals"]  # type: ignore[index]
    best = results[moved.pk].result["places"].index(1)  # type: ignore[index]
    assert totals[best] == max(totals)


@pytest.mark.parametrize("days", [None, 9])
def test_the_table_and_the_event_read_one_deadline(days: int | None) -> None:
    event = begun(opened("league", matches=1, round_days=days), players(2))
    (match,) = open_matches(event)
    fixture = Fixture.objects.get()
    seats = list(match.seats.values_list("deadline", flat=True))
    assert {fixture.deadline, match.deadline, *seats} == {fixture.deadline}
    assert fixture.deadline
    assert abs(fixture.deadline - timezone.now() - timedelta(days=days or 30)) < timedelta(minutes=1)


def test_an_outage_moves_rounds_and_clocks_by_the_same() -> None:
    event, match, _who = split_league(2)
    before = match.deadline
    assert before
    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now() - timedelta(hours=5)})
    clocks.keep_time()
    match.refresh_from_db()
    assert match.deadline
    assert match.deadline - before > timedelta(hours=5, minutes=59)
    assert Fixture.objects.get().deadline == match.deadline
    assert event.log.filter(what__startswith="Rounds extended by 6.0 hours").exists()


def test_a_player_s_holiday_moves_the_end_of_their_own_matches_alone() -> None:
    who = players(4)
    User.objects.filter(pk=who[0].pk).update(spend_holiday=True)
    event = begun(opened("league", matches=1, division=2, moving=1), who)
    time_is_up(event)
    work()
    mine = Match.objects.get(event=event.pk, seats__player=who[0])
    assert mine.status == Match.Status.RUNNING
    assert Fixture.objects.get(match_id=mine.pk).deadline == mine.deadline
    assert mine.deadline
    assert timezone.now() < mine.deadline < timezone.now() + timedelta(days=8)
    assert set(mine.seats.values_list("deadline", flat=True)) == {mine.deadline}, "it is the match's"
    assert EventHoliday.objects.get().player == who[0]
    other = Match.objects.exclude(pk=mine.pk).get(event=event.pk)
    assert other.status == Match.Status.FINISHED
    event.refresh_from_db()
    assert event.status == Event.Status.RUNNING, "the round closes with the last of them"


def test_who_decides_a_split_match_makes_nobody_absent() -> None:
    event, match, _ = split_league(2)
    staff.adjudicate(match.pk, [2, 1], "They agreed on it.")
    work()
    assert absent(event) == set()
    assert sorted(points(event).values()) == ["1", "2"]


def test_who_is_absent_shares_the_last_place_whatever_was_banked(alice: User, bob: User, carol: User) -> None:
    match = begin("PG", alice, bob, carol)
    match.state = match.rules.dump(replace(match.table, banked=(10, 30, 20)))
    assert absence.places(match, ()) == [3, 1, 2]
    assert absence.places(match, {1, 2}) == [1, 2, 2]
