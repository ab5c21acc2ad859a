"""A team plays on with the others while two of them remain; champions are replaced while three do."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.match import play
from games.models import Match
from ladders import leaving
from ladders.events import champions, eligibility, entries, lifecycle, offences, teams
from ladders.models import Entry, Event, Fixture, Team
from ladders.reasons import BadDecision
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def two_teams(size: int) -> tuple[Event, list[User]]:
    """The first `size` players are one team, the next another, and their event has begun."""
    who = players(2 * size)
    event = opened("team", target=60)
    for number in (0, size):
        team = teams.make_team(event.pk, who[number], f"Team {number}", who[number + 1 : number + size])
        for member in who[number + 1 : number + size]:
            teams.accept(team.pk, member)
    event = lifecycle.start(event.pk)
    work()
    return event, who


def test_three_play_on_as_two_and_the_next_finishes_what_was_begun() -> None:
    event, who = two_teams(3)
    (match,) = Match.objects.filter(event=event.pk, seats__player=who[0])
    leaving.leave_all(who[0])
    play.leave_all(who[0])
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    seated = set(match.seats.values_list("player", flat=True))
    assert who[0].pk not in seated
    assert seated & {who[1].pk, who[2].pk}
    assert Fixture.objects.get(match_id=match.pk).players == list(
        match.seats.order_by("index").values_list("player", flat=True)
    )
    team = Team.objects.get(name="Team 0")
    assert team.captain == who[1], "the next leads it"
    assert team.entry.withdrawn_at is None
    who[0].delete()
    event = play_to_the_end(event)
    assert event.status == Event.Status.REVIEW
    played = Fixture.objects.filter(section__event=event).values_list("players", flat=True)
    assert all(who[0].pk not in row for row in list(played)[2:])


def test_two_of_whom_one_leaves_withdraw() -> None:
    event, who = two_teams(2)
    teams.leave(Team.objects.get(name="Team 0").pk, who[1])
    work()
    assert Team.objects.get(name="Team 0").entry.withdrawn_at
    assert not Match.objects.filter(
        event=event.pk, status=Match.Status.RUNNING, seats__player__in=who[:2]
    ).exists()


def test_who_is_left_alone_in_a_team_that_has_withdrawn_may_leave_it_too() -> None:
    event, who = two_teams(2)
    team = Team.objects.get(name="Team 0")
    for player in (who[1], who[0]):
        teams.leave(team.pk, player)
    assert not team.members.filter(left=False).exists()
    assert event.log.filter(what="Team 0 withdrew").count() == 1


def test_of_three_the_second_who_leaves_takes_the_team_out() -> None:
    """Who has left before is not counted among those who stay, and leads nobody."""
    event, who = two_teams(3)
    team = Team.objects.get(name="Team 0")
    teams.leave(team.pk, who[1])
    team.refresh_from_db()
    assert team.entry.withdrawn_at is None
    assert team.captain == who[0]
    teams.leave(team.pk, who[0])
    team = Team.objects.get(pk=team.pk)
    assert team.entry.withdrawn_at
    assert team.captain == who[2]
    work()
    open_ = Match.objects.filter(event=event.pk, status=Match.Status.RUNNING)
    assert not open_.filter(seats__player__in=who[:3]).exists()


def test_who_was_only_asked_leads_no_team_that_its_captain_leaves() -> None:
    who = players(2)
    event = opened("team")
    team = teams.make_team(event.pk, who[0], "Alone", [who[1]])
    teams.leave(team.pk, who[0])
    assert not event.teams.exists(), "there is nobody to play with"
    with pytest.raises(eligibility.MayNotEnter, match="no longer"):
        teams.accept(team.pk, who[1])
    assert teams.make_team(event.pk, who[1], "Alone", [who[0]]).captain == who[1], "the name is free"


@pytest.mark.parametrize("how", ["says no", "closes the account"])
def test_whoever_says_no_is_waited_for_no_more(how: str) -> None:
    who = players(3)
    event = opened("team")
    team = teams.make_team(event.pk, who[0], "Two of three", who[1:])
    teams.accept(team.pk, who[1])
    assert not event.entries.exists()
    if how == "says no":
        teams.leave(team.pk, who[2])
    else:
        leaving.leave_all(who[2])
    assert event.entries.get().status == Entry.Status.IN
    assert set(team.members.values_list("player", flat=True)) == {who[0].pk, who[1].pk}
    with pytest.raises(eligibility.MayNotEnter, match="not asked"):
        teams.accept(team.pk, who[2])


def test_nobody_enters_a_team_alone() -> None:
    who = players(3)
    event = opened("team")
    team = teams.make_team(event.pk, who[0], "Alone", who[1:])
    for player in who[1:]:
        teams.leave(team.pk, player)
    assert not event.entries.exists()
    assert event.teams.get() == team, "until the last leaves who agreed to it"
    teams.leave(team.pk, who[0])
    assert not event.teams.exists()


def test_of_two_who_agreed_one_may_leave_and_the_next_who_agrees_makes_them_two_again() -> None:
    who = players(3)
    event = opened("team")
    team = teams.make_team(event.pk, who[0], "They", who[1:])
    teams.accept(team.pk, who[1])
    teams.leave(team.pk, who[0])
    team.refresh_from_db()
    assert (team.captain, event.entries.count()) == (who[1], 0)
    teams.accept(team.pk, who[2])
    assert event.entries.get().team == team


def test_a_team_that_was_taken_out_does_not_come_back_when_a_member_leaves() -> None:
    who = players(3)
    event = opened("team")
    team = teams.make_team(event.pk, who[0], "They", who[1:])
    for player in who[1:]:
        teams.accept(team.pk, player)
    entries.withdraw(event.entries.get(), None, "Ill.")
    teams.leave(team.pk, who[2])
    assert event.entries.get().status == Entry.Status.LEFT
    for player in who[:2]:
        teams.leave(team.pk, player)
    assert event.teams.get() == team, "the log tells of it"


def test_who_is_asked_by_one_team_and_plays_for_another_leaves_the_one_they_play_for(client: Client) -> None:
    who = players(4)
    event = opened("team")
    teams.make_team(event.pk, who[0], "Asks", [who[1], who[2]])
    own = teams.make_team(event.pk, who[3], "Has", [who[1]])
    teams.accept(own.pk, who[1])
    client.force_login(who[1])
    act = reverse("ladders:act", args=[event.pk])
    assert client.post(act, {"what": "leave team"}).status_code == 302
    assert list(event.teams.filter(members__player=who[1]).values_list("name", flat=True)) == ["Asks"]
    assert client.post(act, {"what": "leave team"}).status_code == 409, (
        "who is only asked says no on its page"
    )


def test_who_has_left_a_team_has_no_part_in_it_any_more(client: Client) -> None:
    event, who = two_teams(3)
    entry = event.entries.get(team__name="Team 0")
    offences.record_offence(entry.pk, who[3], "Swearing.")
    teams.leave(Team.objects.get(name="Team 0").pk, who[1])
    with pytest.raises(BadDecision, match="nothing to appeal"):
        offences.appeal(event.pk, who[1], "They did.")
    client.force_login(who[1])
    page = client.get(reverse("ladders:event", args=[event.pk])).content.decode()
    assert 'value="leave team"' not in page
    offences.appeal(event.pk, who[2], "We did not.")
    entry.refresh_from_db()
    assert entry.appeal == "We did not."


def test_two_who_wait_for_a_place_and_of_whom_one_leaves_wait_no_more() -> None:
    """Else the place that comes free went to a team of one, and kept out the next."""
    who = players(8)
    event = opened("team", most=2, begins_at=timezone.now() + timedelta(days=9))
    for number in (0, 2, 4, 6):
        team = teams.make_team(event.pk, who[number], f"Team {number}", who[number + 1 : number + 2])
        teams.accept(team.pk, who[number + 1])
    teams.leave(Team.objects.get(name="Team 4").pk, who[4])
    assert Team.objects.get(name="Team 4").entry.status == Entry.Status.LEFT
    teams.leave(Team.objects.get(name="Team 4").pk, who[5])
    assert event.log.filter(what="Team 4 left before the start").count() == 1
    teams.leave(Team.objects.get(name="Team 0").pk, who[0])
    inside = event.entries.filter(status=Entry.Status.IN)
    assert set(inside.values_list("team__name", flat=True)) == {"Team 2", "Team 6"}


def test_members_leave_and_captains_speak(client: Client) -> None:
    event, who = two_teams(3)
    page, act = reverse("ladders:event", args=[event.pk]), reverse("ladders:act", args=[event.pk])
    client.force_login(who[1])
    text = client.get(page).content.decode()
    assert 'value="leave team"' in text
    assert 'value="withdraw"' not in text
    assert 'value="postpone"' not in text
    assert client.post(act, {"what": "leave team"}).status_code == 302
    assert not Team.objects.get(name="Team 0").members.filter(player=who[1], left=False).exists()
    assert client.post(act, {"what": "leave team"}).status_code == 409
    client.force_login(who[0])
    text = client.get(page).content.decode()
    assert 'value="withdraw"' in text
    assert 'value="postpone"' in text
    before = Fixture.objects.filter(section__event=event).order_by("pk")[0].deadline
    assert before
    client.post(act, {"what": "postpone"})
    client.force_login(who[3])
    client.post(act, {"what": "postpone"})
    assert Fixture.objects.filter(section__event=event).order_by("pk")[0].deadline == before + timedelta(
        days=7
    )


def best_four(count: int, **first: object) -> tuple[Event, list[User]]:
    """A champions' league that takes entries, and the players of its league from the best on.

    Of the `first` of them this is so by then.
    """
    source = play_to_the_end(begun(opened("league", matches=1), players(count)))
    lifecycle.finish(source.pk)
    order = source.sections.get().places.select_related("entry__player").order_by("position")
    best = [place.entry.player for place in order if place.entry.player]
    User.objects.filter(pk=best[0].pk).update(**first)
    return champions.open_champions(source.pk), best


def test_each_who_declines_is_replaced_and_three_will_do() -> None:
    event, best = best_four(5)
    champions.decline(event.pk, best[1])
    assert event.entries.get(player=best[4]).status == Entry.Status.INVITED
    champions.decline(event.pk, best[0])
    event.refresh_from_db()
    assert event.status == Event.Status.OPEN, "three are left, and three will do"
    for player in best[2:]:
        entries.enter(event.pk, player)
    lifecycle.start(event.pk)
    work()
    assert len(open_matches(event)) == 1


def test_with_fewer_than_three_it_is_called_off() -> None:
    event, best = best_four(4)
    entries.enter(event.pk, best[0])
    champions.decline(event.pk, best[0])
    event.refresh_from_db()
    assert event.status == Event.Status.OPEN
    champions.decline(event.pk, best[2])
    event.refresh_from_db()
    assert event.status == Event.Status.CANCELLED
    with pytest.raises(eligibility.MayNotEnter):
        champions.decline(event.pk, best[1])


@pytest.mark.parametrize("why", ["suspended", "barred"])
def test_whom_the_staff_keep_away_is_no_champion_unless_in_already(why: str) -> None:
    away = {f"{why}_until": timezone.now() + timedelta(days=9)}
    event, best = best_four(6, **away)
    assert set(event.entries.values_list("player", flat=True)) == {player.pk for player in best[1:5]}
    entries.enter(event.pk, best[1])
    User.objects.filter(pk__in=[best[1].pk, best[5].pk]).update(**away)
    champions.decline(event.pk, best[2])
    event.refresh_from_db()
    assert event.status == Event.Status.OPEN, "three can come"
    assert not event.entries.filter(player=best[5]).exists()
    User.objects.filter(pk=best[5].pk).update(**{f"{why}_until": None})
    champions.ask_champions(event.pk)
    there = event.entries.exclude(status=Entry.Status.LEFT)
    assert set(there.values_list("player", flat=True)) == {best[index].pk for index in (1, 3, 4, 5)}


@pytest.mark.parametrize("came", [False, True])
def test_whom_the_director_takes_out_is_replaced_like_who_declines(client: Client, came: bool) -> None:
    event, best = best_four(5)
    referee = User.objects.create_superuser("referee", "referee@example.org")
    client.force_login(referee)
    if came:
        entries.enter(event.pk, best[0])

    def take_out(player: User) -> int:
        given = {"entry": event.entries.get(player=player).pk, "why": "He moved to the moon."}
        return client.post(reverse("ladders:decide", args=[event.pk, "withdraw"]), given).status_code

    assert take_out(best[0]) == 302
    assert event.entries.get(player=best[4]).status == Entry.Status.INVITED
    assert event.log.filter(by=referee, why="He moved to the moon.").count() == 1
    assert take_out(best[0]) == 400, "once"
    with pytest.raises(eligibility.MayNotEnter):
        champions.withdraw(event.entries.get(player=best[0]), referee, "Again.")
    assert take_out(best[1]) == 302
    event.refresh_from_db()
    assert event.status == Event.Status.OPEN, "three will do"
    assert take_out(best[2]) == 302
    event.refresh_from_db()
    assert event.status == Event.Status.CANCELLED
