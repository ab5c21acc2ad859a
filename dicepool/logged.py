"""What the log and the tree say of sets that are proved: joined to their proofs (archive.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicepool import books, log, logbook, receipts, tree, turning
from dicepool.log import Place
from dicepool.logbook import Handed
from dicepool.models import Batch, Handout

FORMAT = "boatzee-proofs-3"


def join(found: dict[str, Any], batches: Mapping[int, Batch]) -> None:
    """Add to proofs where each set stands in the log, the player's own number and what it made of the dice,
    and where segments and batches stand in the tree under the newest head. Raises Lost.

    What is not sealed, signed or sent yet is left out; the format is told anew where there is any of it.
    """
    serials = [proof["serial"] for proof in found["proofs"]]
    places = log.places(serials)
    told = _join_lines(found["proofs"], places) | _join_numbers(found["proofs"], places)
    segments = {place.segment.number: place.segment for place in places.values()}
    listed: list[dict[str, Any]] = [
        {
            "number": one.number,
            "first": one.first,
            "last": one.last,
            "lines": one.lines,
            "root": bytes(one.root).hex(),
            "at": int(one.at.timestamp()),
        }
        for _, one in sorted(segments.items())
    ]
    if listed:
        found["segments"] = listed
    entries = [
        *((log.entry_of(segments[one["number"]]), one) for one in listed),
        *((tree.entry_of(batches[one["number"]]), one) for one in found["batches"]),
    ]
    if told | _join_tree(found, entries, batches):
        found["format"] = FORMAT


def _join_lines(proofs: Sequence[dict[str, Any]], places: Mapping[int, Place]) -> bool:
    for proof in proofs:
        place = places.get(proof["serial"])
        if place is not None:
            proof["line"] = place.line
            proof["segment"] = {
                "number": place.segment.number,
                "index": place.index,
                "path": [step.hex() for step in place.path],
            }
    return bool(places)


def _join_numbers(proofs: Sequence[dict[str, Any]], places: Mapping[int, Place]) -> bool:
    numbers = books.numbers(proof["serial"] for proof in proofs)
    handed = {serial: logbook.handed(place.line) for serial, place in places.items()}
    unsealed = Handout.objects.in_bulk([serial for serial in numbers if serial not in handed])
    handed |= {serial: log.handed(row) for serial, row in unsealed.items()}
    for proof in proofs:
        one, number = handed.get(proof["serial"]), numbers.get(proof["serial"])
        if one is not None and number is not None:
            proof["number"] = number.hex()
            proof["thrown"] = list(turning.turned(proof["dice"], number, _receipt(one)))
    return bool(numbers)


def _receipt(one: Handed) -> str:
    return receipts.text(one.serial, one.label, one.pledge, one.at_ms)


def _join_tree(
    found: dict[str, Any], entries: Sequence[tuple[str, dict[str, Any]]], batches: Mapping[int, Batch]
) -> bool:
    """Whether anything of it is under a head that was signed."""
    head = tree.head()
    if head is None:
        return False
    lie = tree.find(entry for entry, _ in entries)
    covered = [
        (lie[entry].index, told)
        for entry, told in entries
        if entry in lie and lie[entry].tree == head.tree and lie[entry].index < head.size
    ]
    paths = tree.inclusions([index for index, _ in covered], head.size, head.tree)
    for (index, told), path in zip(covered, paths, strict=True):
        told["tree"] = {"index": index, "path": [step.hex() for step in path]}
        if "at" not in told:  # batches of older releases: their link does not bind it, the entry does
            told["tree"]["at"] = batches[told["number"]].at
    if covered:
        found["checkpoint"] = head.note
    return bool(covered)
