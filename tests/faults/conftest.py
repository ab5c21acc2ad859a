"""A site of the test's own, on a copy of a cluster that was made once."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from boatzee_site.copies import lag, leader
from boatzee_site.local import var_dir
from dicepool import refill
from tests.faults.clusters import AHEAD, BATCH, REDIS, Cluster, Dealer
from tests.faults.copied import Pair, pair, signed_in
from tests.faults.turned import forget, turned


@pytest.fixture(scope="session")
def home() -> Iterator[Path]:
    """Of the mould and its copies: one for all files that share the mould, which are one xdist group."""
    made = var_dir() / f"restored-{os.getpid()}"
    made.mkdir(parents=True)
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def _django(
    settings: LazySettings, tmp_path: Path, home: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Django as it was, afterwards."""
    settings.DICE_BATCH, settings.DICE_AHEAD, settings.DICE_HIGH_WATER = BATCH, AHEAD, 2 * BATCH
    with django_db_blocker.unblock(), turned(tmp_path / "memory", REDIS):
        yield


@pytest.fixture
def site(_django: None, home: Path) -> Iterator[Cluster]:
    """A site that has dealt, on a copy of a cluster that was made once."""
    mould = home / "mould"
    if not mould.exists():
        first = Cluster(mould)
        first.start()
        call_command("migrate", "dicepool", verbosity=0)
        first.stop()
    for old in home.iterdir():
        if old != mould and not old.name.startswith("postgres-"):
            shutil.rmtree(old)
    here = home / "site"
    subprocess.run(["cp", "-a", str(mould), str(here)], check=True)
    cluster = Cluster(here)
    cluster.start()
    try:
        forget()
        refill.add_sets(BATCH, "test")
        yield cluster
    finally:  # where it cannot be made, too: no server outlives its test
        cluster.stop()


@pytest.fixture
def dealer(site: Cluster) -> Dealer:
    """Has drawn."""
    made = Dealer()
    made.draw(10)
    made.sign()
    return made


@pytest.fixture(scope="session")
def pairs_home() -> Iterator[Path]:
    """Of a primary and its copy: one for all files that have them, which are one xdist group."""
    made = var_dir() / f"copied-{os.getpid()}"
    made.mkdir(parents=True)
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="module")
def made_pair(pairs_home: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Pair]:
    with django_db_blocker.unblock(), pair(pairs_home) as found:
        yield found


@pytest.fixture
def both(made_pair: Pair, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    """All well; a copy may be as old as it likes."""
    monkeypatch.setattr(leader, "EVERY", 0.05)
    monkeypatch.setattr(leader, "MOST", 3600.0)
    monkeypatch.setattr(lag, "KNOWN", 0.0)
    made_pair.reset()
    yield made_pair
    server = made_pair.primary.postgres.process
    if server and server.poll() is not None:
        made_pair.primary.start()


@pytest.fixture
def alices(both: Pair) -> Client:
    return signed_in(both.alice)


@pytest.fixture
def lost(both: Pair) -> Iterator[Pair]:
    """The primary was killed; it is back afterwards."""
    both.lose()
    yield both
    both.find()
