"""Arenas: who withdraws, what is taken back, rests and ends, and a worker that is killed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from unittest import mock

import pytest
from django.utils import timezone

from accounts.models import User
from games import clock
from games.match import clocks, play, staff
from games.models import Match
from ladders import table
from ladders.events import (
    beginning,
    checking,
    deciding,
    entries,
    lifecycle,
    mending,
    postponing,
    results,
    rounds,
)
from ladders.models import Entry, Event, Fixture, Place
from ladders.reasons import BadDecision
from tests.games.tables import seat_of, to_move
from tests.ladders.events import begun, open_matches, opened, players
from tests.ladders.test_arena import MINUTE, later, resign, take_turn, who_plays
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_who_withdraws_before_a_match_has_begun_leaves_the_other_free() -> None:
    who = players(3)
    event = opened("arena")
    for player in who:
        entries.enter(event.pk, player)
    lifecycle.start(event.pk)
    (fixture,) = Fixture.objects.all()
    gone = Entry.objects.get(pk=fixture.seats[0])
    entries.withdraw(gone, None, "")
    work()
    assert not Fixture.objects.filter(pk=fixture.pk).exists()
    assert not event.log.filter(what__contains="not played again").exists(), "nobody has seen it"
    assert who_plays(event) == [{player.username for player in who} - {gone.name}]
    deciding.reinstate(gone.pk, who[1], "Back.")
    work()
    assert len(open_matches(event)) == 1, "nobody is at two tables"


@pytest.mark.parametrize("both", [False, True])
def test_a_match_that_is_to_be_played_again_does_not_vanish_silently_when_one_withdraws(both: bool) -> None:
    who = players(2)
    event = begun(opened("arena"), who)
    (match,) = open_matches(event)
    names = [seat.name for seat in match.seats.order_by("index")]
    staff.void(match.pk, "A mistake.")
    results.take(match.pk, [])
    for player in who if both else who[:1]:
        entries.withdraw_player(event.pk, player)
    work()
    assert not Fixture.objects.exists()
    gone = ", ".join(names) if both else "p00"
    said = f"{' – '.join(names)} is not played again: {gone} withdrew"
    assert event.log.filter(what=said).count() == 1
    assert checking.recompute() == []


def test_who_withdraws_while_playing_loses_that_match_and_keeps_the_rest() -> None:
    who = players(2)
    event = begun(opened("arena"), who)
    loser = resign(open_matches(event)[0])
    winner = next(player for player in who if player != loser)
    entries.withdraw_player(event.pk, winner)
    work()
    places = {place.entry.player: place for place in Place.objects.select_related("entry__player")}
    assert places[winner].points == "2"
    assert places[winner].rank is not None
    assert places[loser].points == "2", "the second match is won"


@pytest.mark.parametrize(
    ("module", "point"),
    [(rounds, "_lay"), (beginning, "begin_match"), (rounds, "_write"), (results, "settle")],
)
def test_a_worker_that_is_killed_anywhere_is_followed_by_one_that_goes_on(module: Any, point: str) -> None:
    class Killed(BaseException):
        pass

    event = begun(opened("arena"), players(5))
    match = open_matches(event)[0]
    player = to_move(match)
    play.resign(match.pk, player, play.version_for(match, seat_of(match, player)))
    real = getattr(module, point)

    def dies(*given: Any) -> Any:
        real(*given)
        raise Killed

    with mock.patch.object(module, point, dies), pytest.raises(Killed):
        work()
    work()
    assert len(open_matches(event)) == 2
    seated = [name for pair in who_plays(event) for name in pair]
    assert len(seated) == len(set(seated)) == 4
    assert checking.recompute() == []


def test_a_match_that_is_taken_back_is_played_again_by_the_two_even_at_the_end() -> None:
    event = begun(opened("arena"), players(2))
    (match,) = open_matches(event)
    event.sections.update(ends_at=timezone.now())
    Fixture.objects.update(deadline=timezone.now() + MINUTE)
    staff.void(match.pk, "A mistake.")
    work()
    (again,) = open_matches(event)
    assert again.pk != match.pk
    deadline = Fixture.objects.get().deadline
    assert deadline is not None
    assert deadline > timezone.now() + table.time_for("BO") - MINUTE


def test_a_match_is_replayed_only_while_neither_has_played_on(alice: User) -> None:
    event = begun(opened("arena"), players(5))
    first, second = open_matches(event)
    resign(first)
    fixture = Fixture.objects.get(match_id=first.pk)
    for act in (mending.void, mending.reopen):
        with pytest.raises(BadDecision, match="played on"):
            act(fixture.pk, alice, "Why not?")
    mending.correct(fixture.pk, [1, 1], [], alice, "It was a draw.")
    work()
    assert Place.objects.filter(points="1").count() == 2
    event.sections.update(ends_at=timezone.now(), wakes_at=timezone.now())
    resign(second)
    mending.void(Fixture.objects.get(match_id=second.pk).pk, alice, "The line broke.")
    work()
    assert len(open_matches(event)) == 2
    assert checking.recompute() == []


def test_a_pause_and_an_outage_move_the_end(alice: User) -> None:
    event = begun(opened("arena"), players(2))
    before = ends(event)
    deciding.pause(event.pk, 2, alice, "No light.")
    assert ends(event) == before + timedelta(days=2)
    resign(open_matches(event)[0])
    assert open_matches(event) == [], "nobody is paired while it rests"
    Event.objects.update(paused_until=timezone.now())
    work()
    assert len(open_matches(event)) == 1
    more = silence()
    assert ends(event) == before + timedelta(days=2) + more
    assert event.log.filter(what__startswith="Rounds extended").exists()


def test_a_pause_that_ends_early_gives_back_what_is_left_of_it(alice: User) -> None:
    event = begun(opened("arena"), players(4))
    one, other = open_matches(event)
    kept = list(Match.objects.order_by("pk").values_list("deadline", flat=True))
    before = ends(event)
    deciding.pause(event.pk, 1, alice, "No light.")
    deciding.pause(event.pk, 1, alice, "Still none.")
    take_turn(one)
    meanwhile = one.deadline
    with later(timedelta(hours=3)):
        deciding.resume(event.pk, alice, "Light.")
        now = timezone.now()
    rested = ends(event) - before
    assert abs(rested - timedelta(hours=3)) < MINUTE
    assert set(Fixture.objects.values_list("deadline", flat=True)) == {ends(event)}
    other.refresh_from_db()
    assert kept[1]
    assert other.deadline == kept[1] + rested, "the clock goes on where it stood"
    assert now < other.deadline <= now + clock.TURN
    one.refresh_from_db()
    assert one.deadline == meanwhile, "this turn began during the rest"


def test_a_pause_of_another_event_that_ends_early_leaves_its_deadlines(alice: User) -> None:
    event = begun(opened("swiss"), players(2))
    before = Fixture.objects.get().deadline
    deciding.pause(event.pk, 2, alice, "No light.")
    deciding.resume(event.pk, alice, "Light.")
    assert before
    assert Fixture.objects.get().deadline == before + timedelta(days=2)


def silence() -> timedelta:
    """The site is silent for two hours. Returns by how much every clock is extended."""
    clocks.keep_time()
    with later(timedelta(hours=2)):
        return clocks.extend_after_outage()


def ends(event: Event) -> datetime:
    found = event.sections.get().ends_at
    assert found is not None
    return found


def test_an_arena_that_a_director_ends_pairs_nobody_afterwards(alice: User) -> None:
    event = begun(opened("arena"), players(2))
    resign(open_matches(event)[0])
    first = Fixture.objects.filter(result__isnull=False).latest("pk")
    deciding.end(event.pk, alice, "Enough.")
    fixture = Fixture.objects.order_by("pk")[0]
    assert fixture == first
    assert ends(event) <= timezone.now()
    work()
    assert open_matches(event) == []


def test_no_round_is_postponed() -> None:
    who = players(2)
    event = begun(opened("arena"), who)
    with pytest.raises(postponing.NothingToPostpone):
        postponing.agree(event.pk, who[0])
