#!/usr/bin/env python3
"""Check Boatzee's dice yourself. Needs Python 3.9 or later and nothing else.

    python verify_roll.py FILE ...

FILE is any of, in any order:
  a file of proofs        /dice/roll/<serial>.json or /dice/proofs.json?serials=...
  the list of batches     /dice/batches.json, best a copy you kept from before the roll
  a published batch       /dice/batch/<number>.json
  the record of a match   the text that a match's page offers; its rolls are checked against the
                          proofs given with it

Prints a line for everything checked, and ends with status 1 if anything is wrong. The formats are
described in docs/dice.md; this script shares no code with the site.
"""

# ruff: noqa: T201, UP031  (it prints, and runs on a Python older than the site's)

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any

SALT, SERIALS_PER_BLOCK, BYTES_PER_SERIAL, MASK = 16, 16, 24, 8


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


def leaf(serial: int, dice: Sequence[int], salt: bytes) -> bytes:
    if len(dice) != 5 or any(type(die) is not int or not 1 <= die <= 6 for die in dice):
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


def check_commitment(batch: dict[str, Any]) -> None:
    first, last = whole(batch["first"]), whole(batch["last"])
    if last < first:
        raise Wrong("batch %s ends before it begins" % batch["number"])
    chain = sha256(b"\x02", raw(batch["previous"], 32), raw(batch["root"], 32), eight(first), eight(last))
    if chain != raw(batch["chain"], 32):
        raise Wrong("the chain of batch %s does not follow from its root" % batch["number"])


def check_list(batches: list[dict[str, Any]]) -> None:
    """Every link in order, from the very first batch."""
    previous, end = bytes(32), -1
    for number, batch in enumerate(batches, 1):
        if batch["number"] != number:
            raise Wrong("batch %d is missing from the list" % number)
        check_commitment(batch)
        if raw(batch["previous"], 32) != previous:
            raise Wrong("batch %d does not link to the batch before it" % number)
        if batch["first"] <= end:
            raise Wrong("batch %d holds serials of the batch before it" % number)
        previous, end = raw(batch["chain"], 32), batch["last"]


def check_proofs(bundle: dict[str, Any]) -> dict[int, tuple[int, ...]]:
    """Every proof against its batch. Returns dice by serial."""
    batches = {}
    for batch in bundle["batches"]:
        check_commitment(batch)
        batches[batch["number"]] = batch
    dice = {}
    for proof in bundle["proofs"]:
        serial = whole(proof["serial"])
        batch = batches.get(proof["batch"])
        if batch is None:
            raise Wrong("roll %d: its batch is not in the file" % serial)
        if not batch["first"] <= serial <= batch["last"]:
            raise Wrong("roll %d is not in batch %d" % (serial, batch["number"]))
        start = leaf(serial, proof["dice"], raw(proof["salt"], SALT))
        path = [raw(step, 32) for step in proof["path"]]
        size = batch["last"] - batch["first"] + 1
        try:
            root = root_from_path(start, serial - batch["first"], size, path)
        except Wrong as wrong:
            raise Wrong("roll %d: %s" % (serial, wrong)) from None
        if root != raw(batch["root"], 32):
            raise Wrong("roll %d does not lead to the root of batch %d" % (serial, batch["number"]))
        dice[serial] = tuple(proof["dice"])
    return dice


def check_batch(batch: dict[str, Any]) -> dict[int, tuple[int, ...]]:
    """A published batch: all of its sets with the salts of its key give its root. Returns the sets."""
    check_commitment(batch)
    key, first, last = raw(batch["key"], 32), batch["first"], batch["last"]
    digits = batch["dice"]
    if not re.fullmatch("[1-6]*", digits) or len(digits) != 5 * (last - first + 1):
        raise Wrong("batch %d: five dice to each set are expected" % batch["number"])
    leaves, block, stream = [], -1, b""
    for serial in range(first, last + 1):
        if serial // SERIALS_PER_BLOCK != block:
            block = serial // SERIALS_PER_BLOCK
            stream = hashlib.shake_256(key + eight(block)).digest(SERIALS_PER_BLOCK * BYTES_PER_SERIAL)
        at = serial % SERIALS_PER_BLOCK * BYTES_PER_SERIAL
        dice = [int(die) for die in digits[5 * (serial - first) : 5 * (serial - first) + 5]]
        leaves.append(leaf(serial, dice, stream[at + MASK : at + BYTES_PER_SERIAL]))
    if root_from_leaves(leaves) != raw(batch["root"], 32):
        raise Wrong("the sets of batch %d do not give its root" % batch["number"])
    return {first + i: tuple(int(die) for die in digits[5 * i : 5 * i + 5]) for i in range(last - first + 1)}


