#!/usr/bin/env python3
"""Check Boatzee's dice yourself. Needs Python 3.9 or later and nothing else.

    python verify_roll.py [--kept FILE]... FILE ...

FILE is any of, in any order:
  a file of proofs        /dice/roll/<serial>.json or /dice/proofs.json?serials=...
  the list of batches     /dice/batches.json
  a published batch       /dice/batch/<number>.json
  the record of a match   the text that a match's page offers; its rolls are checked against the
                          proofs given with it
  a link of the chain     a file with its 64 hex digits and nothing else, as /dice/ shows the newest

--kept FILE is a list or a link of which you know that you have kept it since before the rolls. Only
such a file can show that a batch was published before it was used: this script cannot know when
you came by a file, and takes your word for it.

Prints `ok` for what these files prove, `open` for what they cannot prove, and `WRONG` for what
contradicts itself or another file. Ends with status 0 if nothing is wrong, 1 if anything is, and 2
if it is not told what to check. The formats are described in docs/dice.md; this script shares no
code with the site.
"""

# ruff: noqa: T201, UP031  (it prints, and runs on a Python older than the site's)

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

SALT, SERIALS_PER_BLOCK, BYTES_PER_SERIAL, MASK = 16, 16, 24, 8
COMMITTED = ("first", "last", "root", "previous", "chain")


class Wrong(Exception):
    """Something does not agree. The message says what."""


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def eight(number: int) -> bytes:
    return number.to_bytes(8, "big")


def raw(text: Any, size: int) -> bytes:
    if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{%d}" % (2 * size), text):
        raise Wrong("expected %d bytes in hex" % size)
    return bytes.fromhex(text)


def whole(number: Any) -> int:
    if type(number) is not int or not 0 <= number < 2**63:
        raise Wrong("expected a whole number")
    return number


def many(items: Any) -> list[Any]:
    if not isinstance(items, list):
        raise Wrong("expected a list")
    return items


def leaf(serial: int, dice: Sequence[int], salt: bytes) -> bytes:
    if (
        not isinstance(dice, (list, tuple))
        or len(dice) != 5
        or any(type(die) is not int or not 1 <= die <= 6 for die in dice)
    ):
        raise Wrong("a set is five dice from 1 to 6")
    return sha256(b"\x00", eight(serial), bytes(dice), salt)


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
    return level[0]


class Given:
    """All that the files say, each with the file that said it first. What contradicts it is refused."""

    def __init__(self) -> None:
        self.batches: dict[int, tuple[dict[str, Any], str]] = {}
        self.made: dict[int, tuple[Any, str]] = {}
        self.dice: dict[int, tuple[tuple[int, ...], str]] = {}
        self.fell: dict[int, tuple[tuple[int, ...], Any, str]] = {}
        self.proven: set[int] = set()  # batches of which sets were proved
        self.lists: list[tuple[str, list[str], bool]] = []
        self.links: list[tuple[str, str, bool]] = []

    def batch(self, batch: dict[str, Any], source: str) -> int:
        """A commitment. Returns its number."""
        number, first, last = whole(batch["number"]), whole(batch["first"]), whole(batch["last"])
        if last < first:
            raise Wrong("batch %d ends before it begins" % number)
        chain = sha256(b"\x02", raw(batch["previous"], 32), raw(batch["root"], 32), eight(first), eight(last))
        if chain != raw(batch["chain"], 32):
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


def read_list(batches: list[dict[str, Any]], source: str, given: Given, *, kept: bool) -> str:
    """Every link in order, from the very first batch."""
    for number, batch in enumerate(many(batches), 1):
        if whole(batch["number"]) != number:
            raise Wrong("batch %d is missing from %s" % (number, source))
        given.batch(batch, source)
        made, where = given.made.setdefault(number, (batch.get("made"), source))
        if made != batch.get("made"):
            raise Wrong("batch %d was made at another time in %s than in %s" % (number, source, where))
    given.lists.append((source, [batch["chain"] for batch in batches], kept))
    given.check_order()
    return "%s: a list of %d batches, each linked to the one before" % (source, len(batches))


def read_proofs(bundle: dict[str, Any], source: str, given: Given) -> str:
    """Every proof against its batch."""
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
    return "%s: %d rolls lead to the roots of their batches" % (source, len(bundle["proofs"]))


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


def rolls_of(text: str, source: str) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """The dice and serials of every roll and every throw of the roll-off in a record."""
    moves = "\n".join(line for line in text.splitlines() if not line.startswith("["))
    rolls = re.findall(r"\(([1-6](?: [1-6])*)((?: #[0-9]+)+)\)", moves)
    rolls += [(die, "#" + serial) for die, serial in re.findall(r"rolls ([1-6]) \(#([0-9]+)\)", moves)]
    read = [
        (tuple(int(die) for die in dice.split()), [int(serial) for serial in serials.split("#")[1:]])
        for dice, serials in rolls
    ]
    if len(re.findall("#[0-9]", moves)) != sum(len(serials) for _, serials in read) or not read:
        raise Wrong("the rolls of %s cannot be read" % source)
    return iter(read)


