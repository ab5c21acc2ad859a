"""What was taken and what is told of it in the log."""

from __future__ import annotations

from pathlib import Path

from django.db import transaction

from dicepool import log, pool
from dicepool.models import Segment

LABEL, PLEDGE = b"\x0a" * 32, b"\x0b" * 32


def roll_back(sets: int) -> None:
    with transaction.atomic():
        pool.draw(sets)
        transaction.set_rollback(True)


def reserve(sets: int = 1) -> list[int]:
    with transaction.atomic():
        wanted = [pool.Wanted(LABEL, PLEDGE)] * sets
        return [one.serial for one in pool.reserve(wanted, b"owner")]


def newest() -> Segment:
    segment = log.newest()
    assert segment is not None
    return segment


def lines(segment: Segment | None = None) -> list[str]:
    return log.text(segment or newest()).decode().splitlines()


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())
