"""Clubs from their founding to their end: who may, who follows whom, and what two do at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts import leaving
from accounts.models import Notice, User
from accounts.people import relations
from ladders import export
from ladders.clubs import founding, membership, roles
from ladders.clubs.log import MayNot
from ladders.models import Club, ClubAsking, ClubMember
from ladders.models.clubs import folded, plain_name
from tests.at_once import raised_at_once
from tests.ladders import clubs
from tests.ladders.events import players

pytestmark = pytest.mark.django_db
FOUNDER, OFFICER, MEMBER = ClubMember.Role.FOUNDER, ClubMember.Role.OFFICER, ClubMember.Role.MEMBER


@pytest.mark.parametrize(
    "name", ["Ab", "a" * 33, "Red  Dice", " Red", "Red-", "Würfel", "Red\nDice", "Staff", "R00T"]
)
def test_a_name_is_plain_and_none_of_the_sites(name: str) -> None:
    with pytest.raises(ValidationError):
        plain_name(name)


def test_names_that_look_alike_are_the_same() -> None:
    assert folded("Red Dice") == folded("red-D1ce") == folded("RED_DICE") != folded("Red Die")


def test_who_has_finished_few_rated_matches_founds_none(alice: User) -> None:
    with pytest.raises(MayNot, match="3 more rated matches"):
        founding.found(alice, "Red Dice", "", "open")


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to play first."""
    monkeypatch.setattr(founding, "FINISHED", 0)


@pytest.mark.usefixtures("known")
def test_a_club_is_founded_under_a_name_that_nobody_has(alice: User, bob: User) -> None:
    clubs.club(bob, alice, name="White Dice")  # she belongs to it, and has not founded it
    club = founding.found(alice, "Red Dice", "We roll.", "asked")
    assert (club.slug, club.size, clubs.roles(club)) == ("red-dice", 1, {"alice": FOUNDER})
    with pytest.raises(ValidationError, match="much like it"):
        founding.found(bob, "Red-D1ce", "", "open")
    founding.found(alice, "Blue Dice", "", "open")
    with pytest.raises(MayNot, match="founder of 2 clubs"):
        founding.found(alice, "Green Dice", "", "open")


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("field", ["muted_until", "barred_until"])
def test_who_is_muted_or_barred_founds_none(alice: User, field: str) -> None:
    setattr(alice, field, timezone.now() + timedelta(days=1))
    with pytest.raises(MayNot):
        founding.found(alice, "Red Dice", "", "open")


def test_an_open_club_is_joined_and_left(alice: User, bob: User) -> None:
    club = clubs.club(alice, way="open")
    assert membership.come(club.pk, bob)
    with pytest.raises(MayNot, match="belong to this club already"):
        membership.come(club.pk, bob)
    club.refresh_from_db()
    assert (club.size, clubs.roles(club)) == (2, {"alice": FOUNDER, "bob": MEMBER})
    membership.leave(club.pk, bob)
    with pytest.raises(MayNot, match="do not belong"):
        membership.leave(club.pk, bob)
    club.refresh_from_db()
    assert club.size == 1


def test_who_asks_is_let_in_by_an_officer_or_not(alice: User, bob: User, carol: User) -> None:
    club = clubs.club(alice)
    for player in (bob, carol):
        assert not membership.come(club.pk, player, "May I?")
    with pytest.raises(MayNot, match="asked already"):
        membership.come(club.pk, bob)
    first, second = ClubAsking.objects.order_by("pk")
    with pytest.raises(MayNot, match="Only the officers"):
        membership.accept(club.pk, first.pk, bob)
    membership.accept(club.pk, first.pk, alice)
    membership.refuse(club.pk, second.pk, alice)
    assert clubs.roles(club) == {"alice": FOUNDER, "bob": MEMBER}
    assert not club.askings.exists()
    told = dict(Notice.objects.values_list("subject", "player__username"))
    assert told["bob asks to join Red Dice"] == "alice"
    assert told["You are in Red Dice now"] == "bob"
    assert told["Red Dice has not let you in"] == "carol"


def test_a_closed_door_opens_to_who_is_invited(alice: User, bob: User, carol: User) -> None:
    club = clubs.club(alice, way="invited")
    with pytest.raises(MayNot, match="by invitation"):
        membership.come(club.pk, bob)
    assert not membership.invite(club.pk, bob, alice)
    with pytest.raises(MayNot, match="invited already"):
        membership.invite(club.pk, bob, alice)
    with pytest.raises(MayNot, match="invited already"):
        membership.accept(club.pk, club.askings.get().pk, alice)
    assert membership.come(club.pk, bob)
    relations.ignore(carol, alice)
    with pytest.raises(MayNot, match="cannot be asked by you"):
        membership.invite(club.pk, carol, alice)


