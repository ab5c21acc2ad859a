"""Events out of a backup: what ran goes on with the time it had, what was over ends, nothing stalls."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import Errand, User
from games.match import clocks, play
from games.models import Match, Pulse, Seat
from ladders.events import checking, deciding, engine, entries, lifecycle, results
from ladders.models import Event, Fixture, Section
from tests.games.tables import play_out, seat_of, to_move
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
DAYS = timedelta(days=3)


def grow_old(span: timedelta) -> None:
    """Every moment that somebody waits for lies so much further back, as in a backup of then."""
    Seat.objects.update(deadline=F("deadline") - span)
    Match.objects.update(deadline=F("deadline") - span, due=F("due") - span)
    Fixture.objects.update(deadline=F("deadline") - span)
    Section.objects.update(ends_at=F("ends_at") - span, wakes_at=F("wakes_at") - span)


def keep_time() -> None:
    """The clock and the worker, until there is nothing left for either."""
    while clocks.keep_time():
        work()
    work()


def resign(match: Match) -> None:
    player = to_move(match)
    play.resign(match.pk, player, play.version_for(match, seat_of(match, player)))


def being_played() -> Event:
    return begun(opened("arena"), players(5))


def laid_and_not_begun() -> Event:
    event = opened("arena")
    for player in players(4):
        entries.enter(event.pk, player)
    lifecycle.start(event.pk)
    return event


def over_with_results_on_their_way() -> Event:
    event = begun(opened("arena"), players(4))
    for match in open_matches(event):
        resign(match)
    assert Errand.objects.filter(kind=results.KIND).count() == 2
    return event


def where_all_rest() -> Event:
    who = players(2)
    event = begun(opened("arena"), who)
    for player in who:
        entries.rest(event.pk, player, resting=True)
    resign(open_matches(event)[0])
    work()
    return event


def where_nobody_looks_any_more() -> Event:
    """As no version leaves it: nothing is open, and no moment is kept."""
    event = where_all_rest()
    Section.objects.update(wakes_at=None, stale=False)
    return event


def that_rested() -> Event:
    event = begun(opened("arena"), players(3))
    deciding.pause(event.pk, 1, players_again()[0], "No light.")
    Event.objects.update(paused_until=timezone.now() - DAYS)
    return event


def players_again() -> list[User]:
    return list(User.objects.order_by("pk"))


@pytest.mark.parametrize(
    "left",
    [
        being_played,
        laid_and_not_begun,
        over_with_results_on_their_way,
        where_all_rest,
        where_nobody_looks_any_more,
        that_rested,
    ],
)
def test_an_arena_whose_time_was_over_ends(left: Callable[[], Event]) -> None:
    event = left()
    grow_old(DAYS)
    keep_time()
    for match in open_matches(event):  # what was laid is played, though the arena is over
        play_out(match)
    work()
    event.refresh_from_db()
    assert (event.status, event.trouble) == (Event.Status.REVIEW, "")
    assert not Fixture.objects.filter(Fixture.PLAYED, result__isnull=True).exists()
    assert checking.recompute() == []


@pytest.mark.parametrize("form", ["arena", "swiss", "knockout"])
def test_what_ran_when_the_backup_was_made_goes_on_with_the_time_that_was_left(form: str) -> None:
    event = begun(opened(form), players(4))
    before = deadlines()
    ends = event.sections.get().ends_at
    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now() - DAYS})
    grow_old(DAYS)
    engine.look_after_due()  # before the clock has had its first look
    assert len(open_matches(event)) == len(before)
    clocks.keep_time()
    assert all(now - was >= timedelta(minutes=59) for now, was in zip(deadlines(), before, strict=True))
    after = event.sections.get().ends_at
    assert (after is None) if ends is None else after and after - ends >= timedelta(minutes=59)
    work()
    assert len(open_matches(event)) == len(before)
    if form != "arena":
        assert play_to_the_end(event).status == Event.Status.REVIEW
    assert Event.objects.get(pk=event.pk).trouble == ""


def deadlines() -> list[datetime]:
    found = Fixture.objects.filter(match_id__isnull=False, result__isnull=True).order_by("pk")
    return [moment for moment in found.values_list("deadline", flat=True) if moment is not None]
