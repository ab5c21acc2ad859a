"""What a director decides beside results: more time, who comes back, rest and end."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import naming
from accounts.models import Notice, User
from ladders.events import deciding, entries, lifecycle, mending, offences
from ladders.events.checking import recompute
from ladders.models import Entry, Event, Log
from ladders.reasons import BadDecision
from tests.games.tables import play_out
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.ladders.test_arena import later
from tests.ladders.test_mending import fixtures, of, points
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_more_time_for_one_match_and_for_a_round(director: User) -> None:
    event = begun(opened("round-robin"), players(4))
    rows = {one.pk: one.deadline for one in fixtures(event)}
    first = of(event)
    mending.extend(first.pk, 3, director, "Illness.", whole_round=False)
    later = {one.pk for one in fixtures(event) if one.deadline != rows[one.pk]}
    assert later == {first.pk}
    assert mending.extend(first.pk, 2, director, "A feast.", whole_round=True) > 1
    for one in fixtures(event):
        old = rows[one.pk]
        assert old
        assert one.deadline == old + timedelta(days=2 + 3 * (one.pk == first.pk))
    for days in (0, 31):
        with pytest.raises(BadDecision):
            mending.extend(first.pk, days, director, "x", whole_round=False)


def test_an_entry_that_withdrew_comes_back(director: User) -> None:
    event = begun(opened("round-robin"), players(4))
    entry = event.entries.get(player__username="p00")
    with pytest.raises(BadDecision):
        deciding.reinstate(entry.pk, director, "x")
    entries.withdraw(entry, director, "By mistake.")
    work()
    deciding.reinstate(entry.pk, director, "It was the other one.")
    work()
    entry.refresh_from_db()
    assert entry.withdrawn_at is None
    assert recompute() == []
    assert play_to_the_end(event).status == Event.Status.REVIEW
    with pytest.raises(BadDecision):
        deciding.reinstate(entry.pk, director, "x")


def test_each_warning_is_told_and_each_time_that_one_is_taken_back(director: User) -> None:
    event = begun(opened("round-robin"), players(4))
    entry = event.entries.get(player__username="p00")
    for hour in range(2):
        with later(timedelta(hours=hour)):
            assert offences.record_offence(entry.pk, director, f"Offence {hour}.") == "warning"
            offences.clear(entry.pk, director, f"Mistake {hour}.")
    told = Notice.objects.filter(player=entry.player, kind="event").order_by("pk")
    assert [one.text for one in told] == ["Offence 0.", "Mistake 0.", "Offence 1.", "Mistake 1."]


def test_who_was_cleared_may_appeal_against_another_warning(director: User) -> None:
    event = begun(opened("round-robin"), players(4))
    entry = event.entries.get(player__username="p00")
    assert entry.player
    for hour in range(2):
        with later(timedelta(hours=hour)):
            offences.record_offence(entry.pk, director, f"Offence {hour}.")
            offences.appeal(event.pk, entry.player, f"I did not {hour}.")
            with pytest.raises(BadDecision):
                offences.appeal(event.pk, entry.player, "Nor again.")
            offences.clear(entry.pk, director, "So it was.")
    told = Notice.objects.filter(player=director, key__startswith=f"appeal-{entry.pk}-").order_by("pk")
    assert [one.text for one in told] == ["I did not 0.", "I did not 1."]


def appealed(director: User) -> Entry:
    """An entry that was warned, and has appealed."""
    event = begun(opened("round-robin"), players(4))
    entry = event.entries.get(player__username="p00")
    assert entry.player
    offences.record_offence(entry.pk, director, "An offence.")
    offences.appeal(event.pk, entry.player, "I did not.")
    return entry


def test_an_appeal_is_answered_by_somebody_else_than_whoever_warned(director: User) -> None:
    entry = appealed(director)
    other = User.objects.create_superuser("referee2", "r2@example.org")
    with pytest.raises(BadDecision, match="Somebody else answers this appeal"):
        offences.clear(entry.pk, director, "So it was.")
    assert Entry.objects.get(pk=entry.pk).appeal == "I did not."
    offences.clear(entry.pk, other, "So it was.")
    assert not Entry.objects.get(pk=entry.pk).warned
    offences.record_offence(entry.pk, other, "Another.")
    offences.appeal(entry.event_id, User.objects.get(username="p00"), "Nor that.")
    with pytest.raises(BadDecision, match="Somebody else answers this appeal"):
        offences.clear(entry.pk, other, "So it was.")
    offences.clear(entry.pk, director, "The latest warning was somebody else's.")


def test_an_appeal_is_answered_by_somebody_else_whatever_the_player_is_called_by_now(director: User) -> None:
    User.objects.create_superuser("referee2", "r2@example.org")
    entry = appealed(director)
    User.objects.filter(username="p00").update(name_given=True)
    naming.choose(User.objects.get(username="p00"), "Perpetua")
    with pytest.raises(BadDecision, match="Somebody else answers this appeal"):
        offences.clear(entry.pk, director, "So it was.")


def test_a_line_of_old_knows_whom_it_was_about_by_the_name(director: User) -> None:
    User.objects.create_superuser("referee2", "r2@example.org")
    entry = appealed(director)
    Log.objects.filter(event=entry.event_id).update(said=None)
    with pytest.raises(BadDecision, match="Somebody else answers this appeal"):
        offences.clear(entry.pk, director, "So it was.")


def test_a_warning_nobody_has_appealed_against_is_taken_back_by_whoever_gave_it(director: User) -> None:
    event = begun(opened("round-robin"), players(4))
    entry = event.entries.get(player__username="p00")
    User.objects.create_superuser("referee2", "r2@example.org")
    offences.record_offence(entry.pk, director, "An offence.")
    offences.clear(entry.pk, director, "A mistake.")
    assert not Entry.objects.get(pk=entry.pk).warned


@pytest.mark.parametrize("other", ["stopped", "muted", "no right", "plays there"])
def test_an_appeal_goes_to_whoever_warned_where_nobody_else_may_answer(director: User, other: str) -> None:
    entry = appealed(director)
    second = User.objects.create_superuser("referee2", "r2@example.org")
    if other == "plays there":
        entry.event.entries.filter(player__username="p01").update(player=second)
    else:
        gone = {"stopped": {"is_active": False}, "no right": {"is_superuser": False}}
        muted = {"muted_until": timezone.now() + timedelta(days=1)}
        User.objects.filter(pk=second.pk).update(**gone.get(other, muted))
    offences.clear(entry.pk, director, "So it was.")
    assert not Entry.objects.get(pk=entry.pk).warned


def test_a_rest_ends_before_its_time(director: User) -> None:
    event = begun(opened("league"), players(2))
    with pytest.raises(BadDecision):
        deciding.resume(event.pk, director, "x")
    deciding.pause(event.pk, 5, director, "A feast.")
    deadline = of(event).deadline
    deciding.resume(event.pk, director, "It is over.")
    event.refresh_from_db()
    assert event.paused_until is None
    assert of(event).deadline == deadline
    assert play_to_the_end(event).status == Event.Status.REVIEW


def test_an_event_ends_early_with_its_table(director: User) -> None:
    event = begun(opened("league", matches=3), players(2))
    play_out(open_matches(event)[0])
    table = points(event)
    deciding.end(event.pk, director, "The hall closes.")
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.REVIEW
    assert points(event) == table
    assert not open_matches(event)
    assert recompute() == []
    lifecycle.finish(event.pk)
    assert event.medals.count() == 2