def check_record(text: str, proven: dict[int, tuple[int, ...]]) -> int:
    """Every roll of a record against the proven sets. Returns how many there were."""
    moves = "\n".join(line for line in text.splitlines() if not line.startswith("["))
    rolls = [
        ([int(die) for die in faces.split()], [int(serial) for serial in serials.split("#")[1:]])
        for faces, serials in re.findall(r"\(([1-6](?: [1-6])*)((?: #[0-9]+)+)\)", moves)
    ]
    rolls += [
        ([int(die)], [int(serial)]) for die, serial in re.findall(r"rolls ([1-6]) \(#([0-9]+)\)", moves)
    ]
    if len(re.findall("#[0-9]", moves)) != sum(len(serials) for _, serials in rolls) or not rolls:
        raise Wrong("the rolls of the record cannot be read")
    seen: set[int] = set()
    for dice, serials in rolls:
        if len(serials) != -(-len(dice) // 5):
            raise Wrong("roll %d: one set for up to five dice, two for six" % serials[0])
        fell: list[int] = []
        for serial in serials:
            if serial in seen:
                raise Wrong("roll %d is used twice" % serial)
            seen.add(serial)
            if serial not in proven:
                raise Wrong("roll %d: no proof was given" % serial)
            fell += proven[serial]
        if dice != fell[: len(dice)]:
            raise Wrong("roll %s: the record has %s, the set is %s" % (serials[0], dice, fell))
    return len(rolls)


def same_commitment(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(one[name] == other[name] for name in ("number", "first", "last", "root", "previous", "chain"))


def check(texts: list[str]) -> Iterator[str]:
    """Check what the files hold together. Yields lines to print; raises Wrong."""
    records: list[str] = []
    listed: dict[int, dict[str, Any]] | None = None
    stated: list[dict[str, Any]] = []
    proven: dict[int, tuple[int, ...]] = {}
    for text in texts:
        if not text.lstrip().startswith("{"):
            records.append(text)
            continue
        content = json.loads(text)
        kind = content.get("format")
        if kind == "boatzee-batches-1":
            check_list(content["batches"])
            listed = {batch["number"]: batch for batch in content["batches"]}
            yield "list: %d batches, each linked to the one before" % len(listed)
        elif kind == "boatzee-proofs-1":
            found = check_proofs(content)
            stated += content["batches"]
            yield "proofs: %d rolls lead to the roots of their batches" % len(found)
            proven.update(found)
        elif kind == "boatzee-batch-1":
            found = check_batch(content)
            stated.append(content)
            yield "batch %d: all %d sets give its root" % (content["number"], len(found))
            proven.update(found)
        else:
            raise Wrong("a file of an unknown kind")
    if listed is not None:
        for batch in stated:
            if batch["number"] not in listed or not same_commitment(batch, listed[batch["number"]]):
                raise Wrong("batch %s is not the one in the list" % batch["number"])
        if stated:
            yield "batches: as they stand in the list"
    for text in records:
        yield "record: all %d rolls are as proven" % check_record(text, proven)


def main(names: list[str]) -> int:
    if not names or names[0] in ("-h", "--help"):
        print(__doc__)
        return 2
    try:
        texts = []
        for name in names:
            with open(name, encoding="utf-8") as file:
                texts.append(file.read())
        for line in check(texts):
            print("ok   ", line)
    except Wrong as wrong:
        print("WRONG", wrong)
        return 1
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print("WRONG a file cannot be read: %s: %s" % (type(error).__name__, error))
        return 1
    print("Everything agrees.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
