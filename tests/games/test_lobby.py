"""games.seats.lobby: who is asked, who answers, and when a match begins."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts import limits
from accounts.limits import AtOnce
from accounts.models import Spent, User
from accounts.people import relations
from games.match import play
from games.models import Match, Seat
from games.rules.base import BadOptions, Pace
from games.seats import lobby, queries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def invite(maker: User, *others: User, code: str = "BZ") -> Match:
    return lobby.invite(maker, others, code, {}, Pace.TURNS, "main")


def test_a_match_begins_when_the_last_has_accepted(alice: User, bob: User, carol: User) -> None:
    match = invite(alice, bob, carol)
    assert match.status == Match.Status.INVITING
    assert lobby.answer(match.pk, carol, accept=True).status == Match.Status.INVITING
    assert lobby.answer(match.pk, bob, accept=True).status == Match.Status.RUNNING


def test_alone_one_begins_at_once_and_unrated(alice: User) -> None:
    match = invite(alice)
    assert match.status == Match.Status.RUNNING
    assert not match.rated


def test_one_no_ends_an_invitation(alice: User, bob: User, carol: User) -> None:
    match = invite(alice, bob, carol)
    assert lobby.answer(match.pk, bob, accept=False).status == Match.Status.DECLINED
    with pytest.raises(lobby.AlreadyAnswered):
        lobby.answer(match.pk, carol, accept=True)


def test_the_maker_takes_an_invitation_back(alice: User, bob: User) -> None:
    match = invite(alice, bob)
    assert lobby.answer(match.pk, alice, accept=False).status == Match.Status.DECLINED


def test_nobody_answers_twice_or_for_another(alice: User, bob: User, carol: User) -> None:
    match = invite(alice, bob)
    with pytest.raises(play.NotSeated):
        lobby.answer(match.pk, carol, accept=True)
    with pytest.raises(lobby.AlreadyAnswered):
        lobby.answer(match.pk, alice, accept=True)
    lobby.answer(match.pk, bob, accept=True)
    with pytest.raises(lobby.AlreadyAnswered):
        lobby.answer(match.pk, bob, accept=True)


def test_what_does_not_fit_is_refused_before_anybody_is_asked(alice: User, bob: User) -> None:
    with pytest.raises(BadOptions):
        lobby.invite(alice, [bob], "DK", {"target": 10}, Pace.TURNS, "main")
    with pytest.raises(BadOptions):
        lobby.invite(alice, [bob], "DK", {}, Pace.SPLIT, "main")
    with pytest.raises(BadOptions):
        lobby.invite(alice, [], "DK", {}, Pace.TURNS, "main")
    with pytest.raises(BadOptions):
        invite(alice, bob, bob)
    assert not Match.objects.exists()


@pytest.fixture
def two_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has more than two matches with others, and three alone or with robots."""
    most = {"matches": AtOnce(2, 2), "matches without people": AtOnce(3, 3)}
    monkeypatch.setattr(limits, "AT_ONCE", most)


@pytest.mark.usefixtures("two_at_once")
def test_nobody_opens_more_than_the_most(alice: User, bob: User) -> None:
    for _ in range(2):
        invite(alice, bob)
    with pytest.raises(lobby.TooManyMatches, match="2 matches with others"):
        invite(alice, bob)
    assert Seat.objects.filter(player=alice).count() == 2


@pytest.mark.usefixtures("two_at_once", "robots")
def test_robots_and_practice_take_no_room_from_matches_with_people(alice: User, bob: User) -> None:
    robot = User.objects.get(level="casual")
    invite(alice)
    for _ in range(2):
        invite(alice, robot)
    for others in ([], [robot]):
        with pytest.raises(lobby.TooManyMatches, match="3 matches alone or with robots"):
            invite(alice, *others)
    invite(alice, bob, robot)
    invite(alice, bob)
    with pytest.raises(lobby.TooManyMatches, match="with others"):
        invite(alice, bob, robot)


@pytest.mark.usefixtures("two_at_once")
def test_who_closes_the_account_was_somebody_to_the_end(alice: User, bob: User, carol: User) -> None:
    for _ in range(2):
        lobby.answer(invite(alice, bob).pk, bob, accept=True)
    Seat.objects.filter(player=bob).update(player=None)
    with pytest.raises(lobby.TooManyMatches, match="with others"):
        invite(alice, carol)
    invite(alice)


