"""What moves the numbers of clubs, and what whoever owns several clubs tries in vain."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.match import staff
from games.models import Match
from ladders.clubs import matches, membership, numbers
from ladders.events import entries, offences
from ladders.models import Club, ClubMatch, Entry, Event
from tests.games.tables import begin, resign
from tests.ladders import clubs
from tests.ladders.clubs import TERMS, boards, end, known
from tests.ladders.events import players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
Four = tuple[User, User, User, User]


def met(home: Club, away: Club, line_ups: dict[Club, list[User]]) -> ClubMatch:
    """A match between two clubs, in which every board is given up by the side that was challenged."""
    founder = {club: club.members.get(role=3).player for club in (home, away)}
    found = matches.challenge(home.pk, away.pk, founder[home], TERMS)
    matches.accept(found.pk, founder[away])
    for club, who in line_ups.items():
        for player in who:
            matches.say_yes(found.pk, club.pk, player)
    for club in (home, away):
        matches.close(found.pk, club.pk, founder[club])
    work()
    found.refresh_from_db()
    for match in boards(found):
        loser = match.seats.get(player__in=line_ups[away]).player
        assert loser
        resign(match, loser)
    found = end(found)
    assert (found.status, found.home_points) == (ClubMatch.Status.OVER, 4)
    return found


def lost(begun: ClubMatch, four: Four) -> ClubMatch:
    """The second club gives both boards up."""
    for match, loser in zip(boards(begun), four[2:], strict=True):
        resign(match, loser)
    return end(begun)


def unmoved(found: ClubMatch) -> bool:
    """Whether it counted as won and lost, and moved no number."""
    assert (found.home.won, found.away.lost) == (1, 1)
    assert (found.rated, found.home.number is None) in {(False, True), (True, False)}
    return not found.rated


def test_of_players_whom_nobody_knows_it_moves_nothing(begun: ClubMatch, four: Four, client: Client) -> None:
    """They have played nobody but each other, whatever they have founded."""
    for _ in range(numbers.KNOWN):
        resign(begin("BO", four[0], four[2]), four[2])
    found = lost(begun, four)
    assert unmoved(found)
    assert "It moved neither club’s rating." in client.get(found.get_absolute_url()).content.decode()


def test_of_players_who_are_known_it_moves(begun: ClubMatch, four: Four, client: Client) -> None:
    known(*four)
    found = lost(begun, four)
    assert not unmoved(found)
    assert "It moved neither" not in client.get(found.get_absolute_url()).content.decode()


@pytest.mark.parametrize("who", [{"robot": "strong", "level": "casual"}, {"guest": True}])
def test_robots_and_guests_make_nobody_known(begun: ClubMatch, four: Four, who: dict[str, object]) -> None:
    known(*four)
    User.objects.filter(username="known2").update(**who)
    assert unmoved(lost(begun, four))


@pytest.mark.long
def test_people_of_either_club_make_nobody_known(begun: ClubMatch, four: Four) -> None:
    """They may have come in only while the boards were played."""
    known(*four)
    membership.invite(begun.away_id, User.objects.get(username="known2"), four[2])
    membership.come(begun.away_id, User.objects.get(username="known2"))
    assert unmoved(lost(begun, four))


def test_one_board_that_counts_is_not_enough(begun: ClubMatch, four: Four) -> None:
    known(four[0], four[2], four[3])
    assert unmoved(lost(begun, four))


def test_a_board_that_staff_have_judged_does_not_count(begun: ClubMatch, four: Four) -> None:
    known(*four)
    for match, loser in zip(boards(begun), four[2:], strict=True):
        resign(match, loser)
    staff.discount(boards(begun)[0].pk, "They were one.")
    assert unmoved(end(begun))


def test_who_belongs_to_both_clubs_moves_nothing(begun: ClubMatch, four: Four) -> None:
    """Not even where one comes in while the boards are played."""
    known(*four)
    membership.invite(begun.away_id, four[1], four[2])
    membership.come(begun.away_id, four[1])
    assert unmoved(lost(begun, four))


@pytest.mark.long
def test_two_clubs_of_the_same_four_feed_each_other_once_in_a_while(alice: User, bob: User) -> None:
    one, other = players(2)
    reds, blues = clubs.club(alice, one), clubs.club(bob, other, name="Blue Dice")
    known(alice, one, bob, other)
    line_ups = {reds: [alice, one], blues: [bob, other]}
    assert met(reds, blues, line_ups).rated
    reds.refresh_from_db()
    before = reds.mean
    assert not met(reds, blues, line_ups).rated
    assert not met(blues, reds, {blues: [bob, other], reds: [alice, one]}).rated
    reds.refresh_from_db()
    assert (reds.mean, reds.won, reds.lost) == (before, 2, 1)
    ClubMatch.objects.update(ended_at=timezone.now() - numbers.REST - timedelta(hours=1))
    assert met(reds, blues, line_ups).rated


@pytest.mark.long
def test_the_same_people_under_the_name_of_another_club_feed_it_no_more(alice: User, bob: User) -> None:
    one, other, fresh = players(3)
    reds, blues = clubs.club(alice, one), clubs.club(bob, other, name="Blue Dice")
    greens = clubs.club(bob, other, fresh, name="Green Dice")
    known(alice, one, bob, other, fresh)
    assert met(reds, blues, {reds: [alice, one], blues: [bob, other]}).rated
    assert not met(reds, greens, {reds: [alice, one], greens: [bob, other]}).rated
    assert not met(reds, greens, {reds: [alice, one], greens: [fresh, other]}).rated, "one board that counts"


def test_of_a_side_that_is_put_out_the_number_falls_whatever_its_boards_were(
    begun: ClubMatch, four: Four, director: User
) -> None:
    known(*four)
    first, second = boards(begun)
    resign(first, four[0])
    resign(second, four[1])
    work()
    entry = Entry.objects.get(event=begun.event_id, seed=2)
    offences.record_offence(entry.pk, director, "Two accounts.", at_once=True)
    found = end(begun)
    assert (found.away.lost, found.home.won) == (1, 1)
    assert found.rated
    assert found.home.mean > found.away.mean


def test_a_side_that_withdraws_is_beaten_on_the_boards_that_it_gave_up(begun: ClubMatch, four: Four) -> None:
    known(*four)
    entries.withdraw_player(begun.event_id or 0, four[2])
    found = end(begun)
    assert found.home.won == 1
    assert found.rated == (found.home.number is not None)
    assert Event.objects.get(pk=found.event_id or 0).status == Event.Status.FINISHED
    assert not Match.objects.filter(event=found.event_id, status=Match.Status.RUNNING).exists()
