"""The log of everything that was taken, as text: its lines, and the tree over those of a segment. Pure.

Every serial that was ever taken, or passed over, stands in exactly one line, in the order of the serials; so
a set that was burnt shows. The exact format is in docs/dice.md; the verifiers read it independently of this
file.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from dicepool import merkle
from dicepool.rfc6962 import leaf

LINES = 2048
"""Lines in a segment, at most."""
TAKEN, ROLLED_BACK, THROWN_AWAY = "taken", "rolled-back", "thrown-away"
RESTART, EPOCH, NO_BATCH = "restart", "epoch", "no-batch"
"""Why serials are passed over: a server was started again, dealing began anew, or no batch has them."""
_PASSED_OVER = "passed-over"
_NONE = "-"

Span = tuple[int, int]
"""Serials, both ends in."""
Passed = tuple[int, int, str]
"""Serials that were passed over, both ends in, and why."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A set that was taken. Label and pledge have 32 bytes, or none; no label in those of old releases."""

    serial: int
    at_ms: int
    label: bytes = b""
    pledge: bytes = b""

    @property
    def line(self) -> str:
        """As the log has it."""
        label, pledge = self.label.hex() or _NONE, self.pledge.hex() or _NONE
        return f"{self.serial} {TAKEN} {self.at_ms} {label} {pledge}"


def rolled_back(serial: int) -> str:
    """The line of a set that was taken by a transaction which then came to nothing."""
    return f"{serial} {ROLLED_BACK}"


def passed_over(first: int, last: int, reason: str) -> str:
    """The line of serials that were never taken and never will be."""
    return f"{first}-{last} {_PASSED_OVER} {reason}"


def thrown_away(serial: int) -> str:
    """The line that says of a set, whose `taken` stands before, that it was reserved and is never used."""
    return f"{serial} {THROWN_AWAY}"


@dataclass(frozen=True, slots=True)
class Pages:
    """What goes into one segment: its lines, up to which serial they tell, and how many sets a reason has."""

    lines: list[str]
    last: int
    counts: Counter[str]


def write(
    first: int, until: int, handed: Sequence[Handed], passed: Sequence[Passed], batches: Sequence[Span]
) -> Pages:
    """The lines of the serials from `first` to `until`, as many as a segment holds.

    `handed` are those sets of them that were taken, upward: all, or as many as a segment holds. `passed` and
    `batches` are what may touch them, upward by their first serial. Serials behind the last batch that
    nobody took are left for the next time: whether one will have them is not known yet.
    """
    lines: list[str] = []
    counts: Counter[str] = Counter()
    last = first - 1
    for end, line, reason in _told(first, until, handed, passed, batches):
        lines.append(line)
        counts[reason] += end - last
        last = end
        if len(lines) == LINES:
            break
    return Pages(lines, last, counts)


def _told(
    first: int, until: int, handed: Sequence[Handed], passed: Sequence[Passed], batches: Sequence[Span]
) -> Iterator[tuple[int, str, str]]:
    """The last serial of each line, the line, and its reason."""
    at = first
    for one in handed:
        for told in _gap(at, one.serial - 1, passed, batches):
            yield told
            at = told[0] + 1
        if at < one.serial:
            return
        yield one.serial, one.line, TAKEN
        at = one.serial + 1
    yield from _gap(at, until, passed, batches)


def _gap(
    at: int, until: int, passed: Sequence[Passed], batches: Sequence[Span]
) -> Iterator[tuple[int, str, str]]:
    """The lines of serials that nobody took."""
    while at <= until:
        over = max((one for one in passed if one[0] <= at <= one[1]), key=lambda one: one[1], default=None)
        if over is not None:
            end, reason = min(until, over[1]), over[2]
            yield end, passed_over(at, end, reason), reason
            at = end + 1
            continue
        place = bisect_left(batches, at, key=itemgetter(1))
        if place == len(batches):
            return
        begins = batches[place][0]
        if begins <= at:
            yield at, rolled_back(at), ROLLED_BACK
            at += 1
            continue
        end = min(until, begins - 1, *(one[0] - 1 for one in passed if one[0] > at))
        yield end, passed_over(at, end, NO_BATCH), NO_BATCH
        at = end + 1


def text(lines: Sequence[str]) -> bytes:
    """A segment's file: every line with its end."""
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def root(lines: Sequence[str]) -> bytes:
    """The root of the tree over the lines of a segment, each without its end. There is at least one."""
    return merkle.root_of([leaf(line) for line in lines])


@dataclass(frozen=True)
class Segment:
    """A segment as it is read: finds the line of a serial, and its path to the root."""

    lines: tuple[str, ...]
    _starts: list[int] = field(repr=False)
    """The first serial of each line but for those of what was thrown away, which come last."""
    _levels: tuple[tuple[bytes, ...], ...] = field(repr=False)

    @classmethod
    def read(cls, text: bytes) -> Segment:
        """Out of its file."""
        lines = tuple(text.decode("ascii").splitlines())
        starts = [_first(line) for line in lines if not line.endswith(THROWN_AWAY)]
        return cls(lines, starts, merkle.tree([leaf(line) for line in lines]))

    @property
    def root(self) -> bytes:
        """Of its tree."""
        return merkle.root_of(self._levels[-1]) if self._levels else leaf(self.lines[0])

    def index_of(self, serial: int) -> int:
        """Which line tells of a serial that this segment covers, from 0."""
        return bisect_right(self._starts, serial) - 1

    def path(self, index: int) -> list[bytes]:
        """From a line to the root."""
        return merkle.path(self._levels, index)


def _first(line: str) -> int:
    return int(line.partition(" ")[0].partition("-")[0])


def handed(line: str) -> Handed | None:
    """What a line says of a set that was taken; None of any other line."""
    parts = line.split(" ")
    if parts[1] != TAKEN:
        return None
    label, pledge = ("" if part == _NONE else part for part in parts[3:])
    return Handed(int(parts[0]), int(parts[2]), bytes.fromhex(label), bytes.fromhex(pledge))


def entry(number: int, first: int, last: int, lines: int, root: bytes, at: int) -> str:
    """A segment as it stands in the tree of all batches and segments; `at` in seconds since 1970."""
    return f"segment {number} {first} {last} {lines} {root.hex()} {at}"


def added(total: Mapping[str, int], counts: Mapping[str, int]) -> dict[str, int]:
    """Both together."""
    return dict(Counter(total) + Counter(counts))
