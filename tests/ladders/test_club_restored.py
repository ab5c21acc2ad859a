"""A match of two clubs out of a backup: what followed from it is made again, and counts once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Errand, Notice, User
from games.match import clocks
from games.models import Match, Pulse, Seat
from ladders.clubs import matches
from ladders.events import engine
from ladders.models import Club, ClubMatch, Event, Fixture
from tests.games.tables import resign
from tests.ladders import clubs
from tests.ladders.clubs import boards, end, known
from tests.long import sample
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
Four = tuple[User, User, User, User]
DAYS = timedelta(days=2)


def said_yes(naming: ClubMatch, four: Four) -> None:
    for number, player in enumerate(four):
        matches.say_yes(naming.pk, naming.home_id if number < 2 else naming.away_id, player)


def both_stand(naming: ClubMatch, four: Four) -> None:
    """It is begun; the worker has laid no board yet."""
    said_yes(naming, four)
    matches.close(naming.pk, naming.home_id, four[0])
    matches.close(naming.pk, naming.away_id, four[2])


def being_played(naming: ClubMatch, four: Four) -> None:
    both_stand(naming, four)
    work()


def one_board_is_over(naming: ClubMatch, four: Four) -> None:
    being_played(naming, four)
    resign(boards(ClubMatch.objects.get())[0], four[2])


def in_review(naming: ClubMatch, four: Four) -> None:
    being_played(naming, four)
    lose(ClubMatch.objects.get(), four[2:])
    work()


def final_and_not_settled(naming: ClubMatch, four: Four) -> None:
    in_review(naming, four)
    Event.objects.update(review_until=timezone.now())
    while not Errand.objects.filter(kind="club match").exists():
        work_without_clubs()


def work_without_clubs() -> None:
    """The engine alone: what follows for the clubs waits in the outbox."""
    engine.look_after_due()


def lose(found: ClubMatch, losers: tuple[User, ...]) -> None:
    """Whoever of these still sits at a board of it gives up."""
    for match in boards(found):
        loser = match.seats.filter(player__in=losers).first()
        match.refresh_from_db()
        if match.status == Match.Status.RUNNING and loser is not None and loser.player is not None:
            resign(match, loser.player)


def played_to_the_end(losers: tuple[User, ...]) -> ClubMatch:
    """Whatever is left of the match, from wherever it stands."""
    work()
    found = ClubMatch.objects.get()
    if found.status == ClubMatch.Status.NAMING:
        found = clubs.late(found)
        work()
        found.refresh_from_db()
    lose(found, losers)
    return end(found)


def restored(since: timedelta) -> None:
    """The site fell silent then, and every moment that somebody waits for lies so much further back."""
    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now() - since})
    Seat.objects.update(deadline=F("deadline") - since)
    Match.objects.update(deadline=F("deadline") - since, due=F("due") - since)
    Fixture.objects.update(deadline=F("deadline") - since)
    ClubMatch.objects.update(due=F("due") - since)
    while clocks.keep_time():
        work()


@pytest.mark.parametrize(
    "left",
    sample(
        [said_yes, both_stand, being_played, one_board_is_over, in_review, final_and_not_settled],
        both_stand,
        being_played,
    ),
)
def test_what_followed_is_made_again_and_counts_once(
    naming: ClubMatch, four: Four, left: Callable[[ClubMatch, Four], None]
) -> None:
    known(*four)
    left(naming, four)
    before = transaction.savepoint()
    lost = played_to_the_end(four[2:])
    assert (lost.status, lost.rated, lost.home.won) == (ClubMatch.Status.OVER, True, 1)
    numbers = [(club.mean, club.won, club.level, club.lost) for club in Club.objects.order_by("pk")]
    transaction.savepoint_rollback(before)

    assert Club.objects.filter(won=0, lost=0, mean=1500).count() == 2
    restored(DAYS)
    again = played_to_the_end(four[2:])
    assert (again.status, again.home_points, again.away_points) == (ClubMatch.Status.OVER, 4, 0)
    assert [(club.mean, club.won, club.level, club.lost) for club in Club.objects.order_by("pk")] == numbers
    assert Event.objects.filter(format="clubs").count() == 1
    ended = Notice.objects.filter(subject="Red Dice – Blue Dice has ended 4 : 0")
    assert sorted(ended.values_list("player", flat=True)) == sorted(player.pk for player in four)


def test_it_may_end_otherwise_the_second_time(naming: ClubMatch, four: Four) -> None:
    known(*four)
    being_played(naming, four)
    before = transaction.savepoint()
    played_to_the_end(four[2:])
    transaction.savepoint_rollback(before)
    restored(DAYS)
    again = played_to_the_end(four[:2])
    assert (again.home_points, again.away_points) == (0, 4)
    assert (again.home.won, again.home.lost, again.away.won, again.away.lost) == (0, 1, 1, 0)
    assert again.away.mean > 1500 > again.home.mean
