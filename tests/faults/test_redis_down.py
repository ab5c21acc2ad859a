"""People play while Redis and the worker are away: moves go on, and everything is told once afterwards."""

from __future__ import annotations

import socket

import pytest
import redis
from allauth.account.models import EmailAddress
from celery import Celery
from django.core import mail
from django.test import Client
from django.urls import reverse
from kombu.exceptions import OperationalError
from redis.backoff import NoBackoff
from redis.retry import Retry

from accounts.live import channels
from accounts.models import Delivery, Notice, User
from accounts.tasks import deliver
from games.models import Match, Move
from games.rules.base import Pace
from games.seats import lobby
from games.tasks import keep_time
from tests.games.tables import begin, seat_of, to_move
from tests.worker import work

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool")]


@pytest.fixture
def _nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis is where nobody listens, for open pages and for Celery."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    gone = redis.Redis(port=port, socket_connect_timeout=1, retry=Retry(NoBackoff(), 0))
    monkeypatch.setattr(channels, "_connection", lambda: gone)
    monkeypatch.setattr(Celery, "send_task", _refused)


def _refused(*_: object, **__: object) -> None:
    """What Celery raises where its broker is away."""
    raise OperationalError


def turn(match: Match) -> User:
    """A whole turn over HTTP: a roll, and the first open box."""
    match.refresh_from_db()
    player = to_move(match)
    client = Client()
    client.force_login(player)
    for form in ({"do": "roll"}, {"do": "score", "box": "chance"}):
        match.refresh_from_db()
        answer = client.post(reverse("games:move", args=[match.pk]), {**form, "version": match.version})
        assert answer.status_code == 302
        assert seat_of(match, player)
    return player


@pytest.mark.usefixtures("_nobody_listens")
def test_moves_go_on_and_all_is_told_once_when_the_worker_is_back(alice: User, bob: User) -> None:
    for player in (alice, bob):
        EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    match = begin("BZ", alice, bob)
    first = turn(match)
    second = turn(match)
    assert first != second
    assert not Notice.objects.exists(), "no worker, nothing is told"
    work()
    assert Notice.objects.filter(kind="turn").count() == 1
    assert not Delivery.objects.exists(), "no worker, nothing is spread"
    for _ in range(2):
        deliver()
    assert [letter.to for letter in mail.outbox if "Your turn" in letter.subject] == [[first.email]]


@pytest.mark.usefixtures("_nobody_listens", "robots")
def test_robots_that_were_not_woken_move_with_the_clocks_next_pass(alice: User) -> None:
    robot = User.objects.get(level="casual")
    match = lobby.invite(alice, [robot], "BZ", {}, Pace.TURNS, "main")
    if to_move(match) == alice:
        turn(match)
    before = Move.objects.filter(match=match).count()
    keep_time()
    assert Move.objects.filter(match=match).count() > before
    assert to_move(match) == alice
