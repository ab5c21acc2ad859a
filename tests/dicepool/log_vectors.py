"""The vectors of the log, its tree, receipts and players' numbers; tests/dicepool/vectors.py takes them in.

All of it is built here from the words of docs/dice.md, with no code of the site: two matches, the lines of
all that was dealt for them, three segments, a tree of seven entries, and the notes that were signed over it.
"""

from __future__ import annotations

import base64
import copy
import hashlib
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

File = Any
ORIGIN = "dice.example"
NOON_MS = 1777809600000
"""2026-05-03T12:00:00 in milliseconds."""


class Batch(Protocol):
    """What is asked of a batch (vectors.Rolled)."""

    @property
    def number(self) -> int: ...

    @property
    def first(self) -> int: ...

    @property
    def dice(self) -> tuple[tuple[int, ...], ...]: ...

    @property
    def at(self) -> int | None: ...

    @property
    def last(self) -> int: ...

    def commitment(self) -> dict[str, Any]: ...

    def proof(self, serial: int) -> dict[str, Any]: ...


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def drawn(what: str, size: int = 32) -> bytes:
    """Bytes that stand for random ones."""
    return sha256(b"log vectors ", what.encode())[:size]


# The tree of RFC 6962, as its section 2.1 defines it.
def root(leaves: Sequence[bytes]) -> bytes:
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256()
    middle = split(len(leaves))
    return sha256(b"\x01", root(leaves[:middle]), root(leaves[middle:]))


def split(size: int) -> int:
    """The largest power of two below a size."""
    return 1 << ((size - 1).bit_length() - 1)


def path(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    if len(leaves) == 1:
        return []
    middle = split(len(leaves))
    if index < middle:
        return [*path(index, leaves[:middle]), root(leaves[middle:])]
    return [*path(index - middle, leaves[middle:]), root(leaves[:middle])]


def growth(old: int, leaves: Sequence[bytes], *, whole: bool = True) -> list[bytes]:
    if old == len(leaves):
        return [] if whole else [root(leaves)]
    middle = split(len(leaves))
    if old <= middle:
        return [*growth(old, leaves[:middle], whole=whole), root(leaves[middle:])]
    return [*growth(old - middle, leaves[middle:], whole=False), root(leaves[:middle])]


def leaf(text: str) -> bytes:
    return sha256(b"\x00", text.encode())


def hexes(steps: Sequence[bytes]) -> list[str]:
    return [step.hex() for step in steps]


# Keys and notes (C2SP signed-note, tlog-checkpoint, tlog-cosignature).
@dataclass(frozen=True)
class Signer:
    """A key with its name: of a site (kind 1), or of a witness (kind 4)."""

    name: str
    kind: int
    seed: bytes

    @property
    def private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.seed)

    @property
    def public(self) -> bytes:
        return bytes([self.kind]) + self.private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    @property
    def id(self) -> bytes:
        return sha256(self.name.encode(), b"\n", self.public)[:4]

    @property
    def vkey(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(self.public).decode()}\n"

    def under(self, text: str, at: int = 0) -> str:
        """Its signature line under a text; a witness signs the time as well."""
        message = f"cosignature/v1\ntime {at}\n{text}" if self.kind == 4 else text
        time = at.to_bytes(8, "big") if self.kind == 4 else b""
        signature = self.id + time + self.private.sign(message.encode())
        return f"— {self.name} {base64.b64encode(signature).decode()}\n"


SITE = Signer(ORIGIN, 1, drawn("site"))
OTHER = Signer(ORIGIN, 1, drawn("other"))
WITNESS = Signer("witness.example/w", 4, drawn("witness"))
SILENT = Signer("silent.example", 4, drawn("silent"))


