"""Segments of the log in less room: labels as bytes, and no pledge that the books tell. Pure.

A pledge is the hash of the player's number. Once that stands in the folded books of its batch for ever, the
segment's file need not keep the hash besides. Labels are noise, which nothing packs: as text they take a
fifth more. The exact format is in docs/dice.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dicepool import logbook, turning
from dicepool.logbook import Handed

TOLD, NONE = "=", "-"
"""In place of a label, which stands behind the lines, or of a pledge that the set's number tells; and where
there is none.
"""
END = b"\0"
"""Of the lines."""
LABEL_BYTES = 32
WORDS = 4
"""In the line of a set that was taken; others have fewer."""


def pledged(text: bytes) -> list[int]:
    """The serials of a segment's sets for which a number was pledged."""
    found = map(logbook.handed, _lines(text))
    return [one.serial for one in found if one is not None and one.pledge]


def lean(text: bytes, numbers: Mapping[int, bytes]) -> bytes:
    """A segment's file without the pledges that these numbers, by their serials, tell."""
    lines, labels, last = [], [], Handed(0, 0)
    for line in _lines(text):
        one = logbook.handed(line)
        if one is None:
            lines.append(line)
            continue
        number = numbers.get(one.serial)
        fits = number is not None and turning.pledge_of(number) == one.pledge
        pledge = TOLD if fits else one.pledge.hex() or NONE
        label = TOLD if one.label else NONE
        lines.append(f"{one.serial - last.serial} {one.at_ms - last.at_ms} {label} {pledge}")
        labels.append(one.label)
        last = one
    return logbook.text(lines) + END + b"".join(labels)


def told(content: bytes) -> list[int]:
    """The serials of a lean file's sets whose pledges are left out."""
    return [serial for _line, serial, _at, _label, pledge in _read(content) if pledge == TOLD]


def filled(content: bytes, numbers: Mapping[int, bytes]) -> bytes:
    """The segment's file again. Raises KeyError where a number is missing, and ValueError."""
    rest = content.partition(END)[2]
    labels = (rest[at : at + LABEL_BYTES] for at in range(0, len(rest), LABEL_BYTES))
    lines = []
    for line, serial, at, label, pledge in _read(content):
        if not serial:
            lines.append(line)
            continue
        known = turning.pledge_of(numbers[serial]).hex() if pledge == TOLD else pledge.strip(NONE)
        kept = next(labels, b"") if label == TOLD else b""
        lines.append(Handed(serial, at, kept, bytes.fromhex(known)).line)
    return logbook.text(lines)


def _read(content: bytes) -> Iterator[tuple[str, int, int, str, str]]:
    """Each line, and of a set that was taken its serial, its time, and what stands for label and pledge."""
    serial = at = 0
    for line in _lines(content.partition(END)[0]):
        words = line.split(" ")
        if len(words) == WORDS:
            serial, at = serial + int(words[0]), at + int(words[1])
            yield line, serial, at, words[2], words[3]
        else:
            yield line, 0, 0, NONE, NONE


def _lines(text: bytes) -> list[str]:
    return text.decode("ascii").splitlines()
