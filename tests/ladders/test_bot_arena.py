"""The arena of bots: it opens by itself every hour, and is for bots alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts import leaving
from accounts.models import Bot, User
from dicepool import refill
from games.match import clocks
from games.models import Match, Rating
from ladders.events import eligibility, engine, entries, house, lifecycle, teams, terms
from ladders.models import Entry, Event, Log, Medal
from tests import bots as some
from tests.at_once import at_once
from tests.games.tables import play_out
from tests.ladders.test_arena import later
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool", "robots")]

CROWD = 41


@pytest.fixture
def arena() -> Event:
    """The first of its line."""
    return next(event for event in house.open_missing() if event.house == "bots")


@pytest.fixture
def bots(alice: User, bob: User) -> tuple[User, User]:
    """Two, each of somebody else."""
    return some.make(alice), some.make(bob, "nora")


def its_hour(event: Event) -> None:
    """Its hour has come: the worker looks."""
    Event.objects.filter(pk=event.pk).update(begins_at=timezone.now() - timedelta(seconds=1))
    work()
    event.refresh_from_db()


def test_it_begins_on_the_hour(arena: Event) -> None:
    begins = arena.begins_at
    assert begins
    assert (begins.minute, begins.second, begins.microsecond) == (0, 0, 0)
    assert timedelta() < begins - timezone.now() <= timedelta(hours=1)
    moment = datetime(2026, 12, 31, 23, 59, 59, 9, UTC)
    assert lifecycle.next_hour(moment) == datetime(2027, 1, 1, tzinfo=UTC)
    said = [one.says for one in terms.terms(arena, 0)]
    assert "Bots alone: programs that players have declared." in said
    assert any("as soon as two bots have entered" in one for one in said)


def test_two_bots_play_it_to_its_end_and_the_next_is_open(arena: Event, bots: tuple[User, User]) -> None:
    for bot in bots:
        entries.enter(arena.pk, bot)
    its_hour(arena)
    assert arena.status == Event.Status.RUNNING
    heir = Event.objects.get(house="bots", status=Event.Status.OPEN)
    assert (heir.previous, heir.bots, heir.recurring) == (arena, True, True)
    assert heir.begins_at
    assert timedelta() < heir.begins_at - timezone.now() <= timedelta(hours=1)
    (match,) = Match.objects.filter(event=arena.pk)
    assert match.rated
    play_out(match)
    assert Rating.objects.filter(player__in=bots).count() == 2
    with later(timedelta(minutes=46)):
        work()
    arena.refresh_from_db()
    assert arena.status in {Event.Status.REVIEW, Event.Status.FINISHED}
    assert not arena.trouble
    Event.objects.filter(pk=arena.pk, status=Event.Status.REVIEW).update(review_until=timezone.now())
    work()
    arena.refresh_from_db()
    assert arena.status == Event.Status.FINISHED
    assert not Medal.objects.exists()


def test_with_one_it_waits_another_hour(arena: Event, bots: tuple[User, User]) -> None:
    entries.enter(arena.pk, bots[0])
    for _ in range(2):
        its_hour(arena)
        assert arena.status == Event.Status.OPEN
        assert arena.begins_at == lifecycle.next_hour(timezone.now())
        assert not arena.trouble
    entries.enter(arena.pk, bots[1])
    its_hour(arena)
    assert arena.status == Event.Status.RUNNING


def test_with_none_it_waits_and_leaves_no_trace(arena: Event) -> None:
    before, lines = Event.objects.count(), Log.objects.filter(event=arena).count()
    its_hour(arena)
    assert (arena.status, arena.begins_at) == (Event.Status.OPEN, lifecycle.next_hour(timezone.now()))
    assert Event.objects.count() == before
    assert Log.objects.filter(event=arena).count() == lines


def test_it_is_for_bots_alone_and_they_for_it(arena: Event, bots: tuple[User, User], carol: User) -> None:
    with pytest.raises(eligibility.MayNotEnter, match="for bots alone"):
        entries.enter(arena.pk, carol)
    with pytest.raises(eligibility.MayNotEnter, match="for bots alone"):
        entries.enter(arena.pk, User.objects.get(level="perfect"))
    for event in Event.objects.filter(bots=False):
        with pytest.raises(eligibility.MayNotEnter, match="Robots do not enter"):
            entries.enter(event.pk, bots[0])
    assert not arena.entries.exists()


def test_two_of_one_player_meet_for_nothing(arena: Event, alice: User) -> None:
    for bot in (some.make(alice), some.make(alice, "twin")):
        entries.enter(arena.pk, bot)
    its_hour(arena)
    (match,) = Match.objects.filter(event=arena.pk)
    assert not match.rated


def test_bots_that_never_move_rest_and_it_ends(arena: Event, bots: tuple[User, User]) -> None:
    for bot in bots:
        entries.enter(arena.pk, bot)
    its_hour(arena)
    (match,) = Match.objects.filter(event=arena.pk)
    with later(timedelta(minutes=4)):
        clocks.close_due()
        work()
    match.refresh_from_db()
    assert match.over
    assert set(arena.sections.get().places.values_list("resting", flat=True)) & {True}


def test_a_crowd_of_bots_is_paired_at_once(arena: Event) -> None:
    """Of an odd number one waits for the next pair, and nobody meets a bot of the same owner first of all."""
    owners = User.objects.bulk_create(User(username=f"owner{number}") for number in range(CROWD))
    accounts = User.objects.bulk_create(
        User(username=f"b{number}-bot", robot="bot") for number in range(CROWD)
    )
    Bot.objects.bulk_create(
        Bot(account=bot, owner=owner) for bot, owner in zip(accounts, owners, strict=True)
    )
    Entry.objects.bulk_create(Entry(event=arena, player=bot, confirmed=True) for bot in accounts)
    refill.add_sets(4 * CROWD, "tests")
    its_hour(arena)
    assert (arena.status, arena.trouble) == (Event.Status.RUNNING, "")
    matches = Match.objects.filter(event=arena.pk)
    assert matches.count() == CROWD // 2
    assert set(matches.values_list("rated", flat=True)) == {True}


def test_a_bot_whose_owner_leaves_is_gone_from_it(
    arena: Event, bots: tuple[User, User], alice: User, carol: User
) -> None:
    third = some.make(carol, "third")
    for bot in (*bots, third):
        entries.enter(arena.pk, bot)
    leaving.close(carol)
    work()
    assert set(eligibility.who_are_in(arena).values_list("player", flat=True)) == {bot.pk for bot in bots}
    its_hour(arena)
    (match,) = Match.objects.filter(event=arena.pk)
    leaving.close(alice)
    work()
    match.refresh_from_db()
    arena.refresh_from_db()
    assert match.over
    assert (arena.status, arena.trouble) == (Event.Status.RUNNING, "")
    with later(timedelta(minutes=46)):
        work()
    arena.refresh_from_db()
    assert arena.status in {Event.Status.REVIEW, Event.Status.FINISHED}
    assert not arena.trouble


def test_out_of_an_old_copy_it_goes_on_from_the_next_hour(arena: Event, bots: tuple[User, User]) -> None:
    """Hours that nobody was there for are not held after the event."""
    for bot in bots:
        entries.enter(arena.pk, bot)
    Event.objects.filter(pk=arena.pk).update(begins_at=timezone.now() - timedelta(days=9))
    work()
    work()
    arena.refresh_from_db()
    assert arena.status == Event.Status.RUNNING
    heir = Event.objects.get(house="bots", status=Event.Status.OPEN)
    assert heir.begins_at == lifecycle.next_hour(timezone.now())
    assert Event.objects.filter(house="bots").count() == 2


def test_no_way_leads_a_bot_among_people(arena: Event, bots: tuple[User, User], alice: User) -> None:
    """Neither by an invitation, nor in a team."""
    cup = Event.objects.filter(format="knockout").earliest("pk")
    entries.invite(cup.pk, [*bots, alice])
    for bot in bots:
        with pytest.raises(eligibility.MayNotEnter, match="Robots do not enter"):
            entries.enter(cup.pk, bot)
    league = Event.objects.create(name="Teams", format="team", code="BZ", target=5000)
    lifecycle.open_entries(league.pk)
    team = teams.make_team(league.pk, alice, "Both", [bots[0]])
    with pytest.raises(eligibility.MayNotEnter, match="Robots do not enter"):
        teams.accept(team.pk, bots[0])
    with pytest.raises(eligibility.MayNotEnter, match="Robots do not enter"):
        teams.make_team(league.pk, bots[1], "Only bots", [bots[0]])
    assert not Entry.objects.filter(status=Entry.Status.IN).exists()


@pytest.mark.django_db(transaction=True)
def test_two_workers_begin_it_once(arena: Event, bots: tuple[User, User]) -> None:
    for bot in bots:
        entries.enter(arena.pk, bot)
    Event.objects.filter(pk=arena.pk).update(begins_at=timezone.now() - timedelta(seconds=1))
    at_once(*(lambda: engine.look_after(arena.pk) for _ in range(2)))
    assert Event.objects.filter(house="bots").count() == 2
    assert Match.objects.filter(event=arena.pk).count() == 1
