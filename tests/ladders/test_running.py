"""Events run themselves from entry to medals, and their tables are what their results make of them."""

from __future__ import annotations

import threading
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games import play, timeouts
from games.models import Match
from games.signals import match_finished
from ladders import crowning, deciding, engine, entering, postponing, rounds, running, substituting, teams
from ladders.formats import base
from ladders.models import Entry, Event, Fixture, Log, Medal, Place
from tests.games.tables import play_out, seat_of
from tests.games.test_timeouts import pass_time
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.mark.parametrize(
    ("form", "count", "changes"),
    [
        ("league", 3, {}),
        ("league", 5, {"division": 3, "matches": 1}),
        ("score", 3, {}),
        ("knockout", 5, {}),
        ("round-robin", 4, {}),
        ("swiss", 5, {}),
    ],
)
def test_every_format_plays_to_its_medals(form: str, count: int, changes: dict[str, Any]) -> None:
    event = play_to_the_end(begun(opened(form, **changes), players(count)))
    assert event.status == Event.Status.REVIEW
    assert deciding.recompute() == []
    assert not Medal.objects.exists(), "the director looks at it first"
    assert engine.due(timezone.now()) == []
    assert engine.due(timezone.now() + rounds.REVIEW) == [event.pk]
    Event.objects.update(review_until=timezone.now())
    work()
    assert Medal.objects.filter(place=1).exists()
    assert engine.due(timezone.now() + rounds.REVIEW) == []


def test_a_league_counts_points_by_place() -> None:
    event = play_to_the_end(begun(opened("league", matches=1), players(3)))
    (match,) = Match.objects.filter(event=event.pk)
    wanted = {seat.player_id: seat.place for seat in match.seats.all()}
    for place in Place.objects.select_related("entry"):
        if list(wanted.values()).count(wanted[place.entry.player_id]) == 1:
            assert place.points == str(4 - (wanted[place.entry.player_id] or 0))


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


def test_two_matches_of_a_pair_are_started_one_each() -> None:
    event = begun(opened("round-robin"), players(4))
    for match in open_matches(event):
        assert match.seats.get(to_move=True).index == match.starter
    first = Fixture.objects.order_by("pk")[:2]
    assert first[0].starts != first[1].starts


def test_who_withdraws_early_is_annulled_and_plays_no_more() -> None:
    who = players(3)
    event = begun(opened("league", matches=3), who)
    entering.withdraw_player(event.pk, who[0])
    event = play_to_the_end(event)
    assert event.status == Event.Status.REVIEW
    place = Place.objects.get(entry__player=who[0])
    assert place.rank is None
    later = Fixture.objects.filter(round__gt=1)
    assert all(place.entry_id not in fixture.seats for fixture in later)
    with pytest.raises(entering.MayNotEnter):
        entering.withdraw_player(event.pk, who[0])


@pytest.mark.parametrize("why", ["suspended", "barred"])
def test_a_free_place_goes_to_who_waited_longest_of_those_who_can_come(why: str) -> None:
    who = players(4)
    event = opened("league", most=2, begins_at=timezone.now() + timedelta(days=5))
    for player in who:
        entering.enter(event.pk, player)
    assert waiting(event) == ["p02", "p03"]
    User.objects.filter(pk=who[2].pk).update(**{f"{why}_until": timezone.now() + timedelta(days=9)})
    entering.withdraw_player(event.pk, who[0])
    assert waiting(event) == ["p02"]
    User.objects.filter(pk=who[2].pk).update(**{f"{why}_until": timezone.now()})
    entering.withdraw_player(event.pk, who[1])
    assert waiting(event) == []


def waiting(event: Event) -> list[str]:
    found = event.entries.filter(status="waiting").order_by("entered_at")
    return list(found.values_list("player__username", flat=True))


def test_a_round_closes_at_its_deadline() -> None:
    event = begun(opened("swiss"), players(4))
    Fixture.objects.update(deadline=timezone.now())
    assert rounds.close_due(event.pk, timezone.now()) == 2
    work()
    assert Fixture.objects.filter(round=1, result__isnull=True).count() == 0
    assert Fixture.objects.filter(round=2).count() == 2
    assert rounds.close_due(event.pk, timezone.now()) == 0
    assert event.status == Event.Status.RUNNING


def test_a_match_that_staff_made_void_is_played_again_at_once() -> None:
    event = begun(opened("league", matches=1), players(2))
    (match,) = open_matches(event)
    Fixture.objects.update(deadline=timezone.now() + timedelta(days=1))
    play.void(match.pk, "A mistake.")
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
    timeouts.keep_time()
    work()
    fixture = Fixture.objects.get(match_id=match.pk)
    assert fixture.result
    assert len(fixture.result["timed_out"]) == 1


def test_an_event_that_fills_begins_at_once_and_opens_its_successor() -> None:
    event = opened("league", most=2, recurring=True)
    for player in players(2):
        entering.enter(event.pk, player)
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.RUNNING
    successor = event.successor
    assert successor.status == Event.Status.OPEN
    assert successor.entries.count() == 0


def test_too_few_cannot_begin() -> None:
    event = opened("league")
    entering.enter(event.pk, players(1)[0])
    with pytest.raises(base.BadField):
        running.start(event.pk)
    Event.objects.update(begins_at=timezone.now())
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.CANCELLED


