"""The test vectors of docs/vectors/dice.json: files, and what a verifier says to them, good and forged.

`python -m tests.dicepool.vectors` writes them anew. The files are made by the pool's pure modules; what is to
be said of them is written down here, not taken from a verifier.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dicepool import merkle, seal
from tests.dicepool import log_cases, log_vectors

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
    at: int | None = None
    """When it was made, in a link that binds it."""

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
        return bytes.fromhex(link_of(self.said()))

    def commitment(self) -> dict[str, Any]:
        """What is published of it before it is used."""
        return {**self.said(), "chain": self.chain.hex()}

    def said(self) -> dict[str, Any]:
        """The same without its link."""
        return {
            **({} if self.at is None else {"version": 2, "at": self.at}),
            "number": self.number,
            "first": self.first,
            "last": self.last,
            "root": merkle.root_of(self.leaves).hex(),
            "previous": self.previous.hex(),
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


def link_of(batch: dict[str, Any]) -> str:
    """The link that follows from what a commitment says."""
    previous, root = bytes.fromhex(batch["previous"]), bytes.fromhex(batch["root"])
    bounds = (batch["first"], batch["last"])
    if "version" not in batch:
        return merkle.chained(previous, root, *bounds).hex()
    return merkle.bound(previous, root, *bounds, batch["number"], batch["at"]).hex()


def rolled(number: int, first: int, size: int, previous: bytes, seed: str, at: int | None = None) -> Rolled:
    """A batch whose dice and key come of a word."""
    fell = [hashlib.sha256(f"{seed} {serial}".encode()).digest() for serial in range(first, first + size)]
    dice = tuple(tuple(byte % 6 + 1 for byte in rolls[:5]) for rolls in fell)
    key = hashlib.sha256(f"{seed} key {number}".encode()).digest()
    return Rolled(number, first, key, dice, previous, at)


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

NOON = 1777636800
"""2026-05-01T12:00:00+00:00"""
DAY = 86400
NEW_3 = rolled(3, 50, 3, TWO.chain, "new", NOON + 2 * DAY)
NEW_4 = rolled(4, 53, 8, NEW_3.chain, "new", NOON + 3 * DAY)
NEW = [ONE, TWO, NEW_3, NEW_4]
"""The links of the last two bind their number and time."""
NEW_5 = rolled(5, 101, 4, NEW_4.chain, "new", NOON + 4 * DAY)
LEFT = [ONE, TWO, NEW_5]
"""What is left where the batches 3 and 4 were lost."""
EPOCH = {
    "began": "2026-05-05T11:00:00+00:00",
    "cursor": 20,
    "after": 100,
    "batch": 4,
    "chain": NEW_4.chain.hex(),
    "abandoned": [2],
    "lost": [3, 4],
    "remembered": True,
}


def form(kind: str, batches: Iterable[Rolled], *, new: bool = False) -> str:
    """The format of a file with these batches."""
    return f"{kind}-{2 if new or any(batch.at is not None for batch in batches) else 1}"


def a_list(batches: list[Rolled], *epochs: dict[str, Any]) -> File:
    """As /dice/batches.json."""
    made = "2026-05-{:02}T12:00:00+00:00"
    listed = [
        {**batch.commitment(), "made": made.format(batch.number), "published": False} for batch in batches
    ]
    begun = {"epochs": list(epochs)} if epochs else {}
    return {"format": form("boatzee-batches", batches, new=bool(epochs)), "batches": listed, **begun}


def proofs(*serials: int, of: list[Rolled] = TRUE) -> File:
    """As /dice/proofs.json."""
    homes = {serial: next(b for b in of if b.first <= serial <= b.last) for serial in serials}
    used = {batch.number: batch for batch in homes.values()}
    return {
        "format": form("boatzee-proofs", used.values()),
        "batches": [used[number].commitment() for number in sorted(used)],
        "proofs": [homes[serial].proof(serial) for serial in serials],
    }


def published(batch: Rolled) -> File:
    """As /dice/batch/<number>.json."""
    return {
        "format": form("boatzee-batch", [batch]),
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
    batch["chain"] = link_of(batch)


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
    found.update(new_files())
    found.update(log_vectors.files(NEW, FORGED[1]))
    for name, change in LISTS.items():
        found[f"list, {name}"] = changed(listed, _of_batches(change))
    for name, change in PROOFS.items():
        found[f"proofs, {name}"] = changed(few, change)
    return found


def new_files() -> dict[str, File]:
    """Those with links that bind number and time, and those with epochs."""
    begun = a_list(LEFT, EPOCH)
    found = {
        "new list": a_list(NEW),
        "new proofs": proofs(51, 55, of=NEW),
        "proof of 4": proofs(55, of=NEW),
        "batch 4": published(NEW_4),
        "list with an epoch": begun,
        "proofs around it": proofs(7, 103, of=LEFT),
        "link 3": NEW_3.chain.hex() + "\n",
        "link 4": NEW_4.chain.hex() + "\n",
        "link 5": NEW_5.chain.hex() + "\n",
        "link of nothing": FOREIGN + "\n",
        "list with two epochs": a_list(
            LEFT,
            EPOCH,
            {**EPOCH, "after": 120, "batch": 5, "chain": NEW_5.chain.hex(), "cursor": 104}
            | {"abandoned": [], "lost": [], "remembered": False, "began": "2026-05-06T11:00:00+00:00"},
        ),
        "list that ends with an epoch": a_list([ONE, TWO], EPOCH),
        "list that ends with another one": a_list(
            [ONE, TWO], {**EPOCH, "began": "2026-05-05T11:30:00+00:00", "chain": FOREIGN}
        ),
    }
    for name, change in NEW_LISTS.items():
        found[f"new list, {name}"] = changed(a_list(NEW), _of_batches(change))
    for name, change in EPOCHS.items():
        found[f"list with an epoch, {name}"] = changed(begun, change)
    return found


def _of_epoch(**changes: Any) -> Callable[[File], object]:
    return lambda file: file["epochs"][0].update(changes)


def _following(link: str) -> Callable[[File], object]:
    """The epoch follows this link, and the batch after it follows suit."""

    def change(file: File) -> None:
        file["epochs"][0]["chain"] = link
        rechained(file["batches"][-1], previous=link)

    return change


NEW_LISTS: dict[str, Callable[[list[dict[str, Any]]], object]] = {
    "another time beside the link": lambda batches: batches[2].update(made="2026-05-04T12:00:00+00:00"),
    "another time in it": lambda batches: batches[2].update(
        at=batches[2]["at"] + DAY, made="2026-05-04T12:00:00+00:00"
    ),
    "another time and its link": lambda batches: rechained(
        batches[3], at=batches[3]["at"] + DAY, made="2026-05-05T12:00:00+00:00"
    ),
    "the version of before": lambda batches: [batches[2].pop(name) for name in ("version", "at")],
    "a version to come": lambda batches: batches[2].update(version=3),
    "a time beyond all years": lambda batches: batches[2].update(at=253402300800),
}
EPOCHS: dict[str, Callable[[File], object]] = {
    "left out": lambda file: file["epochs"].clear(),
    "another link": _of_epoch(chain=FOREIGN),
    "another link and a batch after it": _following(FOREIGN),
    "a batch within what was issued": lambda file: rechained(file["batches"][-1], first=100),
    "another bound": _of_epoch(after=99),
    "another bound, begun at another time": _of_epoch(after=99, began="2026-05-05T10:00:00+00:00"),
    "a bound within a lost batch": _of_epoch(after=59, began="2026-05-05T10:00:00+00:00"),
    "other lost batches": _of_epoch(lost=[4]),
    "no end of lost batches": _of_epoch(batch=2**50),
    "nothing given up": _of_epoch(abandoned=[]),
    "a cursor beyond it": _of_epoch(cursor=101, abandoned=[]),
    "begun at no time": _of_epoch(began=None),
    "turned round": lambda file: file["epochs"].append({**EPOCH, "after": 99}),
}


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
    yield from map(_good, [*GOOD, *log_cases.GOOD])
    for about, given, kept, wrong in [*FORGERIES, *log_cases.forgeries()]:
        yield {"about": about, "given": given, "kept": kept, "wrong": wrong}
    for name, wrong in WRONG_LISTS.items():
        yield {"about": f"a list: {name}", "given": [f"list, {name}"], "kept": [], "wrong": wrong}
    for name, wrong in WRONG_PROOFS.items():
        yield {"about": f"proofs: {name}", "given": [f"proofs, {name}"], "kept": [], "wrong": wrong}
    for name, wrong in WRONG_NEW_LISTS.items():
        yield {"about": f"new links: {name}", "given": [f"new list, {name}"], "kept": [], "wrong": wrong}
    for name, wrong in WRONG_EPOCHS.items():
        file = f"list with an epoch, {name}"
        yield {"about": f"an epoch: {name}", "given": [file], "kept": [], "wrong": wrong}


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
NEW_LISTED = "ok new list: a list of 4 batches, each linked to the one before"
NEW_ROLLS = "ok new proofs: 2 rolls lead to the roots of their batches"
BEGUN = [
    "ok list with an epoch: a list of 3 batches, each linked to the one before",
    "ok list with an epoch: dealing began anew after batch 4, beyond serial 100",
    "open list with an epoch: how those batches were that were lost before it: 3, 4",
]
AROUND = "ok proofs around it: 2 rolls lead to the roots of their batches"
WAS_LOST = "open batch {} was lost, so the list does not say how it was; only a kept one shows it"
WHETHER_5 = WHETHER.replace("batch 2", "batch 5")
BEFORE_3, BEFORE_4, BEFORE_5 = (BEFORE.replace("batch 2", f"batch {number}") for number in (3, 4, 5))
GOOD += [
    (
        "links that bind number and time, after some that do not",
        ["new list", "new proofs", "batch 4"],
        ["new list"],
        [NEW_LISTED, NEW_ROLLS, "ok batch 4: all 8 sets of batch 4 give its root", BEFORE_3, BEFORE_4],
    ),
    (
        "a list with an epoch, and rolls from before and after it",
        ["list with an epoch", "proofs around it"],
        [],
        [*BEGUN, AROUND, WHETHER, WHETHER_5],
    ),
    (
        "rolls of lost batches",
        ["list with an epoch", "new proofs"],
        [],
        [*BEGUN, NEW_ROLLS, WAS_LOST.format(3), WAS_LOST.format(4)],
    ),
    (
        "rolls of lost batches, and a list that was kept from before the epoch",
        ["list with an epoch", "new proofs", "new list"],
        ["new list"],
        [*BEGUN, NEW_ROLLS, NEW_LISTED, BEFORE_3, BEFORE_4],
    ),
    (
        "rolls of lost batches, and the kept link of the newest of them",
        ["list with an epoch", "new proofs", "link 4"],
        ["link 4"],
        [*BEGUN, NEW_ROLLS, "ok link 4: the link of batch 4 in list with an epoch", BEFORE_3, BEFORE_4],
    ),
    (
        "a roll of a lost batch, and a kept link of the one before, which is lost as well",
        ["list with an epoch", "proof of 4", "link 3"],
        ["link 3"],
        [
            *BEGUN,
            "ok proof of 4: 1 rolls lead to the roots of their batches",
            "open link 3: the link of a batch that was lost, or a forged one:"
            " list with an epoch does not have it",
            WAS_LOST.format(4),
        ],
    ),
    (
        "a link that was kept from before the epoch",
        ["list with an epoch", "proofs around it", "link 2"],
        ["link 2"],
        [*BEGUN, AROUND, "ok link 2: the link of batch 2 in list with an epoch", BEFORE, WHETHER_5],
    ),
    (
        "a link that was kept from after the epoch: it does not reach over what was lost",
        ["list with an epoch", "proofs around it", "link 5"],
        ["link 5"],
        [*BEGUN, AROUND, "ok link 5: the link of batch 5 in list with an epoch", WHETHER, BEFORE_5],
    ),
    (
        "an older list with fewer epochs, and an operator's word",
        ["list with two epochs", "list with an epoch"],
        ["list with an epoch"],
        [
            *(line.replace("with an epoch", "with two epochs") for line in BEGUN[:2]),
            BEGUN[2].replace("with an epoch", "with two epochs"),
            "ok list with two epochs: dealing began anew after batch 5, beyond serial 120",
            "open list with two epochs: that nothing was dealt beyond serial 120 before it, which an operator"
            " said",
            *BEGUN,
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
WRONG_NEW_LISTS = {
    "another time beside the link": "the time of batch 3 is not the one in its link",
    "another time in it": "the chain of batch 3 does not follow from its root",
    "the version of before": "the chain of batch 3 does not follow from its root",
    "a version to come": "batch 3 is of a version that is not known here",
    "a time beyond all years": "batch 3 was made after the end of time",
}
WRONG_EPOCHS = {
    "left out": "batch 3 is missing from list with an epoch, left out",
    "another link": "batch 5 does not link to the batch before it",
    "a batch within what was issued": "batch 5 holds serials from before the epoch that it follows",
    "other lost batches": "list with an epoch, other lost batches has other batches than were lost",
    "no end of lost batches": "list with an epoch, no end of lost batches has other batches than were lost",
    "nothing given up": "list with an epoch, nothing given up has other batches than were given up",
    "a cursor beyond it": "list with an epoch, a cursor beyond it has other batches than were given up",
    "begun at no time": "an epoch in list with an epoch, begun at no time does not say when it began",
    "turned round": "list with an epoch, turned round has an epoch that begins before the one before it",
}
FORGERIES += [
    (
        "an epoch that follows another link than was kept",
        ["list that ends with another one", "new list"],
        ["new list"],
        "the epoch after batch 4 follows another link in list that ends with another one",
    ),
    (
        "an epoch and a batch after it that follow another link than a lost batch has",
        ["list with an epoch, another link and a batch after it", "proof of 4"],
        [],
        "batch 5 does not link to the batch before it",
    ),
    (
        "two epochs that follow one batch by other links",
        ["list that ends with an epoch", "list that ends with another one"],
        [],
        "two epochs follow other links of batch 4",
    ),
    (
        "one epoch with two bounds",
        ["list with an epoch", "list with an epoch, another bound"],
        ["list with an epoch"],
        "the epoch that began at 2026-05-05T11:00:00+00:00 is another one in list with an epoch, another",
    ),
    (
        "two lists with one batch and other epochs before it",
        ["list with an epoch", "list with an epoch, another bound, begun at another time"],
        ["list with an epoch"],
        "list with an epoch, another bound, begun at another time has other epochs before batch 5 than",
    ),
    (
        "an epoch that begins within a batch that was kept",
        ["list with an epoch, a bound within a lost batch", "new list"],
        ["new list"],
        "batch 4 holds serials from beyond the epoch after it",
    ),
    (
        "a new batch under the number of one that was kept",
        ["new list", "proofs around it", "list"],
        ["list"],
        "batch 3 has another root in list than in new list",
    ),
    (
        "another time, with the link that follows from it",
        ["new list", "new list, another time and its link"],
        ["new list"],
        "batch 4 has another chain in new list, another time and its link than in new list",
    ),
    (
        "a link that is in no list, where all that was lost is known",
        ["link of nothing", "new list"],
        [],
        "the link in link of nothing is not in new list",
    ),
]
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
