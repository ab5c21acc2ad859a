"""The embedded servers: whole again after kill -9, wherever their folder lies."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from boatzee_site import local
from boatzee_site.local import services
from boatzee_site.local.services import Postgres, ServiceFailed, Valkey

pytestmark = pytest.mark.faults


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder too deep for a socket, with a space in its name, that an ordinary user can walk to."""
    top = Path(tempfile.mkdtemp(prefix="boatzee-"))
    top.chmod(0o755)
    folder = top / ("a long " + "x" * 90) / "var"
    folder.parent.mkdir()
    yield folder
    shutil.rmtree(top)
    shutil.rmtree(local.socket_dir(folder), ignore_errors=True)


def ask(home: Path, sql: str) -> list[tuple[object, ...]]:
    with psycopg.connect(host=str(local.socket_dir(home)), user="boatzee", dbname="boatzee") as line:
        found = line.execute(sql)
        return list(found.fetchall()) if found.description else []


def test_postgres_keeps_what_was_committed_when_it_is_killed(home: Path) -> None:
    first = Postgres(home)
    try:
        first.start()
        assert first.fresh
        ask(home, "CREATE TABLE kept AS SELECT 7 AS number")
        assert first.process
        first.process.kill()
        first.process.wait(10)
    finally:
        first.stop()
    second = Postgres(home)
    try:
        second.start()
        assert not second.fresh
        assert ask(home, "SELECT number FROM kept") == [(7,)]
    finally:
        second.stop()


def test_an_initdb_that_was_killed_is_done_again(home: Path) -> None:
    local.make_home(home)
    (home / "postgres.new-1").mkdir()
    (home / "postgres").mkdir()
    server = Postgres(home, {"fsync": "off"})
    try:
        server.start()
        assert ask(home, "SELECT 1") == [(1,)]
        assert not list(home.glob("postgres.new-*"))
    finally:
        server.stop()


def test_a_folder_that_is_not_ours_is_refused(home: Path) -> None:
    local.make_home(home)
    sockets = local.socket_dir(home)
    sockets.symlink_to(home)
    try:
        with pytest.raises(ServiceFailed, match="belongs to somebody else"):
            Postgres(home).start()
    finally:
        sockets.unlink()


def test_valkey_keeps_what_it_has_moves_when_its_port_is_taken_and_asks_for_a_password(home: Path) -> None:
    server = Valkey(home)
    try:
        server.start()
        with redis.Redis.from_url(local.redis_url(home)) as line:
            line.set("kept", "7")
    finally:
        server.stop()
    before = local.valkey_port(home)
    stranger = Valkey(home.parent / "stranger")
    (home.parent / "stranger" / "valkey").mkdir(parents=True)
    (home.parent / "stranger" / "valkey" / "port").write_text(str(before))
    again = Valkey(home)
    try:
        stranger.start()
        assert local.valkey_port(stranger.home) == before
        again.start()
        assert local.valkey_port(home) != before
        with redis.Redis.from_url(local.redis_url(home)) as line:
            assert line.get("kept") == b"7"
        with redis.Redis(port=local.valkey_port(home)) as line, pytest.raises(redis.AuthenticationError):
            line.get("kept")
    finally:
        again.stop()
        stranger.stop()


def test_a_command_runs_beside_fresh_servers_which_go_with_it(home: Path) -> None:
    dead = local.make_home(home) / "test-1"
    dead.mkdir()
    program = "import os, sys; print(os.environ['DATABASE_URL'], os.environ['BOATZEE_VAR']); sys.exit(7)"
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    done = subprocess.run(
        [sys.executable, "-m", "boatzee_site.local.services", sys.executable, "-c", program],
        env={**kept, "BOATZEE_VAR": str(home)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 7, done.stderr
    assert done.stdout.startswith("postgres://")
    assert not list(home.glob("test-*")), "its own folder, and that of a run that was killed, are gone"


def test_two_runs_that_begin_at_once_do_not_sweep_each_other_away(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    local.make_home(home)
    begun: list[tuple[Path, int | None]] = []
    other = threading.Thread(target=lambda: begun.append(services._begin(home)))
    make_home, claim = local.make_home, services._claim

    def in_between(own: Path) -> int | None:
        """Lock it once another run has had the time to sweep."""
        if threading.current_thread() is not other and not other.ident:
            monkeypatch.setattr(local, "make_home", lambda _: make_home(home / "test-of-the-other"))
            other.start()
            other.join(0.5)
        return claim(own)

    monkeypatch.setattr(services, "_claim", in_between)
    begun.append(services._begin(home))
    other.join()
    assert len({folder for folder, _ in begun}) == 2
    for folder, lock in begun:
        assert lock is not None
        assert folder.is_dir()
        os.close(lock)
