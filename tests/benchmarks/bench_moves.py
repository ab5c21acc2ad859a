"""Moves over HTTP, through the server started as in production, beside bare inserts in the same Postgres."""

from __future__ import annotations

import http.client
import os
import re
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection

from accounts.models import User
from boatzee_site.services import free_port
from dicepool.refill import add_sets
from games import lobby, play
from games.rules.base import Pace

CLIENTS = int(os.environ.get("BENCH_CLIENTS", "16"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "10"))
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
VERSION = re.compile(r'data-version="(\d+)"')


def run(report: Callable[[str, str, str], None]) -> None:
    """Print moves per second and their latency with all clients at once, beside bare durable inserts."""
    players = [_player(number) for number in range(CLIENTS)]
    add_sets(int(CLIENTS * SECONDS * 200) + 20_000, "benchmark")
    before = _inserts_a_second()
    with _server() as port:
        _play(port, players, min(SECONDS, 2.0))  # warm: connections open, templates compiled
        started = time.perf_counter()
        times = sorted(_play(port, players, SECONDS))
        rate = len(times) / (time.perf_counter() - started)
    after = _inserts_a_second()
    bare = statistics.median([before, after])
    report(
        f"moves per second over HTTP, {CLIENTS} clients",
        f"{rate:,.0f}/s",
        f"{bare:,.0f}/s bare durable inserts at {CLIENTS} connections",
    )
    report("one move, p50", f"{_at(times, 0.50) * 1000:.1f} ms", f"{CLIENTS / bare * 1000:.1f} ms an insert")
    report("one move, p99", f"{_at(times, 0.99) * 1000:.1f} ms", "")


def _at(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def _player(number: int) -> User:
    return User.objects.create_user(f"bench{number}", f"bench{number}@example.org", "no need to know")


def _session(player: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    assert session.session_key
    return session.session_key


@contextmanager
def _server() -> Iterator[int]:
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "boatzee_site.wsgi", "--log-level", "warning"]
    server = subprocess.Popen(command, env={**os.environ, "PORT": str(port)}, start_new_session=True)
    try:
        for _ in range(200):
            try:
                http.client.HTTPConnection("127.0.0.1", port, timeout=5).connect()
                break
            except OSError:
                time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.wait(20)


def _play(port: int, players: list[User], seconds: float) -> list[float]:
    """Every player plays solo matches in a thread of its own; returns the seconds of each move."""
    times: list[float] = []
    failed: list[str] = []

    def run_client(player: User) -> None:
        try:
            times.extend(_client(port, player, seconds))
        except Exception as error:  # noqa: BLE001  (told below, by the thread that can fail the run)
            failed.append(f"{player}: {error!r}")
        finally:
            connection.close()

    threads = [threading.Thread(target=run_client, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise RuntimeError("; ".join(failed))
    return times


def _client(port: int, player: User, seconds: float) -> list[float]:
    """Roll and score, box after box, in as many matches as the time allows."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    cookie = f"{settings.SESSION_COOKIE_NAME}={_session(player)}"
    times: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        match = lobby.invite(player, [], "BT", {}, Pace.TURNS, "main")
        boxes = list(match.rules.box_ids)  # type: ignore[attr-defined]
        address = f"/matches/{match.pk}/"
        page, set_cookie = _ask(link, "GET", address, cookie)
        token = TOKEN.search(page)
        assert token, page
        full = f"{cookie}; {set_cookie.partition(';')[0]}"
        version = match.version
        for box in boxes:
            for form in (f"do=roll&version={version}", f"do=score&box={box}&version={version + 1}"):
                started = time.perf_counter()
                _ask(link, "POST", f"{address}move/", full, f"{form}&csrfmiddlewaretoken={token[1]}")
                times.append(time.perf_counter() - started)
            version += 2
            if time.perf_counter() > end:
                if box != boxes[-1]:
                    play.resign(match.pk, player, version)
                break
    return times


def _ask(
    link: http.client.HTTPConnection, method: str, address: str, cookie: str, body: str = ""
) -> tuple[str, str]:
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded", "Host": "localhost"}
    link.request(method, address, body=body or None, headers=headers)
    answer = link.getresponse()
    page = answer.read().decode()
    if answer.status not in {200, 302}:
        raise RuntimeError(f"{method} {address}: {answer.status}")
    return page, answer.getheader("Set-Cookie", "")


def _inserts_a_second(seconds: float = 3.0) -> float:
    """Bare one-row inserts, each its own durable transaction, as many connections as clients."""
    database = settings.DATABASES["default"]
    name = {"host": database["HOST"], "user": database["USER"], "dbname": database["NAME"]}
    if database["PASSWORD"]:
        name["password"] = database["PASSWORD"]
    with psycopg.connect(**name, autocommit=True) as link:
        link.execute("CREATE TABLE IF NOT EXISTS bench_insert (id bigint PRIMARY KEY, at timestamptz)")
        link.execute("TRUNCATE bench_insert")
    done = [0] * CLIENTS
    end = time.perf_counter() + seconds

    def insert(number: int) -> None:
        with psycopg.connect(**name, autocommit=True) as link:
            while time.perf_counter() < end:
                link.execute("INSERT INTO bench_insert VALUES (%s, now())", [done[number] * CLIENTS + number])
                done[number] += 1

    threads = [threading.Thread(target=insert, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / seconds
