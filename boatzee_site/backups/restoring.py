"""A backup put back into a folder of its own, with its log, and a server on it that nobody sees."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from boatzee_site import local
from boatzee_site.backups import sealing, store, taking
from boatzee_site.backups.sealing import Spoilt
from boatzee_site.backups.store import Backup, Refused, Store, locked
from boatzee_site.local import children, postgres

PATIENCE = 6 * 3600.0  # seconds that carrying on through the log may take


@dataclass(frozen=True)
class Laid:
    """What lies in the folder: the backup it is of, and the numbers of the log's segments beside it."""

    backup: Backup
    segments: range


def choose(there: dict[str, Backup], to: datetime | None) -> tuple[Backup, Backup | None]:
    """The newest backup that was whole at that moment, or of all, and the one after it. Raises Refused."""
    usable = [one for one in there.values() if to is None or one.ended_at <= to]
    if not usable:
        raise Refused(
            f"There is no backup of before {to:%Y-%m-%d %H:%M:%S %Z}." if to else "There is no backup yet."
        )
    chosen = usable[-1]
    return chosen, next((one for one in there.values() if to and one.began_at > to), None)


def lay(kept: Store, home: Path, to: datetime | None) -> Laid:
    """Put the data of the newest backup, or of the one before a moment, into `home`/data, and the log that it
    needs from there into `home`/wal. Raises Refused, Spoilt, FileNotFoundError.
    """
    there, wrong = kept.readable()
    if not there and wrong:
        raise Spoilt(" ".join(wrong.values()))
    backup, after = choose(there, to)
    newer = [sentence for name, sentence in wrong.items() if name > backup.name]
    if newer and to is None:
        raise Spoilt(" ".join(newer))
    parts: list[Path] = []
    for one in kept.chain(backup, there):
        part = postgres.own(home / f"part-{len(parts)}")
        _unpack(kept, one, part)
        parts.append(part)
    if len(parts) == 1:
        parts[0].rename(home / "data")
    else:
        _run("pg_combinebackup", "--link", *map(str, parts), "-o", str(home / "data"))
        for part in parts:
            shutil.rmtree(part)
    _run("pg_verifybackup", "--quiet", str(home / "data"))
    return Laid(backup, _lay_log(kept, postgres.own(home / "wal"), backup, after))


def _unpack(kept: Store, backup: Backup, folder: Path) -> None:
    place = kept.folder / backup.name / store.BASE
    words = ["tar", "--extract", "--gzip", "--no-same-owner", "--directory", str(folder)]
    with (
        sealing.opened(place, kept.keys, f"{backup.name}/{store.BASE}") as file,
        subprocess.Popen(
            words, stdin=subprocess.PIPE, stderr=subprocess.PIPE, **postgres.as_ordinary_user()
        ) as tar,
    ):
        assert tar.stdin
        assert tar.stderr
        try:
            shutil.copyfileobj(file, tar.stdin, store.BLOCK)
            tar.stdin.close()
        except BrokenPipeError:
            pass  # it says below why
        except BaseException:
            tar.kill()
            raise
        said = tar.stderr.read().decode(errors="replace")
    if tar.returncode:
        raise Refused(f"Backup {backup.name} cannot be unpacked: {said.strip()[-300:]}")


def _lay_log(kept: Store, folder: Path, backup: Backup, after: Backup | None) -> range:
    """The log from the end of the backup on, up to the one after it. Raises Spoilt where some is missing."""
    size = backup.segment_bytes
    first, numbers = backup.end // size, set()
    for name in kept.segments():
        number = store.number_of(name, size) if store.SEGMENT.match(name) else None
        left = name < f"{backup.timeline:08X}"  # on a timeline that was left, by an earlier restore
        if number is not None and (left or number < first or (after and number > after.first_segment)):
            continue
        with (folder / name).open("wb") as out:
            taking.unpack_log(kept, name, out)
        (folder / name).chmod(0o644)
        if number is not None and store.SEGMENT.fullmatch(name):
            numbers.add(number)
    found = range(first, max(numbers, default=first - 1) + 1)
    missing = [number for number in found if number not in numbers]
    if missing:
        raise Spoilt(
            f"{len(missing)} of {len(found)} segments of the log are missing, from number {missing[0]} on."
        )
    return found


def _run(program: str, *words: str) -> None:
    """One of Postgres's programs. Raises Spoilt with what it complains of."""
    command = [str(taking.programs() / program), *words]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd="/", **postgres.as_ordinary_user()
    )
    if done.returncode:
        raise Spoilt(f"{program}: {done.stderr.strip()[-500:]}")


class Scratch:
    """A server on what was laid there. It listens on a socket of its own alone, and archives nothing."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.sockets = local.socket_dir(home)
        self.log = home / "postgres.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, to: datetime | None) -> None:
        """Carry it on through the log, to the end or to a moment, and open it. Raises Spoilt.

        Call it from the main thread: the server ends with the thread that started it.
        """
        postgres.own(self.sockets)
        (self.home / "pg_hba.conf").write_text("local all all trust\n")
        (self.home / "postgresql.conf").write_text("")
        data = self.home / "data"
        (data / "recovery.signal").touch()
        settings = {
            "config_file": self.home / "postgresql.conf",
            "hba_file": self.home / "pg_hba.conf",
            "listen_addresses": "",
            "unix_socket_directories": self.sockets,
            "archive_mode": "off",
            "hot_standby": "off",
            "primary_conninfo": "",
            "synchronous_standby_names": "",
            "shared_preload_libraries": "",
            "ssl": "off",
            "logging_collector": "off",
            "restore_command": f'cp "{self.home}/wal/%f" "%p"',
            "recovery_target_action": "promote",
            "recovery_target_time": to.isoformat() if to else "",
        }
        command = [str(taking.programs() / "postgres"), "-D", str(data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                cwd="/",
                start_new_session=True,
                preexec_fn=children.with_parent(signal.SIGINT),  # noqa: PLW1509  (no other thread forks)
                **postgres.as_ordinary_user(),
            )
        self._wait()

    def _wait(self) -> None:
        assert self.process
        asking = [str(taking.programs() / "pg_isready"), "-q", "-h", str(self.sockets)]
        limit = time.monotonic() + PATIENCE
        while subprocess.run(asking, check=False).returncode:
            if self.process.poll() is not None or time.monotonic() > limit:
                raise Spoilt(f"The restored server does not start:\n{self.log.read_text()[-1500:]}")
            time.sleep(0.1)

    def stop(self) -> None:
        """Cleanly: what is there can be started by any server of this version."""
        children.end(self.process, signal.SIGINT, 60)


def hand_on_histories(data: Path) -> None:
    """Let the server that will run on this data archive which timelines it came by.

    The scratch server, which began one, archives nothing. Did its history never come among the backups, the
    next restore would begin a timeline of the same number, and two logs would have the same names.
    """
    for history in (data / "pg_wal").glob("*.history"):
        done = data / "pg_wal" / "archive_status" / f"{history.name}.ready"
        done.touch(mode=0o600)
        shutil.chown(done, history.stat().st_uid, history.stat().st_gid)


@contextmanager
def fresh(home: Path) -> Iterator[Path]:
    """An empty folder in `home` for a restored one, which is gone when this is left. Raises Refused.

    What an earlier, killed one left there goes, too.
    """
    place = local.make_home(home) / "restored"
    with locked(home / "lock"):
        shutil.rmtree(place, ignore_errors=True)
        try:
            yield postgres.own(place)
        finally:
            shutil.rmtree(place, ignore_errors=True)
