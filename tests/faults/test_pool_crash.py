"""Postgres is killed under the draws: no serial that somebody was told is told again, or forgotten."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import psycopg
import pytest
from django.conf import settings
from pytest_django.plugin import DjangoDbBlocker

from boatzee_site.local import database_url, socket_dir, var_dir
from boatzee_site.local.services import Postgres
from dicepool import guard, pool, prepared, taking
from tests.faults.turned import forget, own_redis, turn, turned

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group("crash")]

REDIS = 10

PROCESSES, KILLS = 16, 6
SETUP = """
import django; django.setup()
from django.core.management import call_command
from dicepool import refill
call_command("migrate", "dicepool", verbosity=0)
refill.add_sets(400_000, "test")
"""
# The server's own flushing is put off, so that only a commit makes anything durable.
SLOW = {"wal_writer_delay": "10s", "checkpoint_timeout": "1h", "synchronous_commit": "off"}


class Server:
    """A Postgres of the test's own, with a filled pool."""

    def __init__(self, home: Path) -> None:
        self.postgres = Postgres(home, SLOW)
        self.postgres.start()
        self.address = f"host={socket_dir(home)} user=boatzee dbname=boatzee"
        self.memory = home / "memory"
        environment = {
            **os.environ,
            "DATABASE_URL": database_url(home),
            "DICE_BATCH": "100000",
            "DICE_AHEAD": "5000",
            "DICE_MEMORY": str(self.memory),
            "REDIS_URL": own_redis(REDIS),
        }
        subprocess.run(
            [sys.executable, "-c", SETUP],
            check=True,
            env={**environment, "DJANGO_SETTINGS_MODULE": "boatzee_site.settings"},
            cwd=settings.BASE_DIR,
        )

    def kill_and_start(self) -> None:
        """SIGKILL to the server and all of its children at once, then start it on what is left."""
        assert self.postgres.process
        parent = psutil.Process(self.postgres.process.pid)
        parent.suspend()  # so that it can neither make more children nor answer for those that die
        for process in [*parent.children(recursive=True), parent]:
            process.kill()
        self.postgres.process.wait()
        self.postgres.start()

    def admit(self) -> None:
        """What a draw of the site does by itself (dicepool/taking.py)."""
        with turned(self.memory, REDIS):
            turn(self.postgres.home)
            guard.admit(15_000)

    def connect(self) -> closing[psycopg.Connection[tuple[bytes]]]:
        """A connection that is only closed at the end, for its server may be gone."""
        return closing(psycopg.connect(self.address))


@pytest.fixture(scope="module")
def server(django_db_blocker: DjangoDbBlocker) -> Iterator[Server]:
    """One for all tests here; each begins with a server that runs."""
    with django_db_blocker.unblock():
        yield from _server()


def _server() -> Iterator[Server]:
    home = var_dir() / f"crash-{os.getpid()}"
    home.mkdir(parents=True)
    with turned(home / "memory", REDIS):
        turn(home)
        forget()
    made = Server(home)
    yield made
    made.postgres.stop()
    subprocess.run(["rm", "-rf", str(home)], check=True)


def call() -> str:
    """A draw of one set, as SQL."""
    return as_sql(taking._call([pool.Wanted(bytes(32))], b"", [], at_once=True))


def as_sql(call: taking.Call) -> str:
    """With the arguments in the text."""
    assert not isinstance(call, str)
    sql = taking.TAKE.sql
    for place, (kind, given) in enumerate(zip(taking.TAKE.types, call, strict=True), start=1):
        sql = sql.replace(f"${place}", _literal(kind, given))
    return sql


def _literal(kind: int, given: bytes | None) -> str:
    if given is None:
        return "NULL"
    return str(int.from_bytes(given, "big")) if kind == prepared.INT8 else f"'\\x{given.hex()}'"


def draw(connection: psycopg.Connection[tuple[bytes]]) -> int:
    row = connection.execute(call()).fetchone()
    assert row
    return int.from_bytes(row[0][:8], "big")


def test_no_serial_is_told_twice_over_six_kills_under_sixteen_processes(
    server: Server, tmp_path: Path
) -> None:
    files = _over_six_kills(server, "draw_for_ever.py", call(), tmp_path)
    told = [[int(line) for line in file.read_text().splitlines()] for file in files]
    _never_twice(told)
    with server.connect() as connection:
        ledger = {row[0] for row in connection.execute("SELECT serial FROM dicepool_handout")}
        assert {serial for own in told for serial in own} <= ledger
        assert draw(connection) > max(max(own) for own in told)


