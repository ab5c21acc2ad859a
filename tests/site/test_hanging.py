"""Probes are answered, and pages let go, while servers that take lines say nothing by them."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import psutil
import pytest
from django.conf import LazySettings
from django.db import OperationalError, connection, connections
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from boatzee_site import health, heartbeats, lines
from boatzee_site.asking import Question
from boatzee_site.local.starting import until
from statements.reading import PRIMARY

ANSWERED = 20.0
"""Seconds: whoever waits for as long waits for what hangs."""
HANGS = 120
BEGIN = Question.begin
"""As it is without tests/conftest.py."""
WAIT = 30.0
PROBES = ("/health/", "/health/ready", "/health/ready?strict=1")


@pytest.fixture(autouse=True)
def _asked_beside(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Here it is asked as on a real site."""
    made: list[Question[Any]] = [
        Question(health._database, PRIMARY, then=health.watch_aside),
        Question(health._parts, PRIMARY),
        Question(health._redis),
    ]
    for name, question in zip(("BOOKS", "PARTS", "STORE"), made, strict=True):
        monkeypatch.setattr(health, name, question)
    monkeypatch.setattr(Question, "begin", BEGIN)
    yield
    for question in made:
        let_go(question)
    until(lambda: not {"question", "tell"} & names_of_threads(), WAIT, "somebody is still at it")


def names_of_threads() -> set[str]:
    """What the threads of this process are called."""
    return {thread.name for thread in threading.enumerate()}


def let_go(question: Question[Any]) -> None:
    """Nobody asks any more, and its line is closed."""
    if question._asked:
        until(question._asked.over.is_set, WAIT, "somebody still asks")
    if question._kept[1]:
        question._kept[1].close()


@pytest.fixture
def _db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Whatever is asked, nothing of it is kept."""
    with django_db_blocker.unblock():
        yield


@contextmanager
def silent() -> Iterator[int]:
    """The port of a server that takes every line and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@contextmanager
def hanging(settings: LazySettings, *parts: str) -> Iterator[None]:
    """Such a server stands in the place of these parts of the site."""
    here = connections.settings[PRIMARY]
    before = dict(here)
    with ExitStack() as stack:
        if "database" in parts:
            port, options = stack.enter_context(silent()), {"connect_timeout": HANGS}
            here.update(HOST="127.0.0.1", PORT=port, OPTIONS={**here["OPTIONS"], **options})
        if "redis" in parts:
            settings.REDIS_URL = f"redis://127.0.0.1:{stack.enter_context(silent())}/0"
        try:
            yield
        finally:
            here.update(before)


@pytest.mark.usefixtures("_db")
@pytest.mark.parametrize("path", PROBES)
@pytest.mark.parametrize("parts", [("database",), ("redis",), ("database", "redis")])
def test_probes_are_answered_whatever_hangs(
    client: Client, settings: LazySettings, parts: tuple[str, ...], path: str
) -> None:
    with hanging(settings, *parts):
        began = time.monotonic()
        answer = client.get(path)
        assert time.monotonic() - began < ANSWERED
    told = answer.json().get("parts", answer.json())
    for part in ("database", "redis"):
        status = told[part]["status"] if "parts" in answer.json() else told[part]
        assert status == ("down" if part in parts else "up")
    well = "database" not in parts and "strict" not in path
    assert answer.status_code == (200 if well else 503)


