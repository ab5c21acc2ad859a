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
from datetime import datetime, timezone
from typing import Any

SALT, SERIALS_PER_BLOCK, BYTES_PER_SERIAL, MASK = 16, 16, 24, 8
COMMITTED = ("first", "last", "root", "previous", "chain")
LISTS = ("boatzee-batches-1", "boatzee-batches-2")
PROOFS = ("boatzee-proofs-1", "boatzee-proofs-2")
BATCHES = ("boatzee-batch-1", "boatzee-batch-2")
END_OF_TIME = 253402300800  # seconds from 1970 to the year 10000


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


class Given:
    """All that the files say, each with the file that said it first. What contradicts it is refused."""

    def __init__(self) -> None:
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
    return found


def conclusions(given: Given, records: int) -> Iterator[tuple[str, str]]:
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
        elif given.lists:
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
        if kept and kind not in ("link", *LISTS):
            raise Wrong("%s is neither a list nor a link: only those are worth keeping" % source)
        if kind == "link":
            given.links.append((source, content, kept))
        elif kind == "record":
            records.setdefault(content, source)
        elif kind in LISTS:
            yield from read_list(content, source, given, kept=kept)
        elif kind in PROOFS:
            yield "ok", read_proofs(content, source, given)
        elif kind in BATCHES:
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
