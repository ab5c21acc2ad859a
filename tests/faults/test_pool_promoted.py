"""Standbys and servers that were killed, real ones: whichever deals then, no serial ever has two dice."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.db import connection, transaction

from dicepool import guard, pool, refill, tree
from dicepool.models import Epoch
from tests.faults.clusters import (
    AHEAD,
    BATCH,
    NOBODY_LISTENS,
    REDIS,
    WHERE,
    Cluster,
    Dealer,
    begin_anew,
    lose,
)
from tests.faults.turned import forget, own_redis

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group("restored")]  # one cluster is the mould of all


class TestAStandby:
    @pytest.mark.parametrize("where", WHERE)
    def test_one_that_has_everything_goes_on_by_itself(
        self, site: Cluster, dealer: Dealer, settings: LazySettings, where: str
    ) -> None:
        standby = site.standby("standby")
        standby.start_following()
        try:
            refill.add_sets(BATCH, "test")
            dealer.draw(10)
            guard.keep_up()
            dealer.draw(5)
            site.follow(standby)
            lose(where, settings)
            site.kill()
            standby.promote()
            dealer.draw(10)
            guard.keep_up()
            assert not Epoch.objects.exists()
        finally:
            standby.stop()

    @pytest.mark.parametrize("missed", ["a batch", "draws", "an entry"])
    def test_one_that_lagged_deals_nothing_until_a_new_epoch(
        self, site: Cluster, dealer: Dealer, missed: str
    ) -> None:
        standby = site.standby("standby")
        if missed == "a batch":
            refill.add_sets(BATCH, "test")
        elif missed == "draws":
            dealer.draw(50)
            guard.keep_up()
        else:
            with transaction.atomic():
                tree.append("an entry")
            dealer.sign()
        site.kill()
        standby.start_following()
        try:
            standby.promote()
            assert dealer.is_refused()
            begin_anew(dealer)
            # The old server comes back and believes that it is the primary still.
            standby.turn()
            connection.close()
            site.start()
            assert dealer.is_refused()
            standby.turn()
            dealer.draw(5)
        finally:
            standby.stop()

    def test_a_server_that_was_cut_off_never_raises_its_mark_again(
        self, site: Cluster, dealer: Dealer
    ) -> None:
        standby = site.standby("standby")
        standby.start_following()
        try:
            dealer.draw(3)
            site.follow(standby)
            standby.promote()
            beyond = dealer.draw(3)
            site.turn()
            old = Dealer()
            for _ in range(3):
                with transaction.atomic():
                    old.draw()
            assert set(old.dealt).isdisjoint(dealer.dealt)
            assert max(old.dealt) < min(beyond)
            with pytest.raises(guard.Behind, match="Another database deals"):
                guard.admit(AHEAD + 2 * BATCH)
        finally:
            standby.stop()


def test_a_server_that_is_killed_goes_on_beyond_its_mark(site: Cluster, dealer: Dealer) -> None:
    for _ in range(2):
        site.kill()
        site.start()
        refill.add_sets(10, "test")
        dealer.draw(10)
        guard.keep_up()
    assert not Epoch.objects.exists()


def test_what_is_remembered_is_written_again_while_the_server_runs(site: Cluster, dealer: Dealer) -> None:
    forget()
    dealer.draw(2)
    guard.keep_up()
    site.kill()
    site.start()
    dealer.draw(2)


def test_a_memory_that_cannot_be_written_stops_the_dice_at_the_mark(
    site: Cluster, dealer: Dealer, settings: LazySettings, tmp_path: Path
) -> None:
    settings.REDIS_URL = NOBODY_LISTENS
    settings.DICE_MEMORY = tmp_path / "dump"
    settings.DICE_MEMORY.write_text("a file where a folder should be")
    dealer.draw(50)
    with pytest.raises(pool.PoolStopped), transaction.atomic():
        pool.draw(2 * AHEAD)
    settings.REDIS_URL = own_redis(REDIS)
    with transaction.atomic():
        assert len(pool.draw(2 * AHEAD)) == 2 * AHEAD
