"""A month's public matches in one file, for whoever wants all of them: NDJSON, packed, with its checksum.

It names no people: seats are called by their numbers, robots by their names, and what staff wrote is left
out. So a file that was downloaded once holds nobody's name when the account is closed, and the same month
made again has the same bytes, whoever has closed an account or changed a name since. It is made of what
everybody might see once the month's last daily was over, and stays as it was then.

Where making it is killed, the next run goes on behind the last part that is whole: each is a member of its
own of the packed file. A file without a checksum beside it is not whole, and is shown to nobody.
"""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import json
import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import IO

from django.conf import settings

from games import record
from games.archive import bulk
from games.match import move_log, records
from games.models import Archived, Match
from games.packed import Damaged

logger = logging.getLogger(__name__)
NAME = re.compile(r"matches-(\d{4})-(\d{2})\.ndjson\.gz")
LEVEL = 9


@dataclass(frozen=True, slots=True)
class Dump:
    """A file that is whole: its month by the first day of it, how many bytes, and their SHA-256 in hex."""

    month: date
    size: int
    digest: str

    @property
    def name(self) -> str:
        """Of the file."""
        return name_of(self.month)


def name_of(month: date) -> str:
    """The file of a month."""
    return f"matches-{month:%Y-%m}.ndjson.gz"


def path_of(name: str) -> Path:
    """Where it lies."""
    return Path(settings.DUMPS_DIR) / name


def listed() -> list[Dump]:
    """All files that are whole, the newest month first. No query."""
    folder = Path(settings.DUMPS_DIR)
    names = sorted((path.name for path in folder.glob("*.gz")), reverse=True) if folder.is_dir() else []
    return [dump for name in names if (dump := find(name)) is not None]


def find(name: str) -> Dump | None:
    """The file of this name; None where there is none, or not all of it."""
    found = NAME.fullmatch(name)
    if found is None:
        return None
    try:
        month = date(int(found[1]), int(found[2]), 1)
        digest, *_rest = _beside(path_of(name), ".sha256").read_text().split()
        return Dump(month, path_of(name).stat().st_size, digest)
    except (OSError, ValueError):
        return None


def make_missing() -> date | None:
    """Make the first month that is over and has no file yet. Returns which, None where none is missing."""
    for month in months():
        if find(name_of(month)) is None:
            return month if make(month) else None
    return None


def months() -> Iterator[date]:
    """The months with a match in the archive that are over for good, the first of them first. Two queries."""
    first = (
        Archived.objects.filter(closed=False).order_by("ended_at").values_list("ended_at", flat=True).first()
    )
    if first is None:
        return
    month, until = first.astimezone(UTC).date().replace(day=1), bulk.settled()
    while _moment(_after(month)) <= until:
        yield month
        month = _after(month)


def make(month: date, *, anew: bool = False) -> bool:
    """Make the file of a month, or go on with it; one that is whole stays, unless it is made `anew`.

    Returns whether it is there now: not while another is at it. Raises OSError where the folder cannot be
    written to.
    """
    path = path_of(name_of(month))
    path.parent.mkdir(parents=True, exist_ok=True)
    with _alone(path.parent) as mine:
        if not mine:
            return False
        if find(path.name) is not None and not anew:
            return True
        if anew:
            _beside(path, ".sha256").unlink(missing_ok=True)
            path.unlink(missing_ok=True)
        if not path.exists():  # else it was killed between the two files
            _write(month, _beside(path, ".part"), _beside(path, ".state"))
            _beside(path, ".part").replace(path)
            _beside(path, ".state").unlink(missing_ok=True)
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        _put(_beside(path, ".sha256"), f"{digest}  {path.name}\n")
    logger.info("All public matches of %s lie in %s.", f"{month:%Y-%m}", path.name)
    return True


def _write(month: date, part: Path, state: Path) -> None:
    """Write all of it, part by part; behind each it is noted how far it goes."""
    size, since, match = _how_far(state)
    since, until = since or _moment(month), _moment(_after(month))
    with part.open("r+b" if part.exists() and size else "wb") as file:
        file.truncate(size)
        file.seek(size)
        while keys := bulk.keys_after(since, match, until):
            file.write(gzip.compress("".join(_lines(keys)).encode(), LEVEL, mtime=0))
            _flush(file)
            match, since = keys[-1]
            _put(state, json.dumps([file.tell(), since.isoformat(), match]))
        _flush(file)


def _how_far(state: Path) -> tuple[int, datetime | None, int]:
    """How many bytes are whole, and the match they end with."""
    try:
        size, since, match = json.loads(state.read_text())
        return int(size), datetime.fromisoformat(since), int(match)
    except (OSError, ValueError, TypeError):
        return 0, None, 0


def _lines(keys: list[tuple[int, datetime]]) -> Iterator[str]:
    for match in bulk.in_order(keys):
        try:
            text = _nameless(match)
        except (Damaged, record.BadRecord):
            logger.exception("match %s is missing in the file of its month", match.pk)
            continue
        ended = match.ended_at.astimezone(UTC).isoformat() if match.ended_at else None
        told = {"id": match.pk, "game": match.code, "ended_at": ended, "record": text}
        yield json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def _nameless(match: Match) -> str:
    """The match's record with the names of robots alone, and without what staff wrote."""
    seats = list(match.seats.all())
    whole = records.as_record(match, seats, move_log.all_moves(match))
    names = tuple(
        seat.name if seat.player is not None and seat.player.robot else f"seat {seat.index + 1}"
        for seat in seats
    )
    ending = replace(whole.ending, reason="") if whole.ending else None
    return record.write(replace(whole, names=names, ending=ending))


def _moment(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _after(month: date) -> date:
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _put(path: Path, text: str) -> None:
    """A small file, whole at every moment."""
    draft = _beside(path, ".new")
    with draft.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _flush(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


@contextmanager
def _alone(folder: Path) -> Iterator[bool]:
    """Whether nobody else makes a file there just now; a process that dies lets go."""
    with (folder / ".making").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True
