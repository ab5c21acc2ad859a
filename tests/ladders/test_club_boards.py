"""Club against club: from the first board to the ratings, level, short, absent and withdrawn."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts import leaving
from accounts.models import User
from games import rating
from games.models import Match
from ladders.clubs import matches, membership, settling
from ladders.events import entries, lifecycle
from ladders.models import ClubMatch, Fixture, Medal, Member
from tests.games.tables import play_out, resign
from tests.ladders import clubs
from tests.ladders.clubs import TERMS, boards, end, late, told
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
Status = ClubMatch.Status


def test_a_whole_match_of_two_boards_is_settled_once(begun: ClubMatch, four: tuple[User, ...]) -> None:
    assert begun.status == Status.PLAYING
    names = [
        list(match.seats.order_by("index").values_list("player__username", flat=True))
        for match in boards(begun)
    ]
    assert names == [["alice", "p00"], ["bob", "p01"]]
    for match, loser in zip(boards(begun), four[2:], strict=True):
        resign(match, loser)
    clubs.known(*four)
    begun = end(begun)
    assert (begun.status, begun.home_points, begun.away_points, begun.rated) == (Status.OVER, 4, 0, True)
    home, away = begun.home, begun.away
    expected = rating.after_duel(rating.Rating(), rating.Rating(), 1)
    assert (home.mean, away.mean) == pytest.approx([one.mean for one in expected])
    assert (home.won, home.lost, away.won, away.lost) == (1, 0, 0, 1)
    settling.settle(begun.event_id or 0, [])
    home.refresh_from_db()
    assert home.won == 1
    assert not Medal.objects.exists()
    assert all("Red Dice – Blue Dice has ended 4 : 0" in told(player) for player in four)


def test_a_second_match_may_end_level(begun: ClubMatch, four: tuple[User, ...]) -> None:
    first, second = boards(begun)
    resign(first, four[0])
    resign(second, four[3])
    clubs.known(*four)
    begun = end(begun)
    assert (begun.home_points, begun.away_points) == (2, 2)
    assert (begun.home.level, begun.away.level, begun.home.mean) == (1, 1, 1500)
    assert begun.home.number == 1500
    again = matches.challenge(begun.away_id, begun.home_id, four[2], TERMS)
    assert again.status == Status.ASKED


def test_boards_can_be_played_with_the_same_dice(four: tuple[User, ...]) -> None:
    reds, blues = clubs.club(four[0]), clubs.club(four[2], name="Blue Dice")
    found = matches.challenge(reds.pk, blues.pk, four[0], {**TERMS, "pace": "duplicate"})
    matches.accept(found.pk, four[2])
    matches.say_yes(found.pk, reds.pk, four[0])
    matches.say_yes(found.pk, blues.pk, four[2])
    late(found)
    work()
    (match,) = boards(ClubMatch.objects.get())
    assert match.deal_id is not None
    play_out(match)
    assert end(found).status == Status.OVER


def test_a_line_up_that_is_short_loses_the_other_boards(naming: ClubMatch, four: tuple[User, ...]) -> None:
    alice, bob, away, _other = four
    for player in (alice, bob):
        matches.say_yes(naming.pk, naming.home_id, player)
    matches.say_yes(naming.pk, naming.away_id, away)
    naming = late(naming)
    work()
    (match,) = boards(naming)
    resign(match, alice)
    naming = end(naming)
    assert (naming.home_points, naming.away_points, naming.home.level) == (2, 2, 1)


def test_a_board_that_nobody_comes_to_counts_as_elsewhere(begun: ClubMatch, four: tuple[User, ...]) -> None:
    first, second = boards(begun)
    resign(second, four[1])
    Fixture.objects.filter(match_id=first.pk).update(deadline=timezone.now())
    Match.objects.filter(pk=first.pk).update(deadline=timezone.now())
    begun = end(begun)
    assert (begun.home_points, begun.away_points) == (0, 4), "the first was alice's to begin"


def test_who_closes_the_account_is_followed_at_the_board(begun: ClubMatch, four: tuple[User, ...]) -> None:
    alice, bob, *_ = four
    first, _second = boards(begun)
    leaving.close(alice)
    work()
    assert first.seats.filter(player=bob).exists()
    leaving.close(bob)
    begun = end(begun)
    assert (begun.status, begun.home_points, begun.away_points) == (Status.OVER, 0, 4)
    assert begun.home.closed_at is not None


def test_who_leaves_the_club_plays_the_board_to_its_end(begun: ClubMatch, four: tuple[User, ...]) -> None:
    membership.leave(begun.home_id, four[1])
    assert Member.objects.filter(event=begun.event_id, player=four[1], accepted=True, left=False).exists()


def test_a_side_that_withdraws_has_lost(begun: ClubMatch, four: tuple[User, ...]) -> None:
    entries.withdraw_player(begun.event_id or 0, four[2])
    begun = end(begun)
    assert (begun.home_points, begun.away_points, begun.home.won) == (4, 0, 1)


def test_a_match_that_staff_call_off_counts_for_no_club(begun: ClubMatch, director: User) -> None:
    lifecycle.cancel(begun.event_id or 0, director, "It was arranged.")
    work()
    begun.refresh_from_db()
    assert (begun.status, begun.home_points) == (Status.OFF, None)
    assert begun.home.number is None
