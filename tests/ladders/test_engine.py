"""Each event is looked after alone; what goes wrong in one stays there, and nothing stands still for ever."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import Notice, User
from games.match import play, staff
from games.models import Match
from ladders import table, tasks
from ladders.events import beginning, engine, entries, lifecycle, results, rounds, waiting, wake
from ladders.formats import base
from ladders.models import Event, Fixture, Log, Section
from tests.games.tables import play_out, seat_of
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
NOW = timezone.now()


def resign(match: Match, index: int = 0) -> None:
    """The seat gives the match up."""
    player = match.seats.get(index=index).player
    assert player
    match.refresh_from_db()
    play.resign(match.pk, player, play.version_for(match, seat_of(match, player)))


def test_what_fails_in_one_event_touches_no_other(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    alice.is_staff = True
    alice.save()
    who = players(4)
    broken, whole = begun(opened("swiss"), who), begun(opened("swiss"), who)
    advance = rounds.advance

    def fails(section: Section) -> None:
        if section.event_id == broken.pk:
            raise ZeroDivisionError("of this event alone")
        advance(section)

    monkeypatch.setattr(rounds, "advance", fails)
    for event in (broken, whole):
        for match in open_matches(event):
            resign(match)
    work()
    assert Fixture.objects.filter(section__event=whole, round=2).count() == 2
    assert not Fixture.objects.filter(section__event=broken, round=2).exists()
    broken.refresh_from_db()
    assert broken.trouble == "ZeroDivisionError: of this event alone"
    assert broken.look_at
    assert broken.look_at > timezone.now(), "it is left alone for a while"
    assert engine.due(timezone.now()) == []
    assert Notice.objects.filter(player=alice, subject__contains="needs a hand").count() == 1
    for tries in range(1, 6):
        Event.objects.update(look_at=timezone.now())
        work()
        broken.refresh_from_db()
        assert broken.tries == tries + 1
    assert broken.look_at - timezone.now() > timedelta(hours=1, minutes=50), "longer each time"
    assert Notice.objects.filter(player=alice, subject__contains="needs a hand").count() == 1, "told once"
    monkeypatch.setattr(rounds, "advance", advance)
    Event.objects.update(look_at=timezone.now())
    work()
    broken.refresh_from_db()
    assert broken.trouble == ""
    assert broken.tries == 0
    assert Fixture.objects.filter(section__event=broken, round=2).count() == 2


def test_every_event_has_a_task_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[int] = []
    who = players(2)
    events = [begun(opened("league"), who) for _ in range(3)]
    monkeypatch.setattr(wake, "event", called.append)
    Fixture.objects.update(deadline=timezone.now())
    tasks.look_after()
    assert called == [event.pk for event in events]


def test_the_worker_is_called_once_what_it_has_to_look_at_is_stored(
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    called: list[int] = []
    who = players(2)
    event = opened("league", most=2)
    entries.enter(event.pk, who[0])
    monkeypatch.setattr(wake, "event", called.append)
    acts: tuple[Callable[[], object], ...] = (
        lambda: entries.enter(event.pk, who[1]),
        lambda: lifecycle.start(event.pk),
        lambda: rounds.spoil(event.sections.get()),
        lambda: rounds.end_rest(event),
    )
    for number, act in enumerate(acts):
        with django_capture_on_commit_callbacks(execute=True):
            act()
            assert called == [event.pk] * number
        assert called == [event.pk] * (number + 1)


def test_an_event_that_waits_for_nothing_is_found_and_told_of(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice.is_staff = True
    alice.save()
    event = begun(opened("league", matches=2), players(2))
    (match,) = open_matches(event)
    form: Any = table.form_of(event)
    monkeypatch.setattr(form, "next_fixtures", lambda state: ())
    resign(match)
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.RUNNING
    assert event.trouble.startswith("Stalled"), "seen within one look"
    assert Notice.objects.filter(player=alice, subject__contains="needs a hand").exists()
    assert engine.waiting_of(event).what is waiting.For.NOTHING
    monkeypatch.undo()
    Event.objects.update(look_at=timezone.now())
    work()
    event.refresh_from_db()
    assert event.trouble == "", "once the cause is gone it goes on by itself"
    assert len(open_matches(event)) == 1


@pytest.mark.parametrize("after", range(1, 6))
def test_a_worker_killed_between_two_matches_has_begun_each_once(
    after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = players(12)
    event = opened("swiss")
    for player in who:
        entries.enter(event.pk, player)
    lifecycle.start(event.pk)
    begun_so_far: list[int] = []
    begin_match = beginning.begin_match

    def killed(*given: Any) -> Match:
        if len(begun_so_far) == after:
            raise KeyboardInterrupt
        begun_so_far.append(1)
        return begin_match(*given)

    monkeypatch.setattr(beginning, "begin_match", killed)
    with pytest.raises(KeyboardInterrupt):
        work()
    assert Match.objects.filter(event=event.pk).count() == after
    monkeypatch.undo()
    work()
    assert Match.objects.filter(event=event.pk).count() == 6
    matches = Fixture.objects.filter(section__event=event).values_list("match_id", flat=True)
    assert len(set(matches)) == 6
    assert all(matches)


def test_one_match_that_cannot_begin_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    event = opened("swiss")
    for player in players(8):
        entries.enter(event.pk, player)
    lifecycle.start(event.pk)
    begin_match, tried = beginning.begin_match, []

    def first_fails(*given: Any) -> Match:
        tried.append(1)
        if len(tried) == 1:
            raise RuntimeError("this one")
        return begin_match(*given)

    monkeypatch.setattr(beginning, "begin_match", first_fails)
    work()
    assert len(open_matches(event)) == 3
    Event.objects.update(look_at=timezone.now())
    work()
    assert len(open_matches(event)) == 4


def test_who_fills_an_event_waits_for_nothing_and_breaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    event = opened("league", most=2)
    one, other = players(2)
    entries.enter(event.pk, one)
    Event.objects.update(options={"scoring": "wrong"})
    entries.enter(event.pk, other)
    event.refresh_from_db()
    assert event.entries.filter(status="in").count() == 2
    assert not Match.objects.exists(), "the player who fills it begins no match"
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.CANCELLED
    assert "no option" in Log.objects.get(event=event, kind=Log.Kind.CANCELLED).why


@pytest.mark.parametrize(
    "changes",
    [
        {"division": 0},
        {"division": 1},
        {"matches": 0},
        {"target": 0},
        {"round_days": 0},
        {"round_days": 91},
        {"options": {"scoring": "wrong"}},
    ],
    ids=str,
)
def test_what_could_never_be_played_cannot_open(changes: dict[str, Any]) -> None:
    form = "score" if "target" in changes else "league"
    event = Event.objects.create(name="x", format=form, code="BO", pace="split", **changes)
    with pytest.raises(base.BadField):
        lifecycle.open_entries(event.pk)
    event.refresh_from_db()
    assert event.status == Event.Status.DRAFT


def test_a_level_roll_off_is_rolled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    event = begun(opened("round-robin"), players(4))
    thrown = iter([3, 3, 3, 3, 2, 5, 5, 1, 6, 4, *[1, 2, 3, 4] * 20])

    def throw(count: int) -> list[tuple[int, int]]:
        return [(next(thrown), 1) for _ in range(count)]

    monkeypatch.setattr(play, "roll_off_outside", throw)
    for match in list(Match.objects.filter(event=event.pk)):
        staff.adjudicate(match.pk, [1, 1], "A test.")
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.REVIEW
    ranks = sorted(place.rank or 0 for place in event.sections.get().places.all())
    assert ranks == [1, 2, 3, 4]


def test_a_day_passes_without_a_thing_to_do() -> None:
    begun(opened("league"), players(3))
    assert engine.due(timezone.now()) == []
    assert engine.look_after_due() == 0


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (waiting.Facts("draft"), (waiting.For.DIRECTOR, None)),
        (waiting.Facts("open"), (waiting.For.DIRECTOR, None)),
        (waiting.Facts("open", most=8), (waiting.For.ENTRIES, None)),
        (waiting.Facts("open", begins_at=NOW, most=8), (waiting.For.START, NOW)),
        (waiting.Facts("running", open=[NOW, NOW + timedelta(1)]), (waiting.For.MATCHES, NOW + timedelta(1))),
        (waiting.Facts("running", to_do=True), (waiting.For.SITE, None)),
        (
            waiting.Facts("running", to_do=True, paused_until=NOW + timedelta(1)),
            (waiting.For.REST, NOW + timedelta(1)),
        ),
        (waiting.Facts("running", paused_until=NOW), (waiting.For.NOTHING, None)),
        (waiting.Facts("running"), (waiting.For.NOTHING, None)),
        (waiting.Facts("review", review_until=NOW), (waiting.For.REVIEW, NOW)),
        (waiting.Facts("finished"), (waiting.For.OVER, None)),
        (waiting.Facts("cancelled"), (waiting.For.OVER, None)),
    ],
)
def test_what_an_event_waits_for(facts: waiting.Facts, expected: tuple[Any, Any]) -> None:
    found = waiting.waits_for(facts, NOW)
    assert (found.what, found.until) == expected


def test_a_closed_account_leaves_the_tables_of_its_events() -> None:
    who = players(4)
    event = begun(opened("round-robin"), who)
    entries.withdraw_player(event.pk, who[0])
    work()
    assert not Match.objects.filter(
        event=event.pk, status=Match.Status.RUNNING, seats__player=who[0]
    ).exists()
    event = play_to_the_end(event)
    assert event.status == Event.Status.REVIEW


def test_a_result_said_late_of_a_match_taken_back_counts_nothing() -> None:
    event = begun(opened("league", matches=1), players(2))
    (match,) = open_matches(event)
    staff.void(match.pk, "A mistake.")
    work()
    (again,) = open_matches(event)
    results.settle(Match.objects.get(pk=match.pk))
    work()
    assert Fixture.objects.get().match_id == again.pk
    play_out(again)
    event.refresh_from_db()
    assert event.status == Event.Status.REVIEW
