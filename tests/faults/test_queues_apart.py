"""Telling and heavy work stand still, by others' servers and by long work; play goes on: real workers."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

import pytest
from django.db import connection
from django.utils import timezone

from accounts import mailing
from accounts.models import Delivery, Hook, User
from boatzee_site.celery import app
from boatzee_site.local import run
from boatzee_site.local.address import Address
from boatzee_site.local.starting import until
from games.models import Match, Move
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from games.seats import lobby
from tests.games.tables import begin, make, seat_of, to_move

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool", "robots"),
    pytest.mark.faults,
]


@contextmanager
def black_hole() -> Iterator[socket.socket]:
    """A server that takes every line and never says a word."""
    lines: list[socket.socket] = []

    def take() -> None:
        with suppress(OSError):
            while True:
                lines.append(hole.accept()[0])

    with socket.create_server(("127.0.0.1", 0)) as hole:
        threading.Thread(target=take, daemon=True).start()
        yield hole
    for line in lines:
        line.close()


@pytest.fixture
def mail_server() -> Iterator[socket.socket]:
    with black_hole() as hole:
        yield hole


@pytest.fixture
def _processes(tmp_path: Path, mail_server: socket.socket) -> Iterator[None]:
    """The workers and the beat as `make run` starts them, on the database of this test."""
    found = connection.settings_dict
    port = mail_server.getsockname()[1]
    environment = {
        **os.environ,
        "DATABASE_URL": f"postgres://{found['USER']}@{quote(found['HOST'], safe='')}/{found['NAME']}",
        "EMAIL_URL": f"smtp://127.0.0.1:{port}",
        "BOATZEE_VAR": str(tmp_path),
        "DICE_LOW_WATER": "10",
        "DICE_HIGH_WATER": "20",
    }
    with app.connection_for_write() as line:
        for queue in ("play", "told", "heavy"):
            line.SimpleQueue(queue).clear()  # what other tests left there
    children = run._children(tmp_path, environment, Address("127.0.0.1", 0, 0))
    started = []
    try:
        for child in children:
            words = child.command
            if "worker" in words:
                words = [*words, "-I", "tests.faults.standing_still", "--without-mingle"]
            elif child.name != "beat":
                continue
            with (tmp_path / f"{child.name}.log").open("wb") as log:
                started.append(
                    subprocess.Popen(words, env=environment, stdout=log, stderr=log, start_new_session=True)
                )
        assert len(started) == 3, "two workers and the beat"
        yield
    finally:
        for process in started:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(20)


def robot_answers(match: Match, alice: User) -> None:
    """Alice makes her turn; whatever robots have to do then is done soon."""
    before = Move.objects.filter(match=match).exclude(seat=seat_of(match, alice).index).count()
    make(match, alice, RulesMove(Kind.ROLL))
    match.refresh_from_db()
    box = next(
        move.box
        for move in match.rules.moves(match.table, seat_of(match, alice).index)
        if move.kind is Kind.SCORE
    )
    make(match, alice, RulesMove(Kind.SCORE, box=box))
    until(
        lambda: Move.objects.filter(match=match).exclude(seat=seat_of(match, alice).index).count() > before,
        60,
        "the robot does not move",
    )
    until(lambda: seat_of(match, alice).to_move, 60, "the robot does not come to an end")


@pytest.mark.usefixtures("_processes")
@pytest.mark.long
def test_play_goes_on_while_all_else_stands_still(alice: User, bob: User, carol: User) -> None:
    with black_hole() as hook_server:
        for number in range(3):
            url = f"https://127.0.0.1:{hook_server.getsockname()[1]}/{number}"
            hook = Hook.objects.create(owner=alice, url=url, page="/")
            Delivery.objects.create(
                way="hook", lane=f"hook-{hook.pk}", hook=hook, content={}, due=timezone.now()
            )
        mailing.put("dora@example.org", "Hello", "Hello")
        for queue in ("told", "told", "heavy", "heavy"):
            app.send_task("tests.stand_still", queue=queue)
        robot = User.objects.get(level="casual")
        match = lobby.invite(alice, [robot], "BO", {}, Pace.TURNS, "main")
        clocked = begin("BO", bob, carol)
        until(lambda: to_move(match) == alice, 90, "the robot does not begin")
        for _ in range(3):
            robot_answers(match, alice)
        past = timezone.now() - timedelta(days=90)
        clocked.seats.update(deadline=past)
        Match.objects.filter(pk=clocked.pk).update(deadline=past, due=past)
        until(lambda: Match.objects.get(pk=clocked.pk).due != past, 90, "the clock stands still")
        assert Delivery.objects.filter(way="letter").exists(), "the mail stands still"
