"""Ladders of a club: opened and closed by its officers, climbed by its members, left with the club."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import leaving
from accounts.models import User
from games.match import staff
from games.models import Match
from ladders import export, naming, tasks
from ladders.clubs import founding, ladders, membership
from ladders.clubs.log import MayNot
from ladders.ladder import climbing, idling, order, queries, refereeing
from ladders.models import Challenge, Club, ClubMember, Ladder, Rung
from tests.at_once import raised_at_once
from tests.games.tables import resign
from tests.ladders import clubs
from tests.ladders.clubs import told
from tests.ladders.events import players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
WHY = "It must be."


@pytest.fixture
def who(db: None) -> list[User]:
    """Six: the founder, an officer, three members, and somebody who belongs to no club."""
    found = players(6)
    User.objects.update(last_seen=timezone.now())
    return found


@pytest.fixture
def reds(who: list[User]) -> Club:
    made = clubs.club(*who[:5])
    clubs.officer(made, who[1])
    return made


@pytest.fixture
def theirs(reds: Club, who: list[User]) -> Ladder:
    """The ladder of Boat of the club, on which all its members stand."""
    made = ladders.open_one(reds.pk, "BO", who[0])
    for player in who[:5]:
        climbing.join(made.pk, player)
    made.refresh_from_db()
    return made


def stands(ladder: Ladder) -> list[str]:
    assert order.miscounted(ladder.pk) == []
    ladder.refresh_from_db()
    found = list(ladder.rungs.values_list("player__username", flat=True))
    assert ladder.size == len(found)
    return found


def lost(found: Challenge, loser: User) -> Challenge:
    """Both matches are given up by this player."""
    for match in Match.objects.filter(pk__in=[found.first, found.second]).order_by("pk"):
        resign(match, loser)
    work()
    found.refresh_from_db()
    return found


def test_officers_open_one_a_game_and_three_in_all(reds: Club, who: list[User]) -> None:
    with pytest.raises(MayNot, match="Only the officers"):
        ladders.open_one(reds.pk, "BO", who[2])
    made = ladders.open_one(reds.pk, "BO", who[1])
    with pytest.raises(MayNot, match="has a ladder of this game already"):
        ladders.open_one(reds.pk, "BO", who[0])
    with pytest.raises(MayNot, match="Choose a game"):
        ladders.open_one(reds.pk, "ZZ", who[0])
    for code in ("BZ", "DK"):
        ladders.open_one(reds.pk, code, who[0])
    with pytest.raises(MayNot, match="3 ladders at most"):
        ladders.open_one(reds.pk, "PG", who[0])
    assert (str(made), made.title) == ("Red Dice Boat ladder", "Red Dice: Boat ladder")
    assert made.get_absolute_url() == "/clubs/red-dice/ladders/bo/"
    assert [line.what for line in reds.lines.order_by("pk")][:1] == ["The Boat ladder was opened"]


def test_everybodys_ladder_of_the_game_is_there_and_another(reds: Club, who: list[User]) -> None:
    """The release before finds a game's ladder by its code alone, the oldest first."""
    made = ladders.open_one(reds.pk, "BO", who[0])
    oldest = Ladder.objects.filter(code="BO").order_by("pk")[0]
    assert (oldest.club, oldest.get_absolute_url()) == (None, "/ladders/bo/")
    climbing.join(oldest.pk, who[5])
    assert stands(made) == []
    for twice in ({"code": "BO"}, {"code": "BO", "club": reds}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Ladder.objects.create(**twice)


def test_only_members_stand_on_it(theirs: Ladder, who: list[User], director: User) -> None:
    with pytest.raises(climbing.MayNot, match="Only the members of Red Dice"):
        climbing.join(theirs.pk, who[5])
    with pytest.raises(climbing.MayNot, match="Only the members of Red Dice"):
        refereeing.place(theirs.pk, who[5], 1, director, WHY)
    assert stands(theirs) == ["p00", "p01", "p02", "p03", "p04"]


def test_it_is_climbed_as_every_ladder(theirs: Ladder, who: list[User]) -> None:
    found = climbing.challenge(theirs.pk, who[4], who[1])
    assert "p04 challenges you on the Red Dice Boat ladder" in told(who[1])
    matches = Match.objects.filter(ladder=theirs.pk)
    assert [(match.rated, match.starter) for match in matches] == [(True, 0), (True, 0)]
    subject = naming.subjects(list(matches))[matches[0].pk]
    assert (subject.name, subject.address) == ("Red Dice: Boat ladder", "/clubs/red-dice/ladders/bo/")
    assert lost(found, who[1]).winner == who[4]
    assert stands(theirs) == ["p00", "p04", "p01", "p02", "p03"]
    with pytest.raises(climbing.MayNot, match="just met"):
        climbing.challenge(theirs.pk, who[1], who[4])


def test_it_slides_and_takes_off_like_every_ladder(theirs: Ladder, who: list[User]) -> None:
    now = timezone.now()
    theirs.rungs.filter(player=who[0]).update(last_play=now - timedelta(days=14))
    theirs.rungs.filter(player=who[3]).update(last_play=now - timedelta(days=45))
    assert idling.slide_idle(now) == 2
    assert stands(theirs) == ["p01", "p00", "p02", "p04"]
    idling.remember_week()
    assert set(theirs.rungs.values_list("before", flat=True)) == {1, 2, 3, 4}


def test_who_leaves_the_club_leaves_its_ladders_and_plays_to_the_end(theirs: Ladder, who: list[User]) -> None:
    other = ladders.open_one(theirs.club_id or 0, "BZ", who[0])
    climbing.join(other.pk, who[2])
    found = climbing.challenge(theirs.pk, who[3], who[2])
    membership.leave(theirs.club_id or 0, who[2])
    work()
    assert (stands(theirs), stands(other)) == (["p00", "p01", "p03", "p04"], [])
    assert theirs.log.filter(what="p02 left rung 3", why="No longer a member of the club.").exists()
    assert Match.objects.filter(ladder=theirs.pk, status=Match.Status.RUNNING).count() == 2
    assert lost(found, who[2]).winner == who[3]
    assert stands(theirs) == ["p00", "p01", "p03", "p04"], "there is no rung any longer to take"


def test_who_is_put_out_meets_nobody_though_the_worker_sleeps(theirs: Ladder, who: list[User]) -> None:
    membership.expel(theirs.club_id or 0, who[3], who[1], WHY)
    assert "p03" in stands(theirs)
    with pytest.raises(climbing.MayNot, match="You are not on this ladder"):
        climbing.challenge(theirs.pk, who[3], who[0])
    with pytest.raises(climbing.MayNot, match="has left the ladder"):
        climbing.challenge(theirs.pk, who[4], who[3])
    work()
    assert "p03" not in stands(theirs)


def test_who_comes_back_begins_at_the_bottom(theirs: Ladder, who: list[User]) -> None:
    """Also where the worker comes to it only when they belong to the club again, and stand there anew."""
    for player in (who[2], who[3]):
        membership.leave(theirs.club_id or 0, player)
        membership.invite(theirs.club_id or 0, player, who[0])
        membership.come(theirs.club_id or 0, player)
    work()
    assert stands(theirs) == ["p00", "p01", "p04"]
    membership.leave(theirs.club_id or 0, who[4])
    membership.invite(theirs.club_id or 0, who[4], who[0])
    membership.come(theirs.club_id or 0, who[4])
    climbing.leave(theirs.pk, who[4])
    climbing.join(theirs.pk, who[4])
    work()
    assert stands(theirs) == ["p00", "p01", "p04"]


def test_what_was_not_noted_is_found_at_night(theirs: Ladder, who: list[User]) -> None:
    """By the release before, which knows of no ladders of clubs; and after a restore."""
    ClubMember.objects.filter(player=who[1]).delete()
    work()
    assert "p01" in stands(theirs)
    tasks.every_night()
    assert stands(theirs) == ["p00", "p02", "p03", "p04"]
    Club.objects.update(closed_at=timezone.now())
    assert ladders.keep_all() == 1
    theirs.refresh_from_db()
    assert theirs.closed_at is not None
    assert ladders.keep_all() == 0


def test_who_was_let_in_by_a_machine_whose_clock_is_ahead_stays(theirs: Ladder, who: list[User]) -> None:
    member = ClubMember.objects.create(club=Club.objects.get(), player=who[5])
    ClubMember.objects.filter(pk=member.pk).update(joined_at=timezone.now() + timedelta(seconds=90))
    climbing.join(theirs.pk, who[5])
    assert ladders.keep_all() == 0
    assert theirs.rungs.filter(player=who[5]).exists()


def test_it_is_closed_with_a_reason_and_opened_again_empty(
    theirs: Ladder, who: list[User], director: User
) -> None:
    found = climbing.challenge(theirs.pk, who[4], who[0])
    refereeing.remove(theirs.pk, who[3], None, director, WHY)
    with pytest.raises(MayNot, match="Only the officers"):
        ladders.close(theirs.club_id or 0, "BO", who[2], WHY)
    ladders.close(theirs.club_id or 0, "BO", who[1], WHY)
    with pytest.raises(MayNot, match="no ladder of this game"):
        ladders.close(theirs.club_id or 0, "BO", who[1], WHY)
    assert stands(theirs) == []
    assert "Red Dice has closed its Boat ladder" in told(who[2])
    assert "Red Dice has closed its Boat ladder" not in told(who[1])
    for act in (
        lambda: climbing.join(theirs.pk, who[2]),
        lambda: climbing.challenge(theirs.pk, who[4], who[0]),
        lambda: refereeing.place(theirs.pk, who[2], 1, director, WHY),
        lambda: refereeing.restore(theirs.pk, who[3], director, WHY),
    ):
        with pytest.raises(climbing.MayNot, match="has closed this ladder"):
            act()
    again = ladders.open_one(theirs.club_id or 0, "BO", who[1])
    assert again.pk == theirs.pk, "what staff decided there stays decided"
    with pytest.raises(climbing.MayNot, match="staff have taken you off"):
        climbing.join(theirs.pk, who[3])
    for player in (who[0], who[4]):
        climbing.join(theirs.pk, player)
    assert lost(found, who[0]).winner is None
    assert stands(theirs) == ["p00", "p04"], "what was begun before moves nobody"


def test_a_void_match_of_a_ladder_that_is_closed_is_not_played_again(theirs: Ladder, who: list[User]) -> None:
    found = climbing.challenge(theirs.pk, who[4], who[0])
    ladders.close(theirs.club_id or 0, "BO", who[0], WHY)
    staff.void(found.first or 0, WHY)
    work()
    assert Match.objects.filter(ladder=theirs.pk).count() == 2


def test_it_is_closed_with_the_club(theirs: Ladder, who: list[User]) -> None:
    founding.close(theirs.club_id or 0, who[0], WHY)
    with pytest.raises(climbing.MayNot):
        climbing.join(theirs.pk, who[5])
    work()
    assert stands(theirs) == []
    assert theirs.closed_at is not None
    with pytest.raises(MayNot, match="This club is closed"):
        ladders.open_one(theirs.club_id or 0, "BZ", who[0])


def test_who_closes_the_account_is_gone_from_it(theirs: Ladder, who: list[User]) -> None:
    leaving.close(who[1])
    work()
    assert stands(theirs) == ["p00", "p02", "p03", "p04"]


def test_what_is_known_of_a_player_says_whose_ladder(theirs: Ladder, who: list[User]) -> None:
    rungs = dict(export.events(who[2]))["rungs.json"]
    assert '"ladder__club__name": "Red Dice"' in "".join(map(str, rungs))


def test_of_many_ladders_only_those_are_looked_at_that_have_something(
    theirs: Ladder, who: list[User], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        assert idling.slide_idle(timezone.now()) + ladders.keep_all() == 0


def test_ladders_of_clubs_are_in_nobodys_way_in_the_archive(
    theirs: Ladder, who: list[User], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    everybodys = Ladder.objects.get(club=None)
    with django_assert_num_queries(2):
        assert [one.ladder for one in naming.called("boat")] == [everybodys.pk]
    assert queries.of_clubs(who[2]) == [theirs]
    assert queries.of_clubs(who[5]) == []


@pytest.mark.faults
@pytest.mark.django_db(transaction=True)
def test_two_officers_open_the_same_at_once_once(reds: Club, who: list[User]) -> None:
    (raised,) = raised_at_once(*(lambda by=by: ladders.open_one(reds.pk, "BO", by) for by in who[:2]))
    assert "already" in str(raised)
    assert Ladder.objects.filter(club=reds).count() == 1


@pytest.mark.faults
@pytest.mark.django_db(transaction=True)
def test_who_joins_the_ladder_and_leaves_the_club_at_once_is_on_it_no_longer(
    reds: Club, who: list[User]
) -> None:
    made = ladders.open_one(reds.pk, "BO", who[0])
    raised_at_once(
        lambda: climbing.join(made.pk, who[2]),
        lambda: membership.leave(reds.pk, who[2]),
        transaction.atomic(lambda: ladders.follow(reds.pk, [])),
    )
    work()
    assert not Rung.objects.exists()


@pytest.mark.faults
@pytest.mark.django_db(transaction=True)
def test_a_ladder_that_is_opened_as_the_club_closes_is_closed_in_the_end(reds: Club, who: list[User]) -> None:
    made = ladders.open_one(reds.pk, "BZ", who[0])
    ladders.close(reds.pk, "BZ", who[0], WHY)
    raised_at_once(
        lambda: ladders.open_one(reds.pk, "BZ", who[1]),
        lambda: founding.close(reds.pk, who[0], WHY),
        lambda: ladders.open_one(reds.pk, "BO", who[1]),
    )
    work()
    made.refresh_from_db()
    assert made.closed_at is not None
    assert not Ladder.objects.filter(club=reds, closed_at=None).exists()
