"""Pools for tests: small batches, whatever the settings of the site. And what several files need beside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.db import transaction
from pytest_django.live_server_helper import LiveServer
from pytest_django.plugin import DjangoDbBlocker

from dicepool import guard, log, pool, refill, settling, taking, tree
from dicepool.models import Batch, Segment
from tests.dicepool.emptied import empty
from tests.dicepool.keepers import Held, held
from tests.dicepool.sealed import newest, roll_back
from tests.dicepool.watching import Watcher

BATCH = 1000


@pytest.fixture(autouse=True)
def _small_pool(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of 1,000; a call for a refill is never held back by an earlier test's."""
    settings.DICE_BATCH = BATCH
    settings.DICE_LOW_WATER = BATCH
    settings.DICE_HIGH_WATER = 3 * BATCH
    monkeypatch.setattr(taking, "_last_call", -taking.CALL_SECONDS)
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


@pytest.fixture(scope="module")
def process(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Held]:
    """A keeper of the dice keys for all tests of a file; this process has no keys in any of them."""
    with django_db_blocker.unblock(), held() as made:
        yield made


@pytest.fixture
def answering(process: Held) -> None:
    """Whatever became of the keeper in the test before."""
    assert process.process
    if process.process.poll() is not None:
        process.start()


@pytest.fixture
def folder(settings: LazySettings, tmp_path: Path) -> Path:
    """Where the log's files are, of this test alone."""
    settings.DICE_LOG = tmp_path
    log._read_file.cache_clear()
    return tmp_path


@pytest.fixture
def begun(folder: Path, batch: Batch) -> Segment:
    """The segment of all that was before the batch."""
    guard.admit()
    roll_back(1)
    log.seal()
    return newest()


@pytest.fixture
def site(live_server: LiveServer) -> str:
    """A site with a batch, signed."""
    refill.add_sets(5, "test")
    tree.sign_head()
    return str(live_server.url)


@pytest.fixture
def watchers(
    site: str, tmp_path: Path, settings: LazySettings, capsys: pytest.CaptureFixture[str]
) -> list[Watcher]:
    """Two witnesses, whose keys the site knows."""
    made = [Watcher(f"w.example/{place}", tmp_path / str(place), site, capsys) for place in (1, 2)]
    settings.DICE_WITNESSES = [watcher.key for watcher in made]
    return made
