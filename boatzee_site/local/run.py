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
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from boatzee_site import local
from boatzee_site.catalogues import compiling
from boatzee_site.local.address import Address, CannotListen, address
from boatzee_site.local.children import end, with_parent
from boatzee_site.local.services import Postgres, ServiceFailed, Valkey

STOPPED_BY = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PAUSES = (1.0, 2.0, 5.0, 15.0)
"""Seconds before a process that ended is started again: the first, second, third time …"""
CALM = 60.0
"""Seconds after which a process is taken to run well, and its pauses begin anew."""
LOG_MAX = 5_000_000  # bytes after which a log is put aside when the site starts


class Stopped(Exception):
    """Somebody asked the site to stop."""


class CannotStart(Exception):
    """The site cannot start. The message says why, and what to do."""


@dataclass
class Child:
    """One process of the site: how it is started, and how often it had to be.

    What has to be done `once` may end when it has done it; the next run of the site asks it again.
    """

    name: str
    command: list[str]
    environment: Mapping[str, str]
    log: Path
    once: bool = False
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
        if self.process.poll() is None or self.once:
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
    """Tell whoever started the site, if the terminal is still there."""
    with suppress(OSError):
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
    except (CannotStart, CannotListen, ServiceFailed) as error:
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
        note = home / "address"
        place = note.read_text() if note.exists() else "an address that is not known yet"
        raise CannotStart(f"Boatzee is running here already, at {place}") from None
    (home / "address").unlink(missing_ok=True)


def _run(home: Path) -> int:
    here = address(os.environ)
    servers: list[Valkey | Postgres] = []
    children: list[Child] = []
    _put_logs_aside(home)
    compiling.compile_all()
    try:
        if "REDIS_URL" not in os.environ:
            servers.append(Valkey(home))
        if "DATABASE_URL" not in os.environ:
            servers.append(Postgres(home))
        for server in servers:
            server.start()
        environment = _environment(here)
        _prepare(home, environment, fresh=any(isinstance(one, Postgres) and one.fresh for one in servers))
        web, *others = _children(home, environment, here)
        children.append(web)
        web.start()
        _wait_for_page(here, servers, web)
        _welcome(home, here)
        for child in others:  # only now: on a small machine they would keep the first page waiting
            children.append(child)
            child.start()
        while True:
            time.sleep(0.5)
            _watch(servers, children)
    finally:
        for number in STOPPED_BY:
            signal.signal(number, signal.SIG_IGN)
        say("Stopping …")
        for child in children:
            if child.process is not None and child.process.poll() is None:
                child.process.terminate()
        for child in children:
            end(child.process, signal.SIGTERM, 15)
        for server in reversed(servers):
            server.stop()


def _watch(servers: list[Valkey | Postgres], children: list[Child]) -> None:
    """Start again whatever has ended. Raises ServiceFailed where a server does not come back."""
    for server in servers:
        if server.process is not None and server.process.poll() is not None:
            name = type(server).__name__
            say(f"{name} ended with status {server.process.returncode}: again; see {server.log}")
            server.start()
    for child in children:
        child.watch()


def _put_logs_aside(home: Path) -> None:
    for log in (home / "log").glob("*.log"):
        if log.stat().st_size > LOG_MAX:
            log.replace(log.with_suffix(".log.old"))


def _environment(here: Address) -> dict[str, str]:
    """What every process of the site is started with; settings.py finds the rest by itself."""
    environment = {
        **os.environ,
        "HOST": here.host,
        "PORT": str(here.port),
        "EVENTS_PORT": str(here.events_port),
    }
    if "DATABASE_URL" not in os.environ:
        environment.setdefault("ALLOWED_HOSTS", ",".join(here.names))
        environment.setdefault("SITE_URL", here.url.rstrip("/"))
    environment["DJANGO_SETTINGS_MODULE"] = "boatzee_site.settings"
    environment["PYTHONUNBUFFERED"] = "1"
    return environment


