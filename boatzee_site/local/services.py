"""The servers a bare machine lacks: a real Postgres and a real Valkey, out of their wheels.

They are started only where no DATABASE_URL / REDIS_URL is given, keep everything in one folder
(`var/`), and are reached by unix socket (Postgres) or by password on the loopback (Valkey).

`python -m boatzee_site.local.services COMMAND …` runs a command beside fresh ones: tests, benchmarks.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from boatzee_site import local
from boatzee_site.catalogues import compiling
from boatzee_site.local.postgres import SUPERUSER, Postgres
from boatzee_site.local.starting import ServiceFailed, free_port
from boatzee_site.local.valkey import Valkey

__all__ = ["SUPERUSER", "Postgres", "ServiceFailed", "Valkey", "free_port", "run_with_services"]


def run_with_services(command: list[str]) -> int:
    """Start both servers in a fresh folder, run `command` with their addresses, stop them, clear up.

    For tests and benchmarks: unless BOATZEE_FSYNC=1 Postgres runs without fsync and Valkey without a
    file, for all that goes with the run. Servers already named in the environment are used as they are.
    Returns the command's exit status.
    """
    compiling.compile_all()
    if "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ:
        return subprocess.run(command, check=False).returncode
    home, lock = _begin(local.make_home(local.var_dir()))
    fsync = os.environ.get("BOATZEE_FSYNC") == "1"
    postgres = Postgres(home, {} if fsync else {"fsync": "off", "full_page_writes": "off"})
    valkey = Valkey(home, durable=fsync)
    try:
        valkey.start()
        postgres.start()
        postgres.prepare_for_tests()
        environment = {
            **local.local_environment(home, os.environ),
            "EVENTS_URL": "/events",
            "ANALYSIS_DIR": str(home.parent / "tables"),  # the same for every run: they take a while to build
            **os.environ,
            "BOATZEE_VAR": str(home),
        }
        return _run(command, environment)
    finally:
        valkey.stop()
        postgres.stop()
        shutil.rmtree(home, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def _run(command: list[str], environment: Mapping[str, str]) -> int:
    """Run to the end. Ctrl-C reaches the command by itself; SIGTERM is passed on: both wait for it."""
    process = subprocess.Popen(command, env=environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    return process.wait()


def _begin(var: Path) -> tuple[Path, int | None]:
    """A folder for this run, and its lock. Runs begin one after the other, lest one sweeps away a folder that
    another has made and not locked yet.
    """
    with (var / "beginning").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        _sweep(var)
        home = local.make_home(var / f"test-{os.getpid()}")
        return home, _claim(home)


def _claim(home: Path) -> int | None:
    """Lock a test's folder as long as this process lives. None where somebody else has it."""
    lock = os.open(home / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def _sweep(var: Path) -> None:
    """Clear the folders of runs that were killed: nobody holds their locks any more."""
    for old in var.glob("test-*"):
        lock = _claim(old)
        if lock is not None:
            shutil.rmtree(old, ignore_errors=True)
            os.close(lock)


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit("Give the command to run beside the servers.")
    sys.exit(run_with_services(sys.argv[1:]))
