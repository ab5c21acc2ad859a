"""`make run`: the whole site on one machine, every process under this one.

Starts Postgres and Valkey (unless their addresses are given), brings the database up to date, and
then web, worker, beat and events. A process that ends is started again after a pause. Ctrl-C,
SIGTERM and a closed terminal stop everything in order; `kill -9` of this process takes the others
with it, and the next run recovers what was committed.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from boatzee_site import local
from boatzee_site.children import end, with_parent
from boatzee_site.services import Postgres, ServiceFailed, Valkey, free_port

STOPPED_BY = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PAUSES = (1.0, 2.0, 5.0, 15.0)
"""Seconds before a process that ended is started again: the first, second, third time …"""
CALM = 60.0
"""Seconds after which a process is taken to run well, and its pauses begin anew."""


class Stopped(Exception):
    """Somebody asked the site to stop."""


class CannotStart(Exception):
    """The site cannot start. The message says why, and what to do."""


@dataclass
class Child:
    """One process of the site: how it is started, and how often it had to be."""

    name: str
    command: list[str]
    environment: Mapping[str, str]
    log: Path
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    falls: int = field(default=0)

    def start(self) -> None:
        """Start it; what it says goes to its log."""
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self.command,
                env=self.environment,
                cwd=local.ROOT,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                preexec_fn=with_parent(signal.SIGTERM),  # noqa: PLW1509  (no other thread forks)
            )
        self.started = time.monotonic()

    def watch(self) -> None:
        """Start it again if it has ended, after a pause that grows with every fall."""
        assert self.process
        if self.process.poll() is None:
            return
        if time.monotonic() - self.started > CALM:
            self.falls = 0
        pause = PAUSES[min(self.falls, len(PAUSES) - 1)]
        self.falls += 1
        say(
            f"{self.name} ended with status {self.process.returncode}: again in {pause:.0f} s; see {self.log}"
        )
        end(self.process, signal.SIGKILL, 1)
        time.sleep(pause)
        self.start()


def say(sentence: str) -> None:
    """Tell whoever started the site."""
    print(sentence, flush=True)  # noqa: T201  (this is the terminal)


def main() -> int:
    """Run the site until it is stopped. Returns the exit status."""
    for number in STOPPED_BY:
        signal.signal(number, _stop)
    home = local.make_home(local.var_dir())
    try:
        with (home / "run.lock").open("a+") as lock:
            _claim(lock.fileno(), home)
            return _run(home)
    except Stopped:
        return 0
    except (CannotStart, ServiceFailed) as error:
        say(str(error))
        return 1


def _stop(number: int, frame: FrameType | None) -> None:
    for other in STOPPED_BY:
        signal.signal(other, signal.SIG_IGN)  # one Ctrl-C is enough: a second must not cut the stopping short
    raise Stopped


def _claim(lock: int, home: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        address = (home / "address").read_text() if (home / "address").exists() else "?"
        raise CannotStart(f"Boatzee is running here already, at {address}") from None


def _run(home: Path) -> int:
    ports = _ports()
    servers: list[Valkey | Postgres] = []
    children: list[Child] = []
    try:
        if "REDIS_URL" not in os.environ:
            servers.append(Valkey(home))
        if "DATABASE_URL" not in os.environ:
            servers.append(Postgres(home))
        for server in servers:
            server.start()
        environment = _environment(ports)
        _prepare(home, environment)
        children.extend(_children(home, environment, ports))
        for child in children:
            child.start()
        _wait_for_page(ports["PORT"], children)
        _welcome(home, ports)
        while True:
            time.sleep(0.5)
            for child in children:
                child.watch()
    finally:
        say("Stopping …")
        for child in children:
            if child.process is not None and child.process.poll() is None:
                child.process.terminate()
        for child in children:
            end(child.process, signal.SIGTERM, 15)
        for server in reversed(servers):
            server.stop()


def _ports() -> dict[str, str]:
    """The two ports, which must be free. Raises CannotStart."""
    usual = {"PORT": "8000", "EVENTS_PORT": "8001"}
    ports = {name: os.environ.get(name, port) for name, port in usual.items()}
    for name, port in ports.items():
        if not port.isdecimal() or not 0 < int(port) < 65536:
            raise CannotStart(f"{name}={port} is no port.")
        if free_port(int(port)) != int(port):
            raise CannotStart(f"Port {port} is taken. Choose others: make run PORT=8080 EVENTS_PORT=8081")
    return ports


def _environment(ports: Mapping[str, str]) -> dict[str, str]:
    """What every process of the site is started with; settings.py finds the rest by itself."""
    environment = {**os.environ, **ports}
    host = os.environ.get("HOST", "")
    if host and "ALLOWED_HOSTS" not in os.environ and "DATABASE_URL" not in os.environ:
        # Who listens on all addresses is reached by any name; it is a local site all the same.
        named = f"{host},localhost,127.0.0.1"
        environment["ALLOWED_HOSTS"] = "*" if host in {"0.0.0.0", "::"} else named  # noqa: S104
    environment["DJANGO_SETTINGS_MODULE"] = "boatzee_site.settings"
    environment["PYTHONUNBUFFERED"] = "1"
    return environment


def _prepare(home: Path, environment: Mapping[str, str]) -> None:
    """Bring the database up to date, lay out static files, fill the pool, make the demo players.

    What has not changed since the last time is not done again: `stamp` tells.
    """
    (home / "log").mkdir(exist_ok=True)
    stamp, mark = home / "prepared", _mark()
    commands = [["migrate", "--verbosity", "0"]]
    if not stamp.exists() or stamp.read_text() != mark:
        say("Preparing …")
        commands.append(["collectstatic", "--noinput", "--clear", "--verbosity", "0"])
    if "DATABASE_URL" not in os.environ:
        commands += [["refill_dice", "--if-low", "--verbosity", "0"], ["demo_players"]]
    joined = [sys.executable, "-m", "boatzee_site.prepare", *(" ".join(command) for command in commands)]
    done = subprocess.run(joined, env=environment, cwd=local.ROOT, check=False)
    if done.returncode:
        raise CannotStart("The database could not be prepared; what went wrong stands above.")
    stamp.write_text(mark)


def _mark() -> str:
    """Changes whenever a static file or a requirement does."""
    mark = hashlib.sha256()
    for file in sorted([*local.ROOT.glob("static/**/*"), *local.ROOT.glob("requirements/*.txt")]):
        found = file.stat()
        mark.update(f"{file} {found.st_size} {found.st_mtime_ns}\n".encode())
    return mark.hexdigest()


def _children(home: Path, environment: Mapping[str, str], ports: Mapping[str, str]) -> list[Child]:
    python = [sys.executable, "-m"]
    celery = [*python, "celery", "-A", "boatzee_site.celery"]
    host = environment.get("HOST", "127.0.0.1")
    commands = {
        "web": [*python, "gunicorn", "boatzee_site.wsgi"],
        "worker": [*celery, "worker", "--loglevel", "info", "--concurrency", environment.get("WORKERS", "2")],
        "beat": [*celery, "beat", "--loglevel", "info", "--pidfile", ""],
        "events": [
            *(*python, "uvicorn", "boatzee_site.asgi:application", "--host", host),
            *("--port", ports["EVENTS_PORT"], "--no-access-log", "--timeout-graceful-shutdown", "5"),
        ],
    }
    return [
        Child(name, command, environment, home / "log" / f"{name}.log") for name, command in commands.items()
    ]


def _wait_for_page(port: str, children: list[Child]) -> None:
    """Until the front page answers. Raises CannotStart when it does not in a minute."""
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        for child in children:
            child.watch()
        with suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health/", timeout=5).close()
            return
        time.sleep(0.1)
    raise CannotStart(f"The web server does not answer on port {port}; see {children[0].log}")


def _welcome(home: Path, ports: Mapping[str, str]) -> None:
    address = f"http://localhost:{ports['PORT']}/"
    (home / "address").write_text(address)
    say(f"\nBoatzee is at {address}")
    players = home / "demo-players.txt"
    if "DATABASE_URL" not in os.environ and players.exists():
        say(players.read_text().rstrip())
    say(f"Mail goes to {home / 'mail'}, logs to {home / 'log'}. Ctrl-C stops the site; the data stays.")


if __name__ == "__main__":
    sys.exit(main())