@pytest.mark.long
def test_what_was_reserved_stays_reserved_over_six_kills_under_sixteen_processes(
    server: Server, tmp_path: Path
) -> None:
    label, pledge, number, serial = b"l" * 32, b"p" * 32, b"n" * 16, 77_777_777
    given = taking._call([pool.Wanted(label, pledge)], b"owner", [pool.Shown(serial, number)], at_once=False)
    sql = as_sql(given).replace(label.hex(), "LABEL").replace(str(serial), "SHOWN")
    files = _over_six_kills(server, "reserve_for_ever.py", sql, tmp_path)
    lines = [[line.split() for line in file.read_text().splitlines()] for file in files]
    told = [[int(serial) for serial, _, _ in own] for own in lines]
    _never_twice(told)
    labels = {int(serial): bytes.fromhex(label) for own in lines for serial, label, _ in own}
    shown = {int(before) for own in lines for _, _, before in own if before != "NULL"}
    with server.connect() as connection:
        rows = connection.execute(
            "SELECT serial, label FROM dicepool_handout WHERE owner = 'owner' AND pledge = %s", [pledge]
        )
        ledger: dict[int, bytes] = dict(rows.fetchall())  # type: ignore[arg-type]
        assert {serial: ledger.get(serial) for serial in labels} == labels
        rows = connection.execute("SELECT serial FROM dicepool_fate WHERE kind = 1 AND number = %s", [number])
        fates = {int(row[0]) for row in rows}
    assert shown <= fates <= set(labels)
    waiting = [set(own) - fates for own in told]
    assert all(left <= {own[-1]} for left, own in zip(waiting, told, strict=True))
    assert any(waiting), "none of them was let be"


def _over_six_kills(server: Server, script: str, sql: str, folder: Path) -> list[Path]:
    """What sixteen processes were told that go on drawing by a script."""
    server.admit()
    path = Path(__file__).with_name(script)
    files = [folder / str(number) for number in range(PROCESSES)]
    drawers = [
        subprocess.Popen([sys.executable, str(path), server.address, sql, str(file)]) for file in files
    ]
    try:
        _until_all_draw(files)
        for _ in range(KILLS):
            time.sleep(0.15)
            server.kill_and_start()
            server.admit()
            _until_all_draw(files)
        assert [drawer.poll() for drawer in drawers] == [None] * PROCESSES
    finally:
        for drawer in drawers:
            drawer.kill()
            drawer.wait()
    return files


def _never_twice(told: list[list[int]]) -> None:
    serials = [serial for own in told for serial in own]
    assert len(serials) > PROCESSES * KILLS
    assert len(set(serials)) == len(serials)
    assert all(own == sorted(own) for own in told)


def _until_all_draw(files: list[Path]) -> None:
    sizes = [file.stat().st_size if file.exists() else 0 for file in files]
    end = time.monotonic() + 90
    while not all(
        file.exists() and file.stat().st_size > size for file, size in zip(files, sizes, strict=True)
    ):
        assert time.monotonic() < end, "somebody cannot draw any more"
        time.sleep(0.02)


@pytest.mark.long
def test_a_serial_told_beside_an_open_draw_is_not_told_again(server: Server) -> None:
    server.admit()
    for _ in range(3):
        with server.connect() as first, server.connect() as second:
            opened = draw(first)
            told = draw(second)
            second.commit()
            assert told == opened + 1
            server.kill_and_start()
        server.admit()
        with server.connect() as third:
            assert draw(third) > told


@pytest.mark.long
def test_a_bare_nextval_would_be_told_again(server: Server) -> None:
    """Why the ledger's insert is there; and that the test above would find its absence."""
    assert any(_nextval_is_told_again(server) for _ in range(10)), "the WAL was always flushed in time"


def _nextval_is_told_again(server: Server) -> bool:
    """Whether a crash took back a serial that somebody was told: not if the WAL writer was quicker."""
    with server.connect() as first, server.connect() as second:
        first.execute("SELECT nextval('dicepool_serial')")
        told = second.execute("SELECT nextval('dicepool_serial')").fetchone()
        second.commit()
        server.kill_and_start()
    with server.connect() as third:
        again = third.execute("SELECT nextval('dicepool_serial')").fetchone()
    assert told
    assert again
    return bool(again[0] <= told[0])