def _prepare(home: Path, environment: Mapping[str, str], *, fresh: bool) -> None:
    """Bring the database up to date, lay out static files, fill the pool, make the demo players.

    Not done again where nothing has changed since the last time, as the stamp tells, and the
    database is the one of the last time: our own, and not a fresh one.
    """
    (home / "log").mkdir(exist_ok=True)
    stamp, mark = home / "prepared", _mark()
    ours = "DATABASE_URL" not in os.environ
    if ours and not fresh and stamp.exists() and stamp.read_text() == mark:
        return
    say("Preparing …")
    stamp.unlink(missing_ok=True)
    commands = [
        ["migrate", "--verbosity", "0"],
        ["collectstatic", "--noinput", "--clear", "--verbosity", "0"],
    ]
    if ours:
        commands += [["refill_dice", "--if-low", "--verbosity", "0"], ["demo_players"]]
    done = subprocess.run(
        [sys.executable, "-m", "boatzee_site.prepare", *(" ".join(command) for command in commands)],
        env=environment,
        cwd=local.ROOT,
        check=False,
        start_new_session=True,  # Ctrl-C is for us to answer
        preexec_fn=with_parent(signal.SIGTERM),
    )
    if done.returncode:
        raise CannotStart("The database could not be prepared; what went wrong stands above.")
    stamp.write_text(mark)


def _mark() -> str:
    """Changes whenever a static file, a migration or a requirement does."""
    mark = hashlib.sha256()
    kinds = ("static/**/*", "*/migrations/*.py", "requirements/*.txt")
    for file in sorted(file for kind in kinds for file in local.ROOT.glob(kind)):
        found = file.stat()
        mark.update(f"{file} {found.st_size} {found.st_mtime_ns}\n".encode())
    return mark.hexdigest()


def _children(home: Path, environment: Mapping[str, str], here: Address) -> list[Child]:
    python = [sys.executable, "-m"]
    worker = [*python, "celery", "-A", "boatzee_site.celery", "worker", "--loglevel", "info"]
    commands = {
        "web": [*python, "gunicorn", "boatzee_site.wsgi"],
        # What is told and what is heavy share a worker, whose second process is for whichever is not stuck: a
        # third worker would cost a small machine another 100 MB. Play shares nothing with them.
        "play": [*worker, "--hostname", "play@%h", "-Q", "play", "-c", environment.get("WORKERS", "2")],
        "others": [*worker, "--hostname", "others@%h", "-Q", "told,heavy", "-c", "2"],
        "beat": [*python, "boatzee_site.beat"],
        "events": [
            *(*python, "uvicorn", "boatzee_site.asgi:application", "--host", here.host),
            *("--port", str(here.events_port), "--no-access-log", "--no-proxy-headers"),
            *("--timeout-graceful-shutdown", "5"),
        ],
    }
    children = [
        Child(name, command, environment, home / "log" / f"{name}.log") for name, command in commands.items()
    ]
    tables = [sys.executable, "manage.py", "build_tables", "--verbosity", "0"]
    return [*children, Child("tables", tables, environment, home / "log" / "tables.log", once=True)]


def _wait_for_page(here: Address, servers: list[Valkey | Postgres], web: Child) -> None:
    """Until pages are served. Raises CannotStart when they are not in a minute."""
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        _watch(servers, [web])
        if here.answers():
            return
        time.sleep(0.1)
    raise CannotStart(f"The web server does not answer on port {here.port}; see {web.log}")


def _welcome(home: Path, here: Address) -> None:
    (home / "address").write_text(here.url)
    say(f"\nBoatzee is at {here.url}")
    for url in here.other_urls:
        say(f"         and {url}")
    players = home / "demo-players.txt"
    if "DATABASE_URL" not in os.environ and players.exists():
        say(players.read_text().rstrip())
    say(f"Mail goes to {home / 'mail'}, logs to {home / 'log'}. Ctrl-C stops the site; the data stays.")


if __name__ == "__main__":
    sys.exit(main())