def read_record(text: str, source: str, given: Given) -> str:
    """Every roll of a record against the proven sets."""
    header = re.search(r'^\[Match "([0-9]+)"\]$', text, re.MULTILINE)
    match: Any = int(header[1]) if header else source
    count, seen = 0, set()
    for dice, serials in rolls_of(text, source):
        count += 1
        if len(serials) != -(-len(dice) // 5):
            raise Wrong("roll %d: one set for up to five dice, two for six" % serials[0])
        fell: list[int] = []
        for place, serial in enumerate(serials):
            if serial in seen:
                raise Wrong("roll %d is used twice in %s" % (serial, source))
            seen.add(serial)
            part = dice[5 * place : 5 * place + 5]
            known, other, where = given.fell.setdefault(serial, (part, match, source))
            if other != match:
                raise Wrong("roll %d is used in two matches, in %s and in %s" % (serial, where, source))
            if known != part:
                raise Wrong("roll %d fell otherwise in %s than in %s" % (serial, source, where))
            if serial not in given.dice:
                raise Wrong("roll %d of %s: no proof was given" % (serial, source))
            fell += given.dice[serial][0]
        if list(dice) != fell[: len(dice)]:
            stands, rolled = (" ".join(map(str, some)) for some in (dice, fell))
            raise Wrong("roll %d: %s has %s, the set is %s" % (serials[0], source, stands, rolled))
    return "%s: a record, all %d rolls as proven" % (source, count)


def hold_links(given: Given) -> Iterator[tuple[str, str]]:
    """Every link against the longest list; without a list, against the batches that are there."""
    longest = max(given.lists, key=lambda one: len(one[1]), default=None)
    for source, link, _ in given.links:
        if longest is not None:
            if link not in longest[1]:
                said = "the link in %s is not in %s: what it stands for was changed, or the list is older"
                raise Wrong(said % (source, longest[0]))
            yield "ok", "%s: the link of batch %d in %s" % (source, longest[1].index(link) + 1, longest[0])
        elif any(batch["chain"] == link for batch, _ in given.batches.values()):
            yield "ok", "%s: the link of a batch that is here" % source
        else:
            yield "open", "%s: there is no list to hold this link against" % source


def kept_batches(given: Given) -> set[int]:
    """The batches that stand in what was kept, as they are told of now."""
    longest = max((chains for _, chains, _ in given.lists), key=len, default=[])
    found = {number for _, chains, kept in given.lists if kept for number in range(1, len(chains) + 1)}
    for _, link, kept in given.links:
        if kept and link in longest:
            found.update(range(1, longest.index(link) + 2))
        elif kept:
            found.update(number for number, (batch, _) in given.batches.items() if batch["chain"] == link)
    return found


def conclusions(given: Given, records: int) -> Iterator[tuple[str, str]]:
    """What follows from all of it together, and what does not."""
    listed = max((len(chains) for _, chains, _ in given.lists), default=0)
    current = [source for source, _, kept in given.lists if not kept]
    kept = kept_batches(given)
    for number in sorted(given.proven):
        if number in kept:
            yield "ok", "batch %d was published before: it stands in what you kept" % number
        elif number <= listed:
            said = "batch %d stands in the list; whether it did before its rolls, only a kept list shows"
            yield "open", said % number
        elif current:
            raise Wrong("batch %d is not in %s" % (number, current[0]))
        elif listed:
            yield "open", "batch %d is newer than what you kept, or forged: give today's list too" % number
        else:
            yield "open", "batch %d: no list was given that shows its root to everybody" % number
    if records:
        yield "open", "that the rolls of a record belong to its match, and that none is left out"


def read(text: str) -> tuple[str, Any]:
    """What kind of file it is, and what it says."""
    if re.fullmatch(r"\s*[0-9a-f]{64}\s*", text):
        return "link", text.strip()
    if not text.lstrip().startswith("{"):
        return "record", text
    content = json.loads(text)
    return str(content.get("format")), content


def check(files: Iterable[tuple[str, str, bool]]) -> Iterator[tuple[str, str]]:
    """Check files of a name, a text, and whether they were kept. Yields verdicts; raises Wrong."""
    given = Given()
    records: dict[str, str] = {}
    for source, text, kept in files:
        kind, content = read(text)
        if kept and kind not in ("link", "boatzee-batches-1"):
            raise Wrong("%s is neither a list nor a link: only those are worth keeping" % source)
        if kind == "link":
            given.links.append((source, content, kept))
        elif kind == "record":
            records.setdefault(content, source)
        elif kind == "boatzee-batches-1":
            yield "ok", read_list(content["batches"], source, given, kept=kept)
        elif kind == "boatzee-proofs-1":
            yield "ok", read_proofs(content, source, given)
        elif kind == "boatzee-batch-1":
            yield "ok", read_batch(content, source, given)
        else:
            raise Wrong("%s is a file of an unknown kind" % source)
    given.check_order()
    yield from hold_links(given)
    for text, source in records.items():
        yield "ok", read_record(text, source, given)
    yield from conclusions(given, len(records))


def named(arguments: Sequence[str]) -> list[tuple[str, bool]] | None:
    """The files, and whether each was kept; None where they cannot be told."""
    names, kept = [], False
    for argument in arguments:
        if argument == "--kept" and not kept:
            kept = True
        elif argument.startswith("--"):
            return None
        else:
            names.append((argument, kept))
            kept = False
    return names if names and not kept else None


def main(arguments: Sequence[str]) -> int:
    if "-h" in arguments or "--help" in arguments:
        print(__doc__)
        return 0
    names = named(arguments)
    if names is None:
        print(__doc__)
        return 2
    try:
        files = []
        for name, kept in names:
            with open(name, encoding="utf-8") as file:
                files.append((name, file.read(), kept))
        for verdict, line in check(files):
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
