"""Refills that are killed, that meet, and that run while players draw."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import quote

import pytest
from django.conf import LazySettings, settings
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from dicepool import archive, audit, pool, refill, retire, routine
from dicepool.models import Batch, DiceSet
from tests.at_once import PATIENCE, at_once, meanwhile
from tests.dicepool.emptied import empty

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

REFILL = """
import django; django.setup()
from dicepool import refill
refill.add_sets(1, "test")
print("rolling", flush=True)
refill.add_sets(10_000_000, "test")
"""


@pytest.fixture(autouse=True)
def _marks(settings: LazySettings) -> None:
    settings.DICE_BATCH = settings.DICE_LOW_WATER = settings.DICE_HIGH_WATER = 30_000


def test_a_refill_that_is_killed_leaves_whole_batches_or_nothing() -> None:
    there, before, connected = connection.settings_dict, _tables(), _others()
    address = f"postgres://{there['USER']}@{quote(str(there['HOST']), safe='')}/{there['NAME']}"
    environment = {
        **os.environ,
        "DATABASE_URL": address,
        "DICE_BATCH": "30000",
        "DJANGO_SETTINGS_MODULE": "boatzee_site.settings",
    }
    for pause in (0.01, 0.03, 0.05):
        process = subprocess.Popen(
            [sys.executable, "-c", REFILL], env=environment, cwd=settings.BASE_DIR, stdout=subprocess.PIPE
        )
        assert process.stdout
        with process.stdout:
            assert process.stdout.readline() == b"rolling\n"
        time.sleep(pause)
        process.kill()
        process.wait()
        _until_gone(connected)
        batches = list(Batch.objects.order_by("number"))
        assert all(audit.holds(batch) for batch in batches)
        assert DiceSet.objects.count() == sum(batch.size for batch in batches)
        assert _tables() - before == {f"dicepool_set_{batch.first}_{batch.last}" for batch in batches}
    level = pool.level()
    assert refill.add_sets(5, "test") == 5
    assert pool.level() == level + 5


def _others() -> set[int]:
    """The connections of others: a live server of an earlier test may keep some."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        return {row[0] for row in cursor.fetchall()}


def _until_gone(connected: set[int]) -> None:
    """Until Postgres has noticed that the killed one is gone."""
    end = time.monotonic() + 60
    while _others() - connected:
        assert time.monotonic() < end
        time.sleep(0.02)


def _tables() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(r"SELECT relname FROM pg_class WHERE relname ~ '^dicepool_set_[0-9]+_[0-9]+$'")
        return {row[0] for row in cursor.fetchall()}


def test_two_refills_at_once_make_one_batchs_worth() -> None:
    empty()
    batches = Batch.objects.count()
    assert sorted(at_once(refill.top_up, refill.top_up)) == [0, 30_000]
    assert pool.level() == 30_000
    assert Batch.objects.count() == batches + 1


@contextmanager
def drawing() -> Iterator[list[int]]:
    """Somebody draws all the time and waits for no lock longer than a twentieth of a second."""
    serials: list[int] = []
    stop = threading.Event()

    def draw_on() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '50ms'")
        while not stop.is_set():
            with transaction.atomic():
                drawn = [drawn.serial for drawn in pool.draw(1)]
            serials.extend(drawn)

    player = meanwhile(draw_on)
    try:
        yield serials
    finally:
        stop.set()
        player.result(PATIENCE)
    assert serials == sorted(set(serials))


def until_more(serials: list[int], more: int = 20) -> None:
    wanted, end = len(serials) + more, time.monotonic() + 60
    while len(serials) < wanted:
        assert time.monotonic() < end, "nobody can draw"
        time.sleep(0.005)


def test_draws_go_on_while_a_refill_is_about_to_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    refill.add_sets(30_000, "test")
    reached, go_on = threading.Event(), threading.Event()
    real = routine.replace

    def replace_and_wait(cursor: CursorWrapper, sources: Sequence[routine.Source], *, more: bool) -> None:
        real(cursor, sources, more=more)
        reached.set()
        assert go_on.wait(PATIENCE)

    monkeypatch.setattr(routine, "replace", replace_and_wait)
    with drawing() as serials:
        filling = meanwhile(lambda: refill.add_sets(30_000, "test"))
        assert reached.wait(PATIENCE)
        until_more(serials)
        go_on.set()
        filling.result(PATIENCE)
        until_more(serials)
    assert pool.level() > 30_000


def test_draws_go_on_while_used_up_batches_are_published_and_dropped(settings: LazySettings) -> None:
    settings.DICE_BATCH = 200
    empty()
    refill.add_sets(60_000 // 20, "test")
    number = Batch.objects.latest("number").number
    settings.DICE_BATCH = 30_000
    refill.add_sets(30_000, "test")
    published: list[int] = []
    with drawing() as serials:
        while len(published) < 5:
            until_more(serials, 50)
            published += retire.retire()
        until_more(serials)
    shown = archive.laid_open(published[0])
    assert published == sorted(published)
    assert published[0] < number
    assert f"dicepool_set_{shown['first']}_{shown['last']}" not in _tables()
