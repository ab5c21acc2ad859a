"""Events run themselves from entry to medals, and their tables are what their results make of them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from games.match import play
from games.models import Match
from ladders import leaving
from ladders.events import (
    champions,
    checking,
    eligibility,
    engine,
    entries,
    lifecycle,
    offences,
    rounds,
    substituting,
    teams,
)
from ladders.formats import base
from ladders.models import Entry, Event, Fixture, Log, Medal, Place
from ladders.reasons import BadDecision
from tests.games.tables import play_out
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.ladders.test_arena import later
from tests.long import sample
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.mark.parametrize(
    ("form", "count", "changes"),
    sample(
        [
            ("league", 3, {}),
            ("league", 5, {"division": 3, "matches": 1}),
            ("score", 3, {}),
            ("knockout", 5, {}),
            ("round-robin", 4, {}),
            ("swiss", 5, {}),
        ],
        "knockout",
        "swiss",
    ),
)
def test_every_format_plays_to_its_medals(form: str, count: int, changes: dict[str, Any]) -> None:
    event = play_to_the_end(begun(opened(form, **changes), players(count)))
    assert event.status == Event.Status.REVIEW
    assert checking.recompute() == []
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


def test_two_matches_of_a_pair_are_started_one_each() -> None:
    event = begun(opened("round-robin"), players(4))
    for match in open_matches(event):
        assert match.seats.get(to_move=True).index == match.starter
    first = Fixture.objects.order_by("pk")[:2]
    assert first[0].starts != first[1].starts


@pytest.mark.parametrize("why", ["suspended", "barred"])
def test_a_free_place_goes_to_who_waited_longest_of_those_who_can_come(why: str) -> None:
    who = players(4)
    event = opened("league", most=2, begins_at=timezone.now() + timedelta(days=5))
    for player in who:
        entries.enter(event.pk, player)
    assert waiting(event) == ["p02", "p03"]
    User.objects.filter(pk=who[2].pk).update(**{f"{why}_until": timezone.now() + timedelta(days=9)})
    entries.withdraw_player(event.pk, who[0])
    assert waiting(event) == ["p02"]
    User.objects.filter(pk=who[2].pk).update(**{f"{why}_until": timezone.now()})
    entries.withdraw_player(event.pk, who[1])
    assert waiting(event) == []


def test_free_places_go_to_those_who_wait_in_the_order_in_which_they_came() -> None:
    who = players(4)
    event = opened("league", most=1, begins_at=timezone.now() + timedelta(days=5))
    for player in (who[0], who[3], who[1], who[2]):
        entries.enter(event.pk, player)
    for inside, waits in ((who[0], ["p01", "p02"]), (who[3], ["p02"]), (who[1], [])):
        entries.withdraw_player(event.pk, inside)
        assert waiting(event) == waits


def test_who_goes_and_comes_again_waits_behind_all_who_waited() -> None:
    who = players(4)
    event = opened("league", most=1, begins_at=timezone.now() + timedelta(days=5))
    for player in who:
        entries.enter(event.pk, player)
    entries.withdraw_player(event.pk, who[1])
    entries.enter(event.pk, who[1])
    assert waiting(event) == ["p02", "p03", "p01"]
    entries.withdraw_player(event.pk, who[0])
    assert waiting(event) == ["p03", "p01"]


def test_whoever_has_a_place_after_all_is_told_so_each_time() -> None:
    one, other = players(2)
    event = opened("league", most=1, begins_at=timezone.now() + timedelta(days=5))
    for player in (one, other):
        entries.enter(event.pk, player)
    for hour, (leaves, comes) in enumerate([(one, other), (other, one), (one, other)]):
        with later(timedelta(hours=hour)):
            entries.withdraw_player(event.pk, leaves)
            assert event.entries.get(player=comes).status == Entry.Status.IN
            entries.enter(event.pk, leaves)
    assert Notice.objects.filter(player=other, key__startswith="place-").count() == 2
    assert Notice.objects.filter(player=one, key__startswith="place-").count() == 1


def waiting(event: Event) -> list[str]:
    found = event.entries.filter(status="waiting").order_by("entered_at")
    return list(found.values_list("player__username", flat=True))


def test_an_event_that_fills_begins_at_once_and_opens_its_successor() -> None:
    event = opened("league", most=2, recurring=True)
    for player in players(2):
        entries.enter(event.pk, player)
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.RUNNING
    successor = event.successor
    assert successor.status == Event.Status.OPEN
    assert successor.entries.count() == 0


def test_too_few_cannot_begin() -> None:
    event = opened("league")
    entries.enter(event.pk, players(1)[0])
    with pytest.raises(base.BadField):
        lifecycle.start(event.pk)
    Event.objects.update(begins_at=timezone.now())
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.CANCELLED


def test_games_that_do_not_fit_are_refused() -> None:
    for form, code, pace in (("score", "DK", "turns"), ("league", "DK", "split")):
        event = Event.objects.create(name="x", format=form, code=code, pace=pace)
        with pytest.raises(base.BadField):
            lifecycle.open_entries(event.pk)


def test_promotion_and_relegation_make_the_next_season() -> None:
    who = players(8)
    event = play_to_the_end(begun(opened("league", division=4, matches=1, moving=1), who))
    lifecycle.finish(event.pk)
    tables = [
        list(Place.objects.filter(section__number=number, rank__isnull=False).order_by("position"))
        for number in (1, 2)
    ]
    up, down = tables[1][0].entry.player, tables[0][-1].entry.player
    second = lifecycle.succeed(event)
    second = begun(second, who)
    divisions = {
        number: set(
            Place.objects.filter(section__event=second, section__number=number).values_list(
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
    lifecycle.finish(source.pk)
    event = champions.open_champions(source.pk)
    places = Place.objects.select_related("entry__player").order_by("position")
    order = [place.entry.player for place in places]
    invited = set(event.entries.values_list("player", flat=True))
    assert invited == {player.pk for player in order[:4] if player}
    assert order[0]
    assert order[4]
    champions.decline(event.pk, order[0])
    assert event.entries.get(player=order[4]).status == Entry.Status.INVITED
    with pytest.raises(eligibility.MayNotEnter):
        entries.enter(event.pk, order[5])  # type: ignore[arg-type]


def test_a_team_match_sends_the_next_member_of_every_team() -> None:
    who = players(4)
    event = opened("team", target=60)
    for name, pair in (("Reds", who[:2]), ("Blues", who[2:])):
        team = teams.make_team(event.pk, pair[0], name, [pair[1]])
        teams.accept(team.pk, pair[1])
    event = lifecycle.start(event.pk)
    work()
    first, second = Fixture.objects.order_by("leg")
    assert {*first.players, *second.players} == {player.pk for player in who}
    event = play_to_the_end(event)
    assert event.status == Event.Status.REVIEW
    lifecycle.finish(event.pk)
    assert Medal.objects.filter(place=1).count() in {2, 4}


def test_a_second_offence_puts_out(alice: User) -> None:
    who = players(3)
    event = begun(opened("league"), who)
    entry = Entry.objects.get(event=event, player=who[0])
    assert offences.record_offence(entry.pk, alice, "Swearing.") == "warning"
    assert offences.record_offence(entry.pk, alice, "Again.") == "disqualification"
    entry.refresh_from_db()
    assert entry.withdrawn_at
    assert Log.objects.filter(event=event, why="Again.", by=alice).exists()
    with pytest.raises(BadDecision):
        offences.record_offence(entry.pk, alice, " ")


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


def test_a_closed_account_takes_its_team_out_and_leaves_the_table_whole() -> None:
    who = players(6)
    event = opened("team", target=60)
    for number in (0, 2, 4):
        team = teams.make_team(event.pk, who[number], f"Team {number}", [who[number + 1]])
        teams.accept(team.pk, who[number + 1])
    event = lifecycle.start(event.pk)
    work()
    leaving.leave_all(who[0])
    play.leave_all(who[0])
    who[0].delete()
    event = play_to_the_end(event)
    assert event.status == Event.Status.REVIEW
    assert Place.objects.filter(rank=None).count() == 1
    assert checking.recompute() == []
