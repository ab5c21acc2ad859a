"""Nothing that hangs on a move can undo it: what is told, mailed or counted of it fails alone."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import notices
from accounts.models import Errand, Notice, User
from accounts.notices import spread
from games.match import notices as of_matches
from games.match import play
from games.models import Match
from games.rules.base import Kind, Move, Pace
from games.seats import lobby
from ladders.events import beginning, results
from ladders.models import Event, Fixture
from tests.at_once import PATIENCE, is_held_up, meanwhile
from tests.games.tables import begin, make, play_out, seat_of, to_move
from tests.ladders.events import begun, open_matches, opened, players
from tests.worker import work

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool"), pytest.mark.faults]


def confirm(*some: User) -> None:
    """Their addresses are theirs, so that there is mail to be sent."""
    for player in some:
        EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)


def while_spreading(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> list[BaseException]:
    """Do something while a worker makes deliveries and has not committed them. Returns what went wrong."""
    inside, go_on = threading.Event(), threading.Event()
    plan = spread._plan

    def slow(*args: Any, **kwargs: Any) -> Any:
        inside.set()
        assert go_on.wait(PATIENCE)
        return plan(*args, **kwargs)

    monkeypatch.setattr(spread, "_plan", slow)
    worker = meanwhile(spread.spread)
    assert inside.wait(PATIENCE)
    actor = meanwhile(act)
    is_held_up(actor)  # either it is through, or it waits for the worker
    go_on.set()
    met = [worker.exception(PATIENCE), actor.exception(PATIENCE)]
    return [error for error in met if error is not None]


def test_what_is_settled_while_its_deliveries_are_made(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    confirm(alice, bob)
    match = begin("BZ", alice, bob)
    work()
    mover = to_move(match)
    assert Notice.objects.filter(kind="turn", player=mover, spread=False).exists()
    assert while_spreading(monkeypatch, lambda: notices.settle(mover.pk, f"turn-{match.pk}")) == []
    assert Notice.objects.get(kind="turn", player=mover).settled_at


def test_a_turn_is_played_while_its_deliveries_are_made(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    confirm(alice, bob)
    match = begin("BZ", alice, bob)
    work()
    mover = to_move(match)
    make(match, mover, Move(Kind.ROLL))

    def score() -> None:
        make(match, mover, Move(Kind.SCORE, box="chance"))
        work()

    assert while_spreading(monkeypatch, score) == []
    assert not Notice.objects.filter(kind="turn", player=mover, settled_at=None).exists()
    assert Notice.objects.filter(kind="turn", settled_at=None).count() == 1


def test_an_invitation_is_answered_while_its_deliveries_are_made(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    confirm(bob)
    match = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main")
    work()

    def accept() -> None:
        lobby.answer(match.pk, bob, accept=True)
        work()

    assert while_spreading(monkeypatch, accept) == []
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_a_move_counts_though_nothing_that_follows_from_it_can_be_made(
    alice: User, bob: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("it is broken")

    monkeypatch.setattr(of_matches, "tell", fails)
    monkeypatch.setattr(results, "take", fails)
    match = begin("BZ", alice, bob)
    player = to_move(match)
    client.force_login(player)
    address = reverse("games:move", args=[match.pk])
    assert client.post(address, {"version": match.version, "do": "roll"}).status_code == 302
    make(match, player, Move(Kind.SCORE, box="chance"))
    work()
    match = play_out(match)
    assert match.status == Match.Status.FINISHED
    assert set(Errand.objects.values_list("error", flat=True)) == {"RuntimeError: it is broken"}


def test_a_match_ends_though_the_pool_has_no_dice_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    def dry(*_: object) -> Match:
        raise play.PoolEmpty

    who = players(2)
    event = begun(opened("league", matches=2), who)
    (match,) = open_matches(event)
    begin_match = beginning.begin_match
    monkeypatch.setattr(beginning, "begin_match", dry)
    play.resign(match.pk, who[0], play.version_for(match, seat_of(match, who[0])))
    work()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert open_matches(event) == []
    assert Fixture.objects.filter(result__isnull=False).count() == 1, "the result is taken all the same"
    event.refresh_from_db()
    assert event.trouble.startswith("PoolEmpty")
    monkeypatch.setattr(beginning, "begin_match", begin_match)
    Event.objects.update(look_at=timezone.now())
    work()
    event.refresh_from_db()
    assert event.trouble == ""
    assert len(open_matches(event)) == 1
    assert not Errand.objects.exists()
