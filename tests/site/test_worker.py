"""A real Celery worker does real work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from urllib.parse import quote

import pytest
from django.db import connection

from dicepool import pool, tasks

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_worker_tops_up_the_pool_when_it_is_asked_to() -> None:
    settings = connection.settings_dict
    database = f"postgres://{settings['USER']}@{quote(settings['HOST'], safe='')}/{settings['NAME']}"
    marks = {"DICE_LOW_WATER": "100", "DICE_HIGH_WATER": "500", "DICE_BATCH": "500"}
    command = [sys.executable, "-m", "celery", "-A", "boatzee_site.celery", "worker"]
    options = ["--pool", "solo", "--loglevel", "warning", "-Q", settings["NAME"], "--without-mingle"]
    worker = subprocess.Popen(
        [*command, *options], env={**os.environ, **marks, "DATABASE_URL": database}, start_new_session=True
    )
    try:
        tasks.top_up.apply_async(queue=settings["NAME"])
        limit = time.monotonic() + 60
        while pool.level() < 500 and time.monotonic() < limit:
            time.sleep(0.1)
        assert pool.level() == 500
    finally:
        worker.send_signal(signal.SIGTERM)
        worker.wait(20)