def test_games_that_do_not_fit_are_refused() -> None:
    for form, code, pace in (("score", "DK", "turns"), ("league", "DK", "split")):
        event = Event.objects.create(name="x", format=form, code=code, pace=pace)
        with pytest.raises(base.BadField):
            running.open_entries(event.pk)


def test_promotion_and_relegation_make_the_next_season() -> None:
    who = players(8)
    event = play_to_the_end(begun(opened("league", division=4, matches=1, moving=1), who))
    running.finish(event.pk)
    tables = [
        list(Place.objects.filter(group__number=number, rank__isnull=False).order_by("position"))
        for number in (1, 2)
    ]
    up, down = tables[1][0].entry.player, tables[0][-1].entry.player
    second = running.succeed(event)
    second = begun(second, who)
    divisions = {
        number: set(
            Place.objects.filter(group__event=second, group__number=number).values_list(
                "entry__player", flat=True
            )
        )
        for number in (1, 2)
    }
    assert up
    assert down
    assert up.pk in divisions[1]
    assert down.pk in divisions[2]


def test_champions_are_the_best_four_or_the_fifth() -> None:
    who = players(6)
    source = play_to_the_end(begun(opened("league", matches=1), who))
    running.finish(source.pk)
    event = crowning.open_champions(source.pk)
    places = Place.objects.select_related("entry__player").order_by("position")
    order = [place.entry.player for place in places]
    invited = set(event.entries.values_list("player", flat=True))
    assert invited == {player.pk for player in order[:4] if player}
    assert order[0]
    assert order[4]
    crowning.decline(event.pk, order[0])
    assert event.entries.get(player=order[4]).status == Entry.Status.INVITED
    with pytest.raises(entering.MayNotEnter):
        entering.enter(event.pk, order[5])  # type: ignore[arg-type]


def test_a_team_match_sends_the_next_member_of_every_team() -> None:
    who = players(4)
    event = opened("team", target=60)
    for name, pair in (("Reds", who[:2]), ("Blues", who[2:])):
        team = teams.make_team(event.pk, pair[0], name, [pair[1]])
        teams.accept(team.pk, pair[1])
    event = running.start(event.pk)
    work()
    first, second = Fixture.objects.order_by("leg")
    assert {*first.players, *second.players} == {player.pk for player in who}
    event = play_to_the_end(event)
    assert event.status == Event.Status.REVIEW
    running.finish(event.pk)
    assert Medal.objects.filter(place=1).count() in {2, 4}


def test_a_second_offence_puts_out(alice: User) -> None:
    who = players(3)
    event = begun(opened("league"), who)
    entry = Entry.objects.get(event=event, player=who[0])
    assert deciding.offend(entry.pk, alice, "Swearing.") == "warning"
    assert deciding.offend(entry.pk, alice, "Again.") == "disqualification"
    entry.refresh_from_db()
    assert entry.withdrawn_at
    assert Log.objects.filter(event=event, why="Again.", by=alice).exists()
    with pytest.raises(deciding.BadDecision):
        deciding.offend(entry.pk, alice, " ")


def test_a_substitute_goes_on_where_the_other_stopped(alice: User, bob: User) -> None:
    who = players(2)
    event = begun(opened("league", matches=2), who)
    (match,) = open_matches(event)
    play_out(match)
    entry = Entry.objects.get(event=event, player=who[0])
    substituting.ask(entry.pk, bob, alice, "Ill.")
    substituting.accept(event.pk, bob)
    assert Fixture.objects.get(match_id=match.pk).players.count(who[0].pk) == 1, "the past stays"
    play_to_the_end(event)
    place = Place.objects.get(entry=entry)
    assert place.played == 2
    assert place.entry.name == "bob"


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


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("also", ["result", "withdrawal"])
def test_two_things_at_the_same_moment_leave_one_right_table(also: str) -> None:
    who = players(4)
    event = begun(opened("round-robin"), who)
    first, second = open_matches(event)[:2]
    start = threading.Barrier(2)

    def resign(match: Match) -> None:
        start.wait()
        player = match.seats.get(index=0).player
        assert player
        with suppress(play.MatchOver, play.Stale):
            play.resign(match.pk, player, play.version_for(match, seat_of(match, player)))
        connection.close()

    def withdraw() -> None:
        start.wait()
        entering.withdraw_player(event.pk, who[0])
        connection.close()

    by_result = threading.Thread(target=resign, args=(second,))
    by_leaving = threading.Thread(target=withdraw)
    both = [threading.Thread(target=resign, args=(first,)), by_result if also == "result" else by_leaving]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join(30)
    assert deciding.recompute() == [], "what waits to be followed up is not forgotten"
    work()
    assert deciding.recompute() == []
    event = play_to_the_end(event)
    assert event.status == Event.Status.REVIEW


def test_a_closed_account_takes_its_team_out_and_leaves_the_table_whole() -> None:
    who = players(6)
    event = opened("team", target=60)
    for number in (0, 2, 4):
        team = teams.make_team(event.pk, who[number], f"Team {number}", [who[number + 1]])
        teams.accept(team.pk, who[number + 1])
    event = running.start(event.pk)
    work()
    teams.leave_all(who[0])
    play.leave_all(who[0])
    who[0].delete()
    event = play_to_the_end(event)
    assert event.status == Event.Status.REVIEW
    assert Place.objects.filter(rank=None).count() == 1
    assert deciding.recompute() == []
