"""Club against club: from the challenge to the line-ups, late, short, closed, and two at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import leaving
from accounts.models import Notice, User
from ladders.clubs import founding, matches, membership, notices
from ladders.clubs.log import MayNot
from ladders.formats import base
from ladders.models import Club, ClubMatch, Event
from tests.at_once import raised_at_once
from tests.ladders import clubs
from tests.ladders.clubs import TERMS, late, told
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
Status = ClubMatch.Status


def test_what_cannot_be_played_is_not_agreed_on(alice: User, bob: User) -> None:
    reds, blues = clubs.club(alice), clubs.club(bob, name="Blue Dice")
    with pytest.raises(base.BadField, match="always played turn by turn"):
        matches.challenge(reds.pk, blues.pk, alice, {**TERMS, "code": "PG", "pace": "split"})
    with pytest.raises(base.BadField, match="the number of matches"):
        matches.challenge(reds.pk, blues.pk, alice, {**TERMS, "boards": 11})
    assert not ClubMatch.objects.exists()


def test_only_officers_challenge_and_answer(asked: ClubMatch, four: tuple[User, ...]) -> None:
    alice, bob, away, _other = four
    with pytest.raises(MayNot, match="Only the officers"):
        matches.challenge(asked.home_id, asked.away_id, bob, TERMS)
    with pytest.raises(MayNot, match="your own club"):
        matches.challenge(asked.home_id, asked.home_id, alice, TERMS)
    with pytest.raises(MayNot, match="between you two already"):
        matches.challenge(asked.away_id, asked.home_id, away, TERMS)
    for player in (alice, bob):
        with pytest.raises(MayNot, match="Only the officers"):
            matches.accept(asked.pk, player)
    with pytest.raises(MayNot, match="Only the officers"):
        matches.decline(asked.pk, bob)
    assert "Red Dice challenges Blue Dice" in told(away)


def test_a_challenge_is_declined_taken_back_or_lapses(asked: ClubMatch, four: tuple[User, ...]) -> None:
    alice, _bob, away, _other = four
    matches.decline(asked.pk, away)
    with pytest.raises(MayNot, match="has gone on meanwhile"):
        matches.accept(asked.pk, away)
    assert "Blue Dice declined." in told(alice)
    again = matches.challenge(asked.home_id, asked.away_id, alice, TERMS)
    matches.decline(again.pk, alice)
    third = matches.challenge(asked.home_id, asked.away_id, alice, TERMS)
    assert matches.look_after(timezone.now()) == 0
    matches._go_on(third.pk, timezone.now())  # of a worker that had read another time
    third.refresh_from_db()
    assert third.status == Status.ASKED
    third = late(third)
    assert (third.status, third.why) == (Status.OFF, "Nobody answered in time.")


def test_a_club_has_so_many_matches_at_once(
    asked: ClubMatch, four: tuple[User, ...], carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = clubs.club(carol, name="Green Dice")
    monkeypatch.setattr(matches, "MOST", 1)
    with pytest.raises(MayNot, match="1 matches that are not over"):
        matches.challenge(asked.home_id, other.pk, four[0], TERMS)


def test_what_a_club_was_challenged_to_counts_as_well(
    asked: ClubMatch, four: tuple[User, ...], carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = clubs.club(carol, name="Green Dice")
    monkeypatch.setattr(matches, "MOST", 1)
    with pytest.raises(MayNot, match="Blue Dice has 1 matches that are not over"):
        matches.challenge(asked.away_id, other.pk, four[2], TERMS)
    second = matches.challenge(other.pk, asked.away_id, carol, TERMS)
    with pytest.raises(MayNot, match="Blue Dice has 1 matches that are not over"):
        matches.accept(second.pk, four[2])
    matches.decline(second.pk, four[2])
    matches.accept(asked.pk, four[2])  # which is one of them already
    assert ClubMatch.objects.get(pk=asked.pk).status == Status.NAMING


def test_a_closed_club_plays_none_of_what_had_not_begun(asked: ClubMatch, four: tuple[User, ...]) -> None:
    founding.close(asked.away_id, four[2], "Enough.")
    found = ClubMatch.objects.get(pk=asked.pk)
    assert (found.status, found.why) == (Status.OFF, "Blue Dice was closed.")
    assert found.ended_at is not None


def test_all_members_are_asked_once_it_is_taken_up(naming: ClubMatch, four: tuple[User, ...]) -> None:
    work()
    assert all("Red Dice plays against Blue Dice: will you be there?" in told(player) for player in four)
    ClubMatch.objects.update(status=Status.OFF)
    Notice.objects.all().delete()
    notices.tell_members(naming.pk, [])
    assert not Notice.objects.exists(), "it was called off before the worker came to it"


def test_who_says_yes_plays_as_the_officers_have_it(
    naming: ClubMatch, four: tuple[User, ...], carol: User
) -> None:
    alice, bob, *_ = four
    membership.invite(naming.home_id, carol, alice)
    membership.come(naming.home_id, carol)
    for player in (alice, bob, carol):
        matches.say_yes(naming.pk, naming.home_id, player)
    assert matches.line_up(naming, naming.home_id) == [alice, bob], (
        "as they said so, as many as there are boards"
    )
    matches.arrange(naming.pk, naming.home_id, [carol.pk], alice)
    assert matches.line_up(naming, naming.home_id) == [carol, alice]
    for order in ([carol.pk, carol.pk], [four[2].pk]):
        with pytest.raises(MayNot, match="each once"):
            matches.arrange(naming.pk, naming.home_id, order, alice)
    with pytest.raises(MayNot, match="Only the officers"):
        matches.arrange(naming.pk, naming.home_id, [], bob)
    with pytest.raises(MayNot, match="Only the officers"):
        matches.close(naming.pk, naming.away_id, alice)
    matches.say_no(naming.pk, carol)
    with pytest.raises(MayNot, match="not said that you will play"):
        matches.say_no(naming.pk, carol)
    assert matches.line_up(naming, naming.home_id) == [alice, bob]


def test_only_members_say_yes_for_one_club_and_in_time(
    naming: ClubMatch, four: tuple[User, ...], carol: User
) -> None:
    alice, _bob, away, _other = four
    with pytest.raises(MayNot, match="Only the members"):
        matches.say_yes(naming.pk, naming.home_id, carol)
    with pytest.raises(MayNot, match="does not play in that match"):
        matches.say_yes(naming.pk, clubs.club(carol, name="Green Dice").pk, carol)
    membership.invite(naming.away_id, alice, away)
    membership.come(naming.away_id, alice)
    matches.say_yes(naming.pk, naming.home_id, alice)
    with pytest.raises(MayNot, match="for the other club"):
        matches.say_yes(naming.pk, naming.away_id, alice)
    alice.barred_until = timezone.now() + timedelta(days=1)
    with pytest.raises(MayNot, match="barred"):
        matches.say_yes(naming.pk, naming.home_id, alice)
    ClubMatch.objects.update(due=timezone.now())
    with pytest.raises(MayNot, match="are closed"):
        matches.say_no(naming.pk, alice)


def test_who_has_left_the_club_is_kept_away_or_gone_is_in_no_line_up(
    naming: ClubMatch, four: tuple[User, ...]
) -> None:
    alice, bob, away, other = four
    for number, player in enumerate(four):
        matches.say_yes(naming.pk, naming.home_id if number < 2 else naming.away_id, player)
    membership.leave(naming.home_id, bob)
    User.objects.filter(pk=other.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert matches.line_up(naming, naming.home_id) == [alice]
    leaving.close(away)
    assert matches.line_up(naming, naming.away_id) == []


def test_a_club_without_a_line_up_has_lost_and_no_rating_moves(
    naming: ClubMatch, four: tuple[User, ...]
) -> None:
    matches.say_yes(naming.pk, naming.away_id, four[2])
    naming = late(naming)
    assert (naming.status, naming.home_points, naming.away_points) == (Status.OVER, 0, 2)
    assert (naming.home.lost, naming.away.won, naming.away.number) == (1, 1, None)
    assert naming.event is None
    assert "Red Dice – Blue Dice has ended 0 : 2" in told(four[0])


def test_without_any_line_up_it_does_not_take_place(naming: ClubMatch) -> None:
    naming = late(naming)
    assert (naming.status, naming.why) == (Status.OFF, "Neither club had anybody to play.")
    assert not Event.objects.exists()


def test_a_club_that_is_closed_takes_its_open_challenges_along(
    asked: ClubMatch, four: tuple[User, ...]
) -> None:
    founding.close(asked.away_id, four[2], "It is over.")
    asked.refresh_from_db()
    assert (asked.status, asked.why) == (Status.OFF, "Blue Dice was closed.")


def test_what_goes_wrong_in_one_match_stays_with_it(
    asked: ClubMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(match_id: int, now: object) -> None:
        raise ValueError(match_id)

    ClubMatch.objects.update(due=timezone.now())
    monkeypatch.setattr(matches, "_go_on", fail)
    assert matches.look_after(timezone.now()) == 1


@pytest.mark.faults
@pytest.mark.django_db(transaction=True)
def test_two_clubs_challenge_each_other_at_once_once(alice: User, bob: User) -> None:
    reds, blues = clubs.club(alice), clubs.club(bob, name="Blue Dice")
    (raised,) = raised_at_once(
        lambda: matches.challenge(reds.pk, blues.pk, alice, TERMS),
        lambda: matches.challenge(blues.pk, reds.pk, bob, TERMS),
    )
    assert isinstance(raised, MayNot)
    assert ClubMatch.objects.count() == 1


@pytest.mark.faults
@pytest.mark.django_db(transaction=True)
def test_two_clubs_challenge_each_other_while_one_gets_another_name(
    alice: User, bob: User, director: User
) -> None:
    """Whichever comes first: one challenge, between the same two, under the name that the club has then."""
    reds, blues = clubs.club(alice), clubs.club(bob, name="Blue Dice")
    raised = raised_at_once(
        lambda: matches.challenge(reds.pk, blues.pk, alice, TERMS),
        lambda: founding.rename(blues.pk, director, "Green Dice", "It must be."),
        lambda: matches.challenge(blues.pk, reds.pk, bob, TERMS),
    )
    assert [type(error) for error in raised] == [MayNot]
    found = ClubMatch.objects.select_related("home", "away").get()
    names = {found.home.name, found.away.name}
    assert names == {"Red Dice", "Green Dice"}
    matches.accept(found.pk, bob if found.away_id == blues.pk else alice)
    for club, player in ((reds, alice), (blues, bob)):
        matches.say_yes(found.pk, club.pk, player)
        founding.rename(club.pk, director, f"{club.name} of old", "Again.")
        matches.close(found.pk, club.pk, player)
    event = Event.objects.get()
    assert set(event.name.split(" – ")) == {"Red Dice of old", "Blue Dice of old"}
    assert set(event.teams.values_list("name", flat=True)) == {"Red Dice of old", "Blue Dice of old"}


@pytest.mark.faults
@pytest.mark.django_db(transaction=True)
def test_a_match_begins_once_though_both_line_ups_close_as_its_time_is_over(alice: User, bob: User) -> None:
    reds, blues = clubs.club(alice), clubs.club(bob, name="Blue Dice")
    found = matches.challenge(reds.pk, blues.pk, alice, TERMS)
    matches.accept(found.pk, bob)
    for club, player in ((reds, alice), (blues, bob)):
        matches.say_yes(found.pk, club.pk, player)
    later = timezone.now() + matches.NAMING + timedelta(hours=1)
    raised_at_once(
        lambda: matches.close(found.pk, reds.pk, alice),
        lambda: matches.close(found.pk, blues.pk, bob),
        lambda: matches.look_after(later),
    )
    assert Event.objects.count() == 1
    assert ClubMatch.objects.get().status == Status.PLAYING
    assert Club.objects.count() == 2
