"""What becomes of sets that were taken: nothing is told of them until they are shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from dicepool import archive, fates, keys, pool, refill, retire, seal, stock
from dicepool.models import Batch, Fate, Handout, Publication
from dicepool.pool import Reserved, Shown, Wanted
from tests.dicepool.hiding import OTHER, OWNER, HandOut, hide, serials, show, wanted
from tests.dicepool.test_keys import spoil

pytestmark = pytest.mark.django_db

NUMBER = bytes(range(16))


class TestReserving:
    def test_it_takes_the_next_sets_and_keeps_what_came_with_them(
        self, batch: Batch, hand_out: HandOut
    ) -> None:
        hand_out(2)
        asked = [Wanted(b"a" * 32, b"p" * 32), Wanted(b"b" * 32)]
        with transaction.atomic():
            reserved = pool.reserve(asked, OWNER)
        assert serials(reserved) == [batch.first + 2, batch.first + 3]
        assert [(one.label, one.pledge) for one in reserved] == [(one.label, one.pledge) for one in asked]
        for one, pledge in zip(reserved, (b"p" * 32, None), strict=True):
            row = Handout.objects.get(pk=one.serial)
            assert (row.label, row.pledge, row.owner) == (one.label, pledge, OWNER)
            assert row.at_ms == one.at_ms
        assert not Fate.objects.filter(serial__in=serials(reserved)).exists()

    def test_it_lets_everybody_see_earlier_ones_in_the_same_round_trip(
        self, batch: Batch, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        first, second, third = hide(3)
        with transaction.atomic(), django_assert_num_queries(1):
            pool.reserve(wanted(2), OWNER, [Shown(second.serial, NUMBER), Shown(first.serial)])
        told = Fate.objects.order_by("serial").values_list("serial", "kind", "number")
        assert list(told) == [(first.serial, 1, None), (second.serial, 1, NUMBER)]
        with pytest.raises(archive.NotShown):
            archive.proofs([third.serial])

    def test_what_is_shown_twice_is_refused(self, batch: Batch) -> None:
        [one] = hide(1)
        show([one])
        with pytest.raises(IntegrityError), transaction.atomic():
            pool.reserve(wanted(1), OWNER, [Shown(one.serial)])

    def test_a_rollback_shows_nothing_and_keeps_what_was_reserved(self, batch: Batch) -> None:
        [one] = hide(1)
        with transaction.atomic():
            pool.reserve(wanted(1), OWNER, [Shown(one.serial)])
            transaction.set_rollback(True)
        assert [dict(found) for found in fates.owners()] == [{OWNER: [one.serial]}]

    @pytest.mark.django_db(transaction=True)
    def test_an_empty_pool_shows_nothing_either(self, batch: Batch, hand_out: HandOut) -> None:
        [one] = hide(1)
        hand_out(batch.size - 1)
        before = stock.taken()
        with pytest.raises(pool.PoolEmpty), transaction.atomic():
            pool.reserve(wanted(1), OWNER, [Shown(one.serial)])
        assert stock.taken() == before
        assert not Fate.objects.filter(pk=one.serial).exists()

    @pytest.mark.parametrize(
        "act",
        [
            lambda: Wanted(b"x" * 31),
            lambda: Wanted(b"x" * 32, b"x" * 31),
            lambda: Shown(1, b"x" * 15),
            lambda: pool.reserve([], OWNER),
            lambda: pool.reserve(wanted(1), b"x" * 9),
            lambda: pool.draw(2, [b"x" * 32]),
        ],
    )
    def test_everything_has_its_size(self, batch: Batch, act: Callable[[], object]) -> None:
        before = stock.taken()
        with pytest.raises(ValueError, match=r"32 bytes|16 bytes|8 bytes|At least one|has a label"):
            act()
        assert stock.taken() == before


class TestOpening:
    def test_the_dice_are_those_that_were_sealed(self, batch: Batch) -> None:
        reserved = hide(30)
        span = (batch.first, batch.first + 29)
        opened = pool.unseal(reserved)
        assert [list(one.dice) for one in opened] == archive.opened(batch, [span])[span].tolist()
        assert pool.unseal(reserved[7:8]) == opened[7:8]

    def test_it_survives_being_stored(self, batch: Batch) -> None:
        for one in [*hide(1), Reserved(7, 9, 1, bytes(16), 5, bytes(32), b"")]:
            assert Reserved.load(one.dump()) == one

    def test_nothing_is_asked_of_the_database_the_second_time(
        self, batch: Batch, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        keys.kept_key.cache_clear()
        reserved = hide(2)
        with django_assert_num_queries(1):
            pool.unseal(reserved[:1])
        with django_assert_num_queries(0):
            pool.unseal(reserved)

    @pytest.mark.parametrize("how", ["wrong", "missing"])
    def test_it_is_refused_with_an_unfit_key(self, batch: Batch, settings: LazySettings, how: str) -> None:
        reserved = hide(1)
        pool.unseal(reserved)
        spoil(settings, how)
        with pytest.raises(pool.PoolStopped, match="does not hold the right key"):
            pool.unseal(reserved)

    def test_what_is_kept_holds_no_dice(self, batch: Batch) -> None:
        reserved = hide(200)
        span = (batch.first, batch.first + 199)
        indexes = seal.index_of(archive.opened(batch, [span])[span])
        assert sum(one.sealed == index for one, index in zip(reserved, indexes, strict=True)) < 10


class TestBeingShown:
    def test_what_is_reserved_has_no_proof_until_then(self, batch: Batch, client: Client) -> None:
        hidden, others = hide(2), hide(1, OTHER)
        pages = [
            *(reverse("dicepool:roll", args=[serial]) for serial in serials(hidden)),
            *(reverse("dicepool:roll_json", args=[serial]) for serial in serials(hidden)),
            f"{reverse('dicepool:proofs_json')}?serials={hidden[0].serial}",
        ]
        unknown = client.get(reverse("dicepool:roll", args=[batch.last])).content
        assert [client.get(page).status_code for page in pages] == [404] * len(pages)
        assert len(client.get(pages[0]).content) == len(unknown)
        show(hidden)
        assert [client.get(page).status_code for page in pages] == [200] * len(pages)
        fates.throw_away(serials(others))
        with pytest.raises(archive.NotShown):
            archive.proofs(serials(others))

    def test_one_hidden_set_among_shown_ones_refuses_them_all(self, batch: Batch, hand_out: HandOut) -> None:
        shown, hidden = hand_out(2), hide(1)
        assert len(archive.proofs(serials(shown))["proofs"]) == 2
        with pytest.raises(archive.NotShown):
            archive.proofs([*serials(shown), *serials(hidden)])

    def test_the_first_word_counts(
        self, batch: Batch, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        one, two, three = serials(hide(3))
        with django_assert_num_queries(1):
            fates.show([Shown(two, NUMBER), Shown(one)])
        with django_assert_num_queries(1):
            fates.throw_away([two, three])
        fates.show([Shown(three), Shown(two)])
        told = Fate.objects.order_by("serial").values_list("serial", "kind", "number")
        assert list(told) == [(one, 1, None), (two, 1, NUMBER), (three, 2, None)]

    def test_of_nothing_nothing_is_asked(
        self, batch: Batch, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_num_queries(0):
            fates.show([])
            fates.throw_away([])


def test_the_owners_are_told_batch_by_batch(batch: Batch, hand_out: HandOut) -> None:
    refill.add_sets(1000, "test")
    first, between = hide(2), hide(1, OTHER)
    hand_out(batch.size - 4)
    last, next_batch = hide(1), hide(1)
    nobody = hide(1, b"")
    assert [dict(found) for found in fates.owners()] == [
        {OWNER: serials([*first, *last]), OTHER: serials(between)},
        {OWNER: serials(next_batch)},
    ]
    assert fates.waiting() == 6
    show([*first, *last])
    fates.throw_away(serials([*between, *nobody]))
    assert [dict(found) for found in fates.owners()] == [{OWNER: serials(next_batch)}]
    assert fates.waiting() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("end", [fates.throw_away, lambda taken: fates.show([Shown(one) for one in taken])])
def test_a_batch_is_not_published_while_a_set_of_it_has_no_fate(
    batch: Batch, hand_out: HandOut, end: Callable[[list[int]], None]
) -> None:
    hidden = hide(1)
    hand_out(batch.size - 1)
    assert retire.retire() == []
    assert not Publication.objects.exists()
    end(serials(hidden))
    assert retire.retire() == [batch.number]


@pytest.mark.django_db(transaction=True)
def test_a_waiting_set_holds_up_its_own_batch_only(batch: Batch, hand_out: HandOut) -> None:
    refill.add_sets(1000, "test")
    hand_out(batch.size - 1)
    hide(1)
    hand_out(1000)
    assert retire.retire() == [batch.number + 1]


def test_what_waits_is_looked_for_among_the_serials_of_its_batch(batch: Batch) -> None:
    """Whatever else there is: without bounds for both the database reads all fates and all that was taken."""
    hide(1)
    with CaptureQueriesContext(connection) as asked:
        assert fates.settled([batch]) == []
        assert fates.waiting() == 1
    looked = [one["sql"] for one in asked if "dicepool_fate" in one["sql"]]
    assert [sql.count(f"BETWEEN {batch.first} AND {batch.last}") for sql in looked] == [2, 2]