def note(text: str, *signers: Signer, at: int = NOON_MS // 1000) -> str:
    return text + "\n" + "".join(signer.under(text, at) for signer in signers)


def checkpoint(leaves: Sequence[bytes], *signers: Signer, origin: str = ORIGIN) -> str:
    text = f"{origin}\n{len(leaves)}\n{base64.b64encode(root(leaves)).decode()}\n"
    return note(text, *(signers or (SITE, WITNESS)))


# Players' numbers.
def number_for(serial: int) -> bytes:
    """The number of set 12 is one whose first byte for some die is passed over, for it is above 251."""
    return drawn(f"number {serial}, {PASSING if serial == 12 else 0}", 16)


PASSING = 18


def turn(dice: Sequence[int], number: bytes, receipt: str) -> list[int]:
    """Each die moved on by the first byte below 252 of the hashes for its place, modulo 6."""
    faces = []
    for place, die in enumerate(dice):
        stream = b"".join(
            sha256(b"boatzee turn", number, sha256(receipt.encode()), bytes([place, count]))
            for count in range(4)
        )
        faces.append((die - 1 + next(byte for byte in stream if byte < 252) % 6) % 6 + 1)
    return faces


# The matches: BZ 21 and DK 22; 24, which ended and was taken up again; and 25, which an older release began.
# Each set is bound to its seat and place there.
SEEDS = {match: drawn(f"seed {match}") for match in (21, 22, 24, 25)}
BOUND = {
    10: (21, "seat 1 roll-off 1"),
    11: (21, "seat 2 roll-off 1"),
    12: (21, "seat 1 set 0"),
    13: (21, "seat 2 set 0"),
    14: (21, "seat 1 set 1"),
    15: (21, "seat 1 set 2"),
    17: (21, "seat 2 set 1"),
    18: (21, "seat 1 set 3"),
    22: (22, "seat 1 set 0"),
    23: (22, "seat 1 set 1"),
    24: (22, "seat 2 set 0"),
    25: (22, "seat 2 set 1"),
    26: (22, "seat 1 set 2"),
    27: (22, "seat 1 set 3"),
    28: (22, "seat 1 set 4"),
    29: (22, "seat 2 set 2"),
    30: (22, "seat 2 set 3"),
    31: (24, "seat 1 set 0"),
    32: (24, "seat 1 set 1"),
    33: (24, "seat 1 set 2"),
    34: (24, "seat 1 set 3"),
    35: (25, "seat 1 set 0"),
    36: (25, "seat 1 set 1"),
}
DEAL, DEAL_SEED = 9, drawn("seed of deal 9")
DEALT = {
    37: "turn 1 roll 1",
    38: "turn 1 roll 2",
    39: "turn 1 roll 3",
    40: "turn 2 roll 1",
    41: "turn 2 roll 2",
}
"""Sets that everybody has at these places of a deal."""
PLEDGED = (12, 14, 15, 18, 22, 23)
USED_NUMBERS = (12, 14, 22, 23)
"""Set 15 was taken under a pledge whose number never came."""
LEFT = (17, 18, 27, 28, 29, 30, 34, 36, 39)
OLD = range(1, 6)
"""Dealt by an older release."""


def label(serial: int) -> str:
    if serial in DEALT:
        return hmac.new(DEAL_SEED, f"deal {DEAL} {DEALT[serial]}".encode(), "sha256").hexdigest()
    if serial not in BOUND:
        return drawn(f"label {serial}").hex()
    match, place = BOUND[serial]
    return hmac.new(SEEDS[match], f"match {match} {place}".encode(), "sha256").hexdigest()


def pledge(serial: int) -> str:
    return sha256(number_for(serial)).hex() if serial in PLEDGED else "-"


def line(serial: int) -> str:
    at = NOON_MS + 1000 * serial
    if serial in OLD:
        return f"{serial} taken {at} - -"
    return f"{serial} taken {at} {label(serial)} {pledge(serial)}"


def receipt_text(serial: int) -> str:
    promised = pledge(serial).replace("-", "none")
    at = NOON_MS + 1000 * serial
    return f"boatzee receipt v1\nset {serial}\nlabel {label(serial)}\npledge {promised}\nat {at}\n"


@dataclass(frozen=True)
class Segment:
    """A stretch of the log."""

    number: int
    first: int
    last: int
    lines: tuple[str, ...]

    @property
    def leaves(self) -> list[bytes]:
        return [leaf(text) for text in self.lines]

    @property
    def at(self) -> int:
        return NOON_MS // 1000 + 60 * self.number

    @property
    def entry(self) -> str:
        size, found = len(self.lines), root(self.leaves).hex()
        return f"segment {self.number} {self.first} {self.last} {size} {found} {self.at}"

    @property
    def text(self) -> str:
        return "".join(f"{text}\n" for text in self.lines)

    def told(self) -> dict[str, Any]:
        """As proofs tell of it."""
        return {
            "number": self.number,
            "first": self.first,
            "last": self.last,
            "lines": len(self.lines),
            "root": root(self.leaves).hex(),
            "at": self.at,
        }


def lines(*serials: int) -> list[str]:
    return [f"{serial} rolled-back" if serial == 16 else line(serial) for serial in serials]


SEGMENTS = (
    Segment(1, 1, 20, tuple(lines(*range(1, 21)))),
    Segment(2, 21, 49, (*lines(*range(21, 46)), "46-49 passed-over no-batch", "32 thrown-away")),
    Segment(
        3,
        50,
        55,
        (*lines(50, 51, 52, 53), "54-55 passed-over restart", *(f"{serial} thrown-away" for serial in LEFT)),
    ),
)


@dataclass(frozen=True)
class World:
    """All that a site publishes: batches, segments, and the tree over both."""

    batches: tuple[Batch, ...]
    segments: tuple[Segment, ...] = SEGMENTS
    origin: str = ORIGIN
    before: tuple[str, ...] = ()

    @property
    def entries(self) -> list[str]:
        one, two, three, four = (batch_entry(batch) for batch in self.batches)
        sealed = [segment.entry for segment in self.segments]
        return [*self.before, one, two, sealed[0], three, sealed[1], four, sealed[2]]

    @property
    def leaves(self) -> list[bytes]:
        return [leaf(entry) for entry in self.entries]

    def checkpoint(self, size: int, *signers: Signer) -> str:
        return checkpoint(self.leaves[:size], *signers, origin=self.origin)

    def place(self, entry: str, size: int) -> dict[str, Any]:
        index = self.entries.index(entry)
        return {"index": index, "path": hexes(path(index, self.leaves[:size]))}

    def inclusion(self, index: int, size: int) -> File:
        return {
            "format": "boatzee-inclusion-1",
            "origin": self.origin,
            "index": index,
            "size": size,
            "entry": self.entries[index],
            "path": hexes(path(index, self.leaves[:size])),
        }

    def consistency(self, old: int, new: int) -> File:
        steps = growth(old, self.leaves[:new])
        return {
            "format": "boatzee-consistency-1",
            "origin": self.origin,
            "old": old,
            "new": new,
            "path": hexes(steps),
        }

    def some_entries(self, first: int, end: int) -> File:
        return {
            "format": "boatzee-entries-1",
            "origin": self.origin,
            "first": first,
            "entries": self.entries[first:end],
        }

    def dice(self, serial: int) -> tuple[int, ...]:
        batch = self.home(serial)
        return batch.dice[serial - batch.first]

    def home(self, serial: int) -> Batch:
        return next(batch for batch in self.batches if batch.first <= serial <= batch.last)

    def fell(self, serial: int) -> list[int]:
        """What was thrown: the set's own dice, or what the number turned them to."""
        if serial not in USED_NUMBERS:
            return list(self.dice(serial))
        return turn(self.dice(serial), number_for(serial), receipt_text(serial))

    def proof(self, serial: int) -> dict[str, Any]:
        found = self.home(serial).proof(serial)
        if serial in USED_NUMBERS:
            found |= {"number": number_for(serial).hex(), "thrown": self.fell(serial)}
        for segment in self.segments:
            for index, text in enumerate(segment.lines):
                if text.startswith(f"{serial} taken"):
                    place = {"number": segment.number, "index": index}
                    found |= {"line": text, "segment": {**place, "path": hexes(path(index, segment.leaves))}}
        return found

    def proofs(self, *serials: int, size: int = 7) -> File:
        """As /dice/proofs.json, for a tree of a size."""
        proved = [self.proof(serial) for serial in serials]
        homes = {batch.number: batch for batch in map(self.home, serials)}
        numbers = {proof["segment"]["number"] for proof in proved if "segment" in proof}
        used = [segment for segment in self.segments if segment.number in numbers]
        return {
            "format": "boatzee-proofs-3",
            "batches": [
                {**homes[number].commitment(), "tree": self.batch_place(homes[number], size)}
                for number in sorted(homes)
            ],
            "proofs": proved,
            "segments": [{**segment.told(), "tree": self.place(segment.entry, size)} for segment in used],
            "checkpoint": self.checkpoint(size),
        }

    def batch_place(self, batch: Batch, size: int) -> dict[str, Any]:
        place = self.place(batch_entry(batch), size)
        return place if batch.at is not None else {**place, "at": made(batch)}


def made(batch: Batch) -> int:
    """The time of a batch, also where its link does not bind it."""
    return batch.at if batch.at is not None else NOON_MS // 1000 - 86400 * (10 - batch.number)


def batch_entry(batch: Batch) -> str:
    told = batch.commitment()
    return f"batch {batch.number} {batch.first} {batch.last} {told['root']} {made(batch)} {told['chain']}"


def record_of_21(world: World, *, seed: bytes | None = None, number: int = 21) -> str:
    fell = world.fell
    return "\n".join(
        [
            '[Site "Boatzee"]',
            f'[Match "{number}"]',
            '[Code "BZ"]',
            '[Seat1 "ada"]',
            '[Seat2 "grace"]',
            f'[Seed "{(seed or SEEDS[21]).hex()}"]',
            "",
            f"Roll-off: seat 1 rolls {fell(10)[0]} (#10), seat 2 rolls {fell(11)[0]} (#11)",
            f"1. Seat 1: roll ({told(fell(12))} #12*{number_for(12).hex()}), keep {told(fell(12)[:2])} "
            f"roll ({told(fell(14)[:3])} #14*{number_for(14).hex()}), score threes (9)",
            f"1. Seat 2: roll ({told(fell(13))} #13), score chance (9)",
            f"2. Seat 1: roll ({told(fell(15))} #15), score chance (9)",
            "",
        ]
    )


def record_of_22(world: World) -> str:
    fell = world.fell
    numbers = {serial: number_for(serial).hex() for serial in (22, 23)}
    return "\n".join(
        [
            '[Site "Boatzee"]',
            '[Match "22"]',
            '[Code "DK"]',
            '[Seat1 "ada"]',
            '[Seat2 "grace"]',
            f'[Seed "{SEEDS[22].hex()}"]',
            "",
            f"1. Seat 1: roll ({told(fell(22))} {fell(23)[0]} #22*{numbers[22]} #23*{numbers[23]}), "
            f"set aside {told(fell(22)[:3])} roll ({told(fell(26)[:3])} #26), set aside 1 bank (300)",
            f"1. Seat 2: roll ({told(fell(24))} {fell(25)[0]} #24 #25)",
            "",
        ]
    )


def record_of_one(world: World, match: int, *serials: int) -> str:
    """Of a match of one seat, a roll a turn."""
    rolls = [
        f"{turn}. Seat 1: roll ({told(world.dice(serial))} #{serial}), score chance (9)"
        for turn, serial in enumerate(serials, 1)
    ]
    headers = [f'[Match "{match}"]', '[Code "BZ"]', '[Seat1 "ada"]', f'[Seed "{SEEDS[match].hex()}"]', ""]
    return "\n".join([*headers, *rolls, ""])


def record_of_deal(world: World, match: int) -> str:
    """Of a match in which both seats have the sets of a deal."""
    fell = {serial: told(world.dice(serial)[:3]) for serial in DEALT}
    return "\n".join(
        [
            f'[Match "{match}"]',
            '[Code "BO"]',
            '[Pace "duplicate"]',
            '[Seat1 "ada"]',
            '[Seat2 "grace"]',
            f'[Deal "{DEAL}"]',
            f'[Seed "{DEAL_SEED.hex()}"]',
            "",
            f"1. Seat 1: roll ({fell[37]} #37), "
            f"keep {fell[37][0]} roll ({fell[38][:3]} #38), score chance (9)",
            f"1. Seat 2: roll ({fell[37]} #37), score chance (9)",
            f"2. Seat 2: roll ({fell[40]} #40), score ones (1)",
            f"2. Seat 1: roll ({fell[40]} #40), score ones (1)",
            "",
        ]
    )


def forged_deals(world: World) -> dict[str, File]:
    whole = record_of_deal(world, 31)
    fell = {serial: told(world.dice(serial)[:3]) for serial in DEALT}
    turns = whole.split("\n")
    other = turns[9].replace(f"({fell[37]} #37)", f"({fell[40]} #40)")
    return {
        "duplicate record of another match": record_of_deal(world, 32),
        "duplicate record, another set": "\n".join([*turns[:9], other, ""]),
        "duplicate record, a set twice": "\n".join([*turns[:9], turns[9].replace("1. Seat", "2. Seat"), ""]),
        "duplicate record, turned": "\n".join(
            [*turns[:8], swapped(turns[8], ("#37)", f"#37*{'ab' * 16})")), ""]
        ),
        "duplicate record, places exchanged": "\n".join(
            [*turns[:8], f"1. Seat 1: roll ({fell[40]} #40), score chance (9)", ""]
        ),
        "duplicate record with another seed": record_of_deal(world, 32).replace(
            DEAL_SEED.hex(), SEEDS[22].hex()
        ),
        "duplicate record of another deal": swapped(whole, (f'[Deal "{DEAL}"]', f'[Deal "{DEAL + 1}"]')),
        "duplicate record of no deal": swapped(whole, (f'[Deal "{DEAL}"]\n', "")),
        "duplicate record, another die": swapped(
            whole, (f"{fell[37][0]} roll ({fell[38][:3]} #38)", f"{fell[37][0]} roll (7 7 #38)")
        ).replace("(7 7 #38)", f"({told([die % 6 + 1 for die in world.dice(38)[:2]])} #38)"),
        "a plain record with a set of the deal": swapped(
            record_of_one(world, 24, 37), (f'[Seed "{SEEDS[24].hex()}"]\n', "")
        ),
    }


def told(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


# Files, good ones and each kind of forged one.
EPOCH = f"{ORIGIN}/2"
Change = Callable[[File], object]


def changed(file: File, change: Change) -> File:
    """A copy with something changed."""
    other = copy.deepcopy(file)
    change(other)
    assert other != file
    return other


def swapped(text: str, *pairs: tuple[str, str]) -> str:
    """A text with something in it replaced."""
    for old, new in pairs:
        assert text.count(old) == 1, (old, text)
        text = text.replace(old, new)
    return text


def files(batches: Sequence[Batch], forged: Batch) -> dict[str, File]:
    """Every file by its name; `forged` is another batch 2."""
    world = World(tuple(batches))
    one, _, three, four = batches
    proofs = world.proofs(*range(10, 16))
    found: dict[str, File] = {
        "sealed proofs": proofs,
        "older proofs": world.proofs(12, size=5),
        "sealed proofs of 22": world.proofs(*range(22, 27)),
        "proof of 4 in the tree": world.proofs(53),
        "proof of 3": world.proofs(3),
        "sealed proofs without 15": world.proofs(*range(10, 15)),
        "fresh proofs": fresh(world.proofs(12, 13)),
        "bound record": record_of_21(world),
        "bound record of 22": record_of_22(world),
        "bound record of 24": record_of_one(world, 24, 31, 33),
        "bound record of 25": record_of_one(world, 25, 3, 35),
        "bound record of 25, with a set of nobody": record_of_one(world, 25, 35, 42),
        "duplicate record": record_of_deal(world, 31),
        "sealed proofs of 24": world.proofs(31, 33),
        "proof of what was left over": world.proofs(32),
        "inclusion of batch 2": world.inclusion(1, 7),
        "entries": world.some_entries(0, 7),
        "entries to 4": world.some_entries(0, 4),
        "entries from 3": world.some_entries(3, 7),
        "key": SITE.vkey,
        "key of another": OTHER.vkey,
        "witness": WITNESS.vkey,
        "silent witness": SILENT.vkey,
        "receipt 12": note(receipt_text(12), SITE),
        "receipt 13": note(receipt_text(13), SITE),
        **{f"log {segment.number}": segment.text for segment in SEGMENTS},
        **{f"checkpoint {size}": world.checkpoint(size) for size in (2, 5, 7)},
        **{f"consistency {old}-{new}": world.consistency(old, new) for old, new in ((2, 5), (2, 7), (5, 7))},
    }
    for name, change in PROOFS.items():
        found[f"sealed proofs, {name}"] = changed(proofs, change)
    found |= forged_logs() | forged_notes(world) | forged_records(world) | forged_deals(world) | epochs(world)
    return found | forks(world, World((one, forged, three, four)))


def fresh(file: File) -> File:
    """The same before its lines were sealed."""
    for proof in file["proofs"]:
        del proof["line"], proof["segment"]
    for batch in file["batches"]:
        del batch["tree"]
    return {name: file[name] for name in ("format", "batches", "proofs")}


def _of(index: int, **changes: Any) -> Change:
    return lambda file: file["proofs"][index].update(changes)


def _lines_exchanged(file: File) -> None:
    one, two = file["proofs"][2:4]
    for name in ("line", "segment"):
        one[name], two[name] = two[name], one[name]


PROOFS: dict[str, Change] = {
    "another number": _of(2, number=number_for(14).hex()),
    "a number without a pledge": _of(3, number=number_for(13).hex(), thrown=[1] * 5),
    "thrown otherwise": lambda f: f["proofs"][2]["thrown"].__setitem__(
        4, f["proofs"][2]["thrown"][4] % 6 + 1
    ),
    "thrown without a number": _of(3, thrown=[1] * 5),
    "a number and nothing thrown": lambda f: f["proofs"][2].pop("thrown"),
    "the line of another": _lines_exchanged,
    "another line": lambda f: f["proofs"][3].update(
        line=f["proofs"][3]["line"].replace("taken 1", "taken 2")
    ),
    "a line that is none": _of(3, line="13 taken"),
    "a line beyond its segment": lambda f: f["proofs"][3]["segment"].update(index=20),
    "a path too short": lambda f: f["proofs"][3]["segment"]["path"].pop(),
    "no segment": lambda f: f.update(segments=[]),
    "a segment that begins later": lambda f: f["segments"][0].update(first=11),
    "another time of a segment": lambda f: f["segments"][0].update(at=f["segments"][0]["at"] + 1),
    "another root of a segment": lambda f: f["segments"][0].update(root="ab" * 32),
    "another place in the tree": lambda f: f["segments"][0]["tree"].update(index=3),
    "a place beyond the tree": lambda f: f["segments"][0]["tree"].update(index=7),
    "no checkpoint": lambda f: f.pop("checkpoint"),
    "a receipt for a checkpoint": lambda f: f.update(checkpoint=note(receipt_text(12), SITE)),
    "nothing of the tree": lambda f: [
        f.pop("checkpoint"),
        f["segments"][0].pop("tree"),
        f["batches"][0].pop("tree"),
    ],
}


def forged_logs() -> dict[str, File]:
    one, three = SEGMENTS[0].text, SEGMENTS[2].text
    return {
        "log 1, another label": swapped(one, (label(13), label(50))),
        "log 1, a line left out": swapped(one, (line(13) + "\n", "")),
        "log 1, 13 rolled back": swapped(one, (line(13), "13 rolled-back")),
        "log 1, 13 passed over": swapped(one, (line(13), "13-13 passed-over restart")),
        "log 1, places exchanged": swapped(
            one,
            (label(12), "…"),
            (label(14), label(12)),
            ("…", label(14)),
            (pledge(12), "-"),
            (pledge(14), "-"),
        ),
        "log 1, something else": swapped(one, (line(13), "13 taken by surprise")),
        "log 2, 32 not thrown away": swapped(SEGMENTS[1].text, ("32 thrown-away\n", "")),
        "log 2, places exchanged": swapped(
            SEGMENTS[1].text,
            *((label(serial), f"<{serial}>") for serial in (31, 33, 34)),
            *(("<31>", label(34)), ("<33>", label(31)), ("<34>", label(33))),
        ),
        "log 2, 42 of an older release": swapped(SEGMENTS[1].text, (f"{label(42)} -", "- -")),
        "log 3, 13 thrown away": three + "13 thrown-away\n",
        "log 3, 12 thrown away": three + "12 thrown-away\n",
        "log 3, 16 thrown away": three + "16 thrown-away\n",
        "log 3, 50 bound as 12": swapped(three, (label(50), label(12))),
        "log 3, more passed over": swapped(three, ("54-55 passed-over", "54-60 passed-over")),
        "log 3, passed over otherwise": swapped(three, ("passed-over restart", "passed-over no-batch")),
        "log 3, a line at the end": three + line(56) + "\n",
    }


def forged_notes(world: World) -> dict[str, File]:
    five, seven = world.checkpoint(5), world.checkpoint(7)
    head = world.leaves
    signature = SITE.under(five.partition("\n\n")[0] + "\n")
    key = SITE.vkey
    return {
        "checkpoint 7 of another key": world.checkpoint(7, OTHER, WITNESS),
        "checkpoint 7 with a false signature": swapped(seven, (SITE.under(text_of(seven)), signature)),
        "checkpoint 7 at another time": swapped(
            seven, (WITNESS.under(text_of(seven), NOON_MS // 1000), false_time(text_of(seven)))
        ),
        "checkpoint of another origin": checkpoint(head, SITE, origin="other.example"),
        "checkpoint with letters behind": seven + "and more\n",
        "a note": note("something else\n", SITE),
        "receipt 12, another label": note(swapped(receipt_text(12), (label(12), label(13))), SITE),
        "receipt 12, another key": note(receipt_text(12), OTHER),
        "receipt 16": note(receipt_text(16), SITE),
        "receipt 54": note(receipt_text(54), SITE),
        "key under another name": swapped(key, (ORIGIN, "other.example")),
        "key of another kind": swapped(key, (base64.b64encode(SITE.public)[:4].decode(), "AgEB")),
    }


def text_of(note: str) -> str:
    return note.rpartition("\n\n")[0] + "\n"


def false_time(text: str) -> str:
    """A witness's signature of a text, with another time than was signed."""
    name, _, signature = WITNESS.under(text, NOON_MS // 1000).rpartition(" ")
    data = base64.b64decode(signature)
    later = (NOON_MS // 1000 + 60).to_bytes(8, "big")
    return f"{name} {base64.b64encode(data[:4] + later + data[12:]).decode()}\n"


def forged_records(world: World) -> dict[str, File]:
    whole = record_of_21(world)
    numbers = {serial: number_for(serial).hex() for serial in (12, 14)}
    fell, own = told(world.fell(12)), told(world.dice(12))
    throw = f" roll ({told(world.fell(14)[:3])} #14*{numbers[14]}),"
    turns = whole.split("\n")
    last = f"2. Seat 1: roll ({told(world.fell(15))} #15), score chance (9)\n"
    assert fell != own
    return {
        "bound record, another number": swapped(whole, (numbers[12], numbers[14][::-1])),
        "bound record, no number": swapped(whole, (f"#12*{numbers[12]}", "#12")),
        "bound record, half a number": swapped(whole, (numbers[12], numbers[12][:20])),
        "bound record, a set's own dice": swapped(whole, (f"({fell} #12", f"({own} #12")),
        "bound record of another match": record_of_21(world, number=23),
        "bound record with another seed": record_of_21(world, seed=SEEDS[22]),
        "bound record with half a seed": swapped(whole, (SEEDS[21].hex(), SEEDS[21].hex()[:32])),
        "bound record, seats exchanged": whole.replace("Seat 1:", "Seat 3:").replace("Seat 2:", "Seat 1:"),
        "bound record, turned round": "\n".join([*turns[:8], turns[10], turns[8], turns[9], ""]),
        "bound record, a roll left out": swapped(whole, (throw, "")),
        "bound record, the last roll left out": swapped(whole, (last, "")),
        "bound record, two rolls left out": swapped(whole, (throw, ""), (last, "")),
        "bound record, places exchanged": swapped(
            whole,
            (f"({fell} #12*{numbers[12]})", f"({told(world.dice(14))} #14)"),
            (f"({told(world.fell(14)[:3])} #14*{numbers[14]})", f"({told(world.dice(12)[:3])} #12)"),
        ),
        "bound record, no roll-off": swapped(whole, (turns[7] + "\n", "")),
        "bound record, a roll of nobody": swapped(whole, ("2. Seat 1: roll", "2. roll")),
        "bound record, an old set": swapped(whole, (last, f"2. Seat 1: roll ({told(world.dice(3))} #3)\n")),
    }


def epochs(world: World) -> dict[str, File]:
    """A tree that began anew after one of seven entries."""
    after = f"after {ORIGIN} 7 {root(world.leaves).hex()} restored"
    false = f"after {ORIGIN} 7 {'ab' * 32} restored"
    return {
        "checkpoint of the next tree": checkpoint([leaf(after)], origin=EPOCH),
        "entries of the next tree": {"format": "boatzee-entries-1", "first": 0, "entries": [after]},
        "checkpoint of a false tree": checkpoint([leaf(false)], origin=EPOCH),
        "entries of a false tree": {"format": "boatzee-entries-1", "first": 0, "entries": [false]},
        "log of an epoch": "12-53 passed-over epoch\n",
    }


def forks(world: World, other: World) -> dict[str, File]:
    """Other histories that are signed as well: another second segment, and another second batch."""
    second = SEGMENTS[1]
    lines = tuple(text.replace(label(24), label(50)) for text in second.lines)
    split_off = World(world.batches, (SEGMENTS[0], Segment(2, 21, 49, lines), SEGMENTS[2]))
    overlap = Segment(2, 20, 49, (SEGMENTS[0].lines[-1], *second.lines))
    doubled = World(world.batches, (SEGMENTS[0], overlap, SEGMENTS[2]))
    return {
        "checkpoint 5 forked": split_off.checkpoint(5),
        "checkpoint 7 forked": split_off.checkpoint(7),
        "entries forked": split_off.some_entries(0, 5),
        "entries of another batch": other.some_entries(0, 2),
        "checkpoint of another batch": other.checkpoint(2),
        "inclusion of another batch": other.inclusion(1, 7),
        "proofs of overlapping segments": doubled.proofs(12, 24),
        "entries that end": changed(
            world.some_entries(0, 7), lambda f: f["entries"].__setitem__(6, "the end")
        ),
        "entries of numbers": changed(world.some_entries(0, 7), lambda f: f["entries"].__setitem__(6, 6)),
    }
