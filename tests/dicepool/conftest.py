"""Pools for tests: small batches, whatever the settings of the site."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.db import transaction

from dicepool import pool, refill, settling
from dicepool.models import Batch
from tests.dicepool.emptied import empty

BATCH = 1000


@pytest.fixture(autouse=True)
def _small_pool(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of 1,000; a call for a refill is never held back by an earlier test's."""
    settings.DICE_BATCH = BATCH
    settings.DICE_LOW_WATER = BATCH
    settings.DICE_HIGH_WATER = 3 * BATCH
    monkeypatch.setattr(pool, "_last_call", -pool.CALL_SECONDS)
    monkeypatch.setattr(settling, "PATIENCE", 0.2)


@pytest.fixture
def batch(db: None) -> Batch:
    """A fresh batch, the only one that is not used up."""
    empty()
    refill.add_sets(BATCH, "test")
    return Batch.objects.latest("number")


@pytest.fixture
def hand_out() -> Callable[[int], list[pool.Drawn]]:
    """Draw and commit."""

    def act(sets: int) -> list[pool.Drawn]:
        with transaction.atomic():
            return pool.draw(sets)

    return act