def test_who_had_asked_and_is_invited_is_in(alice: User, bob: User) -> None:
    club = clubs.club(alice)
    membership.come(club.pk, bob)
    assert membership.invite(club.pk, bob, alice)
    assert clubs.roles(club)["bob"] == MEMBER


def test_an_invitation_is_declined_once(alice: User, bob: User) -> None:
    club = clubs.club(alice)
    membership.invite(club.pk, bob, alice)
    membership.withdraw(club.pk, bob)
    with pytest.raises(MayNot, match="not asked"):
        membership.withdraw(club.pk, bob)


def test_a_club_holds_no_more_than_it_may_and_nobody_belongs_to_more(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = clubs.club(alice, way="open")
    monkeypatch.setattr(membership, "MOST", 1)
    with pytest.raises(MayNot, match="no more places"):
        membership.come(club.pk, bob)
    monkeypatch.setattr(membership, "MOST", 2)
    monkeypatch.setattr(founding, "BELONGS", 0)
    with pytest.raises(MayNot, match="belongs to 0 clubs"):
        membership.come(club.pk, bob)


def test_the_door_is_not_crowded(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = clubs.club(alice)
    monkeypatch.setattr(membership, "ASKED", 0)
    with pytest.raises(MayNot, match="wait for their answers"):
        membership.come(club.pk, bob)
    monkeypatch.setattr(membership, "ASKED", 1)
    membership.invite(clubs.club(carol, name="Blue Dice").pk, bob, carol)  # he has not asked there
    monkeypatch.setattr(membership, "WAITING", 0)
    with pytest.raises(MayNot, match="So many are waiting"):
        membership.come(club.pk, bob)


def test_nobody_puts_out_who_does_not_stand_below(alice: User, bob: User, carol: User) -> None:
    club = clubs.club(alice, bob, carol)
    clubs.officer(club, bob)
    for player, by in ((alice, bob), (bob, bob), (alice, alice)):
        with pytest.raises(MayNot, match="stand below you"):
            membership.expel(club.pk, player, by, "Hm.")
    with pytest.raises(MayNot, match="Only the officers"):
        membership.expel(club.pk, bob, carol, "Hm.")
    membership.expel(club.pk, carol, bob, "Rude.")
    membership.expel(club.pk, bob, alice, "Rude, too.")
    assert clubs.roles(club) == {"alice": FOUNDER}
    assert set(club.lines.values_list("why", flat=True)) == {"Rude.", "Rude, too."}
    assert Notice.objects.get(player=carol).text == "Rude."


def test_the_founder_makes_officers_and_hands_the_club_on(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = clubs.club(alice, bob, carol)
    monkeypatch.setattr(roles, "OFFICERS", 1)
    roles.promote(club.pk, bob, alice)
    with pytest.raises(MayNot, match="an officer already"):
        roles.promote(club.pk, bob, alice)
    with pytest.raises(MayNot, match="Only the founder"):
        roles.promote(club.pk, carol, bob)
    with pytest.raises(MayNot, match="1 officers at most"):
        roles.promote(club.pk, carol, alice)
    roles.hand_on(club.pk, carol, alice)
    assert clubs.roles(club) == {"alice": OFFICER, "bob": OFFICER, "carol": FOUNDER}
    roles.demote(club.pk, bob, carol)
    with pytest.raises(MayNot, match="is not an officer"):
        roles.demote(club.pk, bob, carol)
    with pytest.raises(MayNot, match="leads the club already"):
        roles.hand_on(club.pk, carol, carol)


def test_of_a_founder_who_goes_the_longest_serving_officer_follows(
    alice: User, bob: User, carol: User
) -> None:
    club = clubs.club(alice, bob, carol)
    clubs.officer(club, carol)
    leaving.close(alice)
    assert clubs.roles(club) == {"bob": MEMBER, "carol": FOUNDER}
    membership.leave(club.pk, carol)
    assert clubs.roles(club) == {"bob": FOUNDER}
    membership.leave(club.pk, bob)
    club.refresh_from_db()
    assert club.closed_at is not None
    assert (club.size, club.about) == (0, "")


def test_a_closed_club_takes_nobody_and_keeps_its_name(alice: User, bob: User, director: User) -> None:
    club = clubs.club(alice, bob, way="open", about="We roll.")
    with pytest.raises(MayNot, match="Only the officers"):
        founding.close(club.pk, bob, "Hm.")
    clubs.officer(club, bob)
    with pytest.raises(MayNot, match="Only the founder closes"):
        founding.close(club.pk, bob, "Hm.")
    founding.close(club.pk, director, "Against the rules.")
    assert set(Notice.objects.values_list("player__username", "text")) == {
        ("alice", "Against the rules."),
        ("bob", "Against the rules."),
    }
    for act in (membership.come, lambda pk, player: membership.invite(pk, bob, player)):
        with pytest.raises(MayNot, match="This club is closed"):
            act(club.pk, alice)
    assert Club.objects.get().about == ""


def test_only_staff_give_a_club_another_name(alice: User, bob: User, director: User) -> None:
    club = clubs.club(alice, closed_at=timezone.now())
    clubs.club(bob, name="Blue Dice")
    with pytest.raises(MayNot, match="Only the staff"):
        founding.rename(club.pk, alice, "Green Dice", "Nicer.")
    with pytest.raises(ValidationError, match="much like it"):
        founding.rename(club.pk, director, "Blue-Dice", "Rude.")
    assert (
        founding.rename(club.pk, director, "Green Dice", "Rude.").get_absolute_url() == "/clubs/green-dice/"
    )


def test_a_muted_officer_decides_nothing(alice: User, bob: User) -> None:
    club = clubs.club(alice)
    alice.muted_until = timezone.now() + timedelta(days=1)
    with pytest.raises(MayNot, match="Only the officers"):
        membership.invite(club.pk, bob, alice)
    with pytest.raises(MayNot, match="Only the officers"):
        founding.change(club.pk, alice, "Rude words", "open")


def test_what_is_known_of_a_member_is_in_the_archive(alice: User) -> None:
    club = clubs.club(alice)
    founding.change(club.pk, alice, "We roll.", "open")
    parts = dict(export.events(alice))
    assert "Red Dice" in str(parts["clubs.json"])
    assert "was changed" in str(parts["club-lines.json"])


@pytest.mark.faults
@pytest.mark.django_db(transaction=True)
def test_two_officers_let_the_same_player_in_once(alice: User, bob: User, carol: User) -> None:
    club = clubs.club(alice, bob)
    clubs.officer(club, bob)
    membership.come(club.pk, carol)
    key = club.askings.get().pk
    (raised,) = raised_at_once(
        lambda: membership.accept(club.pk, key, alice), lambda: membership.accept(club.pk, key, bob)
    )
    assert isinstance(raised, MayNot)
    club.refresh_from_db()
    assert (club.size, club.members.count()) == (3, 3)


@pytest.mark.faults
@pytest.mark.django_db(transaction=True)
def test_a_club_has_a_founder_though_the_officer_leaves_who_is_made_one(alice: User, bob: User) -> None:
    club = clubs.club(alice, bob)
    clubs.officer(club, bob)
    raised = raised_at_once(
        lambda: roles.hand_on(club.pk, bob, alice), lambda: membership.leave(club.pk, bob)
    )
    assert all(isinstance(error, MayNot) for error in raised)
    assert clubs.roles(club) == {"alice": FOUNDER}


@pytest.mark.faults
@pytest.mark.django_db(transaction=True)
def test_an_account_that_closes_while_it_is_let_in_is_in_no_club(alice: User, bob: User) -> None:
    club = clubs.club(alice)
    membership.come(club.pk, bob)
    key = club.askings.get().pk
    raised_at_once(lambda: membership.accept(club.pk, key, alice), lambda: leaving.close(bob))
    club.refresh_from_db()
    assert (clubs.roles(club), club.size) == ({"alice": FOUNDER}, 1)


@pytest.mark.faults
@pytest.mark.django_db(transaction=True)
def test_nobody_belongs_to_more_clubs_by_joining_two_at_once(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(founding, "BELONGS", 1)
    first, second = clubs.club(alice, way="open"), clubs.club(*players(1), name="Blue Dice", way="open")
    (raised,) = raised_at_once(
        lambda: membership.come(first.pk, bob), lambda: membership.come(second.pk, bob)
    )
    assert isinstance(raised, MayNot)
    assert bob.clubs.count() == 1