@pytest.mark.usefixtures("two_at_once")
def test_nobody_accepts_more_than_the_most(alice: User, bob: User, carol: User) -> None:
    asked = invite(alice, bob)
    mine = [invite(bob, carol) for _ in range(2)]
    with pytest.raises(lobby.TooManyMatches):
        lobby.answer(asked.pk, bob, accept=True)
    asked.refresh_from_db()
    assert asked.status == Match.Status.INVITING
    assert not asked.seats.get(player=bob).accepted
    lobby.answer(mine[0].pk, bob, accept=False)
    assert lobby.answer(asked.pk, bob, accept=True).status == Match.Status.RUNNING


@pytest.mark.usefixtures("two_at_once")
def test_who_has_too_many_may_still_decline(alice: User, bob: User, carol: User) -> None:
    asked = invite(alice, bob)
    for _ in range(2):
        invite(bob, carol)
    assert lobby.answer(asked.pk, bob, accept=False).status == Match.Status.DECLINED


def test_nobody_invites_who_is_suspended(alice: User, bob: User, carol: User) -> None:
    over = invite(alice, bob)
    lobby.answer(over.pk, bob, accept=False)
    suspend(bob)
    for others in ([bob], [carol, bob]):
        with pytest.raises(lobby.PlayerGone, match="bob cannot play at the moment"):
            invite(alice, *others)
    assert Match.objects.count() == 1
    assert not Spent.objects.filter(key__contains=f"-{carol.pk}").exists(), "nothing is counted either"
    suspend(bob, hours=-1)
    assert invite(alice, bob).status == Match.Status.INVITING


def test_an_invitation_of_who_was_suspended_since_waits(alice: User, bob: User) -> None:
    asked = invite(alice, bob)
    suspend(alice)
    with pytest.raises(lobby.PlayerGone, match="alice cannot play at the moment"):
        lobby.answer(asked.pk, bob, accept=True)
    suspend(alice, hours=-1)
    assert lobby.answer(asked.pk, bob, accept=True).status == Match.Status.RUNNING


def suspend(player: User, hours: int = 1) -> None:
    """By the staff, for so long."""
    player.suspended_until = timezone.now() + timedelta(hours=hours)
    player.save(update_fields=["suspended_until"])


def test_it_is_for_the_one_who_is_asked_to_say_who_is_no_stranger(
    alice: User, bob: User, carol: User
) -> None:
    """Else one's own word would do, and a newcomer could ask everybody as often as friends may."""
    relations.buddy(alice, bob)
    relations.buddy(carol, alice)
    invite(alice, bob, carol)
    assert counted("invite stranger") == {f"{alice.pk}-{bob.pk}"}
    assert counted("invited by strangers") == {f"player-{bob.pk}"}
    assert counted("invite opponent") == {f"{alice.pk}-{carol.pk}"}


def test_who_has_begun_a_match_together_is_no_stranger(alice: User, bob: User) -> None:
    match = invite(alice, bob)
    assert queries.known_to(bob, [alice]) == set(), "to be asked is not to play"
    lobby.answer(match.pk, bob, accept=True)
    assert queries.known_to(bob, [alice]) == {alice.pk}
    assert queries.known_to(alice, [bob]) == {bob.pk}


def counted(what: str) -> set[str]:
    """For whom it was counted."""
    keys = Spent.objects.filter(key__startswith=f"{what}/").values_list("key", flat=True)
    return {key.rpartition("/")[2] for key in keys}


def test_an_invitation_that_somebody_else_made_is_none_of_ones_own(
    alice: User, bob: User, carol: User
) -> None:
    lobby.answer(invite(alice, bob, carol).pk, bob, accept=True)
    assert queries.unanswered(alice, [carol]) == {carol.pk: 1}
    assert queries.unanswered(bob, [carol]) == {}


@pytest.mark.django_db(transaction=True)
def test_who_opens_a_match_keeps_nobody_from_seating_the_same_player(alice: User) -> None:
    """A seat needs the account to be there; were it locked whole, every invitation would wait."""
    other = connection.copy()
    with transaction.atomic():
        lobby.must_have_room(alice)
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SET LOCAL lock_timeout = '500ms'")
            cursor.execute("SELECT 1 FROM accounts_user WHERE id = %s FOR KEY SHARE", [alice.pk])
            assert cursor.fetchall() == [(1,)]
            cursor.execute("ROLLBACK")
    other.close()
