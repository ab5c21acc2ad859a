"""Proofs, and what is never told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from dicepool import archive, merkle, pool, refill
from dicepool.models import Batch

pytestmark = pytest.mark.django_db

HandOut = Callable[[int], list[pool.Drawn]]


def test_a_proof_leads_from_the_dice_that_were_drawn_to_the_root(batch: Batch, hand_out: HandOut) -> None:
    drawn = hand_out(600)
    found = archive.proofs([drawn[at].serial for at in (0, 255, 256, 599)])
    for proof, at in zip(found["proofs"], (0, 255, 256, 599), strict=True):
        assert tuple(proof["dice"]) == drawn[at].dice
        start = merkle.leaf(drawn[at].serial, drawn[at].dice, bytes.fromhex(proof["salt"]))
        path = [bytes.fromhex(step) for step in proof["path"]]
        assert merkle.climb(start, at, batch.size, path) == bytes(batch.root)


def test_rolls_of_several_batches_go_in_one_file(batch: Batch, hand_out: HandOut) -> None:
    refill.add_sets(1000, "test")
    hand_out(batch.size + 2)
    found = archive.proofs([batch.last, batch.last + 1])
    assert [b["number"] for b in found["batches"]] == [batch.number, batch.number + 1]
    assert found["batches"][1]["previous"] == found["batches"][0]["chain"]
    assert [proof["batch"] for proof in found["proofs"]] == [batch.number, batch.number + 1]


def test_nothing_is_told_of_a_set_that_was_not_handed_out(batch: Batch, hand_out: HandOut) -> None:
    hand_out(1)
    for serial in (batch.first + 1, batch.last, batch.last + 1, 0):
        with pytest.raises(archive.NotShown):
            archive.proofs([serial])
    with pytest.raises(archive.NotShown):
        archive.proofs([batch.first, batch.first + 1])


def test_nothing_is_told_of_a_set_whose_transaction_was_rolled_back(batch: Batch) -> None:
    with transaction.atomic():
        [lost] = pool.draw(1)
        transaction.set_rollback(True)
    with pytest.raises(archive.NotShown):
        archive.proofs([lost.serial])


def test_a_sealed_batch_is_not_laid_open(batch: Batch) -> None:
    with pytest.raises(archive.NotShown):
        archive.laid_open(batch.number)


def test_one_file_has_room_for_so_many(batch: Batch, hand_out: HandOut) -> None:
    serials = [drawn.serial for drawn in hand_out(archive.MOST + 1)]
    assert len(archive.proofs(serials[1:])["proofs"]) == archive.MOST
    with pytest.raises(ValueError, match="500"):
        archive.proofs(serials)
    with pytest.raises(ValueError, match="500"):
        archive.proofs([])


def test_more_rolls_of_a_batch_take_no_more_queries(batch: Batch, hand_out: HandOut) -> None:
    serials = [drawn.serial for drawn in hand_out(400)]
    with CaptureQueriesContext(connection) as one:
        archive.proofs(serials[:1])
    with CaptureQueriesContext(connection) as many:
        archive.proofs(serials)
    assert len(many) == len(one) <= 11


def test_the_list_holds_every_commitment_before_anything_is_drawn(batch: Batch) -> None:
    newest = archive.commitments()["batches"][-1]
    assert newest["root"] == bytes(batch.root).hex()
    assert newest["published"] is False
    assert newest["first"] == batch.first


def test_many_proofs_of_one_batch_hash_its_tree_once(
    batch: Batch, hand_out: HandOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    serials = [drawn.serial for drawn in hand_out(400)]
    archive._upper.cache_clear()
    levels, above = [], merkle.above

    def counted(level: Sequence[bytes]) -> list[bytes]:
        levels.append(len(level))
        return above(level)

    monkeypatch.setattr(merkle, "above", counted)
    archive.proofs(serials)
    first = len(levels)
    groups = len({(serial - batch.first) // merkle.GROUP for serial in serials})
    assert first <= groups * merkle.GROUP_LEVELS + 10
    archive.proofs(serials)
    assert len(levels) - first <= groups * merkle.GROUP_LEVELS, "what lies above the groups is kept"
