"""A new epoch: it begins beyond everything, and the verifier follows the list over what was lost."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from dicepool import archive, epochs, fates, guard, memory, pool, refill, retire, stock
from dicepool.models import Batch, Epoch, Handout, Passed, Publication
from static import verify_roll
from tests.dicepool.hiding import hide, show
from tests.faults.turned import forget

HandOut = Callable[[int], list[pool.Drawn]]


@pytest.mark.django_db(transaction=True)
class TestANewEpoch:
    def run(self, **given: object) -> str:
        out = io.StringIO()
        call_command("new_epoch", stdout=out, verbosity=0, **given)
        return out.getvalue()

    @pytest.mark.parametrize("given", [{}, {"after": 500}, {"tree": 5}, {"after": 500, "tree": 5}])
    def test_it_wants_a_yes(self, batch: Batch, given: dict[str, int]) -> None:
        before = stock.taken()
        with pytest.raises(CommandError, match=r"for good\. Add --yes"):
            self.run(**given)
        assert stock.taken() == before
        assert not Epoch.objects.exists()

    def test_it_begins_beyond_everything_and_says_what_was_given_up(
        self, client: Client, batch: Batch, hand_out: HandOut
    ) -> None:
        [before] = hand_out(1)
        kept = memory.recall()
        assert kept
        assert "Dealing goes on after serial" in self.run(yes=True)
        [drawn] = hand_out(1)
        epoch = Epoch.objects.get()
        assert drawn.serial > epoch.after >= max(kept.mark, batch.last)
        [told] = archive.commitments()["epochs"]
        assert batch.number in told["abandoned"]
        assert (told["lost"], told["cursor"]) == ([], before.serial)
        page = client.get(reverse("dicepool:index")).content.decode()
        assert "New beginnings" in page
        assert "given up" in page
        assert "was given up" in client.get(reverse("dicepool:batch", args=[batch.number])).content.decode()

    def test_what_it_gives_up_stays_closed_while_a_set_of_it_is_hidden(
        self, client: Client, batch: Batch, hand_out: HandOut
    ) -> None:
        """A card that was hidden before the restoration is hidden after it."""
        [seen], [hidden] = hand_out(1), hide(1)
        self.run(yes=True)
        hand_out(1)
        assert retire.retire() == []
        assert not Publication.objects.exists()
        assert client.get(reverse("dicepool:roll", args=[seen.serial])).status_code == 200
        for serial in (hidden.serial, batch.last):
            assert client.get(reverse("dicepool:roll", args=[serial])).status_code == 404
        show([hidden])
        assert retire.retire() == [batch.number]
        assert client.get(reverse("dicepool:roll", args=[hidden.serial])).status_code == 200

    def test_a_second_one_follows_the_lost_batch_that_the_first_one_knew_of(self, batch: Batch) -> None:
        first = Epoch.objects.create(
            cursor=0, after=batch.last + 90_000, batch=batch.number + 2, chain=b"c" * 32, known=True
        )
        forget()
        second = epochs.begin(after=0)
        assert (second.batch, second.chain, second.known) == (first.batch, first.chain, False)
        assert second.after == first.after

    def test_it_begins_beyond_a_batch_that_only_the_memory_knows_of(self, batch: Batch) -> None:
        """It was written down, and its commit was lost: no serial of it comes again."""
        lost = batch.last + 90_000
        guard.aside(partial(guard.reserve, batch.number + 1, b"c" * 32, lost))
        assert epochs.bound(None) == lost

    def test_a_second_one_between_the_halves_of_the_first_takes_nothing_back(
        self, batch: Batch, hand_out: HandOut, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Two operators at once: the first has written its epoch down, and moves the cursor only when the
        second is through and somebody has drawn.
        """
        real, halves = guard.alone, 0
        drawn: list[pool.Drawn] = []

        def alone() -> AbstractContextManager[None]:
            nonlocal halves
            halves += 1
            if halves == 2:
                epochs.begin()
                refill.add_sets(10, "test")
                drawn.extend(hand_out(3))
            return real()

        monkeypatch.setattr(guard, "alone", alone)
        first = epochs.begin()
        drawn += hand_out(3)
        serials = [one.serial for one in drawn]
        assert len({*serials}) == 6
        assert min(serials) > first.after
        assert serials == sorted(serials)
        passed = list(Passed.objects.order_by("first").values_list("first", "last"))
        assert all(before < then for (_, before), (then, _) in pairwise(passed)), "each is told of once"

    def test_after_asks_for_more(self, batch: Batch, hand_out: HandOut) -> None:
        beyond = batch.last + 10_000_000
        self.run(yes=True, after=beyond)
        assert hand_out(1)[0].serial > beyond


class TestALostBatchInALists:
    """The verifier follows the chain over what was lost, and says what it could not see."""

    @pytest.fixture
    def listed(self, db: None) -> dict[str, Any]:
        for _ in range(2):
            refill.add_sets(5, "test")
        lost, kept = Batch.objects.latest("number"), archive.commitments()
        refill.add_sets(5, "test")
        newest = Batch.objects.latest("number")
        Epoch.objects.create(cursor=0, after=lost.last, batch=lost.number, chain=lost.chain, known=True)
        self.lost = json.loads(json.dumps(kept["batches"][-1]))
        Handout.objects.create(serial=lost.first)
        fates.show([fates.Shown(lost.first)])
        self.proof = json.loads(json.dumps(archive.proofs([lost.first])))
        Batch.objects.filter(pk=lost.pk).delete()
        self.first = newest.first
        told: dict[str, Any] = json.loads(json.dumps(archive.commitments()))
        return told

    def check(self, *files: object) -> list[tuple[str, str]]:
        return list(verify_roll.check(("a file", json.dumps(file), False) for file in files))

    def test_it_holds(self, listed: dict[str, Any]) -> None:
        number = self.lost["number"]
        told = f"a file: how those batches were that were lost before it: {number}"
        assert ("open", told) in self.check(listed)
        assert ("open", f"batch {number} was lost") in {
            (verdict, line.partition(",")[0]) for verdict, line in self.check(listed, self.proof)
        }

    def test_a_gap_that_no_epoch_explains_is_wrong(self, listed: dict[str, Any]) -> None:
        with pytest.raises(verify_roll.Wrong, match="is missing from"):
            self.check({**listed, "epochs": []})

    @pytest.mark.parametrize(
        ("name", "value", "why"),
        [
            ("chain", "ab" * 32, "does not link"),
            ("after", 2**40, "other batches than were given up"),
            ("batch", 10**6, "other batches than were lost"),
        ],
    )
    def test_an_epoch_that_does_not_fit_is_wrong(
        self, listed: dict[str, Any], name: str, value: object, why: str
    ) -> None:
        [epoch] = listed["epochs"]
        with pytest.raises(verify_roll.Wrong, match=why):
            self.check({**listed, "epochs": [{**epoch, name: value}]})

    def test_another_batch_under_the_number_of_the_lost_one_is_wrong(self, listed: dict[str, Any]) -> None:
        self.proof["batches"] = [{**self.lost, "last": self.lost["last"] + 1}]
        with pytest.raises(verify_roll.Wrong):
            self.check(listed, self.proof)