@pytest.mark.usefixtures("_db")
def test_a_name_that_is_never_resolved_counts_as_down(
    client: Client, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()

    def never(*_: object, **__: object) -> None:
        over.wait()
        raise OSError("nobody knows it")

    with hanging(settings, "database", "redis"):
        connections.settings[PRIMARY]["HOST"] = "books.example"
        settings.REDIS_URL = "redis://store.example:6379/0"
        monkeypatch.setattr(socket, "getaddrinfo", never)
        try:
            began = time.monotonic()
            answer = client.get("/health/")
            again = client.get("/health/")
            assert time.monotonic() - began < ANSWERED
        finally:
            over.set()
            for question in (health.BOOKS, health.STORE):
                let_go(question)
    assert answer.json() == again.json() == {"database": "down", "redis": "down", "dice": "unknown"}


@pytest.mark.usefixtures("_db")
def test_many_probes_hang_with_one_thread(client: Client, settings: LazySettings) -> None:
    with hanging(settings, "database"):
        for _ in range(5):
            client.get("/health/")
        names = [thread.name for thread in threading.enumerate()]
        assert names.count("question") == 1


@contextmanager
def held(table: str) -> Iterator[None]:
    """Somebody else has it to themselves."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
            yield
            cursor.execute("ROLLBACK")
    finally:
        other.close()


@pytest.mark.django_db(transaction=True)
def test_whoever_holds_the_heartbeats_takes_no_page_out_of_service(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeats, "LOOK_EVERY", 0.0)
    with held("boatzee_site_heartbeat"):
        for path in PROBES[:2]:
            began = time.monotonic()
            answer = client.get(path)
            assert time.monotonic() - began < ANSWERED
            assert answer.status_code == 200
        assert answer.json()["parts"]["play"] == {"status": "late", "age": None}
    assert client.get("/health/ready?strict=1").status_code == 503


@contextmanager
def frozen(*lines_: object) -> Iterator[threading.Event]:
    """What answers by these stands still, and goes on at the end. Is set when it had to before that."""
    pids = [line.connection.info.backend_pid for line in lines_]  # type: ignore[attr-defined]
    had_to = threading.Event()

    def go_on() -> None:
        for pid in pids:
            if psutil.pid_exists(pid):
                os.kill(pid, signal.SIGCONT)

    def no_longer() -> None:
        had_to.set()
        go_on()

    timer = threading.Timer(ANSWERED, no_longer)
    timer.start()
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield had_to
    finally:
        timer.cancel()
        go_on()


@pytest.mark.django_db(transaction=True)
def test_a_probe_whose_line_freezes_is_answered_and_the_next_has_another_line(client: Client) -> None:
    assert client.get("/health/").json()["database"] == "up"
    assert health.BOOKS._asked
    until(health.BOOKS._asked.over.is_set, WAIT, "somebody still asks")
    line = health.BOOKS._kept[1]
    with frozen(line) as had_to_go_on:
        assert client.get("/health/").json()["database"] == "down"
        until(lambda: client.get("/health/").json()["database"] == "up", WAIT, "it is never asked again")
        assert not had_to_go_on.is_set()


@pytest.mark.django_db(transaction=True)
def test_a_page_waits_for_a_frozen_line_for_a_while_and_then_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/watch/").status_code == 200
    monkeypatch.setattr(lines, "PAGE", 0.5)
    connection.ensure_connection()
    with frozen(connection) as had_to_go_on:
        answer = client.get("/watch/")
        connection.close()  # as it is done between two requests
        assert not had_to_go_on.is_set()
    assert answer.status_code == 503
    assert "Nothing was changed" in answer.content.decode()
    assert client.get("/watch/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_line_by_which_nothing_is_asked_is_left_alone() -> None:
    connection.ensure_connection()
    with lines.at_most(0.0, connections[PRIMARY]):
        time.sleep(4 * lines.TICK)
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


@pytest.mark.django_db(transaction=True)
def test_it_is_cut_in_the_block_alone() -> None:
    with lines.at_most(0.0, connections[PRIMARY]):
        pass
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(%s), pg_backend_pid()", [4 * lines.TICK])
        [(_, pid)] = cursor.fetchall()
    with (
        pytest.raises(OperationalError) as lost,
        lines.at_most(0.0, connections[PRIMARY]),
        connection.cursor() as cursor,
    ):
        cursor.execute("SELECT pg_sleep(%s)", [ANSWERED])
    assert getattr(lost.value.__cause__, "sqlstate", None) is None, "the line is lost; no server has said so"
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, %s)", [pid, 10_000])  # it would sleep on
        assert cursor.fetchone() == (True,)
