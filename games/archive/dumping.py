"""A month's public matches in one file, for whoever wants all of them: NDJSON, packed, with its checksum.

It names no people: seats are called by their numbers, robots by their names, and what staff wrote is left
out. So a file that was downloaded once holds nobody's name when the account is closed, and the same month
made again has the same bytes, whoever has closed an account or changed a name since. It is made of what
everybody might see once the month's last daily was over, and stays as it was then.

Where making it is killed, the next run goes on behind the last part that is whole: each is a member of its
own of the packed file. It has its name once all of it is there, and its checksum lies beside it before that
(games.archive.dumped).
"""

from __future__ import annotations

import gzip
import json
import logging
import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import IO

from games import record
from games.archive import bulk, dumped
from games.match import move_log, records
from games.models import Archived, Match
from games.packed import Damaged
from statements import alone

logger = logging.getLogger(__name__)
LEVEL = 9
LOCK = 0x626F6470  # of whoever makes files, or throws damaged ones away


def keep() -> None:
    """Throw away what was damaged, and make the first month that is missing; not while another does so."""
    with alone(LOCK) as mine:
        if mine:
            dumped.look_through()
            _make_missing()


def make_missing() -> date | None:
    """Make the first month that is over and has no file yet. Returns which, None where none is missing."""
    with alone(LOCK) as mine:
        return _make_missing() if mine else None


def _make_missing() -> date | None:
    for month in months():
        if dumped.find(dumped.name_of(month)) is None:
            _make(month)
            return month
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
    with alone(LOCK) as mine:
        if mine and (anew or dumped.find(dumped.name_of(month)) is None):
            _make(month)
        return mine


def _make(month: date) -> None:
    path = dumped.path_of(dumped.name_of(month))
    part, state = dumped.beside(path, ".part"), dumped.beside(path, ".state")
    path.parent.mkdir(parents=True, exist_ok=True)
    dumped.throw_away(path)
    _write(month, part, state)
    dumped.note(path, dumped.digest_of(part), part)
    part.replace(path)
    state.unlink(missing_ok=True)
    logger.info("All public matches of %s lie in %s.", f"{month:%Y-%m}", path.name)


def _write(month: date, part: Path, state: Path) -> None:
    """Write all of it, part by part; behind each it is noted how far it goes."""
    size, since, match = _how_far(part, state)
    since, until = since or _moment(month), _moment(_after(month))
    with part.open("r+b" if size else "wb") as file:
        file.truncate(size)
        file.seek(size)
        while keys := bulk.keys_after(since, match, until):
            file.write(gzip.compress("".join(_lines(keys)).encode(), LEVEL, mtime=0))
            _flush(file)
            match, since = keys[-1]
            dumped.put(state, json.dumps([file.tell(), since.isoformat(), match]))
        _flush(file)


def _how_far(part: Path, state: Path) -> tuple[int, datetime | None, int]:
    """How many bytes are whole, and the match they end with; none where fewer are there than was noted."""
    try:
        size, since, match = json.loads(state.read_text())
        if part.stat().st_size >= int(size):
            return int(size), datetime.fromisoformat(since), int(match)
    except (OSError, ValueError, TypeError):
        pass
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


def _flush(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())
