"""What entrants agree on: to end an event early, and champions on the number of their matches."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Match
from ladders.events import agreeing, champions, checking, entries, lifecycle, mending, teams, wishes
from ladders.events.eligibility import MayNotEnter
from ladders.models import Entry, Event, Fixture, Log
from ladders.reasons import BadDecision
from tests.games.tables import play_out
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def act(client: Client, event: Event, what: str, **given: object) -> int:
    return client.post(reverse("ladders:act", args=[event.pk]), {"what": what, **given}).status_code


def status(event: Event) -> str:
    event.refresh_from_db()
    return event.status


def test_it_ends_when_all_who_are_in_agree(client: Client, alice: User, bob: User, carol: User) -> None:
    event = begun(opened("league", matches=3), [alice, bob])
    client.force_login(alice)
    assert "0 of 2 agree." in client.get(event.get_absolute_url()).content.decode()
    assert act(client, event, "end") == 302
    assert "1 of 2 agree." in client.get(event.get_absolute_url()).content.decode()
    assert event.log.filter(what="alice agrees to end it now", by=alice).exists()
    assert act(client, event, "not end") == 302
    client.force_login(bob)
    assert act(client, event, "end") == 302
    assert status(event) == "running", "alice does not any more"
    client.force_login(carol)
    assert act(client, event, "end") == 409
    client.force_login(alice)
    assert act(client, event, "end") == 302
    assert status(event) == "review"
    assert Log.objects.get(event=event, kind=Log.Kind.OVER).why == "All who are still in agreed to end it."
    work()
    assert not open_matches(event)
    assert checking.recompute() == []
    assert act(client, event, "end") == 409, "it does not run any more"


def test_nothing_of_what_all_agreed_to_end_is_played_again(alice: User) -> None:
    who = players(2)
    event = begun(opened("league", matches=3), who)
    play_out(open_matches(event)[0])
    for player in who:
        agreeing.say(event.pk, player, ends=True)
    fixture = Fixture.objects.filter(section__event=event).order_by("round")[0]
    Fixture.objects.filter(round__gt=1).delete()
    with pytest.raises(BadDecision, match="ended early"):
        mending.void(fixture.pk, alice, "The line broke.")
    work()
    assert status(event) == "review"
    assert not Entry.objects.filter(event=event, ends=True).exists(), "the voices have been heard"


def test_who_has_left_is_not_asked_any_more() -> None:
    who = players(3)
    event = begun(opened("league", matches=3), who)
    for player in who[:2]:
        assert not agreeing.say(event.pk, player, ends=True)
    entries.withdraw_player(event.pk, who[2])
    work()
    assert status(event) == "review"


def test_where_nobody_is_left_nobody_has_agreed() -> None:
    who = players(2)
    event = begun(opened("league", matches=3), who)
    assert not agreeing.say(event.pk, who[0], ends=True)
    event.entries.update(withdrawn_at=timezone.now())
    assert not agreeing.end_if_all_agree(event.pk)
    assert status(event) == "running"


def test_of_a_bracket_who_has_lost_is_not_asked() -> None:
    who = players(4)
    event = begun(opened("knockout"), who)
    first = Fixture.objects.filter(section__event=event, pairing=1)
    lost = Entry.objects.get(pk=first[0].seats[0])
    for fixture in first:
        places = [1 + (seat == lost.pk) for seat in fixture.seats]
        mending.adjudicate(fixture.pk, places, who[0], "A test.")
    work()
    assert lost.player is not None
    with pytest.raises(MayNotEnter):
        agreeing.say(event.pk, lost.player, ends=True)
    rest = [player for player in who if player != lost.player]
    assert [agreeing.say(event.pk, player, ends=True) for player in rest] == [False, False, True]
    assert status(event) == "review"


def test_the_captain_speaks_for_a_team(alice: User, bob: User) -> None:
    event = opened("team", target=500)
    one, other = players(2)
    for captain, second, name in ((alice, bob, "Reds"), (one, other, "Blues")):
        teams.accept(teams.make_team(event.pk, captain, name, [second]).pk, second)
    lifecycle.start(event.pk)
    work()
    with pytest.raises(MayNotEnter):
        agreeing.say(event.pk, bob, ends=True)
    assert not agreeing.say(event.pk, alice, ends=True)
    assert agreeing.say(event.pk, one, ends=True)


@pytest.fixture
def best_four() -> Event:
    """The best four of a league are asked; ten matches stand there."""
    source = play_to_the_end(begun(opened("league", matches=1), players(5)))
    lifecycle.finish(source.pk)
    Event.objects.filter(pk=source.pk).update(matches=10)
    return champions.open_champions(source.pk)


def asked(event: Event) -> list[User]:
    entries = event.entries.filter(status=Entry.Status.INVITED).select_related("player").order_by("pk")
    return [entry.player for entry in entries if entry.player]


def test_champions_who_want_nothing_else_begin_when_they_are_four(best_four: Event) -> None:
    for player in asked(best_four):
        entries.enter(best_four.pk, player)
    work()
    assert status(best_four) == "running"
    assert best_four.matches == 10


def test_the_four_agree_on_the_number_of_matches(client: Client, best_four: Event) -> None:
    four = asked(best_four)
    first, *others = four
    client.force_login(first)
    assert act(client, best_four, "matches", number=3) == 409, "not in yet"
    entries.enter(best_four.pk, first)
    assert act(client, best_four, "matches", number=3) == 302
    assert act(client, best_four, "matches", number=0) == 409
    assert act(client, best_four, "matches", number="many") == 409
    assert act(client, best_four, "matches", number=101) == 409
    for player in others:
        entries.enter(best_four.pk, player)
    work()
    assert status(best_four) == "open", "the others want ten"
    shown = client.get(best_four.get_absolute_url()).content.decode()
    assert f"<li>{first}: 3</li>" in shown
    assert f"<li>{others[0]}: 10</li>" in shown
    for player in others:
        champions.want(best_four.pk, player, 3)
    work()
    assert status(best_four) == "running"
    assert best_four.matches == 3
    assert best_four.log.filter(what="All agree on the number of matches: 3").exists()
    assert Match.objects.filter(event=best_four.pk).count() == 1


def test_who_do_not_agree_begin_a_week_later_with_what_stood_there(best_four: Event) -> None:
    four = asked(best_four)
    for player in four:
        entries.enter(best_four.pk, player)
        if player == four[0]:
            champions.want(best_four.pk, player, 3)
    best_four.refresh_from_db()
    assert best_four.begins_at is not None
    assert abs(best_four.begins_at - timezone.now() - wishes.PATIENCE) < timedelta(minutes=1)
    Event.objects.filter(pk=best_four.pk).update(begins_at=timezone.now())
    work()
    assert status(best_four) == "running"
    assert best_four.matches == 10


def test_when_the_fifth_comes_instead_they_begin_if_they_agree_then(best_four: Event) -> None:
    four = asked(best_four)
    for player in four:
        entries.enter(best_four.pk, player)
        if player == four[0]:
            champions.want(best_four.pk, player, 3)
    champions.decline(best_four.pk, four[0])
    (fifth,) = asked(best_four)
    entries.enter(best_four.pk, fifth)
    work()
    assert status(best_four) == "running"


def test_only_champions_choose_their_number(alice: User) -> None:
    event = opened("league", matches=2)
    entries.enter(event.pk, alice)
    with pytest.raises(MayNotEnter):
        champions.want(event.pk, alice, 5)
