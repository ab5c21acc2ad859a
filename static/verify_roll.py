#!/usr/bin/env python3
"""Check Boatzee's dice yourself. Needs Python 3.9 or later and nothing else.

    python verify_roll.py [--kept FILE]... [--key VKEY]... [--witness VKEY]... FILE ...

FILE is any of, in any order:
  a file of proofs        /dice/roll/<serial>.json or /dice/proofs.json?serials=...
  the list of batches     /dice/batches.json
  a published batch       /dice/batch/<number>.json
  the record of a match   the text that a match's page offers; its rolls are checked against the
                          proofs given with it, and where it has the match's seed, against the log
  a link of the chain     a file with its 64 hex digits and nothing else, as /dice/ shows the newest
  a checkpoint            /dice/checkpoint, the signed head of the tree of all batches and segments
  a receipt               the signed note that a table's page held for a set before it was rolled
  a segment of the log    /dice/log/<number>.txt
  parts of the tree       /dice/tree/entries.json, inclusion.json, consistency.json
  a key                   /dice/key, or the key of a witness, one line

--kept FILE is a list, a link, a checkpoint or a receipt of which you know that you have kept it since
before the rolls. Only such a file can show that a batch was published before it was used: this script
cannot know when you came by a file, and takes your word for it. A checkpoint alone is enough.

--key VKEY is the site's key, as /dice/key shows it, or a file with it; then what is not signed by it is
wrong. Have it from a time, or a place, that you trust. --witness VKEY is the key of a witness whose
word you take: its signatures under checkpoints are checked. Several of each may be given.

Prints `ok` for what these files prove, `open` for what they cannot prove, and `WRONG` for what
contradicts itself or another file. Ends with status 0 if nothing is wrong, 1 if anything is, and 2
if it is not told what to check. The formats are described in docs/dice.md; this script shares no
code with the site.
"""

# ruff: noqa: B905, RUF007, T201, UP031  (it prints, and runs on a Python older than the site's)

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timezone
from typing import Any

try:  # It is quicker, where it is here; what it says is the same.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    PLAINLY = False
except ImportError:
    PLAINLY = True

SALT, SERIALS_PER_BLOCK, BYTES_PER_SERIAL, MASK = 16, 16, 24, 8
COMMITTED = ("first", "last", "root", "previous", "chain")
LISTS = ("boatzee-batches-1", "boatzee-batches-2")
PROOFS = ("boatzee-proofs-1", "boatzee-proofs-2", "boatzee-proofs-3")
BATCHES = ("boatzee-batch-1", "boatzee-batch-2")
ENTRIES, INCLUSION, CONSISTENCY = "boatzee-entries-1", "boatzee-inclusion-1", "boatzee-consistency-1"
END_OF_TIME = 253402300800  # seconds from 1970 to the year 10000
NUMBER, HEX = "(0|[1-9][0-9]{0,14})", "[0-9a-f]{64}"
TAKEN = re.compile("%s taken %s (%s|-) (%s|-)" % (NUMBER, NUMBER, HEX, HEX))
ROLLED_BACK = re.compile("%s rolled-back" % NUMBER)
THROWN_AWAY = re.compile("%s thrown-away" % NUMBER)
PASSED_OVER = re.compile("%s-%s passed-over ([a-z-]+)" % (NUMBER, NUMBER))
RECEIPT = re.compile(
    "boatzee receipt v1\nset %s\nlabel (%s)\npledge (%s|none)\nat %s\n" % (NUMBER, HEX, HEX, NUMBER)
)
CHECKPOINT = re.compile("([^\n]+)\n%s\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*" % NUMBER)
SIGNATURE = re.compile("\u2014 ([^\\s+]+) ([A-Za-z0-9+/]+={0,2})")
VKEY = re.compile(r"\s*([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})\s*")
BATCH_ENTRY = re.compile("batch %s %s %s (%s) %s (%s)" % (*[NUMBER] * 3, HEX, NUMBER, HEX))
SEGMENT_ENTRY = re.compile("segment %s %s %s %s (%s) %s" % (*[NUMBER] * 4, HEX, NUMBER))
AFTER_ENTRY = re.compile("after ([^ ]+) %s (%s)(?: .*)?" % (NUMBER, HEX))
FULL = 2048  # lines of a segment
# Kinds of keys in C2SP's signed notes: Ed25519 over a note, and over a checkpoint and a time.
SIGNS, COSIGNS = 1, 4


class Wrong(Exception):
    """Something does not agree. The message says what."""


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def eight(number: int) -> bytes:
    return number.to_bytes(8, "big")


def unbase64(text: str) -> bytes:
    if len(text) % 4:
        raise Wrong("expected base64")
    return base64.b64decode(text, validate=True)


def raw(text: Any, size: int) -> bytes:
    if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{%d}" % (2 * size), text):
        raise Wrong("expected %d bytes in hex" % size)
    return bytes.fromhex(text)


def whole(number: Any) -> int:
    if type(number) is not int or not 0 <= number < 2**63:
        raise Wrong("expected a whole number")
    return number


def spaced(dice: Iterable[int]) -> str:
    return " ".join(str(die) for die in dice)


def many(items: Any) -> list[Any]:
    if not isinstance(items, list):
        raise Wrong("expected a list")
    return items


def five(dice: Any) -> tuple[int, ...]:
    if (
        not isinstance(dice, (list, tuple))
        or len(dice) != 5
        or any(type(die) is not int or not 1 <= die <= 6 for die in dice)
    ):
        raise Wrong("a set is five dice from 1 to 6")
    return tuple(dice)


def leaf(serial: int, dice: Sequence[int], salt: bytes) -> bytes:
    return sha256(b"\x00", eight(serial), bytes(five(dice)), salt)


def leaf_of(text: str) -> bytes:
    """The leaf of a line of the log, or of an entry of the tree."""
    return sha256(b"\x00", text.encode())


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01", left, right)


