"""What the players write down while they play: every answer, and every move that was acknowledged."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

NUMBER = re.compile(r"(?<=/)\d+(?=[/.])")
NAME = re.compile(r"(?<=/)soak\d+(?=/)")
TOKEN = re.compile(r"(?<=/link/)[^/]+")


def route(path: str) -> str:
    """An address without what differs from match to match and from player to player."""
    path = path.partition("?")[0]
    return TOKEN.sub("…", NAME.sub("…", NUMBER.sub("…", path)))


@dataclass(frozen=True, slots=True)
class Act:
    """A move as a form sends it and as the log keeps it; `keep` holds faces, in order."""

    kind: str
    keep: tuple[int, ...] = ()
    box: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer over HTTP. Status 0 is none at all; `reason` is what a refusal said."""

    who: str
    method: str
    route: str
    status: int
    seconds: float
    expected: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Ack:
    """A move that the site said it made: whose, from which version on, and when its answer had come."""

    who: str
    match: int
    version: int
    act: Act
    at: float


@dataclass(frozen=True, slots=True)
class Yes:
    """An invitation that was answered, as the site said: accepted, or not."""

    who: str
    match: int
    accept: bool


@dataclass
class Book:
    """Everything written down. Lists are only appended to, so threads need no lock."""

    answers: list[Answer] = field(default_factory=list)
    acks: list[Ack] = field(default_factory=list)
    doubtful: list[tuple[str, int]] = field(default_factory=list)
    """Whose move in which match got no answer, or one that says nothing of the move."""
    answered: list[Yes] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    """Every text that was taken, beside a table or as a message. No two are alike."""
    deeds: list[str] = field(default_factory=list)
    """What was done, by name."""
    broken: list[str] = field(default_factory=list)
    """What went wrong in the players themselves: tracebacks."""
    heard: list[str] = field(default_factory=list)
    """Channels of messages that came by open streams."""

    def counted(self) -> Counter[str]:
        """How often each deed was done."""
        return Counter(self.deeds)
