"""Open invitations: whoever comes first, and whoever has the link."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import limits
from accounts.models import User
from games.match import play
from games.models import Joining, Match, Seat, Seek
from games.rules.base import BadOptions, Pace
from games.seats import lobby, waiting
from tests.at_once import raised_at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def seek(maker: User, players: int = 2, code: str = "BZ", *, private: bool = False) -> Seek:
    return waiting.seek(maker, players, code, {}, Pace.TURNS, "main", private=private)


def test_the_last_who_is_wanted_begins_the_match(alice: User, bob: User, carol: User) -> None:
    made = seek(alice, 3)
    assert waiting.join(made.pk, bob) is None
    match = waiting.join(made.pk, carol)
    assert match is not None
    assert match.status == Match.Status.RUNNING
    names = [seat.name for seat in Seat.objects.filter(match=match).order_by("index")]
    assert names == ["alice", "bob", "carol"]
    assert not Seek.objects.exists()


def test_nobody_joins_twice_or_too_late(alice: User, bob: User, carol: User) -> None:
    made = seek(alice)
    with pytest.raises(lobby.AlreadyAnswered):
        waiting.join(made.pk, alice)
    waiting.join(made.pk, bob)
    with pytest.raises(waiting.SeekGone):
        waiting.join(made.pk, carol)


def test_a_private_match_takes_the_link(alice: User, bob: User) -> None:
    made = seek(alice, private=True)
    for token in ("", "guess"):
        with pytest.raises(waiting.SeekGone):
            waiting.join(made.pk, bob, token)
    assert waiting.join(made.pk, bob, made.token) is not None


def test_an_open_match_expires(alice: User, bob: User) -> None:
    made = seek(alice)
    Seek.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(waiting.SeekGone):
        waiting.join(made.pk, bob)
    assert waiting.clear_expired()
    assert not Seek.objects.exists()


def test_one_may_leave_and_the_maker_takes_it_back(alice: User, bob: User, carol: User) -> None:
    made = seek(alice, 3)
    waiting.join(made.pk, bob)
    waiting.leave(made.pk, bob)
    assert not Joining.objects.filter(player=bob).exists()
    with pytest.raises(waiting.SeekGone):
        waiting.leave(made.pk, carol)
    waiting.leave(made.pk, alice)
    assert not Seek.objects.exists()


def test_what_does_not_fit_is_not_opened(alice: User) -> None:
    for players, code in ((1, "BZ"), (11, "BZ"), (9, "DK")):
        with pytest.raises(BadOptions):
            seek(alice, players, code)
    assert not Seek.objects.exists()


def test_open_matches_count_toward_the_most(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = {"matches": limits.AtOnce(2, 2), "open invitations": limits.AtOnce(9, 9)}
    monkeypatch.setattr(limits, "AT_ONCE", fewer)
    for _ in range(2):
        seek(alice)
    with pytest.raises(lobby.TooManyMatches, match="2 matches with others"):
        seek(alice)
    with pytest.raises(lobby.TooManyMatches, match="2 matches with others"):
        waiting.join(seek(bob).pk, alice)
    assert alice.seeks.count() == alice.joinings.count() == 2


def test_who_closes_the_account_waits_no_more(alice: User, bob: User, carol: User) -> None:
    mine, others = seek(alice, 3), seek(bob, 3)
    waiting.join(others.pk, alice)
    play.leave_all(alice)
    alice.delete()
    assert not Seek.objects.filter(pk=mine.pk).exists()
    assert others.joinings.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_come_at_once_do_not_both_get_the_last_seat(alice: User, bob: User, carol: User) -> None:
    made = seek(alice)
    (late,) = raised_at_once(lambda: waiting.join(made.pk, bob), lambda: waiting.join(made.pk, carol))
    assert isinstance(late, waiting.SeekGone)
    assert Seat.objects.count() == 2
