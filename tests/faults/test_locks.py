"""Two who lock the same rows at once: one waits for the other, and neither is turned away."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts import limits
from accounts.limits import AtOnce
from accounts.models import User
from games.models import Joining, Match, Seek, Wish
from games.rules.base import Pace
from games.seats import automatch, lobby, waiting
from tests.at_once import Meeting, raised_at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool"), pytest.mark.faults]


def test_two_who_invite_each_other_both_get_their_match(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting, lay = Meeting(), lobby.lay

    def slowly(*args: object, **kwargs: object) -> Match:
        meeting.wait()
        return lay(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(lobby, "lay", slowly)
    assert not raised_at_once(
        lambda: lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main"),
        lambda: lobby.invite(bob, [alice], "BZ", {}, Pace.TURNS, "main"),
    )
    assert Match.objects.count() == 2


def test_two_tabs_have_no_more_room_than_one(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "AT_ONCE", {"matches": AtOnce(1, 1)})
    meeting, room = Meeting(), lobby.must_have_room

    def slowly(player: User, *, others: Sequence[User]) -> None:
        room(player, others=others)
        meeting.wait()  # alone: the other waits until this one has its match

    monkeypatch.setattr(lobby, "must_have_room", slowly)
    (refused,) = raised_at_once(
        lambda: lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main"),
        lambda: lobby.invite(alice, [carol], "BZ", {}, Pace.TURNS, "main"),
    )
    assert isinstance(refused, lobby.TooManyMatches)
    assert Match.objects.count() == 1


def test_whoever_wishes_anew_while_being_paired_is_paired(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for player in (alice, bob):
        automatch.wish(player, ("BZ",), "main", 1)
    meeting, room = Meeting(), lobby.must_have_room

    def slowly(player: User, wanted: int = 1) -> None:
        if wanted == 2:  # the wish: it holds its player
            room(player, wanted)
            meeting.wait()
        else:  # the pairing: it holds its wishes
            meeting.wait()
            room(player, wanted)

    monkeypatch.setattr(lobby, "must_have_room", slowly)
    assert not raised_at_once(lambda: automatch.wish(alice, ("BZ",), "main", 2), automatch.run)
    assert Match.objects.filter(seats__player=alice).count() == 1
    assert Wish.objects.get().player == alice, "there is one more to be found"


def test_an_open_match_that_expires_takes_whoever_is_joining_along(alice: User, bob: User) -> None:
    long_ago = timezone.now() - waiting.AWAY - timedelta(hours=1)
    seek = waiting.seek(alice, 3, "BZ", {}, Pace.TURNS, "main", private=False)
    Seek.objects.update(created_at=long_ago)
    User.objects.filter(pk=alice.pk).update(last_seen=long_ago)
    joined, meeting = threading.Event(), Meeting()

    def join() -> None:
        with transaction.atomic():
            waiting.join(seek.pk, bob)
            joined.set()
            meeting.wait()  # alone: who clears has to wait for the commit

    def clear() -> None:
        assert joined.wait(30)
        waiting.clear_expired()

    assert not raised_at_once(join, clear)
    assert not Seek.objects.exists()
    assert not Joining.objects.exists()
