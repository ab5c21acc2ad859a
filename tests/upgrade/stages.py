"""What happened in each stage of an upgrade, as it was felt by those who played."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.upgrade.playing import Playing

HEAD = f"{'stage':<28}{'s':>6}{'moves':>8}{'moves/s':>9}{'slowest, ms':>13}{'failed':>8}{'no stream, s':>14}"

SHORT = 1.0
"""Seconds of a stage that are too few to judge by: beat is replaced in a quarter of one."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One of them: seconds, moves, the slowest answer, failed requests, the longest time without a stream."""

    what: str
    seconds: float
    moves: int
    slowest: float
    failed: int
    gap: float

    def __str__(self) -> str:
        figures = f"{self.seconds:>6.1f}{self.moves:>8,}{self.moves / self.seconds:>9.0f}"
        return f"{self.what:<28}{figures}{1000 * self.slowest:>13.0f}{self.failed:>8}{self.gap:>14.1f}"


@dataclass
class Watch:
    """Looks over the shoulders of those who play."""

    playing: Playing
    stages: list[Stage] = field(default_factory=list)

    @contextmanager
    def stage(self, what: str) -> Iterator[None]:
        """A stage lasts as long as this does, and is printed when it is over."""
        book, began = self.playing.players.book, time.time()
        answers, acks = len(book.answers), len(book.acks)
        yield
        given = book.answers[answers:]
        stage = Stage(
            what,
            time.time() - began,
            len(book.acks) - acks,
            max((one.seconds for one in given), default=0.0),
            sum(not one.status or one.status >= 500 for one in given),
            max((one.seconds for one in self.playing.gaps() if one.at + one.seconds >= began), default=0.0),
        )
        self.stages.append(stage)
        print(stage, flush=True)  # noqa: T201

    def idle(self) -> list[str]:
        """Stages in which nobody moved: what can be said of them is nothing."""
        return [one.what for one in self.stages if not one.moves and one.seconds >= SHORT]
