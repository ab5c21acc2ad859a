"""Two workers on one ladder at the same moment: nobody is lost, and the buckets count what is there."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import Errand, User
from games.match import play
from games.models import Match
from ladders.events import results
from ladders.ladder import climbing, idling, order
from ladders.models import Challenge, Ladder
from tests.at_once import Meeting, raised_at_once
from tests.ladders.events import players
from tests.worker import work

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool"), pytest.mark.faults]


def won(ladder: Ladder, challenger: User, defender: User) -> Challenge:
    """Both matches are given up by the defender; the first result is taken, the second waits for nobody."""
    found = climbing.challenge(ladder.pk, challenger, defender)
    for match_id in (found.first, found.second):
        work()
        match = Match.objects.get(pk=match_id or 0)
        play.resign(match.pk, defender, match.version)
    Errand.objects.filter(kind=results.KIND).delete()
    return found


@transaction.atomic
def settle(found: Challenge) -> None:
    """Take the second result, as the outbox does it."""
    results.take(found.second or 0, [])


@pytest.fixture
def who(db: None) -> list[User]:
    ladder = Ladder.objects.create(code="BO")
    found = players(6)
    User.objects.update(last_seen=timezone.now())
    for player in found:
        climbing.join(ladder.pk, player)
    return found


def stands(ladder: Ladder) -> list[str]:
    assert order.miscounted(ladder.pk) == []
    return list(ladder.rungs.values_list("player__username", flat=True))


def test_two_challenges_settled_at_once_both_count(who: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """Both reach for the same rung: whoever is second takes it from where the first has left it."""
    ladder, meeting, rank = Ladder.objects.get(), Meeting(), order.ranks

    def slowly(ladder_id: int, players: Iterable[int]) -> dict[int, int]:
        meeting.wait()
        return rank(ladder_id, players)

    one, other = won(ladder, who[3], who[1]), won(ladder, who[5], who[1])
    monkeypatch.setattr(order, "ranks", slowly)

    assert not raised_at_once(lambda: settle(one), lambda: settle(other))
    monkeypatch.undo()
    assert stands(ladder) in (
        ["p00", "p03", "p05", "p01", "p02", "p04"],
        ["p00", "p05", "p03", "p01", "p02", "p04"],
    )
    assert Challenge.objects.filter(over_at__isnull=False).count() == 2


def test_the_same_result_taken_twice_at_once_moves_once(who: list[User]) -> None:
    ladder = Ladder.objects.get()
    found = won(ladder, who[3], who[1])

    assert not raised_at_once(lambda: settle(found), lambda: settle(found))
    assert stands(ladder) == ["p00", "p03", "p01", "p02", "p04", "p05"]


def test_joining_leaving_and_sliding_at_once_miscounts_nobody(who: list[User]) -> None:
    ladder = Ladder.objects.get()
    new = User.objects.create_user("late", "late@example.org")
    assert not raised_at_once(
        lambda: climbing.join(ladder.pk, new),
        lambda: climbing.leave(ladder.pk, who[0]),
        lambda: climbing.leave(ladder.pk, who[4]),
        lambda: idling.slide_idle(timezone.now()),
        idling.remember_week,
    )
    assert stands(ladder) == ["p01", "p02", "p03", "p05", "late"]
    ladder.refresh_from_db()
    assert ladder.size == 5
