"""Ends that come early or are taken back, who was put out meanwhile, and what stands still."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts import leaving
from accounts.models import User
from games.match import staff
from games.match.play import PoolEmpty
from games.models import Match
from ladders import table
from ladders.events import (
    deciding,
    eligibility,
    engine,
    entries,
    lifecycle,
    mending,
    offences,
    rounds,
    seeding,
    teams,
)
from ladders.events.checking import recompute
from ladders.models import Entry, Event, Fixture, Log, Place, Section
from ladders.reasons import BadDecision
from tests.games.tables import play_out
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.ladders.test_engine import resign
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def director() -> User:
    return User.objects.create_superuser("referee1", "r@example.org")


def first(event: Event) -> Fixture:
    return Fixture.objects.filter(section__event=event, match_id__isnull=False).order_by("pk")[0]


def test_who_had_withdrawn_before_stays_out_when_cleared(director: User) -> None:
    event = begun(opened("round-robin"), players(5))
    gone, cheat = event.entries.order_by("pk")[:2]
    entries.withdraw(gone, None, "No time.")
    for entry in (gone, cheat):
        offences.record_offence(entry.pk, director, "Two accounts.", at_once=True)
    work()
    for entry in (gone, cheat):
        offences.clear(entry.pk, director, "They were not.")
    work()
    assert Entry.objects.get(pk=gone.pk).withdrawn_at is not None, "it left of its own will"
    assert Entry.objects.get(pk=cheat.pk).withdrawn_at is None
    assert recompute() == []


@pytest.mark.parametrize("counts", [True, False])
def test_who_has_played_nothing_that_counts_gets_no_medal(director: User, counts: bool) -> None:
    event = begun(opened("league", matches=1), players(2))
    if not counts:
        mending.discount(first(event).pk, director, "Nobody came.")
    play_to_the_end(event)
    work()
    assert lifecycle.finish(event.pk)
    assert event.medals.exists() is counts


def test_a_team_of_one_is_not_put_back(director: User) -> None:
    event = opened("team", target=5000)
    one, other, three, four, five = players(5)
    team = teams.make_team(event.pk, one, "Three", [other, five])
    two = teams.make_team(event.pk, three, "Two", [four])
    for member, where in ((other, team), (five, team), (four, two)):
        teams.accept(where.pk, member)
    lifecycle.start(event.pk)
    work()
    entry = Entry.objects.get(team=team)
    entries.withdraw(entry, None, "No time.")
    teams.leave(team.pk, other)
    teams.leave(team.pk, five)
    with pytest.raises(BadDecision, match="cannot play"):
        deciding.reinstate(entry.pk, director, "They would.")


def test_who_was_disqualified_in_the_review_is_out_when_it_goes_on(director: User) -> None:
    event = play_to_the_end(begun(opened("league", matches=1), players(3)))
    cheat = event.entries.order_by("pk")[0]
    offences.record_offence(cheat.pk, director, "Two accounts.", at_once=True)
    mending.void(first(event).pk, director, "The dice were wrong.")
    work()
    (match,) = open_matches(event)
    assert cheat.player_id not in set(match.seats.values_list("player", flat=True))
    assert play_to_the_end(event).status == Event.Status.REVIEW
    assert recompute() == []


@pytest.mark.parametrize("act", [mending.void, mending.reopen])
@pytest.mark.parametrize("over", [False, True])
def test_nothing_is_played_again_of_which_too_few_are_in(director: User, act: Any, over: bool) -> None:
    event = begun(opened("league", matches=1 if over else 2, pace="turns"), players(4))
    fixture = first(event)
    mending.adjudicate(fixture.pk, [1, 2, 3, 4], director, "A mistake.")
    if over:
        work()
    for seat in fixture.seats[1:]:
        offences.record_offence(seat, director, "Two accounts.", at_once=True)
    if not over:
        work()
    with pytest.raises(BadDecision, match=r"Nobody is left|next round"):
        act(fixture.pk, director, "It was.")
    work()
    event.refresh_from_db()
    assert (event.status, event.trouble) == (Event.Status.REVIEW, "")
    assert not open_matches(event)
    assert recompute() == []


def test_who_closed_the_account_in_the_review_is_not_waited_for(director: User) -> None:
    event = play_to_the_end(begun(opened("league", matches=1), players(3)))
    gone = event.entries.order_by("pk")[0]
    assert gone.player
    leaving.close(gone.player)
    mending.void(first(event).pk, director, "The dice were wrong.")
    work()
    event.refresh_from_db()
    assert (event.status, event.trouble) == (Event.Status.RUNNING, "")
    assert play_to_the_end(event).status == Event.Status.REVIEW
    assert recompute() == []


def test_an_event_that_goes_on_announces_it_before_it_is_over_again(director: User) -> None:
    event = play_to_the_end(begun(opened("league", matches=1), players(2)))
    mending.void(first(event).pk, director, "The dice were wrong.")
    work()
    play_to_the_end(event)
    told = event.log.exclude(kind__in=["", Log.Kind.CORRECTED]).order_by("pk")
    kinds = list(told.values_list("kind", flat=True))
    assert kinds[-3:] == [Log.Kind.OVER, Log.Kind.GOES_ON, Log.Kind.OVER]


def test_what_was_ended_early_does_not_go_on(director: User) -> None:
    event = begun(opened("league", matches=3), players(2))
    fixture = first(event)
    play_out(open_matches(event)[0])
    deciding.end(event.pk, director, "The hall closes.")
    for act in (mending.void, mending.reopen):
        with pytest.raises(BadDecision):
            act(fixture.pk, director, "x")
    mending.correct(fixture.pk, [1, 1], [], director, "A draw it was.")
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.REVIEW
    assert not open_matches(event)
    assert recompute() == []
    mending.discount(fixture.pk, director, "Nor was it one.")
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.REVIEW


def test_what_was_over_when_an_event_was_ended_counts_though_its_result_was_on_its_way(
    director: User,
) -> None:
    event = begun(opened("round-robin"), players(4))
    over, back, *_rest = open_matches(event)
    resign(over)
    staff.void(back.pk, "A mistake.")
    deciding.end(event.pk, director, "The hall closes.")
    work()
    event.refresh_from_db()
    assert (event.status, event.trouble) == (Event.Status.REVIEW, "")
    assert not open_matches(event)
    for_nobody = dict(Fixture.objects.values_list("match_id", "result__for_nobody"))
    assert for_nobody.pop(over.pk) is False
    assert set(for_nobody.values()) == {True}
    assert sum(place.played for place in Place.objects.all()) == 2
    assert recompute() == []


def test_an_arena_that_was_ended_early_does_not_go_on_and_one_whose_time_was_over_does(
    director: User,
) -> None:
    who = players(4)
    early = begun(opened("arena"), who)
    fixture = first(early)
    play_out(open_matches(early)[0])
    deciding.end(early.pk, director, "The hall closes.")
    for act in (mending.void, mending.reopen):
        with pytest.raises(BadDecision, match="ended early"):
            act(fixture.pk, director, "x")
    mending.correct(fixture.pk, [1, 1], [], director, "A draw it was.")
    work()
    early.refresh_from_db()
    assert (early.status, early.trouble, open_matches(early)) == (Event.Status.REVIEW, "", [])
    other = begun(opened("arena"), who)
    for match in open_matches(other):
        other.sections.update(ends_at=timezone.now(), wakes_at=timezone.now())
        play_out(match)
    other.refresh_from_db()
    assert other.status == Event.Status.REVIEW
    mending.void(first(other).pk, director, "The line broke.")
    work()
    assert len(open_matches(other)) == 1
    assert recompute() == []


def test_trouble_goes_when_an_event_is_ended(director: User, monkeypatch: pytest.MonkeyPatch) -> None:
    event = begun(opened("swiss"), players(4))
    advance = rounds.advance
    monkeypatch.setattr(rounds, "advance", _fails)
    staff.void(open_matches(event)[0].pk, "x")
    work()
    event.refresh_from_db()
    assert event.trouble
    monkeypatch.setattr(rounds, "advance", advance)
    deciding.end(event.pk, director, "It cannot go on.")
    assert engine.due(timezone.now()) == [], "it is left alone for a while"
    Event.objects.update(look_at=timezone.now())
    work()
    event.refresh_from_db()
    assert (event.status, event.trouble) == (Event.Status.REVIEW, "")


def _fails(section: Section) -> None:
    raise PoolEmpty


def test_a_division_that_stands_still_beside_others_that_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    event = begun(opened("league", matches=2, division=2, moving=1), players(4))
    still = event.sections.order_by("number")[0]
    form: Any = table.form_of(event)
    next_fixtures = form.next_fixtures
    monkeypatch.setattr(
        form, "next_fixtures", lambda state: () if state.section == still.number else next_fixtures(state)
    )
    play_out(Match.objects.get(pk=still.fixtures.get().match_id or 0))
    event.refresh_from_db()
    assert event.trouble.startswith("Stalled: Nothing of section 1 is open")
    assert "stalled" in event.trouble
    monkeypatch.undo()
    Event.objects.update(look_at=timezone.now())
    work()
    event.refresh_from_db()
    assert event.trouble == ""
    assert still.fixtures.filter(round=2, match_id__isnull=False).exists()


@pytest.mark.parametrize("form", ["league", "round-robin", "score", "swiss", "knockout"])
def test_nobody_is_paired_where_too_few_are_confirmed(form: str) -> None:
    event = opened(form)
    assert seeding.preview(event) == []
    entries.enter(event.pk, players(1)[0])
    assert seeding.preview(event) == []


def test_an_account_closes_though_its_event_ends_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    who = players(2)
    event = begun(opened("league"), who)

    def ended(*given: Any) -> None:
        raise eligibility.MayNotEnter("This event is not running.")

    monkeypatch.setattr(entries, "withdraw", ended)
    leaving.close(who[0])
    assert not User.objects.filter(pk=who[0].pk).exists()
    assert Event.objects.get(pk=event.pk).status == Event.Status.RUNNING
