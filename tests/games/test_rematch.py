"""Play again: who asks first invites, who asks after that accepts, and what comes along."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.clock import DEFAULT_PRESET, LIVE
from games.match import play
from games.models import Match
from games.seats import lobby
from tests.games.tables import begin, play_out, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_a_rematch_asks_first_and_is_accepted_by_asking_too(alice: User, bob: User, carol: User) -> None:
    match = begin("BZ", alice, bob)
    with pytest.raises(lobby.AlreadyAnswered):
        lobby.rematch(match.pk, alice)
    match.refresh_from_db()
    play.resign(match.pk, alice, play.version_for(match, seat_of(match, alice)))
    with pytest.raises(play.NotSeated):
        lobby.rematch(match.pk, carol)
    again = lobby.rematch(match.pk, alice)
    assert again.status == Match.Status.INVITING
    assert lobby.rematch(match.pk, alice) == again, "asking twice asks once"
    again = lobby.rematch(match.pk, bob)
    assert again.status == Match.Status.RUNNING
    assert (again.code, again.clock, again.rated) == (match.code, match.clock, match.rated)
    assert Match.objects.count() == 2


def test_a_rematch_of_an_unrated_match_is_unrated(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    Match.objects.filter(pk=match.pk).update(rated=False)
    match.refresh_from_db()
    play.resign(match.pk, alice, play.version_for(match, seat_of(match, alice)))
    assert not lobby.rematch(match.pk, alice).rated


def test_a_rematch_of_a_live_match_is_played_by_days(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    Match.objects.filter(pk=match.pk).update(clock=LIVE)
    match.refresh_from_db()
    play.resign(match.pk, alice, play.version_for(match, seat_of(match, alice)))
    assert lobby.rematch(match.pk, alice).clock == DEFAULT_PRESET


def test_a_rematch_that_was_declined_may_be_asked_for_once_more(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    first = lobby.rematch(match.pk, alice)
    lobby.answer(first.pk, bob, accept=False)
    second = lobby.rematch(match.pk, bob)
    assert second.pk != first.pk
    assert second.status == Match.Status.INVITING
    assert lobby.rematch(match.pk, alice).pk == second.pk
    second.refresh_from_db()
    assert second.status == Match.Status.RUNNING
