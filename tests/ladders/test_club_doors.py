"""Who gets through the door of a club, and who stands at it: what nobody else's officers decide."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from accounts.moderation.muting import MayNotWrite
from ladders.clubs import matches, membership, rooms
from ladders.clubs.log import MayNot
from ladders.models import Club, ClubAsking, ClubMatch
from tests.ladders import clubs

pytestmark = pytest.mark.django_db
Answer = Callable[[int, int, User], None]


@pytest.fixture
def reds(alice: User, bob: User) -> Club:
    """Alice's, to which bob belongs; players are let in who ask."""
    return clubs.club(alice, bob, way="asked")


def test_whoever_is_muted_asks_without_words(reds: Club, alice: User, carol: User) -> None:
    carol.muted_until = timezone.now() + timedelta(days=1)
    carol.save()
    with pytest.raises(MayNotWrite):
        membership.come(reds.pk, carol, "Let me in, you fools.")
    assert not ClubAsking.objects.exists()
    assert not Notice.objects.filter(player=alice).exists()
    assert not membership.come(reds.pk, carol)
    assert ClubAsking.objects.get().player == carol


@pytest.mark.parametrize("answer", [membership.accept, membership.refuse])
def test_who_asks_is_answered_by_officers_alone(
    reds: Club, alice: User, bob: User, carol: User, answer: Answer
) -> None:
    membership.come(reds.pk, carol)
    asked = ClubAsking.objects.get()
    for nobody in (bob, carol):
        with pytest.raises(MayNot, match="Only the officers"):
            answer(reds.pk, asked.pk, nobody)
    assert list(ClubAsking.objects.all()) == [asked]
    answer(reds.pk, asked.pk, alice)
    assert not ClubAsking.objects.exists()


@pytest.mark.parametrize("answer", [membership.accept, membership.refuse])
def test_nobody_answers_who_asked_another_club(reds: Club, carol: User, answer: Answer) -> None:
    dave = User.objects.create_user("dave")
    blues = clubs.club(dave, name="Blue Dice")
    membership.come(reds.pk, carol)
    asked = ClubAsking.objects.get()
    with pytest.raises(MayNot, match="answered, or taken back"):
        answer(blues.pk, asked.pk, dave)
    assert list(ClubAsking.objects.all()) == [asked]
    assert clubs.roles(blues).keys() == {"dave"}


@pytest.mark.usefixtures("robots")
def test_robots_and_who_is_gone_are_not_asked_in(reds: Club, alice: User, carol: User) -> None:
    User.objects.filter(pk=carol.pk).update(is_active=False)
    carol.refresh_from_db()
    for nobody in (carol, User.objects.get(level="beginner")):
        with pytest.raises(MayNot, match="cannot be asked by you"):
            membership.invite(reds.pk, nobody, alice)
    assert not ClubAsking.objects.exists()


def test_a_club_that_is_closed_is_not_challenged(reds: Club, alice: User, carol: User) -> None:
    gone = clubs.club(carol, name="Gone Dice", closed_at=timezone.now())
    with pytest.raises(MayNot, match="Gone Dice is closed"):
        matches.challenge(reds.pk, gone.pk, alice, clubs.TERMS)
    assert not ClubMatch.objects.exists()


def test_whoever_is_gone_is_in_no_line_up(reds: Club, alice: User, bob: User, carol: User) -> None:
    """However the account came to be closed: by hand, too."""
    blues = clubs.club(carol, name="Blue Dice")
    found = matches.challenge(reds.pk, blues.pk, alice, clubs.TERMS)
    matches.accept(found.pk, carol)
    for player in (alice, bob):
        matches.say_yes(found.pk, reds.pk, player)
    assert matches.line_up(found, reds.pk) == [alice, bob]
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert matches.line_up(found, reds.pk) == [alice]


def test_what_is_said_in_a_club_is_taken_down_by_its_officers_alone(
    reds: Club, alice: User, bob: User, carol: User
) -> None:
    blues = clubs.club(carol, name="Blue Dice")
    room = rooms.OfClub(reds)
    said = room.keep(alice, "Well rolled")
    with pytest.raises(MayNot, match="Only the officers"):
        rooms.take_down(reds.pk, said.pk, bob)
    with pytest.raises(MayNot, match="taken down already"):
        rooms.take_down(blues.pk, said.pk, carol)
    assert list(room.remarks(bob)) == [said]
    rooms.take_down(reds.pk, said.pk, alice)
    assert not room.remarks(bob).exists()
