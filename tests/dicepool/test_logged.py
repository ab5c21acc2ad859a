"""What the log and the tree say beside a proof, held against what they are."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from dicepool import archive, fates, leaves, log, merkle, notes, pool, receipts, rfc6962, tree, turning
from dicepool.models import Batch, Head

pytestmark = pytest.mark.django_db

HandOut = Callable[[int], list[pool.Drawn]]
NUMBER = bytes(range(16))


@pytest.fixture(autouse=True)
def folder(settings: LazySettings, tmp_path: Path) -> Path:
    settings.DICE_LOG = tmp_path
    return tmp_path


def sign() -> Head:
    """As the worker does, in a transaction of the test's."""
    size = tree.size()
    root = leaves.root(1, size)
    return Head.objects.create(tree=1, size=size, root=root, note=tree.note_of(1, size, root))


def with_a_number() -> pool.Reserved:
    with transaction.atomic():
        [one] = pool.reserve([pool.Wanted(os.urandom(32), turning.pledge_of(NUMBER))], b"owner")
    fates.show([pool.Shown(one.serial, NUMBER)])
    return one


def steps(path: list[str]) -> list[bytes]:
    return [bytes.fromhex(step) for step in path]


def leads(told: dict[str, Any], entry: str, head: Head) -> bool:
    place = told["tree"]
    leaf = rfc6962.leaf(entry)
    return merkle.climb(leaf, place["index"], head.size, steps(place["path"])) == bytes(head.root)


def test_before_anything_is_sealed_or_signed_a_proof_is_as_ever(batch: Batch, hand_out: HandOut) -> None:
    [drawn] = hand_out(1)
    found = archive.proofs([drawn.serial])
    assert found["format"] == "boatzee-proofs-2"
    assert found.keys() == {"format", "batches", "proofs"}
    assert found["proofs"][0].keys() == {"serial", "batch", "dice", "salt", "path"}


def test_each_line_leads_to_its_segment_and_that_to_the_head(batch: Batch, hand_out: HandOut) -> None:
    first = hand_out(3)
    log.seal()
    second = hand_out(2)
    log.seal()
    head = sign()
    found = archive.proofs([one.serial for one in [*first, *second]])
    assert found["format"] == "boatzee-proofs-3"
    assert found["checkpoint"] == head.note
    assert notes.verify(found["checkpoint"], [notes.public_key()])
    segments = {one["number"]: one for one in found["segments"]}
    assert len(segments) == 2
    for proof in found["proofs"]:
        assert proof["line"].startswith(f"{proof['serial']} taken ")
        place = proof["segment"]
        segment = segments[place["number"]]
        leaf = rfc6962.leaf(proof["line"])
        root = merkle.climb(leaf, place["index"], segment["lines"], steps(place["path"]))
        assert root == bytes.fromhex(segment["root"])
    for one in segments.values():
        fields = ("number", "first", "last", "lines", "root", "at")
        assert leads(one, "segment " + " ".join(str(one[field]) for field in fields), head)
    [told] = found["batches"]
    assert leads(told, tree.entry_of(batch), head)


def test_what_no_head_covers_yet_has_no_place_in_the_tree(batch: Batch, hand_out: HandOut) -> None:
    head = sign()
    [drawn] = hand_out(1)
    log.seal()
    found = archive.proofs([drawn.serial])
    assert found["checkpoint"] == head.note
    assert "tree" in found["batches"][0]
    assert "tree" not in found["segments"][0]


def test_a_batch_of_old_says_when_it_was_made(batch: Batch, hand_out: HandOut) -> None:
    [drawn] = hand_out(1)
    sign()
    Batch.objects.update(version=1)
    [told] = archive.proofs([drawn.serial])["batches"]
    assert "at" not in told
    assert told["tree"]["at"] == batch.at


@pytest.mark.parametrize("sealed", [False, True])
def test_a_number_is_told_and_what_it_made_of_the_dice(batch: Batch, *, sealed: bool) -> None:
    one = with_a_number()
    if sealed:
        log.seal()
    found = archive.proofs([one.serial])
    [proof] = found["proofs"]
    assert proof["number"] == NUMBER.hex()
    receipt = receipts.text(one.serial, one.label, one.pledge, one.at_ms)
    assert proof["thrown"] == list(turning.turned(proof["dice"], NUMBER, receipt))
    assert ("line" in proof) is sealed
    assert found["format"] == "boatzee-proofs-3"


def test_many_sets_take_no_more_queries_than_one(batch: Batch, hand_out: HandOut) -> None:
    drawn = []
    for _ in range(20):
        drawn += hand_out(1)
        log.seal()
    sign()
    serials = [one.serial for one in drawn]
    with CaptureQueriesContext(connection) as one:
        archive.proofs(serials[:1])
    with CaptureQueriesContext(connection) as many:
        archive.proofs(serials)
    assert len(many) == len(one)
