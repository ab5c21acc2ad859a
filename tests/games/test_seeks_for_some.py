"""Open matches that are for some players only."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import limits
from accounts.models import User
from accounts.people import relations
from games.models import Holiday, Match, Rating, Seek
from games.rules.base import BadOptions, Pace
from games.seats import lobby, queries, waiting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def seek(maker: User, whom: waiting.Whom = waiting.ANYBODY, players: int = 2, *, rated: bool = True) -> Seek:
    return waiting.seek(maker, players, "BZ", {}, Pace.TURNS, "main", private=False, rated=rated, whom=whom)


def rate(player: User, mean: float, kind: str = "duel") -> None:
    Rating.objects.create(
        player=player, code="BZ", kind=kind, mean=mean, deviation=50, volatility=0.06, at=timezone.now()
    )


@pytest.mark.parametrize(
    ("lowest", "highest", "mean", "fits"),
    [
        (1400, 1600, None, True),
        (1501, None, None, False),
        (None, 1499, None, False),
        (1500, 1500, None, True),
        (1600, 1700, 1650, True),
        (1600, 1700, 1599, False),
        (1600, 1700, 1701, False),
        (None, None, 3000, True),
    ],
)
def test_a_range_of_ratings(
    alice: User, bob: User, lowest: int | None, highest: int | None, mean: float | None, *, fits: bool
) -> None:
    if mean is not None:
        rate(bob, mean)
    made = seek(alice, waiting.Whom(lowest, highest))
    assert (made in queries.open_seeks(bob)) is fits
    if fits:
        assert waiting.join(made.pk, bob) is not None
    else:
        with pytest.raises(waiting.NotForYou):
            waiting.join(made.pk, bob)
        assert not Match.objects.exists()


def test_the_rating_is_that_of_the_kind_of_match(alice: User, bob: User) -> None:
    rate(bob, 2000, "table")
    made = seek(alice, waiting.Whom(1900, None), players=3)
    assert made in queries.open_seeks(bob)
    assert seek(alice, waiting.Whom(1900, None)) not in queries.open_seeks(bob)


def test_buddies_only_means_those_of_the_maker(alice: User, bob: User, carol: User) -> None:
    relations.buddy(alice, bob)
    relations.buddy(carol, alice)
    made = seek(alice, waiting.Whom(buddies_only=True))
    assert made in queries.open_seeks(bob)
    assert made not in queries.open_seeks(carol)
    with pytest.raises(waiting.NotForYou):
        waiting.join(made.pk, carol)


def test_whom_one_ignores_one_does_not_meet_either_way(alice: User, bob: User, carol: User) -> None:
    relations.ignore(alice, bob)
    assert seek(alice) not in queries.open_seeks(bob)
    assert seek(bob) not in queries.open_seeks(alice)
    made = seek(carol, players=3)
    waiting.join(made.pk, alice)
    assert made not in queries.open_seeks(bob), "an ignored player sits there already"
    with pytest.raises(waiting.NotForYou):
        waiting.join(made.pk, bob)


def test_unrated_stays_unrated(alice: User, bob: User) -> None:
    match = waiting.join(seek(alice, rated=False).pk, bob)
    assert match
    assert not match.rated


def test_bounds_the_wrong_way_round_are_refused(alice: User) -> None:
    with pytest.raises(BadOptions):
        seek(alice, waiting.Whom(1700, 1600))


def test_it_goes_when_its_maker_is_away_or_on_holiday(alice: User, bob: User, carol: User) -> None:
    away, holiday, here = seek(alice), seek(bob), seek(carol)
    Seek.objects.update(created_at=timezone.now() - timedelta(days=5))
    User.objects.filter(pk=alice.pk).update(last_seen=timezone.now() - timedelta(days=5))
    Holiday.objects.create(
        player=bob, year=2026, span=timedelta(days=1), until=timezone.now() + timedelta(days=1)
    )
    waiting.clear_expired()
    assert list(Seek.objects.all()) == [here]
    assert away.pk != holiday.pk


@pytest.mark.parametrize(
    ("what", "stays"),
    [("a holiday that is over", True), ("never seen", False), ("never seen, just made", True)],
)
def test_it_stays_as_long_as_its_maker_may_come(alice: User, what: str, stays: bool) -> None:
    seek(alice)
    if what == "a holiday that is over":
        Holiday.objects.create(player=alice, year=2026, span=timedelta(days=1), until=timezone.now())
    else:
        User.objects.filter(pk=alice.pk).update(last_seen=None)
    if "just made" not in what:
        Seek.objects.update(created_at=timezone.now() - timedelta(days=5))
    waiting.clear_expired()
    assert Seek.objects.exists() is stays


def test_at_the_very_moment_it_expires_nobody_joins_and_it_is_cleared(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = seek(alice)
    User.objects.filter(pk=alice.pk).update(last_seen=made.expires_at)
    monkeypatch.setattr("games.seats.waiting.timezone.now", lambda: made.expires_at)
    with pytest.raises(waiting.SeekGone):
        waiting.join(made.pk, bob)
    assert waiting.clear_expired()
    assert not Seek.objects.exists()


def test_nobody_floods_the_room(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = {**limits.AT_ONCE, "open invitations": limits.AtOnce(2, 3)}
    monkeypatch.setattr(limits, "AT_ONCE", fewer)
    for _ in range(2):
        seek(alice)
    with pytest.raises(lobby.TooManyMatches):
        seek(alice)


@pytest.mark.parametrize("who", ["the maker", "one who joined"])
def test_nobody_sits_down_with_who_is_suspended(alice: User, bob: User, carol: User, who: str) -> None:
    """It would be a match against somebody who may not even see it."""
    made = seek(alice, players=3)
    waiting.join(made.pk, bob)
    barred = User.objects.filter(pk=alice.pk if who == "the maker" else bob.pk)
    barred.update(suspended_until=timezone.now() + timedelta(days=1))
    assert made not in queries.open_seeks(carol)
    with pytest.raises(waiting.NotForYou):
        waiting.join(made.pk, carol)
    barred.update(suspended_until=timezone.now())
    assert made in queries.open_seeks(carol)
    assert waiting.join(made.pk, carol) is not None