def root_from_path(start: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    found, steps = start, list(path)
    while size > 1:
        if index % 2 == 1 or index + 1 < size:
            if not steps:
                raise Wrong("the path is too short")
            step = steps.pop(0)
            found = node(step, found) if index % 2 else node(found, step)
        index, size = index // 2, (size + 1) // 2
    if steps:
        raise Wrong("the path is too long")
    return found


def root_from_leaves(level: list[bytes]) -> bytes:
    while len(level) > 1:
        pairs = len(level) // 2
        level = [node(level[2 * i], level[2 * i + 1]) for i in range(pairs)] + level[2 * pairs :]
    return level[0] if level else sha256()


def grew(old: int, new: int, roots: tuple[bytes, bytes], path: Sequence[bytes]) -> bool:
    """Whether a path shows that one tree is the beginning of another (RFC 9162, 2.1.4.2)."""
    steps = list(path)
    if old in (0, new):
        return not steps and (old == 0 or roots[0] == roots[1])
    if old & (old - 1) == 0:
        steps.insert(0, roots[0])
    if old > new or not steps:
        return False
    index, last = old - 1, new - 1
    while index % 2:
        index, last = index // 2, last // 2
    before = after = steps.pop(0)
    for step in steps:
        if last == 0:
            return False
        if index % 2 or index == last:
            before, after = node(step, before), node(step, after)
            while index and index % 2 == 0:
                index, last = index // 2, last // 2
        else:
            after = node(after, step)
        index, last = index // 2, last // 2
    return last == 0 and (before, after) == roots


def turned(dice: Sequence[int], number: bytes, receipt: str) -> tuple[int, ...]:
    """The faces of a set whose dice a player's number turns on by 0 to 5 each."""
    start = b"boatzee turn" + number + sha256(receipt.encode())

    def step(place: int) -> int:
        for count in range(256):
            for byte in sha256(start, bytes((place, count))):
                if byte < 252:
                    return byte % 6
        raise Wrong("no byte turns this die")

    return tuple((die - 1 + step(place)) % 6 + 1 for place, die in enumerate(dice))


# Ed25519 (RFC 8032), for where `cryptography` is not. It only checks, so nothing in it is secret.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]


def add(one: Point, other: Point) -> Point:
    """The sum of two points, in extended coordinates."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    """A multiple of a point."""
    found: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            found = add(found, point)
        point, number = add(point, point), number >> 1
    return found


def point_of(data: bytes) -> Point | None:
    """The point that 32 bytes stand for; None where they stand for none."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def signed_plainly(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether an Ed25519 signature holds, by nothing but whole numbers."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key, factor = point_of(public), int.from_bytes(signature[32:], "little")
    if key is None or BASE is None or factor >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    x, y, z, t = times(int.from_bytes(digest, "little") % ORDER, key)
    x, y, z, _ = add(times(factor, BASE), (P - x, y, z, P - t))
    inverse = pow(z, P - 2, P)
    x, y = x * inverse % P, y * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


def signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether an Ed25519 signature holds."""
    if PLAINLY:
        return signed_plainly(public, signature, message)
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def link_of(batch: dict[str, Any], number: int) -> bytes:
    """The link that follows from what a commitment says; from version 2 on it binds number and time."""
    links = [raw(batch["previous"], 32), raw(batch["root"], 32)]
    links += [eight(whole(batch["first"])), eight(whole(batch["last"]))]
    version = whole(batch.get("version", 1))
    if version == 1:
        return sha256(b"\x02", *links)
    if version != 2:
        raise Wrong("batch %d is of a version that is not known here" % number)
    at = whole(batch["at"])
    if at >= END_OF_TIME:
        raise Wrong("batch %d was made after the end of time" % number)
    if "made" in batch and batch["made"] != datetime.fromtimestamp(at, timezone.utc).isoformat():  # noqa: UP017
        raise Wrong("the time of batch %d is not the one in its link" % number)
    return sha256(b"\x03", *links, eight(number), eight(at))


class Epoch:
    """Where dealing began anew, after batch `batch` with its link `chain`: no serial up to `after` comes any
    more.
    """

    def __init__(self, told: dict[str, Any], batches: list[dict[str, Any]], source: str) -> None:
        self.began, self.remembered, self.source = told["began"], told["remembered"], source
        if not isinstance(self.began, str) or type(self.remembered) is not bool:
            raise Wrong("an epoch in %s does not say when it began, or who knew its bound" % source)
        self.cursor, self.after = whole(told["cursor"]), whole(told["after"])
        self.batch, self.chain = whole(told["batch"]), raw(told["chain"], 32).hex()
        self.abandoned = [whole(number) for number in many(told["abandoned"])]
        self.lost = [whole(number) for number in many(told["lost"])]
        before = [batch["number"] for batch in batches if batch["number"] <= self.batch]
        here = max(before, default=0)
        if len(self.lost) != self.batch - here or self.lost != list(range(here + 1, self.batch + 1)):
            raise Wrong(
                "%s has other batches than were lost before the epoch after batch %d" % (source, self.batch)
            )
        left = [batch["number"] for batch in batches if self.cursor < batch["last"] <= self.after]
        if self.cursor > self.after or self.abandoned != left:
            raise Wrong("%s has other batches than were given up after batch %d" % (source, self.batch))

    def told(self) -> tuple[Any, ...]:
        """All that is said of it."""
        bounds = (self.cursor, self.after, self.batch, self.chain)
        return (self.began, *bounds, self.abandoned, self.lost, self.remembered)


class Listing:
    """A list that was read: the link of each number that it tells of, lost ones among them."""

    def __init__(self, source: str, batches: list[dict[str, Any]], epochs: list[Epoch], kept: bool) -> None:
        self.source, self.epochs, self.kept = source, epochs, kept
        self.links = {batch["number"]: batch["chain"] for batch in batches}
        self.numbers = set(self.links)
        self.lost = {number for epoch in epochs for number in epoch.lost}
        self.links.update((epoch.batch, epoch.chain) for epoch in epochs if epoch.batch)
        self.reach = (max(self.links, default=0), len(epochs))


class Key:
    """A key as C2SP's signed notes name it: of the site, or of a witness."""

    def __init__(self, text: str, source: str) -> None:
        found = VKEY.fullmatch(text)
        raw_key = unbase64(found[3]) if found else b""
        if found is None or len(raw_key) != 33 or raw_key[0] not in (SIGNS, COSIGNS):
            raise Wrong("the key in %s cannot be read" % source)
        self.name, self.id = found[1], bytes.fromhex(found[2])
        self.kind, self.public = raw_key[0], raw_key[1:]
        if sha256(self.name.encode(), b"\n", raw_key)[:4] != self.id:
            raise Wrong("the key in %s has another name than it had when it was made" % source)

    def is_of(self, origin: str) -> bool:
        """Whether it is the key of the log of this origin: its name, and a number in later epochs."""
        return re.fullmatch(re.escape(self.name) + "(?:/[0-9]+)?", origin) is not None


class Note:
    """A signed note: a text and the signatures under it."""

    def __init__(self, text: str, source: str, *, kept: bool) -> None:
        body, _, under = text.rstrip("\n").rpartition("\n\n")
        self.text, self.source, self.kept = body + "\n", source, kept
        found = [SIGNATURE.fullmatch(line) for line in under.split("\n")]
        if None in found:
            raise Wrong("the signatures of %s cannot be read" % source)
        self.signatures = [(one[1], unbase64(one[2])) for one in found if one]

    def by(self, key: Key) -> list[bytes]:
        """What is signed under it in the name of a key."""
        return [
            signature[4:]
            for name, signature in self.signatures
            if (name, signature[:4]) == (key.name, key.id)
        ]


class Head:
    """What a checkpoint says: the root that a tree has at a size."""

    def __init__(self, note: Note) -> None:
        found = CHECKPOINT.fullmatch(note.text)
        if found is None:
            raise Wrong("%s is a signed note of an unknown kind" % note.source)
        self.origin, self.size = found[1], int(found[2])
        self.root, self.source, self.kept = unbase64(found[3]), note.source, note.kept


class Log:
    """What the files say of the log, each with the file that said it first."""

    def __init__(self) -> None:
        self.lines: dict[int, tuple[str, str]] = {}
        self.passed: dict[tuple[int, int], tuple[str, str]] = {}
        self.thrown_away: dict[int, str] = {}
        self.labels: dict[str, int] = {}
        self.segments: dict[int, list[tuple[dict[str, Any], str, str]]] = {}
        self.files: list[tuple[str, list[str], int, int]] = []

    def line(self, line: str, source: str) -> tuple[int, int]:
        """A line. Returns the serials that it is of, the first and the last."""
        if found := TAKEN.fullmatch(line) or ROLLED_BACK.fullmatch(line):
            serial = int(found[1])
            known, where = self.lines.setdefault(serial, (line, source))
            if known != line:
                raise Wrong("roll %d stands otherwise in the log in %s than in %s" % (serial, source, where))
            return serial, serial
        if found := THROWN_AWAY.fullmatch(line):
            self.thrown_away.setdefault(int(found[1]), source)
            return int(found[1]), int(found[1])
        found = PASSED_OVER.fullmatch(line)
        if found is None or int(found[2]) < int(found[1]):
            raise Wrong("a line of the log in %s cannot be read" % source)
        bounds = (int(found[1]), int(found[2]))
        known, where = self.passed.setdefault(bounds, (found[3], source))
        if known != found[3]:
            said = "serials %d to %d were passed over otherwise in %s than in %s"
            raise Wrong(said % (*bounds, source, where))
        return bounds

    def segment(self, told: dict[str, Any], origin: str, source: str) -> int:
        """A segment, of the log of an origin where that is known. Returns its number."""
        number: int = told["number"]
        for known, other, where in self.segments.setdefault(number, []):
            if known != told and (not origin or not other or origin == other):
                raise Wrong("segment %d is another one in %s than in %s" % (number, source, where))
        self.segments[number].append((told, origin, source))
        return number

    def passing(self, serial: int) -> str:
        """Why a serial was passed over; empty where nothing says that it was."""
        for (first, last), (reason, _) in self.passed.items():
            if first <= serial <= last:
                return reason
        return ""

    def covers(self, first: int, last: int) -> bool:
        """Whether files of the log tell of all serials from one to another, and of all that was thrown away
        by then: what did not fit into a full segment stands in a later one.
        """
        room = False
        for begin, end, count in sorted((begin, end, len(lines)) for _, lines, begin, end in self.files):
            if begin <= first <= end:
                first, room = end + 1, count < FULL
            if first > last and room:
                return True
        return False

    def taken(self, serial: int) -> tuple[str, str, int] | None:
        """Label, pledge and time of a set that was taken, as far as a line says it."""
        found = TAKEN.fullmatch(self.lines.get(serial, ("", ""))[0])
        return (found[3], found[4], int(found[2])) if found else None

    def check(self) -> Iterator[tuple[str, str]]:
        """One line for each serial, one serial for each label, and segments that follow one another."""
        for serial, (line, source) in sorted(self.lines.items()):
            reason = self.passing(serial)
            if reason == "epoch":
                yield (
                    "open",
                    "roll %d: why an epoch passed over it, though it stood in the log before" % serial,
                )
            elif reason:
                raise Wrong("roll %d stands in the log in %s, and was passed over as well" % (serial, source))
            found = TAKEN.fullmatch(line)
            if found is None or found[3] == "-":
                continue
            other = self.labels.setdefault(found[3], serial)
            if other != serial and "epoch" not in (reason, self.passing(other)):
                raise Wrong("rolls %d and %d are bound to the same place" % (other, serial))
        end, why = -1, ""
        for (first, last), (reason, source) in sorted(self.passed.items()):
            if first <= end and "epoch" not in (reason, why):
                raise Wrong("serial %d was passed over twice in %s" % (first, source))
            end, why = (last, reason) if last > end else (end, why)
        for serial, source in sorted(self.thrown_away.items()):
            rolled_back = serial in self.lines and self.taken(serial) is None
            if rolled_back or self.passing(serial) not in ("", "epoch"):
                raise Wrong("roll %d was thrown away in %s, and never taken" % (serial, source))
        self.check_segments()

    def check_segments(self) -> None:
        """Segments of one log cover serials without a gap."""
        before: dict[str, dict[str, Any]] = {}
        for number in sorted(self.segments):
            for told, origin, source in self.segments[number]:
                last = before.get(origin)
                gap = told["first"] - last["last"] if last else 1
                if last and (gap < 1 or (gap > 1 and number == last["number"] + 1)):
                    said = "segment %d in %s does not follow segment %d"
                    raise Wrong(said % (number, source, last["number"]))
            before.update((origin, told) for told, origin, _ in self.segments[number])

    def hold_files(self) -> Iterator[tuple[str, str]]:
        """Every file of lines against the segments."""
        for source, lines, first, last in self.files:
            root = root_from_leaves([leaf_of(line) for line in lines]).hex()
            every = [told for number in sorted(self.segments) for told, _, _ in self.segments[number]]
            found = [told for told in every if told["root"] == root]
            shared = [told for told in every if told["first"] <= last and first <= told["last"]]
            if found:
                said = "%s: all %d lines of segment %d of the log"
                yield "ok", said % (source, len(lines), found[0]["number"])
            elif shared and not any(line.endswith(" passed-over epoch") for line in lines):
                raise Wrong(
                    "the lines of %s do not give the root of segment %d" % (source, shared[0]["number"])
                )
            else:
                yield "open", "%s: no segment was given to hold these lines against" % source


class Tree:
    """What the files say of the tree of all batches and segments."""

    def __init__(self) -> None:
        self.heads: dict[tuple[str, int], Head] = {}
        self.kept: set[tuple[str, int]] = set()
        self.entries: dict[tuple[str, int], tuple[str, str]] = {}
        self.within: dict[tuple[str, int], set[int]] = {}
        self.steps: dict[tuple[str, int], set[int]] = {}
        self.runs: list[tuple[str, int, list[str], str]] = []
        self.paths: list[tuple[str, int, int, str, list[bytes], str]] = []
        self.growths: list[tuple[str, int, int, list[bytes], str]] = []

    def head(self, head: Head) -> None:
        """A checkpoint."""
        place = (head.origin, head.size)
        known = self.heads.setdefault(place, head)
        if known.root != head.root:
            said = "two heads of one size: the tree of %s of size %d has another root in %s than in %s"
            raise Wrong(said % (*place, head.source, known.source))
        if head.kept:
            self.kept.add(place)

    def of(self, origin: str) -> list[Head]:
        """The heads of an origin; all of them, where it is not known."""
        return [head for head in self.heads.values() if origin in ("", head.origin)]

    def entry(self, origin: str, index: int, entry: str, size: int, source: str) -> None:
        """An entry that was shown to be in the tree of a size."""
        known, where = self.entries.setdefault((origin, index), (entry, source))
        if known != entry:
            raise Wrong("entry %d of the tree is another one in %s than in %s" % (index, source, where))
        self.within.setdefault((origin, index), set()).add(size)

    def step(self, origin: str, old: int, new: int) -> None:
        """The tree of one size was shown to be the beginning of that of another."""
        self.steps.setdefault((origin, old), set()).add(new)
        self.steps.setdefault((origin, new), set()).add(old)

    def reached(self, origin: str, start: Iterable[int], least: int) -> set[int]:
        """The sizes whose trees are shown to agree with one of these in their first `least` entries."""
        found: set[int] = set()
        ahead = list(start)
        while ahead:
            size = ahead.pop()
            found.add(size)
            nexts = self.steps.get((origin, size), set())
            ahead += [other for other in nexts if other >= least and other not in found]
        return found

    def stood(self, origin: str, index: int) -> bool:
        """Whether an entry stood in a checkpoint that was kept."""
        sizes = self.reached(origin, self.within[origin, index], index + 1)
        return any((origin, size) in self.kept for size in sizes)

    def hold_paths(self) -> Iterator[tuple[str, str]]:
        """Every path of an entry, and from one size to another, against the checkpoints."""
        for origin, index, size, entry, path, source in self.paths:
            heads = [head for head in self.of(origin) if head.size == size]
            root = root_from_path(leaf_of(entry), index, size, path) if index < size else b""
            found = [head for head in heads if head.root == root]
            for head in found:
                self.entry(head.origin, index, entry, size, source)
                yield "ok", "%s: entry %d leads to the root in %s" % (source, index, head.source)
            if heads and not found:
                raise Wrong(
                    "entry %d in %s does not lead to the root in %s" % (index, source, heads[0].source)
                )
            if not heads:
                yield (
                    "open",
                    "%s: there is no checkpoint of size %d to hold this entry against" % (source, size),
                )
        for origin, old, new, path, source in self.growths:
            sides = [(head, self.heads.get((head.origin, new))) for head in self.of(origin)]
            pairs = [(one, other) for one, other in sides if other and one.size == old]
            shown = [pair for pair in pairs if grew(old, new, (pair[0].root, pair[1].root), path)]
            for one, other in shown:
                self.step(one.origin, old, new)
                yield "ok", "%s: the tree in %s grew into the one in %s" % (source, one.source, other.source)
            if pairs and not shown:
                said = "%s does not show that the tree in %s grew into the one in %s"
                raise Wrong(said % (source, pairs[0][0].source, pairs[0][1].source))
            if not pairs:
                said = "%s: there are no checkpoints of sizes %d and %d to hold it against"
                yield "open", said % (source, old, new)

    def hold_runs(self) -> Iterator[tuple[str, str]]:
        """Entries in a row against the checkpoints: those from the first on give the root of each size."""
        wholes: list[tuple[str, list[str], str]] = []
        for origin, first, entries, source in sorted(self.runs, key=lambda run: run[1]):
            fits = [
                whole_run
                for its, whole_run, _ in wholes
                if its == origin
                and 0 < first <= len(whole_run)
                and all(map(str.__eq__, whole_run[first:], entries))
            ]
            for whole_run in fits:
                whole_run.extend(entries[len(whole_run) - first :])
            if first == 0:
                wholes.append((origin, list(entries), source))
            elif not fits:
                yield "open", "%s: the entries before entry %d were not given" % (source, first)
        for origin, entries, source in wholes:
            yield from self.hold_run(origin, entries, source)

    def hold_run(self, origin: str, entries: list[str], source: str) -> Iterator[tuple[str, str]]:
        leaves = [leaf_of(entry) for entry in entries]
        heads = [head for head in self.of(origin) if head.size <= len(entries)]
        heads.sort(key=lambda head: head.size)
        found = [head for head in heads if root_from_leaves(leaves[: head.size]) == head.root]
        if not heads:
            yield "open", "%s: there is no checkpoint to hold these entries against" % source
            return
        origins = {head.origin for head in found}
        for head in heads:
            if head not in found and (head.origin in origins or not origins):
                raise Wrong("the entries in %s do not give the root in %s" % (source, head.source))
        longest = {head.origin: head.size for head in found}
        for head in found:
            yield "ok", "%s: its first %d entries give the root in %s" % (source, head.size, head.source)
            if head.size < longest[head.origin]:
                self.step(head.origin, head.size, longest[head.origin])
        for its, size in longest.items():
            for index, entry in enumerate(entries[:size]):
                self.entry(its, index, entry, size, source)

    def growth(self) -> Iterator[tuple[str, str]]:
        """Whether each checkpoint is shown to go on from the one before it."""
        for origin in sorted({origin for origin, _ in self.heads}):
            sizes = sorted(size for other, size in self.heads if other == origin)
            kept = max((size for size in sizes if (origin, size) in self.kept), default=0)
            for size in sizes:
                head = self.heads[origin, size]
                shown = kept in self.reached(origin, [size], size)
                if size < kept and (origin, size) not in self.kept and not shown:
                    said = "the tree in %s is smaller than the one that was kept in %s, and may be another"
                    raise Wrong(said % (head.source, self.heads[origin, kept].source))
            holding = {
                size for (other, _), within in self.within.items() if other == origin for size in within
            }
            if len(sizes) == 1 and sizes[0] not in holding:
                head = self.heads[origin, sizes[0]]
                yield "open", "%s: there is nothing to hold this checkpoint against" % head.source
            for old, new in zip(sizes, sizes[1:]):
                if new not in self.reached(origin, [old], old):
                    said = "that the tree in %s grew into the one in %s: give consistency.json?old=%d&new=%d"
                    one, other = self.heads[origin, old], self.heads[origin, new]
                    yield "open", said % (one.source, other.source, old, new)


class Given:
    """All that the files say, each with the file that said it first. What contradicts it is refused."""

    def __init__(self) -> None:
        self.log, self.tree = Log(), Tree()
        self.keys: list[Key] = []
        self.notes: list[tuple[Note, str]] = []  # with the origin of a checkpoint; empty for a receipt
        self.receipts: dict[int, tuple[str, str]] = {}
        self.promised: set[int] = set()  # sets whose receipts were kept
        self.numbers: dict[int, tuple[str, str]] = {}
        self.thrown: dict[int, tuple[tuple[int, ...], str]] = {}
        self.records: dict[str, Record] = {}
        self.seeds: dict[Any, tuple[str, str]] = {}
        self.shown: set[int] = set()  # batches that are shown to be in a checkpoint
        self.stood: set[int] = set()  # those of them that stood in one that was kept
        self.batches: dict[int, tuple[dict[str, Any], str]] = {}
        self.made: dict[int, tuple[Any, str]] = {}
        self.dice: dict[int, tuple[tuple[int, ...], str]] = {}
        self.fell: dict[int, tuple[tuple[int, ...], Any, str]] = {}
        self.proven: set[int] = set()  # batches of which sets were proved
        self.epochs: dict[tuple[str, int], Epoch] = {}
        self.lists: list[Listing] = []
        self.links: list[tuple[str, str, bool]] = []

    def batch(self, batch: dict[str, Any], source: str) -> int:
        """A commitment. Returns its number."""
        number, first, last = whole(batch["number"]), whole(batch["first"]), whole(batch["last"])
        if last < first:
            raise Wrong("batch %d ends before it begins" % number)
        if link_of(batch, number) != raw(batch["chain"], 32):
            raise Wrong("the chain of batch %d does not follow from its root" % number)
        known, where = self.batches.setdefault(number, (batch, source))
        for name in COMMITTED:
            if known[name] != batch[name]:
                raise Wrong("batch %d has another %s in %s than in %s" % (number, name, source, where))
        return number

    def set(self, serial: int, dice: Sequence[int], source: str) -> None:
        """Five dice that lead to a root."""
        known, where = self.dice.setdefault(serial, (tuple(dice), source))
        if known != tuple(dice):
            raise Wrong("roll %d has other dice in %s than in %s" % (serial, source, where))

    def number(self, serial: int, number: str, source: str) -> None:
        """The player's number that turned a set; empty where none did."""
        known, where = self.numbers.setdefault(serial, (number, source))
        if known != number:
            raise Wrong("roll %d has another number in %s than in %s" % (serial, source, where))

    def facts(self, serial: int) -> tuple[str, str, int] | None:
        """Label, pledge and time of a set, as its line or its receipt says."""
        promised = TAKEN.fullmatch(self.receipts.get(serial, ("", ""))[0])
        return self.log.taken(serial) or ((promised[3], promised[4], int(promised[2])) if promised else None)

    def faces(self, serial: int, number: str) -> tuple[int, ...] | None:
        """What fell: the set's own dice, or what the number turned them to; None where that is not known."""
        dice, facts = self.dice[serial][0], self.facts(serial)
        if not number:
            return dice
        if facts is None:
            return self.thrown.get(serial, (None, ""))[0]
        label, pledge, at = facts
        if pledge == "-":
            raise Wrong("roll %d was turned by a number, and taken without a pledge" % serial)
        if sha256(bytes.fromhex(number)).hex() != pledge:
            raise Wrong("the number of roll %d is not the one that was pledged" % serial)
        said = "boatzee receipt v1\nset %d\nlabel %s\npledge %s\nat %d\n" % (serial, label, pledge, at)
        found = turned(dice, bytes.fromhex(number), said)
        if self.thrown.get(serial, (found, ""))[0] != found:
            told = self.thrown[serial][1]
            raise Wrong(
                "roll %d: its number turns it to %s, and not as %s says" % (serial, spaced(found), told)
            )
        return found

    def check_order(self) -> None:
        """Batches that follow one another are linked, and no two hold the same serial."""
        before: dict[str, Any] | None = None
        for number in sorted(self.batches):
            batch, source = self.batches[number]
            if number == 1 and raw(batch["previous"], 32) != bytes(32):
                raise Wrong("batch 1 links to something before it in %s" % source)
            if before is not None and batch["first"] <= before["last"]:
                raise Wrong("batch %d holds serials of batch %d" % (number, before["number"]))
            if before is not None and before["number"] + 1 == number and batch["previous"] != before["chain"]:
                raise Wrong("batch %d does not link to the batch before it" % number)
            before = batch
        links: dict[int, str] = {}
        for epoch in self.epochs.values():
            if links.setdefault(epoch.batch, epoch.chain) != epoch.chain:
                raise Wrong("two epochs follow other links of batch %d" % epoch.batch)
            self.check_epoch(epoch)

    def check_epoch(self, epoch: Epoch) -> None:
        """What came before an epoch ends before it, and what came after it follows its link beyond it."""
        for number, (batch, _) in sorted(self.batches.items()):
            if number == epoch.batch and batch["chain"] != epoch.chain:
                raise Wrong("the epoch after batch %d follows another link in %s" % (number, epoch.source))
            if number == epoch.batch + 1 and batch["previous"] != epoch.chain:
                raise Wrong("batch %d does not link to the batch before it" % number)
            if number <= epoch.batch and batch["last"] > epoch.after:
                raise Wrong("batch %d holds serials from beyond the epoch after it" % number)
            if number > epoch.batch and batch["first"] <= epoch.after:
                raise Wrong("batch %d holds serials from before the epoch that it follows" % number)

    def epoch(self, epoch: Epoch, which: int) -> None:
        """An epoch; `which` tells it from others in its list that began in the same second."""
        known = self.epochs.setdefault((epoch.began, which), epoch)
        if known.told() != epoch.told():
            said = "the epoch that began at %s is another one in %s than in %s"
            raise Wrong(said % (epoch.began, epoch.source, known.source))

    def listing(self, listing: Listing) -> None:
        """A list. Whoever has a batch has every epoch from before it."""
        for other in self.lists:
            shared = max(listing.numbers & other.numbers, default=0)
            mine, theirs = (
                [epoch.told() for epoch in one.epochs if epoch.batch < shared] for one in (listing, other)
            )
            if mine != theirs:
                said = "%s has other epochs before batch %d than %s"
                raise Wrong(said % (listing.source, shared, other.source))
        self.lists.append(listing)

    def longest_first(self) -> list[Listing]:
        """The lists; the one that reaches furthest is told of now."""
        return sorted(self.lists, key=lambda one: one.reach, reverse=True)


def read_list(content: dict[str, Any], source: str, given: Given, *, kept: bool) -> Iterator[tuple[str, str]]:
    """Every link in order, from the very first batch; none is missing but those that were lost."""
    batches, number = many(content["batches"]), 0
    for batch in batches:
        whole(batch["number"]), whole(batch["last"])
    epochs = [Epoch(told, batches, source) for told in many(content.get("epochs", []))]
    listing = Listing(source, batches, epochs, kept)
    for batch in batches:
        number += 1
        while number in listing.lost:
            number += 1
        if batch["number"] != number:
            raise Wrong("batch %d is missing from %s" % (number, source))
        given.batch(batch, source)
        made, where = given.made.setdefault(number, (batch.get("made"), source))
        if made != batch.get("made"):
            raise Wrong("batch %d was made at another time in %s than in %s" % (number, source, where))
    times: list[str] = []
    for place, epoch in enumerate(epochs):
        before = epochs[max(0, place - 1)]
        if epoch.after < before.after or epoch.batch < before.batch:
            raise Wrong("%s has an epoch that begins before the one before it" % source)
        given.epoch(epoch, times.count(epoch.began))
        times.append(epoch.began)
    given.listing(listing)
    given.check_order()
    yield "ok", "%s: a list of %d batches, each linked to the one before" % (source, len(batches))
    for epoch in epochs:
        yield from read_epoch(epoch)


def read_epoch(epoch: Epoch) -> Iterator[tuple[str, str]]:
    """What a list says of an epoch, and what it cannot say."""
    yield (
        "ok",
        "%s: dealing began anew after batch %d, beyond serial %d" % (epoch.source, epoch.batch, epoch.after),
    )
    if epoch.lost:
        lost = ", ".join(str(number) for number in epoch.lost)
        yield "open", "%s: how those batches were that were lost before it: %s" % (epoch.source, lost)
    if not epoch.remembered:
        said = "%s: that nothing was dealt beyond serial %d before it, which an operator said"
        yield "open", said % (epoch.source, epoch.after)


def read_proofs(bundle: dict[str, Any], source: str, given: Given) -> Iterator[tuple[str, str]]:
    """Every proof against its batch; from format 3 on its line against its segment, and all of it against
    the checkpoint.
    """
    batches = {given.batch(batch, source): batch for batch in many(bundle["batches"])}
    for proof in many(bundle["proofs"]):
        serial, number = whole(proof["serial"]), whole(proof["batch"])
        batch = batches.get(number)
        if batch is None:
            raise Wrong("roll %d: its batch is not in %s" % (serial, source))
        if not batch["first"] <= serial <= batch["last"]:
            raise Wrong("roll %d is not in batch %d" % (serial, number))
        start = leaf(serial, proof["dice"], raw(proof["salt"], SALT))
        path = [raw(step, 32) for step in many(proof["path"])]
        size = batch["last"] - batch["first"] + 1
        try:
            root = root_from_path(start, serial - batch["first"], size, path)
        except Wrong as wrong:
            raise Wrong("roll %d: %s" % (serial, wrong)) from None
        if root != raw(batch["root"], 32):
            raise Wrong("roll %d does not lead to the root of batch %d" % (serial, number))
        given.set(serial, proof["dice"], source)
        given.proven.add(number)
        read_number(serial, proof, source, given)
    yield "ok", "%s: %d rolls lead to the roots of their batches" % (source, len(bundle["proofs"]))
    if bundle["format"] == PROOFS[2]:
        yield from read_lines(bundle, source, given)


def read_number(serial: int, proof: dict[str, Any], source: str, given: Given) -> None:
    """The player's number that turned a set, and to what; what stands for none is empty."""
    number = proof.get("number")
    given.number(serial, "" if number is None else raw(number, 16).hex(), source)
    thrown = proof.get("thrown")
    if (number is None) != (thrown is None):
        raise Wrong("roll %d: a number and what it turned stand together" % serial)
    if thrown is not None:
        known, where = given.thrown.setdefault(serial, (five(thrown), source))
        if known != five(thrown):
            raise Wrong("roll %d fell otherwise in %s than in %s" % (serial, source, where))


def read_lines(bundle: dict[str, Any], source: str, given: Given) -> Iterator[tuple[str, str]]:
    """The lines of proofs against their segments, and segments and batches against the checkpoint."""
    heads: dict[str, Head] = {}
    newest = [bundle["checkpoint"]] if bundle.get("checkpoint") is not None else []
    for text in newest + (many(bundle["checkpoints"]) if bundle.get("checkpoints") is not None else []):
        head = read_note(text, "the checkpoint in %s" % source, given, kept=False)
        if head is None:
            raise Wrong("the checkpoint in %s is none" % source)
        heads.setdefault(head.origin, head)
    origin = next(iter(heads), "")
    segments: dict[int, dict[str, Any]] = {}
    for told in many(bundle["segments"]) if bundle.get("segments") is not None else []:
        numbers = {name: whole(told[name]) for name in ("number", "first", "last", "lines", "at")}
        said = {**numbers, "root": raw(told["root"], 32).hex()}
        segments[given.log.segment(said, origin_of(told, origin), source)] = told
    sealed, unsealed = [], []
    for proof in bundle["proofs"]:
        if proof.get("line") is None or proof.get("segment") is None:
            unsealed.append(proof["serial"])
        else:
            read_line(proof, segments, source, given)
            sealed.append(proof["serial"])
    if sealed:
        yield "ok", "%s: the lines of %d rolls lead to the roots of their segments" % (source, len(sealed))
    if unsealed:
        yield "open", "%s: how the log tells of rolls %s: it is not sealed yet" % (source, listed(unsealed))
    entries = [(told, *entry_of_segment(told)) for told in segments.values()]
    entries += [(batch, *entry_of_batch(batch)) for batch in bundle["batches"]]
    for home in list(heads) or [""]:
        here = [entry for entry in entries if origin_of(entry[0], origin) == home]
        yield from hold_in_tree(here, heads.get(home), source, given)
    for told, name, _ in entries:
        if heads and origin_of(told, origin) not in heads:
            raise Wrong("%s in %s: the checkpoint is missing" % (name, source))


def origin_of(told: dict[str, Any], newest: str) -> str:
    """The log that a batch or a segment stands in: the newest, unless it says another."""
    place = told.get("tree")
    origin = newest if place is None or place.get("origin") is None else place["origin"]
    if not isinstance(origin, str):
        raise Wrong("expected an origin")
    return origin


def read_line(proof: dict[str, Any], segments: dict[int, dict[str, Any]], source: str, given: Given) -> None:
    """The line of a proof against its segment."""
    serial, line, place = proof["serial"], proof["line"], proof["segment"]
    first, last = given.log.line(line, source)
    home = segments.get(whole(place["number"]))
    if not first <= serial <= last or THROWN_AWAY.fullmatch(line):
        raise Wrong("roll %d has the line of another in %s" % (serial, source))
    if home is None or not home["first"] <= serial <= home["last"]:
        raise Wrong("roll %d: its segment is not in %s" % (serial, source))
    root = climb(leaf_of(line), place, home["lines"], "the line of roll %d" % serial)
    if root.hex() != home["root"]:
        raise Wrong("the line of roll %d does not lead to the root of segment %d" % (serial, home["number"]))


def hold_in_tree(
    entries: Iterable[tuple[dict[str, Any], str, str]], head: Head | None, source: str, given: Given
) -> Iterator[tuple[str, str]]:
    """Batches and segments, each with its name and its entry, against the checkpoint beside them."""
    count, missing = 0, []
    for told, name, entry in entries:
        place = told.get("tree")
        if place is None:
            missing.append(name)
        elif head is None:
            raise Wrong("%s in %s: the checkpoint is missing" % (name, source))
        elif climb(leaf_of(entry), place, head.size, name) != head.root:
            raise Wrong("%s in %s does not lead to the root of its checkpoint" % (name, source))
        else:
            given.tree.entry(head.origin, place["index"], entry, head.size, source)
            count += 1
    if head and count:
        said = "%s: %d of its batches and segments lead to the root of its checkpoint, a tree of %d"
        yield "ok", said % (source, count, head.size)
    if missing:
        yield "open", "%s: that these stand in a checkpoint: %s" % (source, ", ".join(missing))


def listed(serials: Iterable[int]) -> str:
    """Numbers, as a sentence has them."""
    return ", ".join(str(serial) for serial in serials)


def climb(start: bytes, place: dict[str, Any], size: int, what: str) -> bytes:
    """The root that a `path` leads to from `index` of so many leaves."""
    index, path = whole(place["index"]), [raw(step, 32) for step in many(place["path"])]
    if index >= size:
        raise Wrong("%s stands beyond the end of its tree" % what)
    try:
        return root_from_path(start, index, size, path)
    except Wrong as wrong:
        raise Wrong("%s: %s" % (what, wrong)) from None


def entry_of_segment(told: dict[str, Any]) -> tuple[str, str]:
    """What a segment is called, and how the tree tells of it."""
    figures = [told[name] for name in ("number", "first", "last", "lines", "root", "at")]
    return "segment %d" % told["number"], "segment %d %d %d %d %s %d" % tuple(figures)


def entry_of_batch(batch: dict[str, Any]) -> tuple[str, str]:
    """What a batch is called, and how the tree tells of it; older ones have their time beside the index."""
    at, place = batch.get("at"), batch.get("tree")
    if at is None:
        at = 0 if place is None else place.get("at", 0)
    figures = (batch["number"], batch["first"], batch["last"], batch["root"], whole(at), batch["chain"])
    return "batch %d" % batch["number"], "batch %d %d %d %s %d %s" % figures


def read_note(text: str, source: str, given: Given, *, kept: bool) -> Head | None:
    """A signed note. Returns the head where it is a checkpoint."""
    if not isinstance(text, str):
        raise Wrong("expected a signed note")
    note = Note(text, source, kept=kept)
    found = RECEIPT.fullmatch(note.text)
    if found is None:
        head = Head(note)
        given.notes.append((note, head.origin))
        given.tree.head(head)
        return head
    given.notes.append((note, ""))
    serial = int(found[1])
    line = "%d taken %s %s %s" % (serial, found[4], found[2], found[3].replace("none", "-"))
    if kept:
        given.promised.add(serial)
    known, where = given.receipts.setdefault(serial, (line, source))
    if known != line:
        raise Wrong("roll %d was promised otherwise in %s than in %s" % (serial, source, where))
    return None


def read_log(text: str, source: str, given: Given) -> None:
    """The lines of a segment: serials without a gap, then what was thrown away."""
    lines = text.rstrip("\n").split("\n")
    first, last, ended = 0, -1, False
    for line in lines:
        begins, ends = given.log.line(line, source)
        if THROWN_AWAY.fullmatch(line):
            ended = True
        elif ended or (last >= 0 and begins != last + 1):
            raise Wrong("serials are missing from %s, or not in order" % source)
        else:
            first, last = (begins if last < 0 else first), ends
    given.log.files.append((source, lines, first, last))


def read_key(text: str, source: str, given: Given) -> None:
    """A key of the site or of a witness."""
    given.keys.append(Key(text, source))


def told_origin(content: dict[str, Any]) -> str:
    """The origin of the tree that a file is of, where it says so."""
    origin = content.get("origin")
    if origin is not None and not isinstance(origin, str):
        raise Wrong("expected an origin")
    return origin or ""


def read_entries(content: dict[str, Any], source: str, given: Given) -> None:
    """Entries of the tree in a row."""
    entries = many(content["entries"])
    if not all(isinstance(entry, str) for entry in entries):
        raise Wrong("an entry in %s is no text" % source)
    given.tree.runs.append((told_origin(content), whole(content["first"]), entries, source))


def read_inclusion(content: dict[str, Any], source: str, given: Given) -> None:
    """The path of one entry."""
    index, size, entry = whole(content["index"]), whole(content["size"]), content["entry"]
    if index >= size or not isinstance(entry, str):
        raise Wrong("the entry in %s stands beyond the end of its tree" % source)
    path = [raw(step, 32) for step in many(content["path"])]
    given.tree.paths.append((told_origin(content), index, size, entry, path, source))


def read_consistency(content: dict[str, Any], source: str, given: Given) -> None:
    """The path from one size to another."""
    path = [raw(step, 32) for step in many(content["path"])]
    sizes = (whole(content["old"]), whole(content["new"]))
    given.tree.growths.append((told_origin(content), *sizes, path, source))


def read_batch(batch: dict[str, Any], source: str, given: Given) -> str:
    """A published batch: all of its sets with the salts of its key give its root."""
    number = given.batch(batch, source)
    key, first, last = raw(batch["key"], 32), batch["first"], batch["last"]
    digits = batch["dice"]
    if not re.fullmatch("[1-6]*", digits) or len(digits) != 5 * (last - first + 1):
        raise Wrong("batch %d: five dice to each set are expected" % number)
    leaves, block, stream = [], -1, b""
    sets = [tuple(int(die) for die in digits[at : at + 5]) for at in range(0, len(digits), 5)]
    for serial, dice in enumerate(sets, first):
        if serial // SERIALS_PER_BLOCK != block:
            block = serial // SERIALS_PER_BLOCK
            stream = hashlib.shake_256(key + eight(block)).digest(SERIALS_PER_BLOCK * BYTES_PER_SERIAL)
        at = serial % SERIALS_PER_BLOCK * BYTES_PER_SERIAL
        leaves.append(leaf(serial, dice, stream[at + MASK : at + BYTES_PER_SERIAL]))
    if root_from_leaves(leaves) != raw(batch["root"], 32):
        raise Wrong("the sets of batch %d do not give its root" % number)
    for serial, dice in enumerate(sets, first):
        given.set(serial, dice, source)
    given.proven.add(number)
    return "%s: all %d sets of batch %d give its root" % (source, len(sets), number)


class Roll:
    """A roll of a record: its dice, its serials with the numbers that turned them, whose it is, and in which
    turn of its seat.
    """

    def __init__(self, dice: str, sets: str, seat: str | None, throw: int, turn: int = 0) -> None:
        self.dice = tuple(int(die) for die in dice.split())
        found = [one.partition("*") for one in sets.replace("#", " ").split()]
        self.sets = [(int(serial), number) for serial, _, number in found]
        self.seat, self.throw, self.turn = int(seat or 0), throw, turn


Place = tuple[int, int, int]  # a seat, a round of the roll-off or 0, and the order of a set


class Record:
    """The record of a match, as far as its rolls go."""

    def __init__(self, text: str, source: str) -> None:
        lines = text.split("\n")
        headers = dict(re.findall(r'^\[([A-Za-z0-9]+) "(.*)"\]$', text, re.MULTILINE))
        self.source, number = source, headers.get("Match", "")
        self.match: Any = int(number) if re.fullmatch("[0-9]+", number) else source
        self.seed = headers.get("Seed")
        self.duplicate = headers.get("Pace") == "duplicate"
        dealt = re.fullmatch("[0-9]+", headers.get("Deal", "")) if self.duplicate else None
        self.deal = int(dealt[0]) if dealt else None
        self.owner: Any = self.match if self.deal is None else "deal %d" % self.deal
        # Sets that wait for a seat's next roll: as many as its game's largest takes. Dice 10000 alone rolls
        # more than the five dice of a set; the one or two dice of Pig are of a single set.
        self.spare = 2 if headers.get("Code") == "DK" else 1
        self.rolls = list(rolls_of([line for line in lines if not line.startswith("[")], source))
        seats = [int(name[4:]) for name in headers if re.fullmatch("Seat[0-9]{1,2}", name)]
        self.seats = max([0, *seats, *(roll.seat for roll in self.rolls)])

    def sets(self) -> list[tuple[Roll, int]]:
        """Its sets, each with its roll."""
        return [(roll, serial) for roll in self.rolls for serial, _ in roll.sets]

    def all(self) -> range:
        """Its seats."""
        return range(1, self.seats + 1)

    def labels(self) -> dict[str, Place]:
        """The labels of all its places: some more than it has sets, for what was left over at its end, and
        in the midst where it was taken up again.
        """
        count = len(self.sets()) + self.spare + 10
        rounds = max(one.throw for one in self.rolls) + 1
        places = [(seat, 0, order) for seat in self.all() for order in range(count)]
        places += [(seat, throw, 0) for seat in self.all() for throw in range(1, rounds + 1)]
        return {self.label(spelt(place)): place for place in places}

    def label(self, place: str) -> str:
        """The label of a place in this match."""
        text = "match %s %s" % (self.match, place)
        return hmac.new(bytes.fromhex(self.seed or ""), text.encode(), hashlib.sha256).hexdigest()


def spelt(place: Place) -> str:
    """A place, as labels are made of it."""
    return "seat %d roll-off %d" % place[:2] if place[1] else "seat %d set %d" % (place[0], place[2])


def rolls_of(lines: Sequence[str], source: str) -> Iterator[Roll]:
    """Every roll and every throw of the roll-off in the lines of a record."""
    rolls, throws, named = [], [], 0
    count = 0
    for line in lines:
        named += len(re.findall("#[0-9]", line))
        count += line.startswith("Roll-off: ")
        turn = re.match(r"([0-9]+)\. Seat ([0-9]{1,2}): ", line)
        for dice, sets in re.findall(
            r"\(([1-6](?: [1-6])*)((?: #[0-9]+(?:\*[0-9a-f]{32}(?![0-9a-f]))?)+)\)", line
        ):
            rolls.append(Roll(dice, sets, turn[2], 0, int(turn[1])) if turn else Roll(dice, sets, None, 0))
        for seat, die, serial in re.findall(r"(?:seat ([0-9]{1,2}) )?rolls ([1-6]) \(#([0-9]+)\)", line):
            throws.append(Roll(die, serial, seat, count))
    read = rolls + throws
    if named != sum(len(roll.sets) for roll in read) or not read:
        raise Wrong("the rolls of %s cannot be read" % source)
    return iter(read)


def read_record(record: Record, given: Given) -> Iterator[tuple[str, str]]:
    """Every roll of a record against the proven sets."""
    source = record.source
    if record.duplicate:
        hold_places(record)
    seen: set[int] = set()
    unknown = []
    for roll in record.rolls:
        if len(roll.sets) != -(-len(roll.dice) // 5):
            raise Wrong("roll %d: one set for up to five dice, two for six" % roll.sets[0][0])
        fell: list[int] = []
        for place, (serial, number) in enumerate(roll.sets):
            if serial in seen and not record.duplicate:
                raise Wrong("roll %d is used twice in %s" % (serial, source))
            seen.add(serial)
            part = roll.dice[5 * place : 5 * place + 5]
            read_set(serial, number, part, record, given)
            fell += given.faces(serial, number) or part
            if number and given.facts(serial) is None:
                unknown.append(serial)
        if list(roll.dice) != fell[: len(roll.dice)]:
            thrown = any(number for _, number in roll.sets)
            said = (
                "roll %d: %s has %s, it was turned to %s" if thrown else "roll %d: %s has %s, the set is %s"
            )
            raise Wrong(said % (roll.sets[0][0], source, spaced(roll.dice), spaced(fell)))
    if unknown:
        said = "%s: that its numbers turned these rolls so, whose lines in the log were not given: %s"
        yield "open", said % (source, listed(unknown))
    else:
        yield "ok", "%s: a record, all %d rolls as proven" % (source, len(record.rolls))
    if record.seed is not None and record.duplicate:
        yield from bind_deal(record, given)
    elif record.seed is not None:
        yield from bind_record(record, given)


DealPlace = tuple[int, int]  # a turn, and a roll of it


def places_of(record: Record) -> list[tuple[DealPlace, Roll]]:
    """Each roll of a duplicate record with its place: the turn of its seat, and which roll of that it is."""
    counts: dict[tuple[int, int], int] = {}
    found = []
    for roll in record.rolls:
        counts[roll.seat, roll.turn] = counts.get((roll.seat, roll.turn), 0) + 1
        found.append(((roll.turn, counts[roll.seat, roll.turn]), roll))
    return found


def hold_places(record: Record) -> None:
    """Every seat has the same set in the same turn and roll, and that nowhere else; no number turns it."""
    sets: dict[DealPlace, int] = {}
    places: dict[int, DealPlace] = {}
    for place, roll in places_of(record):
        serial, number = roll.sets[0]
        if number:
            raise Wrong("roll %d of %s is turned, and everybody has the same dice" % (serial, record.source))
        if places.setdefault(serial, place) != place:
            raise Wrong("roll %d is used twice in %s" % (serial, record.source))
        other = sets.setdefault(place, serial)
        if other != serial:
            said = "%s has roll %d in %s, and for another seat roll %d"
            raise Wrong(said % (record.source, other, "turn %d roll %d" % place, serial))


MOST_TURNS, ROLLS, AGAIN = 39, 3, 10  # of the largest card; and how often a set may have been replaced


def labels_of_deal(record: Record) -> dict[str, DealPlace]:
    """The labels of all places of a deal, and of sets that came in place of others."""
    found = {}
    for place in [(turn, roll) for turn in range(1, MOST_TURNS + 1) for roll in range(1, ROLLS + 1)]:
        for again in range(AGAIN):
            text = "deal %d turn %d roll %d" % (record.deal or 0, *place)
            text += " again %d" % again if again else ""
            label = hmac.new(raw(record.seed, 32), text.encode(), hashlib.sha256).hexdigest()
            found[label] = place
    return found


def bind_deal(record: Record, given: Given) -> Iterator[tuple[str, str]]:
    """Every roll of a duplicate record against its line in the log, whose label binds it to deal, turn and
    roll.
    """
    source, log = record.source, given.log
    if record.deal is None:
        raise Wrong("%s has a seed and does not say of which deal" % source)
    labels = labels_of_deal(record)
    known, where = given.seeds.setdefault(record.owner, (str(record.seed), source))
    if known != record.seed:
        raise Wrong("%s has another seed in %s than in %s" % (record.owner, source, where))
    used: dict[DealPlace, int] = {}
    for place, roll in places_of(record):
        serial = roll.sets[0][0]
        label = (given.facts(serial) or ("",))[0]
        if label and label not in labels:
            raise Wrong("roll %d of %s is bound to another deal" % (serial, source))
        if label and labels[label] != place:
            said = "roll %d stands in %s as turn %d roll %d, and is bound to turn %d roll %d"
            raise Wrong(said % (serial, source, *place, *labels[label]))
        used[place] = serial
    bound = {log.labels[label]: place for label, place in labels.items() if label in log.labels}
    others = bound.keys() - set(used.values())
    thrown = others & log.thrown_away.keys()
    for serial in sorted(others - thrown):
        if bound[serial] in used:
            said = "turn %d roll %d of %s is bound to roll %d, not to roll %d"
            raise Wrong(said % (*bound[serial], record.owner, serial, used[bound[serial]]))
    missing = sorted(serial for serial in used.values() if log.taken(serial) is None)
    if missing:
        said = "%s: that these rolls are bound to it, whose lines in the log were not given: %s"
        yield "open", said % (source, listed(missing))
    else:
        said = "%s: %d sets are bound to %s in the log, each to its turn and roll"
        yield "ok", said % (source, len(used), record.owner)
    if thrown:
        said = "%s: %d sets that were dealt and not used were thrown away"
        yield "ok", said % (source, len(thrown))
    if others - thrown:
        said = "%s: whether anybody used these sets of %s, which it does not have: %s"
        yield "open", said % (source, record.owner, listed(sorted(others - thrown)))


def read_set(serial: int, number: str, part: tuple[int, ...], record: Record, given: Given) -> None:
    """One set of a record: proved, in no other match, and taken as the log tells."""
    source = record.source
    known, other, where = given.fell.setdefault(serial, (part, record.owner, source))
    if other != record.owner:
        raise Wrong("roll %d is used in two matches, in %s and in %s" % (serial, where, source))
    shared = min(len(known), len(part)) if record.duplicate else None
    if known[:shared] != part[:shared]:
        raise Wrong("roll %d fell otherwise in %s than in %s" % (serial, source, where))
    if serial not in given.dice:
        raise Wrong("roll %d of %s: no proof was given" % (serial, source))
    given.number(serial, number, source)
    if serial in given.log.thrown_away:
        raise Wrong("roll %d of %s was thrown away, as the log says" % (serial, source))
    rolled_back = serial in given.log.lines and given.log.taken(serial) is None
    if rolled_back or given.log.passing(serial) not in ("", "epoch"):
        raise Wrong("roll %d of %s was never taken, as the log says" % (serial, source))


def bind_record(record: Record, given: Given) -> Iterator[tuple[str, str]]:
    """Every roll of a record against its line in the log, whose label binds it to match, seat and order."""
    source = record.source
    raw(record.seed, 32)
    known, where = given.seeds.setdefault(record.match, (str(record.seed), source))
    if known != record.seed:
        raise Wrong("match %s has another seed in %s than in %s" % (record.match, source, where))
    labels = record.labels()
    places, unbound = bind_rolls(record, labels, given)
    missing = sorted(serial for serial in places.values() if given.log.taken(serial) is None)
    if unbound:
        said = "%s: that these rolls are bound to it, which an older release dealt: %s"
        yield "open", said % (source, listed(sorted(unbound)))
    if missing:
        said = "%s: that these rolls are bound to it, whose lines in the log were not given: %s"
        yield "open", said % (source, listed(missing))
    elif places:
        said = "%s: %d sets are bound to match %s in the log, each to its seat and place"
        yield "ok", said % (source, len(places), record.match)
    yield from hold_others(record, places, labels, given)


def bind_rolls(record: Record, labels: dict[str, Place], given: Given) -> tuple[dict[Place, int], list[int]]:
    """The serials of a record by their places, and those that an older release dealt, which have none."""
    source = record.source
    places: dict[Place, int] = {}
    unbound: list[int] = []
    newest: dict[int, tuple[int, int]] = {}
    held = {place for label, place in labels.items() if label in given.log.labels}
    for roll, serial in record.sets():
        before, older = newest.get(roll.seat, (-1, 0))
        if not 1 <= roll.seat <= record.seats:
            raise Wrong("roll %d of %s belongs to no seat" % (serial, source))
        if not roll.throw and serial < older:
            raise Wrong("roll %d of %s was taken before one that it follows" % (serial, source))
        label = (given.facts(serial) or ("",))[0]
        if label not in ("", "-") and label not in labels:
            raise Wrong("roll %d of %s is bound to another match" % (serial, source))
        order = before + 1
        while not label and (roll.seat, 0, order) in held:
            order += 1
        stands = (roll.seat, roll.throw, 0 if roll.throw else order)
        place = labels.get(label, stands)
        if place[:2] != stands[:2] or place[2] < stands[2]:
            said = "roll %d stands in %s as %s, and is bound to %s"
            raise Wrong(said % (serial, source, spelt(stands), spelt(place)))
        if not roll.throw:
            newest[roll.seat] = (before if label == "-" else place[2], serial)
        if label == "-":
            unbound.append(serial)
        else:
            places[place] = serial
    if unbound and min(places.values(), default=max(unbound)) < max(unbound):
        raise Wrong("roll %d of %s is bound to no match, and an earlier one is" % (max(unbound), source))
    return places, unbound


def hold_others(
    record: Record, places: dict[Place, int], labels: dict[str, Place], given: Given
) -> Iterator[tuple[str, str]]:
    """Whatever else the log binds to a match was reserved for its next rolls, and thrown away at its end."""
    source, log = record.source, given.log
    bound = {place: log.labels[label] for label, place in labels.items() if label in log.labels}
    others = {place: serial for place, serial in bound.items() if place not in places}
    for (seat, throw, order), serial in others.items():
        later = [
            other
            for (its, throws, place), other in {**bound, **places}.items()
            if its == seat and not throws and place >= order + record.spare
        ]
        used = (
            throw or given.numbers.get(serial, ("", ""))[0] or any(log.covers(serial, one) for one in later)
        )
        if used and serial not in log.thrown_away:
            said = "rolls are left out of %s: roll %d is bound to %s, and was not thrown away"
            raise Wrong(said % (source, serial, spelt((seat, throw, order))))
    thrown = [serial for serial in others.values() if serial in log.thrown_away]
    waiting = sorted(serial for serial in others.values() if serial not in log.thrown_away)
    last = {
        seat: max((place[2] for place in places if place[:2] == (seat, 0)), default=-1)
        for seat in record.all()
    }
    gaps = [
        (seat, 0, n) for seat in last for n in range(last[seat]) if (seat, 0, n) not in {**bound, **places}
    ]
    ended = {seat for seat, throw, n in others if not throw and n > last[seat]}
    if thrown:
        said = "%s: %d sets that were reserved for it and not used were thrown away"
        yield "ok", said % (source, len(thrown))
    if waiting:
        yield "open", "%s: what became of sets that were reserved for it: %s" % (source, listed(waiting))
    if gaps:
        said = "%s: what became of these, whose lines in the log were not given: %s"
        yield "open", said % (source, ", ".join(spelt(gap) for gap in gaps))
    open_ends = [seat for seat in last if seat not in ended]
    if open_ends:
        said = "%s: that no roll is left out at its end, as far as these lines of the log go, by seats %s"
        yield "open", said % (source, listed(open_ends))


def find_link(given: Given, link: str) -> tuple[int, str] | None:
    """The batch that a link is of, and the list that says so."""
    for listing in given.longest_first():
        for number, chain in listing.links.items():
            if chain == link:
                return number, listing.source
    return None


def hold_links(given: Given) -> Iterator[tuple[str, str]]:
    """Every link against the lists; without a list, against the batches that are there."""
    longest = given.longest_first()[:1]
    for source, link, _ in given.links:
        found = find_link(given, link)
        if found is not None:
            yield "ok", "%s: the link of batch %d in %s" % (source, *found)
        elif longest and longest[0].lost - set(longest[0].links):
            said = "%s: the link of a batch that was lost, or a forged one: %s does not have it"
            yield "open", said % (source, longest[0].source)
        elif longest:
            said = "the link in %s is not in %s: what it stands for was changed, or the list is older"
            raise Wrong(said % (source, longest[0].source))
        elif any(batch["chain"] == link for batch, _ in given.batches.values()):
            yield "ok", "%s: the link of a batch that is here" % source
        else:
            yield "open", "%s: there is no list to hold this link against" % source


def kept_batches(given: Given) -> set[int]:
    """The batches that stand in what was kept, as they are told of now."""
    found: set[int] = set()

    def stand(number: int) -> None:
        """A batch of which the link was kept, and those before it as long as each names the one before."""
        while number in given.batches and number not in found:
            found.add(number)
            number -= 1

    for listing in given.lists:
        if listing.kept:
            for number in sorted(listing.links):
                stand(number)
    for _, link, kept in given.links:
        if kept:
            for number, (batch, _) in given.batches.items():
                if batch["chain"] == link:
                    stand(number)
    for number in sorted(given.stood):
        stand(number)
    return found


def hold_notes(given: Given) -> Iterator[tuple[str, str]]:
    """The signatures under every note, by the keys that were given."""
    signs, cosigns = ([key for key in given.keys if key.kind == kind] for kind in (SIGNS, COSIGNS))
    for note, origin in given.notes:
        source = note.source
        if not signs:
            yield "open", "%s: who signed it: no key was given" % source
        for key in signs:
            if any(not signed(key.public, one, note.text.encode()) for one in note.by(key)):
                raise Wrong("the signature of %s under %s is false" % (key.name, source))
        by = [key.name for key in signs if note.by(key) and (not origin or key.is_of(origin))]
        if by:
            yield "ok", "%s: signed by %s" % (source, by[0])
        elif signs:
            raise Wrong("%s is not signed by %s" % (source, signs[0].name))
        for key in cosigns if origin else []:
            yield read_cosigned(note, key)


def read_cosigned(note: Note, key: Key) -> tuple[str, str]:
    """What a witness says of a checkpoint."""
    times = []
    for one in note.by(key):
        at = int.from_bytes(one[:8], "big")
        text = "cosignature/v1\ntime %d\n%s" % (at, note.text)
        if at >= END_OF_TIME or not signed(key.public, one[8:], text.encode()):
            raise Wrong("the signature of %s under %s is false" % (key.name, note.source))
        times.append(at)
    if not times:
        return "open", "%s: what %s says to it, who has not signed it" % (note.source, key.name)
    when = datetime.fromtimestamp(min(times), timezone.utc).isoformat()  # noqa: UP017
    return "ok", "%s: seen by %s at %s" % (note.source, key.name, when)


def hold_entries(given: Given) -> Iterator[tuple[str, str]]:
    """What the tree tells of batches, segments and its own beginning, against what else is told of them."""
    for (origin, index), (entry, source) in sorted(given.tree.entries.items()):
        if found := SEGMENT_ENTRY.fullmatch(entry):
            number, first, last, lines, root, at = found.groups()
            figures = {"number": int(number), "first": int(first), "last": int(last), "lines": int(lines)}
            given.log.segment({**figures, "at": int(at), "root": root}, origin, source)
        elif found := BATCH_ENTRY.fullmatch(entry):
            told = dict(zip(("number", "first", "last", "root", "at", "chain"), found.groups()))
            number = int(told["number"])
            batch, where = given.batches.get(number, ({}, ""))
            for name in ("first", "last", "root", "chain", "at"):
                if name in batch and str(batch[name]) != told[name]:
                    said = "batch %d has another %s in the tree in %s than in %s"
                    raise Wrong(said % (number, name, source, where))
            if batch:
                given.shown.add(number)
            if batch and given.tree.stood(origin, index):
                given.stood.add(number)
        elif found := AFTER_ENTRY.fullmatch(entry):
            yield from hold_after(found, index, source, given)


def hold_after(found: re.Match[str], index: int, source: str, given: Given) -> Iterator[tuple[str, str]]:
    """A tree that began anew names the last head of the one before."""
    origin, end = found[1], int(found[2])
    head = given.tree.heads.get((origin, end))
    if index or (head and head.root.hex() != found[3]):
        raise Wrong(
            "the tree in %s does not follow the one in %s" % (source, head.source if head else origin)
        )
    for head in given.tree.heads.values():
        if head.origin == origin and head.size > end:
            said = "%s: what became of its entries from %d on: the tree in %s follows the %d before"
            yield "open", said % (head.source, end, source, end)


def hold_receipts(given: Given) -> Iterator[tuple[str, str]]:
    """Every receipt against the log: what was promised must stand there."""
    for serial, (line, source) in sorted(given.receipts.items()):
        reason = given.log.passing(serial)
        stands = given.log.lines.get(serial, ("", ""))[0]
        if (stands and stands != line) or reason not in ("", "epoch"):
            raise Wrong("roll %d stands otherwise in the log than %s promises" % (serial, source))
        if stands:
            yield "ok", "%s: roll %d stands in the log as was promised" % (source, serial)
        elif reason:
            yield "open", "%s: why an epoch passed over roll %d, which was promised" % (source, serial)
        else:
            yield "open", "%s: that roll %d stands in the log so: its line was not given" % (source, serial)


def hold_numbers(given: Given) -> Iterator[tuple[str, str]]:
    """Every number against its pledge, and what was thrown against what it turns."""
    told: list[int] = []
    unknown: list[int] = []
    for serial, (number, source) in sorted(given.numbers.items()):
        if number and serial in given.log.thrown_away:
            raise Wrong("roll %d has a number in %s, and was thrown away, as the log says" % (serial, source))
        if number and serial in given.dice:
            given.faces(serial, number)
            (unknown if given.facts(serial) is None else told).append(serial)
    early = [serial for serial in told if serial not in given.promised]
    if told:
        said = "%d rolls were turned as they should by numbers that fit their pledges"
        yield "ok", said % len(told)
    if early:
        said = "whether these sets were fixed before their numbers were known, only kept receipts show: %s"
        yield "open", said % listed(early)
    if unknown:
        said = "that their numbers turned these rolls so, whose lines in the log were not given: %s"
        yield "open", said % listed(unknown)


def conclusions(given: Given) -> Iterator[tuple[str, str]]:
    """What follows from all of it together, and what does not."""
    listed = {number for listing in given.lists for number in listing.numbers}
    lost = {number for listing in given.lists for number in listing.lost}
    current = [listing.source for listing in given.lists if not listing.kept]
    kept = kept_batches(given)
    for number in sorted(given.proven):
        if number in kept:
            yield "ok", "batch %d was published before: it stands in what you kept" % number
        elif number in listed:
            said = "batch %d stands in the list; whether it did before its rolls, only a kept list shows"
            yield "open", said % number
        elif number in lost:
            said = "batch %d was lost, so the list does not say how it was; only a kept one shows it"
            yield "open", said % number
        elif current:
            raise Wrong("batch %d is not in %s" % (number, current[0]))
        elif number in given.shown:
            said = "batch %d stands in a checkpoint; whether it did before its rolls, only a kept one shows"
            yield "open", said % number
        elif given.lists:
            yield "open", "batch %d is newer than what you kept, or forged: give today's list too" % number
        else:
            yield "open", "batch %d: no list was given that shows its root to everybody" % number
    if any(record.seed is None for record in given.records.values()):
        yield "open", "that the rolls of a record belong to its match, and that none is left out"


def read(text: str) -> tuple[str, Any]:
    """What kind of file it is, and what it says."""
    if re.fullmatch(r"\s*[0-9a-f]{64}\s*", text):
        return "link", text.strip()
    if VKEY.fullmatch(text):
        return "key", text
    if "\n\n\u2014 " in text and not text.startswith(("{", "[")):
        return ("receipt" if text.startswith("boatzee receipt ") else "checkpoint"), text
    if re.match("[0-9]+(?:-[0-9]+)? (?:taken|rolled-back|passed-over|thrown-away)", text):
        return "log", text
    if not text.lstrip().startswith("{"):
        return "record", text
    content = json.loads(text)
    return str(content.get("format")), content


KEPT = ("link", "checkpoint", "receipt", *LISTS)
PARTS: dict[str, Callable[[Any, str, Given], None]] = {
    "key": read_key,
    "log": read_log,
    ENTRIES: read_entries,
    INCLUSION: read_inclusion,
    CONSISTENCY: read_consistency,
}


def check(files: Iterable[tuple[str, str, bool]]) -> Iterator[tuple[str, str]]:
    """Check files of a name, a text, and whether they were kept. Yields verdicts; raises Wrong."""
    given = Given()
    for source, text, kept in files:
        yield from read_file(source, text.replace("\r\n", "\n"), given, kept=kept)
    given.check_order()
    yield from hold_links(given)
    yield from hold_notes(given)
    yield from given.tree.hold_paths()
    yield from given.tree.hold_runs()
    yield from given.tree.growth()
    yield from hold_entries(given)
    yield from given.log.check()
    yield from given.log.hold_files()
    yield from hold_receipts(given)
    yield from hold_numbers(given)
    for record in given.records.values():
        yield from read_record(record, given)
    yield from conclusions(given)


def read_file(source: str, text: str, given: Given, *, kept: bool) -> Iterator[tuple[str, str]]:
    """One file, of whatever kind."""
    kind, content = read(text)
    if kept and kind not in KEPT:
        said = "%s is neither a list nor a link, a checkpoint or a receipt: only those are worth keeping"
        raise Wrong(said % source)
    if kind == "link":
        given.links.append((source, content, kept))
    elif kind in ("receipt", "checkpoint"):
        read_note(content, source, given, kept=kept)
    elif kind == "record" and content not in given.records:
        given.records[content] = Record(content, source)
    elif kind in LISTS:
        yield from read_list(content, source, given, kept=kept)
    elif kind in PROOFS:
        yield from read_proofs(content, source, given)
    elif kind in BATCHES:
        yield "ok", read_batch(content, source, given)
    elif kind in PARTS:
        PARTS[kind](content, source, given)
    elif kind != "record":
        raise Wrong("%s is a file of an unknown kind" % source)


class Unclear(Exception):
    """It cannot be told what to check."""


def named(arguments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The files and keys, each with its option. Raises Unclear where they cannot be told."""
    option, count = "", 0
    for argument in arguments:
        if argument in ("--kept", "--key", "--witness") and not option:
            option = argument
        elif argument.startswith("--"):
            raise Unclear
        else:
            count += option in ("", "--kept")
            yield option, argument
            option = ""
    if option or not count:
        raise Unclear


def opened(option: str, name: str) -> tuple[str, str, bool]:
    """A file, or a key that stands in the command itself, as `check` takes it."""
    if option in ("", "--kept") or os.path.exists(name):
        with open(name, encoding="utf-8") as file:
            found = file.read()
    else:
        found = name
    wanted = {"--key": SIGNS, "--witness": COSIGNS}.get(option)
    if wanted and Key(found, name).kind != wanted:
        raise Wrong("%s is no key for %s" % (name, option))
    return name, found, option == "--kept"


def main(arguments: Sequence[str]) -> int:
    if "-h" in arguments or "--help" in arguments:
        print(__doc__)
        return 0
    try:
        names = list(named(arguments))
    except Unclear:
        print(__doc__)
        return 2
    try:
        for verdict, line in check([opened(option, name) for option, name in names]):
            print("%-5s" % verdict, line)
    except Wrong as wrong:
        print("WRONG", wrong)
        return 1
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        print("WRONG a file cannot be read: %s: %s" % (type(error).__name__, error))
        return 1
    print("Nothing here contradicts anything else.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
