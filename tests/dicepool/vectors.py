"""The test vectors of docs/vectors/dice.json: files, and what a verifier says to them, good and forged.

`python -m tests.dicepool.vectors` writes them anew. The files are made by the pool's pure modules; what is to
be said of them is written down here, not taken from a verifier.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dicepool import merkle, seal

PLACE = Path(__file__).resolve().parents[2] / "docs" / "vectors" / "dice.json"
FOREIGN = "ab" * 32

File = Any
Case = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Rolled:
    """A batch with all that is secret of it."""

    number: int
    first: int
    key: bytes
    dice: tuple[tuple[int, ...], ...]
    previous: bytes

    @property
    def last(self) -> int:
        """Its last serial."""
        return self.first + len(self.dice) - 1

    @property
    def salts(self) -> list[bytes]:
        """A salt to each set."""
        rows = seal.salts(seal.stream(self.key, self.first, len(self.dice)))
        return [row.tobytes() for row in rows]

    @property
    def leaves(self) -> list[bytes]:
        """The lowest level of its tree."""
        rows = seal.salts(seal.stream(self.key, self.first, len(self.dice)))
        return merkle.leaves(self.first, np.array(self.dice, dtype=np.uint8), rows)

    @property
    def chain(self) -> bytes:
        """Its link."""
        return merkle.chained(self.previous, merkle.root_of(self.leaves), self.first, self.last)

    def commitment(self) -> dict[str, Any]:
        """What is published of it before it is used."""
        return {
            "number": self.number,
            "first": self.first,
            "last": self.last,
            "root": merkle.root_of(self.leaves).hex(),
            "previous": self.previous.hex(),
            "chain": self.chain.hex(),
        }

    def proof(self, serial: int) -> dict[str, Any]:
        """The proof of one set."""
        at = serial - self.first
        return {
            "serial": serial,
            "batch": self.number,
            "dice": list(self.dice[at]),
            "salt": self.salts[at].hex(),
            "path": [step.hex() for step in merkle.path(merkle.tree(self.leaves), at)],
        }


def rolled(number: int, first: int, size: int, previous: bytes, seed: str) -> Rolled:
    """A batch whose dice and key come of a word."""
    fell = [hashlib.sha256(f"{seed} {serial}".encode()).digest() for serial in range(first, first + size)]
    dice = tuple(tuple(byte % 6 + 1 for byte in rolls[:5]) for rolls in fell)
    return Rolled(number, first, hashlib.sha256(f"{seed} key {number}".encode()).digest(), dice, previous)


def chain_of(seed: str, *sizes: tuple[int, int], begin: Rolled | None = None) -> list[Rolled]:
    """Batches of first serials and sizes, one after the other."""
    found = [begin] if begin else []
    for first, size in sizes:
        previous = found[-1].chain if found else merkle.GENESIS
        found.append(rolled(len(found) + 1, first, size, previous, seed))
    return found


ONE, TWO, THREE = TRUE = chain_of("true", (1, 5), (6, 40), (50, 3))
FORGED = chain_of("forged", (6, 40), (50, 3), begin=ONE)
"""The second batch was rolled anew, and the third linked to it."""


def a_list(batches: list[Rolled]) -> File:
    """As /dice/batches.json."""
    made = "2026-05-{:02}T12:00:00+00:00"
    return {
        "format": "boatzee-batches-1",
        "batches": [
            {**batch.commitment(), "made": made.format(batch.number), "published": False} for batch in batches
        ],
    }


def proofs(*serials: int, of: list[Rolled] = TRUE) -> File:
    """As /dice/proofs.json."""
    homes = {serial: next(b for b in of if b.first <= serial <= b.last) for serial in serials}
    used = {batch.number: batch for batch in homes.values()}
    return {
        "format": "boatzee-proofs-1",
        "batches": [used[number].commitment() for number in sorted(used)],
        "proofs": [homes[serial].proof(serial) for serial in serials],
    }


def published(batch: Rolled) -> File:
    """As /dice/batch/<number>.json."""
    return {
        "format": "boatzee-batch-1",
        **batch.commitment(),
        "key": batch.key.hex(),
        "dice": "".join("".join(map(str, dice)) for dice in batch.dice),
    }


def fell(serial: int, count: int = 5) -> str:
    """The first dice of a set of the second batch, as a record writes them."""
    return " ".join(map(str, TWO.dice[serial - TWO.first][:count]))


def record(match: int = 7, *more: str) -> str:
    """Of a match: a roll-off, rolls of five and of three dice, and one of six."""
    lines = [
        '[Site "Boatzee"]',
        f'[Match "{match}"]',
        '[Seat1 "rolls 6 (#1)"]',
        '[Seat2 "(1 1 1 1 1 #1)"]',
        "",
        f"Roll-off: seat 1 rolls {fell(10, 1)} (#10), seat 2 rolls {fell(11, 1)} (#11)",
        f"1. Seat 1: roll ({fell(12)} #12), keep {fell(12, 2)} roll ({fell(13, 3)} #13), score threes (9)",
        f"1. Seat 2: roll ({fell(14)} {fell(15, 1)} #14 #15), bank (300)",
        *more,
    ]
    return "\n".join(lines) + "\n"


def changed(file: File, change: Callable[[File], object]) -> File:
    """A copy with something changed."""
    other = copy.deepcopy(file)
    change(other)
    assert other != file
    return other


def rechained(batch: dict[str, Any], **changes: Any) -> None:
    """Change a commitment and give it the link that follows from it."""
    batch.update(changes)
    previous, root = bytes.fromhex(batch["previous"]), bytes.fromhex(batch["root"])
    batch["chain"] = merkle.chained(previous, root, batch["first"], batch["last"]).hex()


def lone(number: int, serial: int) -> File:
    """A proof of five sixes in a batch of its own that agrees with itself."""
    salt = b"s" * 16
    batch = {"number": number, "first": serial, "last": serial, "previous": FOREIGN}
    batch["root"] = merkle.leaf(serial, (6, 6, 6, 6, 6), salt).hex()
    rechained(batch)
    proof = {"serial": serial, "batch": number, "dice": [6] * 5, "salt": salt.hex(), "path": []}
    return {"format": "boatzee-proofs-1", "batches": [batch], "proofs": [proof]}


def files() -> dict[str, File]:
    """Every file by its name; what is text stands as it is, what is not is JSON."""
    listed, few, whole = a_list(TRUE), proofs(7, 8, 45), published(TWO)
    six = 7 - TWO.dice[0][0] if TWO.dice[0][0] != 7 - TWO.dice[0][0] else 1
    found: dict[str, File] = {
        "list": listed,
        "list kept": a_list(TRUE[:2]),
        "proofs": few,
        "proofs of 3": proofs(51),
        "proofs of the record": proofs(*range(10, 16)),
        "batch 2": whole,
        "link 1": ONE.chain.hex() + "\n",
        "link 2": TWO.chain.hex() + "\n",
        "record": record(),
        "list rewritten": a_list(FORGED),
        "proofs rewritten": proofs(7, 8, 45, of=FORGED),
        "batch 2 rewritten": published(FORGED[1]),
        "link 2 rewritten": FORGED[1].chain.hex() + "\n",
        "record of another match": record(8),
        "record with a roll twice": record(7, f"2. Seat 1: roll ({fell(12)} #12), score chance (9)"),
        "record with another die": record().replace(f"({fell(12)} #12)", f"({fell(13)} #12)"),
        "record with a set too few": record().replace(" #14 #15", " #14"),
        "record without rolls": '[Site "Boatzee"]\n',
        "proof of sixes": lone(9, 7),
        "proof of sixes beyond": lone(4, 900),
        "something": {"format": "something-else"},
        "batch 2, another die": changed(whole, lambda f: f.update(dice=f"{six}{f['dice'][1:]}")),
        "batch 2, a set too few": changed(whole, lambda f: f.update(dice=f["dice"][:-5])),
        "batch 2, another key": changed(whole, lambda f: f.update(key=FOREIGN)),
    }
    for name, change in LISTS.items():
        found[f"list, {name}"] = changed(listed, _of_batches(change))
    for name, change in PROOFS.items():
        found[f"proofs, {name}"] = changed(few, change)
    return found


def _of_batches(change: Callable[[list[dict[str, Any]]], object]) -> Callable[[File], object]:
    return lambda file: change(file["batches"])


LISTS: dict[str, Callable[[list[dict[str, Any]]], object]] = {
    "a batch left out": lambda batches: batches.pop(1),
    "turned round": lambda batches: batches.reverse(),
    "another root": lambda batches: batches[1].update(root=FOREIGN),
    "another root and its link": lambda batches: rechained(batches[1], root=FOREIGN),
    "another link before": lambda batches: rechained(batches[0], previous=FOREIGN),
    "serials twice": lambda batches: rechained(batches[2], first=45),
    "another time": lambda batches: batches[1].update(made="2026-05-09T12:00:00+00:00"),
    "ends before it begins": lambda batches: rechained(batches[2], last=49),
}
PROOFS: dict[str, Callable[[File], object]] = {
    "another die": lambda f: f["proofs"][0]["dice"].__setitem__(2, f["proofs"][0]["dice"][2] % 6 + 1),
    "a seven": lambda f: f["proofs"][0]["dice"].__setitem__(0, 7),
    "another salt": lambda f: f["proofs"][0].update(salt="00" * 16),
    "another path": lambda f: f["proofs"][0]["path"].reverse(),
    "a path too short": lambda f: f["proofs"][0]["path"].pop(),
    "a path too long": lambda f: f["proofs"][0]["path"].append(FOREIGN),
    "two rolls exchanged": lambda f: [proof.update(serial=15 - proof["serial"]) for proof in f["proofs"][:2]],
    "outside its batch": lambda f: f["proofs"][0].update(serial=46),
    "no batch": lambda f: f["batches"].clear(),
    "capital letters": lambda f: f["proofs"][0].update(salt=f["proofs"][0]["salt"].upper()),
    "a serial in words": lambda f: f["proofs"][0].update(serial="7"),
}
OPEN_RECORD = "open that the rolls of a record belong to its match, and that none is left out"
THREE_ROLLS = "ok proofs: 3 rolls lead to the roots of their batches"
OF_RECORD = "ok proofs of the record: 6 rolls lead to the roots of their batches"
LISTED = "ok list: a list of 3 batches, each linked to the one before"
KEPT = "ok list kept: a list of 2 batches, each linked to the one before"
BEFORE = "ok batch 2 was published before: it stands in what you kept"
NO_LIST = "open batch 2: no list was given that shows its root to everybody"
WHETHER = "open batch 2 stands in the list; whether it did before its rolls, only a kept list shows"


def cases() -> Iterator[Case]:
    """What is given, and what is said to it: lines, or what is wrong."""
    yield from map(_good, GOOD)
    for about, given, kept, wrong in FORGERIES:
        yield {"about": about, "given": given, "kept": kept, "wrong": wrong}
    for name, wrong in WRONG_LISTS.items():
        yield {"about": f"a list: {name}", "given": [f"list, {name}"], "kept": [], "wrong": wrong}
    for name, wrong in WRONG_PROOFS.items():
        yield {"about": f"proofs: {name}", "given": [f"proofs, {name}"], "kept": [], "wrong": wrong}


def _good(good: tuple[str, list[str], list[str], list[str]]) -> Case:
    about, given, kept, says = good
    return {"about": about, "given": given, "kept": kept, "says": says}


GOOD = [
    ("proofs alone", ["proofs"], [], [THREE_ROLLS, NO_LIST]),
    ("proofs and the list", ["proofs", "list"], [], [THREE_ROLLS, LISTED, WHETHER]),
    ("proofs and a kept list", ["proofs", "list kept"], ["list kept"], [THREE_ROLLS, KEPT, BEFORE]),
    (
        "proofs, the list and a kept one",
        ["list", "proofs", "list kept"],
        ["list kept"],
        [LISTED, THREE_ROLLS, KEPT, BEFORE],
    ),
    (
        "a kept link and the list",
        ["link 2", "list", "proofs"],
        ["link 2"],
        [LISTED, THREE_ROLLS, "ok link 2: the link of batch 2 in list", BEFORE],
    ),
    (
        "a kept link that is older than the batch",
        ["link 1", "list", "proofs"],
        ["link 1"],
        [LISTED, THREE_ROLLS, "ok link 1: the link of batch 1 in list", WHETHER],
    ),
    (
        "a link that nobody says was kept",
        ["link 2", "list", "proofs"],
        [],
        [LISTED, THREE_ROLLS, "ok link 2: the link of batch 2 in list", WHETHER],
    ),
    (
        "a kept link without a list",
        ["link 2", "proofs"],
        ["link 2"],
        [THREE_ROLLS, "ok link 2: the link of a batch that is here", BEFORE],
    ),
    (
        "nothing but a link",
        ["link 2"],
        ["link 2"],
        ["open link 2: there is no list to hold this link against"],
    ),
    (
        "a batch newer than the kept list",
        ["proofs of 3", "list kept"],
        ["list kept"],
        [
            "ok proofs of 3: 1 rolls lead to the roots of their batches",
            KEPT,
            "open batch 3 is newer than what you kept, or forged: give today's list too",
        ],
    ),
    (
        "everything forged alike, which nothing but a kept file can show",
        ["proofs rewritten", "list rewritten"],
        [],
        [
            "ok proofs rewritten: 3 rolls lead to the roots of their batches",
            "ok list rewritten: a list of 3 batches, each linked to the one before",
            WHETHER,
        ],
    ),
    (
        "a published batch, proofs and the list",
        ["batch 2", "proofs", "list"],
        [],
        ["ok batch 2: all 40 sets of batch 2 give its root", THREE_ROLLS, LISTED, WHETHER],
    ),
    (
        "a record and its proofs",
        ["record", "proofs of the record"],
        [],
        [OF_RECORD, "ok record: a record, all 5 rolls as proven", NO_LIST, OPEN_RECORD],
    ),
    (
        "a record and the published batch",
        ["record", "batch 2", "list kept"],
        ["list kept"],
        [
            "ok batch 2: all 40 sets of batch 2 give its root",
            KEPT,
            "ok record: a record, all 5 rolls as proven",
            BEFORE,
            OPEN_RECORD,
        ],
    ),
]
ROOTS = "batch 2 has another root in"
FORGERIES: list[tuple[str, list[str], list[str], str]] = [
    (
        "a kept list and a rewritten one",
        ["list kept", "list rewritten"],
        ["list kept"],
        f"{ROOTS} list rewritten than in list kept",
    ),
    (
        "a kept list, a rewritten one and forged proofs",
        ["list rewritten", "proofs rewritten", "list kept"],
        ["list kept"],
        f"{ROOTS} list kept than in list rewritten",
    ),
    (
        "a kept link and a rewritten list",
        ["link 2", "list rewritten", "proofs rewritten"],
        ["link 2"],
        "the link in link 2 is not in list rewritten: what it stands for was changed, or the list is older",
    ),
    (
        "a forged link and the list",
        ["link 2 rewritten", "list"],
        [],
        "the link in link 2 rewritten is not in list: what it stands for was changed, or the list is older",
    ),
    (
        "two roots for one batch in two files of proofs",
        ["proofs", "proofs rewritten"],
        [],
        f"{ROOTS} proofs rewritten than in proofs",
    ),
    (
        "proofs against a published batch",
        ["proofs", "batch 2 rewritten"],
        [],
        f"{ROOTS} batch 2 rewritten than in proofs",
    ),
    (
        "proofs against the list",
        ["proofs rewritten", "list"],
        [],
        f"{ROOTS} list than in proofs rewritten",
    ),
    (
        "one serial with two dice",
        ["proofs", "proof of sixes"],
        [],
        "roll 7 has other dice in proof of sixes than in proofs",
    ),
    ("a batch inside another", ["list", "proof of sixes"], [], "batch 9 holds serials of batch 3"),
    ("a batch that is not in the list", ["list", "proof of sixes beyond"], [], "batch 4 does not link to"),
    ("a batch beyond the list", ["list kept", "proofs of 3"], [], "batch 3 is not in list kept"),
    (
        "a record with another die",
        ["record with another die", "proofs of the record"],
        [],
        "roll 12: record with another die has",
    ),
    (
        "a record with a roll twice",
        ["record with a roll twice", "proofs of the record"],
        [],
        "roll 12 is used twice in record with a roll twice",
    ),
    (
        "a record with a set too few",
        ["record with a set too few", "proofs of the record"],
        [],
        "roll 14: one set for up to five dice, two for six",
    ),
    (
        "one roll in two matches",
        ["record", "record of another match", "proofs of the record"],
        [],
        "roll 12 is used in two matches, in record and in record of another match",
    ),
    (
        "two records of one match that differ",
        ["record", "record with another die", "proofs of the record"],
        [],
        "roll 12 fell otherwise in record with another die than in record",
    ),
    ("a record without proofs", ["record", "proofs"], [], "roll 12 of record: no proof was given"),
    ("a record without rolls", ["record without rolls"], [], "the rolls of record without rolls cannot be"),
    ("a record that was kept", ["record"], ["record"], "record is neither a list nor a link"),
    ("something else", ["something"], [], "something is a file of an unknown kind"),
    ("a batch with another die", ["batch 2, another die"], [], "the sets of batch 2 do not give its root"),
    ("a batch with a set too few", ["batch 2, a set too few"], [], "batch 2: five dice to each set are"),
    ("a batch with another key", ["batch 2, another key"], [], "the sets of batch 2 do not give its root"),
]
WRONG_LISTS = {
    "a batch left out": "batch 2 is missing from list, a batch left out",
    "turned round": "batch 1 is missing from list, turned round",
    "another root": "the chain of batch 2 does not follow from its root",
    "another root and its link": "batch 3 does not link to the batch before it",
    "another link before": "batch 1 links to something before it in list, another link before",
    "serials twice": "batch 3 holds serials of batch 2",
    "ends before it begins": "batch 3 ends before it begins",
}
WRONG_PROOFS = {
    "another die": "roll 7 does not lead to the root of batch 2",
    "a seven": "a set is five dice from 1 to 6",
    "another salt": "roll 7 does not lead to the root of batch 2",
    "another path": "roll 7 does not lead to the root of batch 2",
    "a path too short": "roll 7: the path is too short",
    "a path too long": "roll 7: the path is too long",
    "two rolls exchanged": "roll 8 does not lead to the root of batch 2",
    "outside its batch": "roll 46 is not in batch 2",
    "no batch": "roll 7: its batch is not in proofs, no batch",
    "capital letters": "expected 16 bytes in hex",
    "a serial in words": "expected a whole number",
}
FORGERIES.append(
    (
        "a list whose times were changed",
        ["list", "list, another time"],
        [],
        "batch 2 was made at another time in list, another time than in list",
    )
)


def written() -> str:
    """The whole file."""
    found = {"files": files(), "cases": list(cases())}
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PLACE.write_text(written(), encoding="utf-8")
